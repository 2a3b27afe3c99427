"""The files of the version before: where they lie, and how two answers are compared."""

from __future__ import annotations

import hashlib
import json
import lzma
from pathlib import Path
from typing import Any

from sandtable import State

FOLDER = Path(__file__).parent
DATABASE = FOLDER / "tables.db.xz"
ANSWERS = FOLDER / "answers.json.xz"
GAMES = FOLDER / "games.json.xz"


def write(path: Path, content: bytes) -> None:
    path.write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))


def write_json(path: Path, content: Any) -> None:
    write(path, json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode())


def read(path: Path) -> bytes:
    return lzma.decompress(path.read_bytes())


def read_json(path: Path) -> Any:
    return json.loads(read(path))


def digest(state: State) -> str:
    """Of the record's bytes."""
    return hashlib.sha256(state.record.tobytes()).hexdigest()[:32]


def facts(state: State) -> dict[str, Any]:
    """What must be the same for ever about a position."""
    return {"seat": state.seat, "scores": state.scores, "legal": state.legal.ids.tolist(), "bytes": digest(state)}


def without(told: Any, *names: str) -> Any:
    """An answer without these fields, wherever they stand."""
    if isinstance(told, dict):
        return {key: without(value, *names) for key, value in told.items() if key not in names}
    return [without(value, *names) for value in told] if isinstance(told, list) else told


def missing(before: Any, now: Any, place: str = "") -> list[str]:
    """Where an answer of today lacks or changes something the version before said. New fields of objects are allowed."""
    if isinstance(before, dict) and isinstance(now, dict):
        lost = [f"{place}.{key}: gone" for key in before if key not in now]
        return lost + [fault for key in before if key in now for fault in missing(before[key], now[key], f"{place}.{key}")]
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        return [fault for i, (old, new) in enumerate(zip(before, now, strict=True)) for fault in missing(old, new, f"{place}[{i}]")]
    same = before == now and type(before) is type(now)
    return [] if same else [f"{place}: {str(before)[:200]!r} is now {str(now)[:200]!r}"]
