"""The shortest whole program: a random game, its record, and what could have come by chance. Clean under mypy and pyright, both strict."""

from __future__ import annotations

import random

import sandtable
from sandtable import Action, Record, State


def choose(state: State, rng: random.Random) -> Action:
    """Any legal decision."""
    return rng.choice(state.legal)


def main() -> None:
    game, rng = sandtable.load("tuareg"), random.Random(1)
    state = game.new(players=3, seed=7)
    drawn = [outcome.probability for outcome in state.chance_outcomes("draw")]
    print(f"a draw can turn out in {len(drawn)} ways; the likeliest has {max(drawn):.1%}")
    first: Action = state.legal[0]
    assert state.after(first) != state
    while not state.over:
        state.play(choose(state, rng))
    print(state.scores, state.winners)
    print(len(str(Record.of(state, seats=["Ann", "Ben", "Cem"]))), "letters of record")


if __name__ == "__main__":
    main()
