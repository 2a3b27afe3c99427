"""The encoding of a game that brings none: ``default_fields`` bound to its record."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from sandtable.kernel.bind import bind
from sandtable.kernel.game import Game

SOURCE = Path(__file__).with_name("default_fields.py")


def encoding(game: Game) -> ModuleType:
    return bind(game, game.rules, SOURCE, dtype=game.dtype, players=max(game.players), secrets=game.secrets)
