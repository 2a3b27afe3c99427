"""A tournament: jobs that are still to play, results that are kept and verified, and the summary of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from sandtable.arena.executors import Workers
from sandtable.arena.match import Result, verify
from sandtable.arena.pairing import Pairing, games_per_deal, jobs
from sandtable.arena.ratings import Rating, rate
from sandtable.arena.sprt import Sprt, Verdict
from sandtable.arena.store import Store
from sandtable.bots import seat_named
from sandtable.kernel.game import JSON
from sandtable.kernel.registry import load


@dataclass(frozen=True)
class Config:
    """What is played. The number of games is not part of it: a run can always be made longer."""

    game: str
    bots: tuple[str, ...]
    players: int
    options: JSON = field(default_factory=dict)
    seed: int = 1
    pairing: Pairing = Pairing.all

    def __post_init__(self) -> None:
        if len(set(self.bots)) != len(self.bots) or not self.bots:
            raise ValueError("The bots of a run have different names; at least one is needed.")
        for bot in self.bots:
            seat_named(bot).make(self.game)
        load(self.game).check_options(self.players, self.options)

    def to_json(self) -> JSON:
        """What names the run. Only what is not as usual is told, so that runs from before there was a choice keep their names."""
        told = {"game": self.game, "bots": list(self.bots), "players": self.players, "options": self.options, "seed": self.seed}
        if versions := self.versions():
            told["versions"] = versions
        if self.pairing is not Pairing.all:
            told["pairing"] = self.pairing.value
        return told

    def versions(self) -> dict[str, str]:
        """Of the bots that have learned something: which of their networks plays."""
        made = {bot: seat_named(bot).make(self.game).version for bot in self.bots}
        return {bot: version for bot, version in made.items() if version is not None}


@dataclass
class Standing:
    """One bot's results."""

    bot: str
    games: int = 0
    wins: float = 0.0
    score: float = 0.0
    forfeits: int = 0
    decisions: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        return self.wins / self.games if self.games else 0.0

    def to_json(self, error: float) -> JSON:
        return {
            "bot": self.bot,
            "games": self.games,
            "wins": round(self.wins, 2),
            "score_rate": round(self.rate, 4),
            "error": round(error, 4),
            "mean_score": round(self.score / self.games, 2) if self.games else None,
            "ms_per_decision": round(1000 * self.seconds / self.decisions, 2) if self.decisions else None,
            "forfeits": self.forfeits,
        }


class Tournament:
    """Plays what is missing, keeps every game, stops when the claim is decided."""

    def __init__(self, config: Config, store: Store, sprt: Sprt | None = None) -> None:
        self.config = config
        self.store = store
        self.sprt = sprt if sprt and len(config.bots) == 2 and config.players == 2 else None
        self.run_id = store.open(config.to_json())
        self.results = store.results(self.run_id)

    @property
    def per_deal(self) -> int:
        return games_per_deal(self.config.bots, self.config.players, self.config.pairing)

    def play(self, games: int, workers: Workers, early: bool = True) -> Iterator[Result]:
        """Plays on until there are ``games`` games (whole deals); with ``early`` stops when the sequential test has decided."""
        config = self.config
        done = {result.number for result in self.results}
        wanted = jobs(config.game, config.bots, config.players, config.options, config.seed, games, config.pairing)
        todo = [job for job in wanted if job.number not in done]
        by_number = {job.number: job for job in todo}
        if early and self.verdict() is not Verdict.open:
            return
        with closing(workers.run(todo)) as finished:  # type: ignore[type-var]
            for result in finished:
                verify(by_number[result.number], result)
                self.store.add(self.run_id, result)
                self.results.append(result)
                yield result
                if early and self.verdict() is not Verdict.open:
                    return

    # ---- what came out ----------------------------------------------------------------------------------------------------------

    def deals(self) -> list[float]:
        """The first bot's mean points in every deal that is complete, in order, as far as there is no gap."""
        first = self.config.bots[0]
        by_deal: dict[int, list[float]] = {}
        for result in self.results:
            mine = [p for p, seat in zip(result.points, result.seats, strict=True) if seat == first]
            if mine:
                by_deal.setdefault(result.deal, []).append(sum(mine))
        found: list[float] = []
        while len(by_deal.get(len(found), ())) == self.per_deal:
            found.append(sum(by_deal[len(found)]) / self.per_deal)
        return found

    def verdict(self) -> Verdict:
        return self.sprt.verdict(self.deals()) if self.sprt else Verdict.open

    def standings(self) -> list[Standing]:
        table = {bot: Standing(bot) for bot in self.config.bots}
        for result in self.results:
            for seat, bot in enumerate(result.seats):
                row = table[bot]
                row.games += 1
                row.wins += result.points[seat]
                row.score += result.scores[seat]
                row.decisions += result.decisions[seat]
                row.seconds += result.seconds[seat]
                row.forfeits += bool(result.forfeit and result.forfeit["seat"] == seat)
        return list(table.values())

    def errors(self) -> dict[str, float]:
        """Half the 95 % interval of every score rate, from the spread between deals."""
        rates: dict[str, dict[int, list[float]]] = {bot: {} for bot in self.config.bots}
        for result in self.results:
            for seat, bot in enumerate(result.seats):
                rates[bot].setdefault(result.deal, []).append(result.points[seat])
        return {bot: _half_interval([sum(x) / len(x) for x in deals.values()]) for bot, deals in rates.items()}

    def forfeits(self) -> list[JSON]:
        """Every game that a bot lost by its behaviour, with the reason."""
        lost = [(result, result.forfeit) for result in sorted(self.results, key=lambda result: result.number) if result.forfeit]
        return [{"game": r.number, "bot": r.seats[forfeit["seat"]], "reason": forfeit["reason"]} for r, forfeit in lost]

    def ratings(self) -> list[Rating]:
        return rate(self.results, self.config.bots) if len(self.config.bots) > 1 else []

    def summary(self) -> JSON:
        errors = self.errors()
        summary: dict[str, Any] = {
            **self.config.to_json(),
            "run": self.run_id,
            "games": len(self.results),
            "verified": len(self.results),
            "standings": [row.to_json(errors[row.bot]) for row in self.standings()],
            "ratings": [{"bot": r.bot, "elo": round(r.elo, 1), "low": _finite(r.low), "high": _finite(r.high)} for r in self.ratings()],
            "forfeits": self.forfeits(),
            "sprt": None,
        }
        if self.sprt:
            low, high = self.sprt.bounds
            summary["sprt"] = {
                "claim": f"{self.config.bots[0]} scores {self.sprt.p1:g} rather than {self.sprt.p0:g}",
                "p0": self.sprt.p0,
                "p1": self.sprt.p1,
                "llr": round(self.sprt.ratio(self.deals()), 3),
                "bounds": [round(low, 3), round(high, 3)],
                "verdict": self.verdict().value,
            }
        return summary


def _finite(value: float) -> float | None:
    return round(value, 1) if math.isfinite(value) else None


def _half_interval(values: Sequence[float]) -> float:
    """1.96 standard errors; with the rule of succession, so that equal results do not look certain."""
    n = len(values)
    if n == 0:
        return 1.0
    padded = [*values, 0.0, 1.0]
    mean = sum(padded) / len(padded)
    variance = sum((x - mean) ** 2 for x in padded) / len(padded)
    return 1.96 * math.sqrt(variance / len(padded))
