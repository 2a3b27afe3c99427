"""``analyse``: one position, the chances of all seats, and the best turns of the seat to decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.coach.bench import CHANCE, LOOK, MARGIN, SCORE
from sandtable.coach.calibration import chances_of, growth
from sandtable.coach.candidates import taken
from sandtable.coach.compare import Depth, Point
from sandtable.coach.perspective import Candidate, Eyes, Perspective
from sandtable.coach.turns import progress, things, turn_key
from sandtable.coach.words import turn_words
from sandtable.kernel import seeds
from sandtable.kernel.coaching import World
from sandtable.kernel.game import JSON
from sandtable.kernel.state import State
from sandtable.search import Estimate

DEPTHS = {"quick": Depth(1, 2000, 4), "normal": Depth(4, 3000, 8), "deep": Depth(5, 10_000, 32)}
SHOWN = 5
"""Turns that are listed."""
PROPOSING = 0.2
"""The part of the work that finding turns takes, roughly."""


def depth_of(depth: str | int | Depth) -> Depth:
    """A depth by name or by its number of simulations."""
    if isinstance(depth, Depth):
        return depth
    if isinstance(depth, str) and depth in DEPTHS:
        return DEPTHS[depth]
    if isinstance(depth, int) and not isinstance(depth, bool) and depth >= 50:
        return Depth(1, depth, -(-depth // LOOK), min(LOOK, depth))
    raise ValueError(f"The depth is {', '.join(DEPTHS)} or a number of simulations of at least 50, not {depth!r}.")


def eyes_of(state: State, eyes: Any) -> Eyes:
    """Whose eyes are meant; None: those of the seat to decide."""
    if eyes == "all":
        return "all"
    if eyes is None:
        return state.seat if state.seat is not None else "all"
    if isinstance(eyes, bool) or not isinstance(eyes, (int, np.integer)) or not 0 <= eyes < state.players:
        raise ValueError(f'Whose eyes: a seat from 0 to {state.players - 1}, or "all"; not {eyes!r}.')
    return int(eyes)


@dataclass(frozen=True)
class Advice:
    """A whole turn with what it is worth to the seat that takes it."""

    decisions: list[int]
    texts: list[str]
    words: dict[str, str]
    chance: Estimate
    score: Estimate
    margin: Estimate
    path: list[str]
    keys: list[str]
    chances: list[float] = field(repr=False)
    """Of all seats after it."""

    def to_json(self) -> JSON:
        return {
            "decisions": self.decisions,
            "texts": self.texts,
            "words": self.words,
            "chance": estimate_json(self.chance, 4),
            "score": estimate_json(self.score, 2),
            "margin": estimate_json(self.margin, 2),
            "path": self.path,
            "keys": self.keys,
        }


@dataclass(frozen=True)
class Analysis:
    """What the coach thinks of a position. ``turns`` are ordered best first."""

    game: str
    decisions: int
    to_decide: int | None
    eyes: Eyes
    simulations: int
    done: bool
    chances: list[Estimate]
    scores: list[Estimate]
    turns: list[Advice]
    played: Advice | None

    def to_json(self) -> JSON:
        return {
            "game": self.game,
            "decisions": self.decisions,
            "to_decide": self.to_decide,
            "eyes": self.eyes,
            "simulations": self.simulations,
            "done": self.done,
            "chances": [estimate_json(e, 4) for e in self.chances],
            "scores": [estimate_json(e, 2) for e in self.scores],
            "turns": [turn.to_json() for turn in self.turns],
            "played": self.played.to_json() if self.played else None,
        }


Progress = Callable[[Analysis, float], object]
"""Called with the analysis so far and the part of the work that is done; what it raises stops the analysis."""


def analyse(
    state: State,
    seat: int | str | None = None,
    *,
    depth: str | int | Depth = "normal",
    played: Sequence[Any] | None = None,
    threads: int = 2,
    seed: int = 0,
    names: Sequence[str] | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Chances, expected scores and the best turns of a position.

    ``seat``: whose eyes it is looked at with (None: the seat to decide; ``"all"``: all hands open). ``played``: the decisions that were
    really taken, to be compared. ``names``: what the seats are called in words. The result depends on nothing these eyes cannot see."""
    eyes = eyes_of(state, seat)
    plan = depth_of(depth)
    if state.seat is None:
        return finished(state, eyes)
    sight = Perspective(state.game, eyes)
    key = seeds.key(seeds.to_bytes(seed), 1)
    point = Point(sight, sight.of(state), key, _played(sight, state, played), plan.look)

    with ThreadPoolExecutor(max(1, threads)) as pool:
        point.explore(plan)

        def tell(part: float) -> None:
            if progress and part < 1.0:
                progress(describe(point, state, done=False, names=names), PROPOSING + (1.0 - PROPOSING) * part)

        point.compare(plan, pool, tell)
    found = describe(point, state, done=True, names=names)
    if progress:
        progress(found, 1.0)
    return found


