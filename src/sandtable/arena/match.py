"""One game between bots: from a job that can be sent anywhere to a result with its record."""

from __future__ import annotations

import contextlib
import threading
import time
from dataclasses import dataclass, field
from multiprocessing.util import Finalize

from sandtable.bots import Bot, Forfeit, Knowledge, seat_named
from sandtable.kernel import seeds
from sandtable.kernel.game import JSON
from sandtable.kernel.record import Record
from sandtable.kernel.refusals import Refused
from sandtable.kernel.registry import load


@dataclass(frozen=True)
class Job:
    """Everything a worker needs. ``seats`` names the bot in every seat; games of one ``deal`` share their seed."""

    number: int
    deal: int
    game: str
    options: JSON
    seed: int
    seats: tuple[str, ...]


@dataclass(frozen=True)
class Result:
    """How a game ended. ``points``: the share of the win of every seat. After a forfeit the other seats share it."""

    number: int
    deal: int
    seats: tuple[str, ...]
    points: tuple[float, ...]
    scores: tuple[int, ...]
    forfeit: JSON | None
    record: str
    decisions: tuple[int, ...]
    """With a choice, per seat."""
    seconds: tuple[float, ...]
    """Spent on them, per seat."""


@dataclass
class _Clock:
    decisions: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


class _Idle(threading.local):
    """Bots of this thread that wait for their next game, by name."""

    def __init__(self) -> None:
        self.bots: dict[tuple[str, str], list[Bot]] = {}

    def take(self, spec: str, game: str) -> Bot:
        waiting = self.bots.get((spec, game))
        return waiting.pop() if waiting else seat_named(spec).make(game)

    def keep(self, spec: str, game: str, bot: Bot) -> None:
        _KEPT.add(bot)
        self.bots.setdefault((spec, game), []).append(bot)


_IDLE = _Idle()
_KEPT: set[Bot] = set()


def close_kept() -> None:
    """Ends the programs that were kept for further games."""
    while _KEPT:
        with contextlib.suppress(Exception):
            _KEPT.pop().close()


Finalize(None, close_kept, exitpriority=10)


def play(job: Job) -> Result:
    """Plays the game. A bot that fails loses by forfeit; nothing a bot does ends the arena."""
    game = load(job.game)
    players = len(job.seats)
    state = game.new(players, job.seed, **job.options)
    clock = _Clock([0] * players, [0.0] * players)
    bots: list[Bot] = []
    forfeit: JSON | None = None
    seat = 0
    try:
        for seat, spec in enumerate(job.seats):
            bots.append(_IDLE.take(spec, job.game))
            bots[seat].start(game, players, seat, bot_seed(job, seat))
        while state.seat is not None:
            seat = state.seat
            knowledge = Knowledge.of(state)
            if len(knowledge.ids) == 1:
                state.play(int(knowledge.ids[0]))
                continue
            began = time.perf_counter()
            chosen = bots[seat].decide(knowledge)
            clock.seconds[seat] += time.perf_counter() - began
            clock.decisions[seat] += 1
            state.play(chosen)
    except Forfeit as error:
        forfeit = {"seat": seat, "reason": str(error)}
    except Refused as error:
        forfeit = {"seat": seat, "reason": f"decided {chosen!r}: {error}"}
    except Exception as error:
        forfeit = {"seat": seat, "reason": f"crashed: {type(error).__name__}: {error}"}
    points = [0.0] * players
    winners = [s for s in range(players) if s != forfeit["seat"]] if forfeit else state.winners
    for winner in winners:
        points[winner] = 1.0 / len(winners)
    for at, bot in enumerate(bots):
        with contextlib.suppress(Exception):
            bot.over({"scores": state.scores, "winners": winners})
        if bot.lasting and not (forfeit and forfeit["seat"] == at):
            _IDLE.keep(job.seats[at], job.game, bot)
            continue
        _KEPT.discard(bot)
        with contextlib.suppress(Exception):
            bot.close()
    record = str(Record.of(state, [spec[:80] for spec in job.seats]))
    return Result(
        job.number, job.deal, job.seats, tuple(points), tuple(state.scores), forfeit, record, tuple(clock.decisions), tuple(clock.seconds)
    )


def bot_seed(job: Job, seat: int) -> int:
    """A bot's own chance: another one in every game and seat, the same when a game is played again."""
    return int.from_bytes(seeds.key(seeds.to_bytes(job.seed), (1 << 32) + job.number * 8 + seat).tobytes()[:6], "little")


class Unsound(Exception):
    """A result that does not follow from its record."""


def verify(job: Job, result: Result) -> None:
    """Replays the record and compares: the game, the seating, the seed, the scores, the winners; raises ``Unsound``."""
    try:
        record = Record.parse(result.record)
    except ValueError as error:
        raise Unsound(f"game {job.number}: {error}") from None
    if (record.game.id, record.seed, result.number, result.seats) != (job.game, seeds.to_bytes(job.seed), job.number, job.seats):
        raise Unsound(f"game {job.number}: the record belongs to another game.")
    if record.options != record.game.check_options(len(job.seats), job.options) or record.setup:
        raise Unsound(f"game {job.number}: the record was not dealt as agreed.")
    state = record.final()
    if result.forfeit is None:
        if not state.over:
            raise Unsound(f"game {job.number}: the record ends before the game does.")
        points = tuple(1.0 / len(state.winners) if seat in state.winners else 0.0 for seat in range(state.players))
        if points != result.points or tuple(state.scores) != result.scores:
            raise Unsound(f"game {job.number}: the result is not that of the record.")
