"""Who plays whom: every deal is played in every seating, so that luck of the deal and of the seat is the same for all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from sandtable.arena.match import Job
from sandtable.kernel import seeds
from sandtable.kernel.game import JSON


def tables(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """The groups that meet: all combinations; with fewer bots than seats the last bot fills the rest."""
    if len(bots) <= players:
        return [(*bots, *[bots[-1]] * (players - len(bots)))]
    return list(combinations(bots, players))


def seatings(table: tuple[str, ...]) -> list[tuple[str, ...]]:
    """All rotations, equal ones once."""
    turned = [table[i:] + table[:i] for i in range(len(table))]
    return list(dict.fromkeys(turned))


def games_per_deal(bots: Sequence[str], players: int) -> int:
    return sum(len(seatings(table)) for table in tables(bots, players))


def jobs(game: str, bots: Sequence[str], players: int, options: JSON, seed: int, games: int) -> Iterator[Job]:
    """At least ``games`` games: whole deals, the seed of each drawn from ``seed``."""
    deals = -(-games // games_per_deal(bots, players))
    return islice(endless(game, bots, players, options, seed), deals * games_per_deal(bots, players))


def endless(game: str, bots: Sequence[str], players: int, options: JSON, seed: int) -> Iterator[Job]:
    number, deal = 0, 0
    while True:
        key = seeds.key(seeds.to_bytes(seed), deal)
        deal_seed = int.from_bytes(key.astype(">u4").tobytes(), "big")
        for table in tables(bots, players):
            for seats in seatings(table):
                yield Job(number, deal, game, options, deal_seed, seats)
                number += 1
        deal += 1
