"""The names by which Gymnasium knows the games: ``gymnasium.make("sandtable/<Game>-v1")`` once ``sandtable`` is imported.

Gymnasium 1 asks no entry points of packages, so importing our package is what registers them. Gymnasium itself takes long to load and few
need it: the names wait until somebody else imports it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

from sandtable.kernel.registry import games

IDS = {game: f"sandtable/{game.title().replace('-', '')}-v1" for game in games()}
"""By the id of the game."""


def register(gymnasium: Any) -> None:
    """Tells Gymnasium the names."""
    for game, name in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                "sandtable.research.gymnasium:SeatEnv",
                vector_entry_point="sandtable.research.gymnasium_vector:SeatVectorEnv",
                kwargs={"game": game},
            )


class _WhenLoaded(MetaPathFinder, Loader):
    """Finds Gymnasium as everybody else does, and registers the names as soon as it is loaded. Whoever only asks whether it is there
    changes nothing."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname != "gymnasium":
            return None
        found = PathFinder.find_spec(fullname, path, target)
        if found is None or found.loader is None:
            return None
        self._loader, found.loader = found.loader, self
        return found

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        spec = module.__spec__
        assert spec is not None
        spec.loader = module.__loader__ = self._loader
        self._loader.exec_module(module)
        with suppress(ValueError):
            sys.meta_path.remove(self)
        register(module)


if "gymnasium" in sys.modules:
    register(sys.modules["gymnasium"])
else:
    sys.meta_path.insert(0, _WhenLoaded())
