"""What a host should know before serving: each check looks at one thing, says what it found, and what to do about it."""

from __future__ import annotations

import asyncio
import errno
import importlib.metadata
import os
import platform
import re
import socket
import sqlite3
import stat
import sys
import time
import urllib.request
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import asyncpg
from sqlalchemy import make_url

import sandtable
from sandtable.server import edge, migrations, soundness, web
from sandtable.server.files import file_of
from sandtable.server.settings import Settings

ENOUGH_DESCRIPTORS = 4_096
ENOUGH_ROOM = 2**30
OLDEST_SQLITE = (3, 35)
"""The first that answers with what it wrote (RETURNING)."""
DRIFT = 5.0
"""Seconds by which two clocks may differ."""
PATIENCE = 10.0


@dataclass(frozen=True)
class Asked:
    """How the server is going to be started, and where players will find it (through a proxy)."""

    settings: Settings
    host: str = "127.0.0.1"
    port: int = 8000
    url: str = ""


@dataclass(frozen=True)
class Finding:
    """What a check found. ``good``: nothing needs to be done; else ``todo`` says what."""

    good: bool
    said: str
    todo: str = ""
    about: str = ""


def versions(_asked: Asked) -> Finding:
    """Are the program and what it stands on as new as they must be, and is the web app in it?"""
    stale = []
    for line in importlib.metadata.requires("sandtable") or []:
        name, least = re.match(r"([\w.-]+)(?:\[.*?\])?(?:>=([\d.]+))?", line).groups()  # type: ignore[union-attr]
        if "extra ==" in line or least is None or ("win32" in line and sys.platform == "win32"):
            continue
        try:
            here = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            stale.append(f"{name} is missing")
            continue
        if _numbers(here) < _numbers(least):
            stale.append(f"{name} is {here}, {least} is needed")
    if stale:
        return Finding(False, "; ".join(stale), f"{Path(sys.executable).name} -m pip install --upgrade sandtable")
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        return Finding(False, f"SQLite is {sqlite3.sqlite_version}, 3.35 is needed", "use a newer Python, or PostgreSQL")
    if not (web.FOLDER / "index.html").is_file():
        return Finding(False, "the web app is not built: players would find no page", "install a wheel, or run `make web` in a checkout")
    numba = importlib.metadata.version("numba")
    return Finding(
        True, f"sandtable {sandtable.__version__}, Python {platform.python_version()}, numba {numba}, SQLite {sqlite3.sqlite_version}"
    )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


def descriptors(_asked: Asked) -> Finding:
    """Every connection is an open file."""
    edge.ask_for_descriptors()
    found = edge.descriptors()
    if found >= ENOUGH_DESCRIPTORS:
        return Finding(True, f"{found} descriptors: room for about {found * 7 // 8} connections")
    said = f"only {found} descriptors: about {found * 7 // 8} connections at once"
    return Finding(False, said, "raise the limit (`ulimit -Hn`, LimitNOFILE= in systemd)")


def exposure(asked: Asked) -> Finding:
    """Who can reach the server, and what do they read on the way?"""
    local = asked.host in ("127.0.0.1", "::1", "localhost")
    if local and not asked.settings.trust_proxy:
        return Finding(True, f"reachable from this machine only ({asked.host})")
    if local:
        return Finding(True, f"behind a proxy on this machine ({asked.host})")
    if asked.settings.trust_proxy:
        said = f"{asked.host} with --trust-proxy: whoever reaches this port from a private network can pretend to be any client"
        return Finding(False, said, "let only the proxy reach it, or listen on 127.0.0.1")
    said = f"{asked.host} without a proxy: everything, seat tokens as well, travels readable"
    return Finding(False, said, "fine among friends in one network; for the internet put a proxy with TLS in front (docs/6-operating.md)")


# ---- where tables are kept --------------------------------------------------------------------------------------------------------


def database(asked: Asked) -> Finding:
    """Does it answer, is its file whole, whose is it, and which version wrote it?"""
    file = file_of(asked.settings.database)
    if file is None:
        return asyncio.run(_postgresql(asked.settings.database))
    damage = soundness.damage(asked.settings.database)
    if damage is not None:
        return Finding(False, damage, soundness.WHAT_TO_DO)
    if not file.exists() or not file.stat().st_size:
        return Finding(True, f"{file} will be made")
    if os.name == "posix" and file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        said = f"{file} can be read by others on this machine, and holds the seeds of running games"
        return Finding(False, said, f"chmod 600 {file}")
    return _of_age(soundness.age(asked.settings.database), f"{file} is whole")


async def _postgresql(address: str) -> Finding:
    try:
        async with asyncio.timeout(PATIENCE):
            connection = await asyncpg.connect(_for_driver(address))
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        said = f"PostgreSQL does not let us in: {str(error) or type(error).__name__}"
        return Finding(False, said, "is it running, and are host, name, user and password in the address right?")
    try:
        known = await connection.fetchval("SELECT to_regclass('alembic_version') IS NOT NULL")
        revision = await connection.fetchval("SELECT version_num FROM alembic_version") if known else None
        version = connection.get_server_version()
    finally:
        await connection.close()
    return _of_age(migrations.age_of(revision), f"PostgreSQL {version.major}.{version.minor} answers")


