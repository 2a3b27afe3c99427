"""Interpreted rules in a process of their own, for comparisons with compiled ones: ``said`` runs a program there.

Imported there before any game, this makes records whose fields are found at once. NumPy's own look for a method first, then for the field,
in Python: more than half of the time that an interpreted game takes. What is read and written is the same, and so is what is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[1]


def said(code: str) -> str:
    """What this program says when all is well; no warning is."""
    words = [sys.executable, "-W", "error", "-c", f"from tests import interpreted\ninterpreted.quicken()\n{code}"]
    run = subprocess.run(words, cwd=ROOT, env={**os.environ, "SANDTABLE_JIT": "off"}, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


def quicken() -> None:
    """In that process."""
    from sandtable import jit

    assert jit.MODE == "off"
    assert not any(name.startswith("sandtable.games.") for name in sys.modules), "a game has its record already"
    jit.record = _record


def _record(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    names = [field[0] for field in fields]
    assert not [name for name in names if hasattr(np.void, name)], "NumPy's records have this attribute, and would show it"
    found = {name: property(itemgetter(name)) for name in names}
    quick = type("record", (np.record,), {"__getitem__": np.void.__getitem__, "__getattribute__": np.void.__getattribute__, **found})
    return np.dtype((quick, fields))
