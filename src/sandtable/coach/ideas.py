"""What a turn is about, apart from its details; and all turns with the same idea."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.coach.perspective import Candidate, Perspective
from sandtable.coach.turns import key_of
from sandtable.kernel.coaching import Idea, World

MOST = 400
"""Turns with one idea that are told apart; with more of them a position is no puzzle."""


def idea(sight: Perspective, turn: Candidate) -> Idea:
    """Two turns with the same idea differ in details only."""
    return sight.game.coaching.idea([sight.game.actions[number] for number in turn.decisions], turn.steps)


def followed(sight: Perspective, world: World, decisions: Sequence[int]) -> Candidate | None:
    """These decisions as a turn; None if they are not one, or not legal."""
    turn: Candidate | None = sight.begin(world)
    key = key_of(sight.game, world[0])
    for number, action in enumerate(decisions):
        if turn is None or turn.forced is not None or (number and key_of(sight.game, turn.world[0]) != key):
            return None
        if action not in sight.legal(turn.world):
            return None
        turn = sight.follow(turn, action)
    if turn is None or (turn.forced is None and key_of(sight.game, turn.world[0]) == key):
        return None
    return turn


def variants(sight: Perspective, world: World, best: Candidate) -> list[Candidate]:
    """Turns that do the same as ``best`` in other ways, each outcome once, ``best`` left out."""
    seen = {sight.settled(best.world)}
    found = []
    for decisions in sight.game.coaching.variants(sight, world, best):
        turn = followed(sight, world, decisions)
        if turn is None or turn.forced != best.forced:
            continue
        outcome = sight.settled(turn.world)
        if outcome not in seen:
            seen.add(outcome)
            found.append(turn)
            if len(found) > MOST:
                break
    return found
