"""Binds the generic entry points of ``loops`` to one game's rules."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from sandtable import jit

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

LOOPS = Path(__file__).with_name("loops.py")


def bind(game: Game, rules: Any, source: Path = LOOPS, **further: Any) -> ModuleType:
    """Executes ``source`` as a module of this game, with ``rules`` and whatever ``further`` it names among its globals."""
    name = f"sandtable.kernel.{source.stem}@{game.id}"
    with jit.owned_by(game.package, game.id):
        if name in sys.modules:
            return sys.modules[name]
        module = ModuleType(name)
        module.__file__ = str(source)
        module.__dict__.update(further, rules=rules)
        exec(compile(source.read_text("utf-8"), str(source), "exec"), module.__dict__)
        sys.modules[name] = module
        return module
