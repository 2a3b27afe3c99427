"""``report``: a whole game turn by turn: what every turn cost, what chance gave, and where the game turned."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.coach.accuracy import accuracy
from sandtable.coach.analysis import Advice, Analysis, depth_of, describe, measured
from sandtable.coach.bench import CHANCE, MARGIN, SCORE, Bench, Floats
from sandtable.coach.calibration import chances_of
from sandtable.coach.candidates import taken
from sandtable.coach.compare import Depth, Point
from sandtable.coach.labels import LABELS, SURE, Loss, is_close, is_doubtful, label
from sandtable.coach.luck import luck_error
from sandtable.coach.perspective import Eyes, Perspective
from sandtable.coach.results import CurvePoint, Report, SeatReport, TurnReport
from sandtable.coach.steady import steadied
from sandtable.coach.summary import seat_words
from sandtable.coach.turns import Turn, progress, things, turns_of
from sandtable.coach.words import turn_words
from sandtable.kernel import seeds
from sandtable.kernel.coaching import World
from sandtable.kernel.record import Record
from sandtable.kernel.state import State
from sandtable.kernel.words import LANGUAGES

DRAFT = 100
"""Simulations of a point of the first sketch of the curve."""
ROUGH = 0.03
"""The error of such a point, roughly."""
AT_LEAST = 0.06
"""A turn is a turning point if it surely lost or brought so much chance."""
TURNING = 6
"""Turning points that are named."""
FURTHER = 5
"""How many times the comparison goes on where a label is close."""


Progress = Callable[[Report, float], object]


def report(
    record: Record,
    *,
    eyes: int | str = "all",
    depth: str | int = "normal",
    threads: int = 2,
    seed: int = 0,
    names: Sequence[str] | None = None,
    progress: Progress | None = None,
) -> Report:
    """Looks through a recorded game. ``names``: what the seats are called in words, by default as in the record. ``progress`` is called
    with the report so far; what it raises stops the work."""
    found: Report | None = None
    for found in report_steps(record, eyes=eyes, depth=depth, threads=threads, seed=seed, names=names):
        if progress:
            progress(found, found.part)
    assert found is not None
    return found


def report_steps(
    record: Record,
    *,
    eyes: int | str = "all",
    depth: str | int = "normal",
    threads: int = 2,
    seed: int = 0,
    names: Sequence[str] | None = None,
) -> Iterator[Report]:
    """The report as it grows: first a sketch of the whole curve, then turn by turn. Closing the iterator stops the work;
    whoever takes his time between two steps makes the work wait too, up to the turns that are begun."""
    plan = depth_of(depth)
    whose = _eyes(record, eyes)
    sight = Perspective(record.game, whose)
    turns = turns_of(record)
    last = turns[-1].after if turns else record.final()
    called = list(names or record.seats)
    key = seeds.to_bytes(seed)
    pool = ThreadPoolExecutor(max(1, threads))
    try:
        states = [turn.before for turn in turns] + [last]
        curve = list(pool.map(lambda pair: sketch(sight, pair[1], seeds.key(key, 1 + pair[0])), enumerate(states)))
        so_far = Report(
            record.game.id,
            record.players,
            list(record.seats),
            len(record.decisions),
            last.over,
            whose,
            0,
            not turns,
            0.0,
            curve,
            [],
            [],
            [],
            {language: last.game.verdict(last, language, called) for language in LANGUAGES} if last.over else None,
        )
        so_far = replace(so_far, seats=_seats(so_far, last, called))
        sketched = so_far
        yield so_far

        def begin(turn: Turn) -> Future[TurnReport]:
            return pool.submit(turn_report, sight, turn, plan, seeds.key(key, 1 + turn.number), called)

        rest = iter(turns)
        waiting = {begin(turn) for turn in islice(rest, max(1, threads))}
        found: dict[int, TurnReport] = {}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                found[future.result().turn] = future.result()
            so_far = _grown(sketched, found, len(turns), last, called)
            yield so_far
            waiting |= {begin(turn) for turn in islice(rest, len(done))}
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _eyes(record: Record, eyes: Any) -> Eyes:
    if eyes == "all":
        return "all"
    if isinstance(eyes, bool) or not isinstance(eyes, int) or not 0 <= eyes < record.players:
        raise ValueError(f'Whose eyes: a seat from 0 to {record.players - 1}, or "all"; not {eyes!r}.')
    return eyes


def sketch(sight: Perspective, state: State, key: NDArray[np.int64]) -> CurvePoint:
    """A point of the curve by a few simulations."""
    bench = Bench(sight, sight.of(state), None, key, DRAFT)
    bench.run(1)
    mean = bench.mean()
    raw = mean[:, CHANCE]
    part = progress(sight.game, state.record)
    chances = raw if bench.exact is not None else chances_of(sight.game, raw, None, part)
    rough, rough_score = (0.0, 0.0) if bench.exact is not None else (ROUGH, sight.game.coaching.thresholds.slip_points / 2)
    n = state.players
    return CurvePoint(state.number, chances.tolist(), [rough] * n, mean[:, SCORE].tolist(), [rough_score] * n)


def _grown(so_far: Report, found: dict[int, TurnReport], count: int, last: State, called: Sequence[str]) -> Report:
    turns = [found[number] for number in sorted(found)]
    curve = list(so_far.curve)
    for turn in turns:
        now = turn.before
        curve[turn.turn] = CurvePoint(
            turn.first,
            [e.mean for e in now.chances],
            [e.error for e in now.chances],
            [e.mean for e in now.scores],
            [e.error for e in now.scores],
        )
    done = len(found) == count
    grown = replace(
        so_far,
        simulations=sum(turn.simulations for turn in turns),
        done=done,
        part=len(found) / count,
        curve=steadied(curve, turns),
        turns=turns,
        turning=turning_points(turns),
    )
    return replace(grown, seats=_seats(grown, last, called))


# ---- one turn -----------------------------------------------------------------------------------------------------------------------


@dataclass
class Piece:
    """A part of a turn in which nothing is left to chance, up to its end or to what chance decides next."""

    at: int
    point: Point
    loss: Loss
    found: Analysis
    forced: bool


def turn_report(sight: Perspective, turn: Turn, plan: Depth, key: NDArray[np.int64], names: Sequence[str] | None = None) -> TurnReport:
    """A turn is compared piece by piece: what a die or a card told in between is known to the next piece, and is luck."""
    worlds: list[World] = [np.atleast_1d(np.asarray(state.record)).copy() for state in turn.states]
    pieces: list[Piece] = []
    gains = np.zeros((turn.before.players, 2))
    doubt = np.zeros(turn.before.players)
    at = 0
    while at < len(turn.decisions):
        piece, size, gave, error = _piece(sight, turn, worlds, at, plan, key, names)
        pieces.append(piece)
        gains += gave
        doubt += error**2
        at += size
    costly = max(pieces, key=lambda piece: (round(piece.loss.chance, 4), piece.loss.points, -piece.at))
    loss = Loss(
        sum(piece.loss.chance for piece in pieces),
        sum(piece.loss.points for piece in pieces),
        math.sqrt(sum(piece.loss.error**2 for piece in pieces)),
        math.sqrt(sum(piece.loss.points_error**2 for piece in pieces)),
    )
    forced = all(piece.forced for piece in pieces)
    best, played = costly.found.turns[0], costly.found.played
    assert played is not None
    played = _to_the_end(turn, worlds, costly, played, names)
    return TurnReport(
        turn=turn.number,
        round=turn.round,
        seat=turn.seat,
        first=turn.first,
        last=turn.last,
        label="forced" if forced else max((label(sight.game.coaching.thresholds, piece.loss) for piece in pieces), key=LABELS.index),
        loss=loss,
        lucks=[(float(chance), float(points)) for chance, points in gains],
        luck_errors=np.sqrt(doubt).tolist(),
        best=best,
        played=played,
        alternatives=[other for other in costly.found.turns[1:] if costly.found.played != other],
        at=costly.at,
        before=pieces[0].found,
        simulations=sum(piece.found.simulations for piece in pieces),
    )


def _to_the_end(turn: Turn, worlds: list[World], piece: Piece, played: Advice, names: Sequence[str] | None) -> Advice:
    """The played turn with what followed after chance had spoken; what it is worth stays that of the piece."""
    start = piece.at - turn.first
    decisions = list(turn.decisions[start:])
    actions = turn.before.game.actions
    path, keys = things(turn.before.game, [(world[0], number) for world, number in zip(worlds[start:], decisions, strict=False)])
    words = turn_words(turn.states[start], decisions, names)
    return replace(played, decisions=decisions, texts=[actions[number].text for number in decisions], words=words, path=path, keys=keys)


def _piece(
    sight: Perspective,
    turn: Turn,
    worlds: list[World],
    at: int,
    plan: Depth,
    key: NDArray[np.int64],
    names: Sequence[str] | None,
) -> tuple[Piece, int, Floats, Floats]:
    """The piece that begins after ``at`` decisions of the turn, the number of its decisions, and what chance then gave every seat, with
    the error of that."""
    decisions = list(turn.decisions)
    played = taken(sight, worlds[at:], decisions[at:])
    size = len(played.decisions)
    point = Point(sight, sight.look(worlds[at]), key, played, plan.look)
    forced = all(len(sight.legal(world)) == 1 for world in worlds[at : at + size])
    if forced:
        point.propose([])
        point.measure(point.candidates, plan.rounds[1])
    else:
        point.explore(plan)
        forced = len(point.candidates) == 1
        point.compare(plan)
    loss = _loss(point)
    if not forced and point.searched and is_doubtful(sight.game.coaching.thresholds, loss):
        point.widen(plan)
        loss = _loss(point)
    for further in range(2, FURTHER + 1):
        if forced or not is_close(sight.game.coaching.thresholds, loss):
            break
        point.measure([point.best, played], plan.looks * further)
        point.order([c for c in point.candidates if c in (point.best, played)])
        loss = _loss(point)
    found = describe(point, turn.states[at], done=True, names=names)
    gave, error = np.zeros((turn.before.players, 2)), np.zeros(turn.before.players)
    if played.forced is not None:
        gave, error = luck_error(sight, played.world, played.forced, worlds[at + size], key)
    return Piece(turn.first + at, point, loss, found, forced), size, gave, error


def _loss(point: Point) -> Loss:
    """In chances as they are shown; a turn that measures better than the best of the others costs nothing."""
    assert point.played is not None
    if point.played is point.best:
        return Loss(0.0, 0.0, 0.0, 0.0)
    best, _ = measured(point, point.best)
    mine, error = measured(point, point.played)
    seat = point.seat
    return Loss(
        max(0.0, float(best[seat, CHANCE] - mine[seat, CHANCE])),
        max(0.0, float(best[seat, MARGIN] - mine[seat, MARGIN])),
        float(error[seat, CHANCE]),
        float(error[seat, MARGIN]),
    )


# ---- the whole ----------------------------------------------------------------------------------------------------------------------


def sure_loss(turn: TurnReport) -> float:
    """The chance a turn lost beyond the noise of its measurement."""
    return turn.loss.chance if turn.label in ("slip", "mistake") and turn.loss.chance > SURE * turn.loss.error else 0.0


def sure_luck(turn: TurnReport, seat: int) -> float:
    """The chance that dice or cards gave a seat in a turn, beyond the noise of its measurement."""
    gave = turn.lucks[seat][0]
    return gave if abs(gave) > SURE * turn.luck_errors[seat] else 0.0


def turning_points(turns: list[TurnReport]) -> list[int]:
    """The turns with the largest sure loss, or with the largest sure gift or blow of chance, in order; never one that was played best."""
    size = {turn.turn: max(sure_loss(turn), abs(sure_luck(turn, turn.seat))) for turn in turns if turn.label != "best"}
    largest = sorted((number for number, change in size.items() if change >= AT_LEAST), key=lambda number: -size[number])
    return sorted(largest[:TURNING])


def _seats(so_far: Report, last: State, called: Sequence[str]) -> list[SeatReport]:
    scores, ranks = last.scores, last.ranks
    found = []
    for seat in range(so_far.players):
        own = [turn for turn in so_far.turns if turn.seat == seat]
        labels = {name: sum(turn.label == name for turn in own) for name in LABELS}
        skill = (-sum(turn.loss.chance for turn in own), -sum(turn.loss.points for turn in own))
        gained = (sum(turn.lucks[seat][0] for turn in so_far.turns), sum(turn.lucks[seat][1] for turn in so_far.turns))
        figure = accuracy(last.game.coaching.thresholds, [turn.loss for turn in own if turn.label != "forced"])
        told = SeatReport(seat, so_far.names[seat], scores[seat], ranks[seat], labels, figure, skill, gained, {})
        found.append(replace(told, words=seat_words(so_far, told, last, own, called[seat])))
    return found