def _for_driver(address: str) -> str:
    return make_url(address).set(drivername="postgresql").render_as_string(hide_password=False)


def _of_age(age: str, said: str) -> Finding:
    if age == "newer":
        return Finding(False, f"{said}, but was written by a newer version", "serve it with that version, or restore an older backup")
    note = {"older": "; the next start brings it up to date: make a backup first", "empty": "; it is still empty"}.get(age, "")
    return Finding(True, said + note)


def disk(asked: Asked) -> Finding:
    """Where nothing can be written nothing can be played."""
    file = file_of(asked.settings.database)
    if file is None:
        return Finding(True, "the room on the disk is PostgreSQL's to watch")
    folder = file.parent
    if not folder.is_dir():
        return Finding(False, f"there is no folder {folder}", f"mkdir -p {folder}")
    if not os.access(folder, os.W_OK | os.X_OK) or (file.exists() and not os.access(file, os.R_OK | os.W_OK)):
        return Finding(False, f"{file} cannot be written by this user", f"chown it, with its folder, to the user who serves ({_me()})")
    free = soundness.room(asked.settings.database)
    assert free is not None
    said = f"{free / 2**30:.1f} GB free for the database"
    return Finding(free >= ENOUGH_ROOM, said, "" if free >= ENOUGH_ROOM else "make room, or keep less: --keep guest_tables=90")


def _me() -> str:
    import getpass

    return getpass.getuser()


def clock(asked: Asked) -> Finding:
    """Deadlines and codes that expire need a clock that is about right, the same on all machines."""
    now, installed = time.time(), Path(sandtable.__file__).stat().st_mtime
    set_it = "set the clock (timedatectl set-ntp true), then start the server"
    if now < installed - 86_400:
        return Finding(False, f"it is {_said(now)} here, before this program was installed", set_it)
    file = file_of(asked.settings.database)
    if file is None:
        theirs = asyncio.run(_clock_of_postgresql(asked.settings.database))
        if theirs is not None and abs(theirs - time.time()) > DRIFT:
            return Finding(False, f"PostgreSQL's clock differs by {theirs - time.time():+.0f} seconds", "set both clocks by NTP")
        return Finding(True, f"it is {_said(now)}")
    newest = _newest(file)
    if newest is not None and newest > now + DRIFT:
        return Finding(False, f"it is {_said(now)} here, but a table was changed at {_said(newest)}", set_it)
    return Finding(True, f"it is {_said(now)}")


def _said(moment: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(moment))


def _newest(file: Path) -> float | None:
    """When something at a table was written last."""
    if not file.exists() or not file.stat().st_size:
        return None
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, timeout=PATIENCE)) as connection:
            return connection.execute("SELECT MAX(changed) FROM tables").fetchone()[0]
    except sqlite3.Error:
        return None  # said by the check of the database


async def _clock_of_postgresql(address: str) -> float | None:
    try:
        async with asyncio.timeout(PATIENCE):
            connection = await asyncpg.connect(_for_driver(address))
            try:
                return float(await connection.fetchval("SELECT EXTRACT(EPOCH FROM clock_timestamp())"))
            finally:
                await connection.close()
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
        return None


# ---- how players come in ----------------------------------------------------------------------------------------------------------


def port(asked: Asked) -> Finding:
    """Can we listen there?"""
    where = f"{asked.host} port {asked.port}"
    try:
        listen(asked).close()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            if is_sandtable(asked):
                return Finding(True, f"a Sandtable server is running on {where}")
            return Finding(False, f"{where} is taken by another program", "end it, or choose another --port")
        if error.errno == errno.EACCES:
            todo = "use a port from 1024 on behind a proxy, or a systemd socket, or AmbientCapabilities=CAP_NET_BIND_SERVICE"
            return Finding(False, f"this user may not listen on {where}", todo)
        return Finding(False, f"cannot listen on {where}: {error.strerror}", "give an address of this machine, or 127.0.0.1")
    return Finding(True, f"{where} is free")


def listen(asked: Asked) -> socket.socket:
    """A socket where the server is going to be."""
    family = socket.AF_INET6 if ":" in asked.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((asked.host, asked.port))
        listening.listen(16)
    except OSError:
        listening.close()
        raise
    return listening


def is_sandtable(asked: Asked) -> bool:
    """Is it one of ours that answers there?"""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(asked.host, asked.host)
    address = f"http://{f'[{host}]' if ':' in host else host}:{asked.port}/api/preparing"
    try:
        straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with straight.open(address, timeout=PATIENCE) as answer:
            return b'"ready"' in answer.read(65_536)
    except (OSError, ValueError):
        return False


def proxy(asked: Asked) -> Finding:
    """What comes through the proxy: the host's name, the client's address, sockets?"""
    from sandtable.server.doctor_proxy import look

    if not asked.url:
        return Finding(True, "not looked at; give --url https://… to try it from outside")
    return look(asked)


CHECKS: tuple[Callable[[Asked], Finding], ...] = (versions, descriptors, exposure, port, disk, database, clock, proxy)


def examine(asked: Asked) -> list[Finding]:
    """All checks, one after the other."""
    found = []
    for check in CHECKS:
        finding = check(asked)
        found.append(Finding(finding.good, finding.said, finding.todo, check.__name__))
    return found
