"""The file of a SQLite database: one server at a time, and nobody else reads it."""

from __future__ import annotations

import asyncio
import os
import stat
from pathlib import Path

import httpx
import pytest

from tests.commands import run
from tests.server.players import ME, OPEN, bearer, create, http, join
from tests.server.processes import Server, free_port


def test_a_second_server_on_the_same_file_refuses_to_start(tmp_path: Path) -> None:
    """Whatever it calls the file; the first one goes on, and a file is free again when its server ends, even by a kill."""
    path = tmp_path / "tables.db"
    (tmp_path / "link.db").symlink_to(path)
    server = Server(f"sqlite:///{path}").start()
    try:
        for name in (path, tmp_path / "link.db"):
            second = run("serve", f"--port={free_port()}", "--database", f"sqlite:///{name}")
            assert second.returncode == 2
            assert "another Sandtable server is using" in second.stderr
            assert "Traceback" not in second.stderr
            assert "serves on" not in second.stdout
        assert httpx.get(f"{server.base}/health").status_code == 200
        server.kill()
        server.start()
    finally:
        assert server.stop() == 0


@pytest.mark.skipif(os.name != "posix", reason="modes of files")
def test_nobody_else_reads_the_database_or_its_backup(tmp_path: Path) -> None:
    """Whatever the mask of the process says; an old file that everybody could read is closed at the next start."""
    path, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    path.touch(0o644)
    path.chmod(0o644)
    before = os.umask(0)
    try:
        with Server(f"sqlite:///{path}") as server:

            async def work() -> None:
                async with http(server.base) as client:
                    await create(client, ME, OPEN)

            asyncio.run(work())
            done = run("backup", str(copy), "--database", server.database)
            assert done.returncode == 0, done.stderr
            modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert modes.keys() >= {"tables.db", "tables.db-wal", "copy.db"}
    assert set(modes.values()) == {0o600}, modes


def test_the_database_does_not_tell_an_invitation(tmp_path: Path) -> None:
    """Neither the maker's nor that of somebody who joined; both work, and are said again by a server that was started anew."""
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}").start()
    held: list[str] = []

    async def sit_down() -> list[str]:
        async with http(server.base) as client:
            made = await create(client, ME, OPEN, OPEN)
            joined = await join(client, made["invite"])
            held.extend([made["table"], *(seat["token"] for seat in made["seats"] + joined["seats"])])
            return [made["invite"], joined["invite"]]

    async def look_again() -> list[str]:
        async with http(server.base) as client:
            updates = [(await client.get(f"/api/tables/{held[0]}", headers=bearer(token))).json() for token in held[1:]]
            for update in updates:
                found = await client.post("/api/invite", json={"invite": update["invite"]})
                assert found.json()["table"] == held[0]
            return [update["invite"] for update in updates]

    try:
        invitations = asyncio.run(sit_down())
        server.kill()
        server.start()
        assert asyncio.run(look_again()) == invitations
    finally:
        server.stop()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert held[0].encode() in kept
    for secret in (*invitations, *held[1:]):
        assert secret.encode() not in kept
