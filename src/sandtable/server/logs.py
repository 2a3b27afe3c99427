"""Structured logs: one JSON object a line, without addresses of tables, tokens, invitations or anything a client sent."""

from __future__ import annotations

import json
import logging
import sys
import time
from pathlib import Path

KEPT = ("route", "method", "status", "ms", "client", "code", "kind", "depth", "state", "queued_ms")


class Lines(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        said = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        said.update((name, getattr(record, name)) for name in KEPT if hasattr(record, name))
        if record.exc_info and record.exc_info[0] is not None:
            said["error"] = record.exc_info[0].__name__
            said["where"] = " < ".join(frames(record.exc_info[2]))
        return json.dumps(said, ensure_ascii=False)


def frames(trace: object) -> list[str]:
    """Files and lines of a traceback, innermost first. Not the messages: they may quote what a client sent."""
    import traceback

    return [f"{f.filename.rsplit('/', 1)[-1]}:{f.lineno}" for f in reversed(traceback.extract_tb(trace))][:12]  # type: ignore[arg-type]


class Days(logging.Handler):
    """A file a day (UTC) in a folder, to which several processes may append; files of more than ``keep`` days ago are deleted."""

    def __init__(self, folder: Path, keep: float | None) -> None:
        super().__init__()
        folder.mkdir(parents=True, exist_ok=True, mode=0o750)
        self.folder, self.days, self._day = folder, keep, ""

    def emit(self, record: logging.LogRecord) -> None:
        day = time.strftime("%Y-%m-%d", time.gmtime(record.created))
        try:
            if day != self._day:
                self._day = day
                self._delete_old(record.created)
            with (self.folder / f"sandtable-{day}.log").open("ab", buffering=0) as file:
                file.write(f"{self.format(record)}\n".encode())
        except OSError:
            self.handleError(record)

    def _delete_old(self, now: float) -> None:
        if self.days is None:
            return
        oldest = time.strftime("sandtable-%Y-%m-%d.log", time.gmtime(now - 86_400 * self.days))
        for file in self.folder.glob("sandtable-????-??-??.log"):
            if file.name < oldest:
                file.unlink(missing_ok=True)


def set_up(level: str = "INFO", folder: Path | None = None, keep: float | None = None) -> None:
    """All logs of this process go to standard error in this form, or into a folder."""
    handler = logging.StreamHandler(sys.stderr) if folder is None else Days(folder, keep)
    handler.setFormatter(Lines())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for noisy in ("uvicorn.access", "uvicorn.error", "alembic", "aiosqlite", "asyncio", "websockets"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
