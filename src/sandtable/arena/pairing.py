"""Who plays whom: on every deal every bot sits in every seat equally often, so luck of the deal and of the seat is the same for all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import combinations, count, islice, permutations, repeat
from random import Random

import numpy as np
from numpy.typing import NDArray

from sandtable.arena.match import Job
from sandtable.kernel import seeds
from sandtable.kernel.game import JSON

Seats = tuple[str, ...]

DRAWS = 40
"""Circles that are drawn for a deal; the one that lets bots meet most evenly is played."""


class Pairing(StrEnum):
    """Which groups meet on a deal."""

    all = "all"
    """Every combination in every seating: the most comparisons on one deal, too many games for many bots at larger tables."""
    circle = "circle"
    """As many games as bots: enough for everybody to sit once in every seat, in company that changes from deal to deal."""


def tables(bots: Sequence[str], players: int) -> list[Seats]:
    """The groups that meet: all combinations; with fewer bots than seats the last bot fills the rest."""
    if len(bots) <= players:
        return [(*bots, *[bots[-1]] * (players - len(bots)))]
    return list(combinations(bots, players))


def seatings(table: Seats) -> list[Seats]:
    """All rotations, equal ones once."""
    turned = [table[i:] + table[:i] for i in range(len(table))]
    return list(dict.fromkeys(turned))


def circles(bots: Sequence[str], players: int, seed: int) -> Iterator[list[Seats]]:
    """Deal after deal: the bots stand in a circle, and from every place those at some steps from there sit down, one per seat.

    So everybody sits once in every seat. Circle and steps are drawn anew for every deal, such that over all deals so far every two bots
    have met as equally often as can be."""
    met = np.zeros((len(bots), len(bots)), np.int64)
    for deal in count():
        drawn = [_circle(len(bots), players, Random(f"{seed} {deal} {draw}")) for draw in range(DRAWS)]
        groups = min(drawn, key=lambda groups: int(((met + _meetings(groups)) ** 2).sum()))
        met += _meetings(groups)
        yield [tuple(bots[place] for place in group) for group in groups]


def _circle(bots: int, players: int, chance: Random) -> list[tuple[int, ...]]:
    """One draw, in places of bots."""
    around = sorted(range(bots), key=lambda _: chance.random())
    steps = sorted(range(bots), key=lambda _: chance.random())[:players]
    return [tuple(around[(place + step) % bots] for step in steps) for place in range(bots)]


def _meetings(groups: Sequence[tuple[int, ...]]) -> NDArray[np.int64]:
    """How often every two bots meet, both ways; there are as many groups as bots."""
    met = np.zeros((len(groups), len(groups)), np.int64)
    for group in groups:
        for pair in permutations(group, 2):
            met[pair] += 1
    return met


def deals(bots: Sequence[str], players: int, seed: int, pairing: Pairing) -> Iterator[list[Seats]]:
    """For one deal after the other: who sits where in its games."""
    if pairing is Pairing.circle and len(bots) > players:
        return circles(bots, players, seed)
    return repeat([seats for table in tables(bots, players) for seats in seatings(table)])


def games_per_deal(bots: Sequence[str], players: int, pairing: Pairing = Pairing.all) -> int:
    """The same for every deal."""
    return len(next(deals(bots, players, 0, pairing)))


def jobs(
    game: str, bots: Sequence[str], players: int, options: JSON, seed: int, games: int, pairing: Pairing = Pairing.all
) -> Iterator[Job]:
    """At least ``games`` games: whole deals, the seed of each drawn from ``seed``."""
    wanted = -(-games // games_per_deal(bots, players, pairing))
    number = count()
    for deal, groups in enumerate(islice(deals(bots, players, seed, pairing), wanted)):
        key = seeds.key(seeds.to_bytes(seed), deal)
        deal_seed = int.from_bytes(key.astype(">u4").tobytes(), "big")
        for seats in groups:
            yield Job(next(number), deal, game, options, deal_seed, seats)
