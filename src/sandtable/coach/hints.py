"""Hints in three steps: where to look, what to go for and why, the whole turn. From what the seat knows, never from the truth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sandtable.coach.analysis import Analysis, analyse
from sandtable.coach.compare import Depth
from sandtable.coach.words import Says, known, played, sentences
from sandtable.kernel.coaching import PlayedTurn, Words
from sandtable.kernel.game import JSON
from sandtable.kernel.state import State
from sandtable.kernel.words import LANGUAGES

STEPS = (1, 2, 3)
SOON = Depth(1, 800, 6, 100)
"""For somebody who sits and waits: a few tenths of a second. By work, not by the clock: a hint must not depend on how busy a machine is."""
SURE = 2.0
"""Standard errors by which the next best turn must be worse to be told."""


def hint(
    state: State,
    seat: int,
    step: int,
    *,
    depth: str | int = "normal",
    threads: int = 2,
    seed: int = 0,
    names: Sequence[str] | None = None,
) -> JSON:
    """A hint for the seat to decide. The steps of one position belong together: the same turn is meant by all three.

    ``step`` 1: a nudge; 2: what exactly, and why; 3: the turn with its reasons, and as ``turn``. ``keys`` name things of the board."""
    if step not in STEPS:
        raise ValueError(f"A hint has the steps 1, 2 and 3, not {step!r}.")
    return hint_steps(state, seat, depth=depth, threads=threads, seed=seed, names=names)[step - 1]


def hint_steps(
    state: State,
    seat: int,
    *,
    depth: str | int | Depth = "normal",
    threads: int = 2,
    seed: int = 0,
    names: Sequence[str] | None = None,
) -> list[JSON]:
    """All three steps of a hint, thought out once."""
    if state.seat != seat:
        raise ValueError(f"Seat {seat} has nothing to decide now; hints are for the seat to decide.")
    world = known(state, seat)
    if len(world.legal) == 1:
        only = _said(played(world, [world.legal[0]]), names, lambda turn, w: w("common:only"))
        return [{"step": step, "words": only, "keys": [], "turn": None} for step in STEPS]
    found = analyse(world, seat, depth=depth, threads=threads, seed=seed)
    best = found.turns[0]
    turn = played(world, best.decisions)
    coaching, spoken = state.game.coaching, Words("en", state.game)
    told = _said(turn, names, lambda turn, w: whole_turn(turn, found, w))
    return [
        {"step": 1, "words": _said(turn, names, nudge), "keys": coaching.nudge(turn, spoken)[1], "turn": None},
        {"step": 2, "words": _said(turn, names, aim), "keys": coaching.aim(turn, spoken)[1], "turn": None},
        {"step": 3, "words": told, "keys": best.keys, "turn": best.to_json()},
    ]


def _said(turn: PlayedTurn, names: Sequence[str] | None, say: Callable[[PlayedTurn, Words], str]) -> Says:
    return {language: say(turn, Words(language, turn.before.game, names)) for language in LANGUAGES}


def nudge(turn: PlayedTurn, w: Words) -> str:
    """Step 1: where to look."""
    return w.game.coaching.nudge(turn, w)[0]


def aim(turn: PlayedTurn, w: Words) -> str:
    """Step 2: what to go for, with the weightiest reason."""
    return " ".join([w.game.coaching.aim(turn, w)[0], *sentences(turn, w, 1)])


def whole_turn(turn: PlayedTurn, found: Analysis, w: Words) -> str:
    """Step 3: all of it, with reasons and what it is worth."""
    told: list[Any] = [w.game.coaching.steps(turn, w), *sentences(turn, w, 3)]
    best = found.turns[0].chance.mean
    told.append(w("common:chance", chance=w.percent(best)))
    if len(found.turns) > 1:
        lost, error = best - found.turns[1].chance.mean, found.turns[1].chance.error
        if lost > SURE * error and round(100 * lost) >= 1:
            told.append(w("common:next_best", points=w.number(round(100 * lost))))
    return " ".join(told)
