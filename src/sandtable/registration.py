"""The names by which Gymnasium knows the games: ``gymnasium.make("sandtable/<Game>-v1")`` once ``sandtable`` is imported.

Gymnasium 1 asks no entry points of packages, so importing the package is what registers them; without Gymnasium nothing happens."""

from __future__ import annotations

from sandtable.kernel.registry import games

IDS = {game: f"sandtable/{game.title().replace('-', '')}-v1" for game in games()}
"""By the id of the game."""

try:
    import gymnasium
except ImportError:
    pass
else:
    for _game, _id in IDS.items():
        if _id not in gymnasium.registry:
            gymnasium.register(
                _id,
                "sandtable.research.gymnasium:SeatEnv",
                vector_entry_point="sandtable.research.gymnasium_vector:SeatVectorEnv",
                kwargs={"game": _game},
            )
