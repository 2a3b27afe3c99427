"""``sandtable doctor``: nothing to say about a healthy set-up; of every broken one it says what is wrong and what to do.

What it says about proxies: ``test_proxies.py``."""

from __future__ import annotations

import os
import resource
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from sandtable.server import migrations
from tests.commands import run
from tests.server.processes import Server, free_port


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database with the present schema, and nothing in it."""
    path = tmp_path / "tables.db"
    path.touch(0o600)
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        migrations.upgrade(connection)
    engine.dispose()
    return path


def doctor(database: Path | str, *more: str) -> subprocess.CompletedProcess[str]:
    address = f"sqlite:///{database}" if isinstance(database, Path) else database
    return run("doctor", f"--port={free_port()}", "--database", address, *more)


def warned(done: subprocess.CompletedProcess[str], about: str | tuple[str, ...], *said: str) -> None:
    """There are warnings about this, and no others."""
    assert done.returncode == 1, done.stdout
    warnings = [line for line in done.stdout.splitlines() if line.startswith("warning")]
    expected = (about,) if isinstance(about, str) else about
    assert [line.split()[1] for line in warnings] == [f"{each}:" for each in expected], done.stdout
    for words in said:
        assert words in done.stdout, done.stdout
    assert "→" in done.stdout


def test_healthy(file: Path) -> None:
    well = doctor(file)
    assert well.returncode == 0, well.stdout
    assert [line.split()[:2] for line in well.stdout.splitlines()] == [
        ["ok", f"{about}:"] for about in ("versions", "descriptors", "exposure", "port", "disk", "database", "clock", "proxy")
    ]


def test_healthy_on_postgresql_and_beside_a_running_server(postgres_server: Server) -> None:
    well = run("doctor", f"--port={postgres_server.port}", "--database", postgres_server.database)
    assert well.returncode == 0, well.stdout
    assert "answers" in well.stdout
    assert "a Sandtable server is running" in well.stdout


def damaged(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:4096] + bytes(4096) + file.read_bytes()[8192:])


def open_to_all(file: Path) -> None:
    file.chmod(0o644)


def of_a_newer_version(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


@pytest.mark.parametrize(
    ("breaking", "said", "todo"),
    [
        (damaged, "the database file is damaged", "serve your last backup"),
        (open_to_all, "can be read by others", "chmod 600"),
        (of_a_newer_version, "written by a newer version", "restore an older backup"),
    ],
)
def test_a_broken_database(breaking: Callable[[Path], None], said: str, todo: str, file: Path) -> None:
    breaking(file)
    warned(doctor(file), "database", said, todo)
    if breaking is of_a_newer_version:
        refused = run("serve", "--port=0", "--database", f"sqlite:///{file}")
        assert (refused.returncode, "newer version" in refused.stderr) == (2, True), refused.stderr


def test_a_postgresql_that_is_away() -> None:
    warned(doctor(f"postgresql://nobody:x@127.0.0.1:{free_port()}/none"), "database", "does not let us in", "is it running")


def test_no_folder_for_the_database(tmp_path: Path) -> None:
    warned(doctor(tmp_path / "none" / "tables.db"), "disk", "there is no folder", "mkdir -p")


def test_a_clock_that_was_set_back(file: Path) -> None:
    columns = "id, game, rules, players, options, seed, casual, spectators, created, phase, status, changed"
    with closing(sqlite3.connect(file)) as connection, connection:
        late = time.time() + 3600
        connection.execute(
            f"INSERT INTO tables ({columns}) VALUES ('x', 'x', 1, 2, '{{}}', '', 0, 0, ?, 'playing', '{{}}', ?)", [late, late]
        )
    warned(doctor(file), "clock", "but a table was changed at", "set the clock")


def test_a_port_that_is_taken(file: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        impatient = {"sandtable.server.doctor.PATIENCE": 1.0}  # the other program never answers
        taken = run("doctor", f"--port={other.getsockname()[1]}", "--database", f"sqlite:///{file}", constants=impatient)
    warned(taken, "port", "is taken by another program", "choose another --port")


def test_an_address_of_another_machine(file: Path) -> None:
    elsewhere = doctor(file, "--host=203.0.113.1")
    assert "cannot listen on 203.0.113.1" in elsewhere.stdout
    assert "give an address of this machine" in elsewhere.stdout


def test_few_descriptors_and_a_dependency_that_is_too_old(file: Path, tmp_path: Path) -> None:
    """The dependency as pip leaves it behind when another package asks for less. (Both need a program that starts from nothing.)"""
    old = tmp_path / "numba-0.1.dist-info"
    old.mkdir()
    (old / "METADATA").write_text("Metadata-Version: 2.1\nName: numba\nVersion: 0.1\n")
    command = [sys.executable, "-m", "sandtable", "doctor", f"--port={free_port()}", "--database", f"sqlite:///{file}"]
    paths = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        command,
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256)),
    )
    warned(done, ("versions", "descriptors"), "numba is 0.1", "pip install --upgrade", "only 256 descriptors", "LimitNOFILE")
