"""The encoding of a game that brings none."""

from __future__ import annotations

from types import ModuleType

from sandtable.kernel.game import Game


def encoding(game: Game) -> ModuleType:
    raise LookupError(f"{game.id} has no encoding.py.")
