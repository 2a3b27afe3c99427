"""Which games there are: the folders under ``sandtable.games``, and what other packages offer as ``sandtable.games`` entry points."""

from __future__ import annotations

import pkgutil
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.kernel.game import Game

OWN = "sandtable.games"
"""The package of our own games, and the entry-point group of everybody else's."""


class UnknownGame(KeyError):
    """There is no game of this id; says which there are."""

    def __init__(self, name: object) -> None:
        near = get_close_matches(str(name).lower().replace("_", "-").replace(" ", "-"), _found(), 1)
        meant = f" Did you mean {near[0]!r}?" if near else ""
        super().__init__(f"There is no game {name!r}; there are: {', '.join(_found())}.{meant}")

    def __str__(self) -> str:
        return str(self.args[0])


def games() -> list[str]:
    """The ids of all games, in alphabetical order."""
    return list(_found())


@cache
def _found() -> dict[str, EntryPoint]:
    own = [m.name for m in pkgutil.iter_modules(import_module(OWN).__path__) if m.ispkg]
    entries = {name.replace("_", "-"): EntryPoint(name.replace("_", "-"), f"{OWN}.{name}:GAME", OWN) for name in own}
    for entry in entry_points(group=OWN):
        entries.setdefault(entry.name, entry)
    return dict(sorted(entries.items()))


@cache
def package_of(name: str) -> str:
    """The package that holds a game, found without loading it."""
    module = _found()[name].module
    spec = find_spec(module)
    return module if spec is not None and spec.submodule_search_locations else module.rpartition(".")[0]


@cache
def load(name: str) -> Game:
    """The game of this id, e.g. ``load(games()[0])``."""
    from sandtable.kernel.game import Game

    if name not in _found():
        raise UnknownGame(name)
    entry = _found()[name]
    game = entry.load()
    if not isinstance(game, Game) or game.id != name:
        raise TypeError(f"The entry point {entry.value!r} offers {game!r}; expected a Game whose id is {name!r}.")
    return game
