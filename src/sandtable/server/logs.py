"""Structured logs: one JSON object a line, without addresses of tables, tokens, invitations or anything a client sent."""

from __future__ import annotations

import json
import logging
import sys
import time

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


def set_up(level: str = "INFO") -> None:
    """All logs of this process go to standard error in this form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for noisy in ("uvicorn.access", "uvicorn.error", "alembic", "aiosqlite", "asyncio", "websockets"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
