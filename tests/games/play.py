"""Games by chance up to some decision."""

import random
from typing import Any

from sandtable import Game, State


def played(game: Game, players: int, seed: int, decisions: int | None = None, **options: Any) -> State:
    """A game by chance after so many decisions; without a number, at its end."""
    state, chance = game.new(players, seed=seed, **options), random.Random(seed)
    while not state.over and (decisions is None or state.number < decisions):
        state.play(chance.choice(list(state.legal)))
    return state
