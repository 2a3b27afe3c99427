"""Games by chance up to some decision."""

import random

from sandtable import Game, State


def played(game: Game, players: int, seed: int, decisions: int) -> State:
    state, chance = game.new(players, seed=seed), random.Random(seed)
    while not state.over and state.number < decisions:
        state.play(chance.choice(list(state.legal)))
    return state
