"""The file of a SQLite database: for its owner's eyes only, and served by one process at a time."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import IO

from sqlalchemy import make_url

OWNER_ONLY = 0o600


class InUse(Exception):
    """Another process serves this database."""


def file_of(database: str) -> Path | None:
    """The file of a SQLite database; None for one in memory, and for PostgreSQL."""
    url = make_url(database)
    if not url.drivername.startswith("sqlite") or url.database in (None, "", ":memory:"):
        return None
    return Path(os.path.realpath(str(url.database)))


def keep_private(path: Path) -> None:
    """Makes the file if there is none; nobody but its owner reads it. SQLite gives the files beside it the same mode."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, OWNER_ONLY))
    for part in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        with suppress(OSError):  # not there, or another user's: who may write to it is up to that user
            part.chmod(OWNER_ONLY)


def serve_alone(database: str) -> IO[bytes] | None:
    """Marks the database as served by this process for as long as the returned file is open, however the process ends. Two servers would
    show each other's tables as they were: ``InUse`` if there is one already."""
    path = file_of(database)
    if path is None:
        return None
    mark = os.fdopen(os.open(path.with_name(f"{path.name}.lock"), os.O_CREAT | os.O_RDWR, OWNER_ONLY), "r+b")
    try:
        _lock(mark)
    except OSError:
        mark.close()
        raise InUse(
            f"another Sandtable server is using {path}. SQLite serves one process: stop that one first, "
            "give this one a file of its own, or use --database postgresql://… for both."
        ) from None
    return mark


if os.name == "posix":
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

else:
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
