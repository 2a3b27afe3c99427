"""Binds the generic entry points of ``loops`` to one game's rules."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from sandtable import jit

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

LOOPS = Path(__file__).with_name("loops.py")


TOLD = "SANDTABLE_COMPILING"
"""Set where somebody already says that things are being compiled."""
WHAT = {
    "loops": ("rules", "kernel", "sandtable warm"),
    "tree": ("search", "search", "sandtable warm"),
    "stepping": ("research loops", "research", "python -m sandtable.research.warm"),
}
"""By source: what it is called, whose mark says that it is compiled, and the command that compiles it ahead."""


def say_if_new(game: Game, source: Path) -> None:
    """Whoever calls a game from Python for the first time is told, once, what takes so long."""
    if source.stem not in WHAT or not jit.COMPILED or TOLD in os.environ:
        return
    what, room, command = WHAT[source.stem]
    folder, shipped = jit.folder(game.package), jit.shipped(game.package)
    mark = folder / f"{game.id}.{source.stem}.begun"
    if mark.exists() or any((found / f"{game.id}.{room}.warm").exists() for found in (folder, shipped) if found is not None):
        return
    mark.touch()
    print(f"Compiling the {what} of {game.name} for this machine: once, about 20 seconds. `{command}` does it ahead.", file=sys.stderr)


def bind(game: Game, rules: Any, source: Path = LOOPS, variant: str = "", **further: Any) -> ModuleType:
    """Executes ``source`` as a module of this game, with ``rules`` and whatever ``further`` it names among its globals. What is executed
    more than once for a game, each time with other names, is told apart by its ``variant``."""
    name = f"sandtable.kernel.{source.stem}{variant}@{game.id}"
    with jit.owned_by(game.package, game.id):
        if name in sys.modules:
            return sys.modules[name]
        say_if_new(game, source)
        module = ModuleType(name)
        module.__file__ = str(source)
        module.__dict__.update(further, rules=rules)
        exec(compile(source.read_text("utf-8"), str(source), "exec"), module.__dict__)
        sys.modules[name] = module
        return module