def _played(sight: Perspective, state: State, played: Sequence[Any] | None) -> Candidate | None:
    """The turn as it was played from here, up to the first thing that chance decided: what was decided after that followed from dice or
    cards that need not come here. Raises ``Refused`` or ``ValueError`` if it cannot have been."""
    if not played:
        return None
    key = turn_key(state)
    after = state.copy()
    worlds: list[World] = [np.atleast_1d(np.asarray(after.record)).copy()]
    decisions: list[int] = []
    for decision in played:
        if turn_key(after) != key:
            raise ValueError("The played decisions go on after the end of the turn.")
        after.play(decision)
        decisions.append(after.moves[-1].action.id)
        worlds.append(np.atleast_1d(np.asarray(after.record)).copy())
        if sight.is_chance(sight.look(worlds[-2]), decisions[-1]):
            break
    return taken(sight, worlds, decisions)


def finished(state: State, eyes: Eyes) -> Analysis:
    """The game is over: all is known."""
    winners = state.winners
    chances = [Estimate(1.0 / len(winners) if seat in winners else 0.0, 0.0) for seat in range(state.players)]
    return Analysis(
        state.game.id, state.number, None, eyes, 0, True, chances, [Estimate(float(score), 0.0) for score in state.scores], [], None
    )


# ---- from measurements to words -----------------------------------------------------------------------------------------------------


def describe(point: Point, state: State, done: bool, names: Sequence[str] | None = None) -> Analysis:
    """An analysis out of what was measured so far."""
    best = point.best
    mean, error = measured(point, best)
    known = State(state.game, point.world.copy(), bytes(seeds.BYTES))
    listed = point.candidates[:SHOWN]
    return Analysis(
        game=state.game.id,
        decisions=state.number,
        to_decide=state.seat,
        eyes=point.sight.eyes,
        simulations=point.searched + sum(c.bench.simulations for c in point.candidates),
        done=done,
        chances=[Estimate(float(m), float(e)) for m, e in zip(mean[:, CHANCE], error[:, CHANCE], strict=True)],
        scores=[Estimate(float(m), float(e)) for m, e in zip(mean[:, SCORE], error[:, SCORE], strict=True)],
        turns=[advice(point, candidate, known, names) for candidate in listed],
        played=advice(point, point.played, known, names) if point.played else None,
    )


def measured(point: Point, candidate: Candidate) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """``[seat, (score, chance, margin)]`` after a turn with errors, comparable with the best one: measured by the difference to it.

    Errors are those of the difference; the best turn has its own."""
    mean, error = point.mean()
    if candidate is not point.best:
        lost, error = point.loss(candidate)
        mean = mean - lost
    raw = np.clip(mean[:, CHANCE], 0.0, 1.0)
    error = error.copy()
    chances = raw
    if point.best.bench.exact is None or candidate.bench.exact is None:
        game, part = point.sight.game, progress(point.sight.game, point.world[0])
        chances = chances_of(game, raw, point.seat, part)
        error[:, CHANCE] *= growth(game, raw, point.seat, part)
    return np.column_stack([mean[:, SCORE], chances, mean[:, MARGIN]]), error


def advice(point: Point, candidate: Candidate, known: State, names: Sequence[str] | None) -> Advice:
    mean, error = measured(point, candidate)
    seat = point.seat
    path, keys = things(known.game, [(world[0], action) for world, action in zip(candidate.steps, candidate.decisions, strict=True)])
    return Advice(
        decisions=list(candidate.decisions),
        texts=[known.game.actions[number].text for number in candidate.decisions],
        words=turn_words(known, candidate.decisions, names),
        chance=Estimate(float(mean[seat, CHANCE]), float(error[seat, CHANCE])),
        score=Estimate(float(mean[seat, SCORE]), float(error[seat, SCORE])),
        margin=Estimate(float(mean[seat, MARGIN]), float(error[seat, MARGIN])),
        path=path,
        keys=keys,
        chances=[float(p) for p in mean[:, CHANCE]],
    )


def estimate_json(estimate: Estimate, digits: int) -> JSON:
    return {"mean": round(estimate.mean, digits), "error": round(estimate.error, digits)}
