"""Fair pairing: the same deals, every seat equally often."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, groupby

import pytest

from sandtable.arena.pairing import Pairing, games_per_deal, jobs, seatings, tables


@pytest.mark.parametrize(
    ("bots", "players", "per_deal"),
    [(("a", "b"), 2, 2), (("a", "b", "c"), 2, 6), (("a", "b", "c"), 3, 3), (("a", "b"), 4, 4), (("a", "b", "c", "d"), 3, 12)],
)
def test_every_deal_in_every_seating(bots: tuple[str, ...], players: int, per_deal: int) -> None:
    assert games_per_deal(bots, players) == per_deal
    played = list(jobs("tuareg", bots, players, {}, 1, 5 * per_deal - 1))
    assert len(played) == 5 * per_deal
    assert [job.number for job in played] == list(range(len(played)))
    seats = Counter((bot, seat) for job in played for seat, bot in enumerate(job.seats))
    for bot in bots:
        assert len({seats[bot, seat] for seat in range(players)}) == 1
    assert len({job.seed for job in played}) == 5
    assert all(len({job.seed for job in played if job.deal == deal}) == 1 for deal in range(5))


def test_the_last_bot_fills_the_table() -> None:
    assert tables(("strong", "greedy"), 4) == [("strong", "greedy", "greedy", "greedy")]
    assert len(seatings(("strong", "greedy", "greedy", "greedy"))) == 4
    assert seatings(("a", "a")) == [("a", "a")]


def test_a_longer_run_begins_like_a_shorter_one() -> None:
    short, long = (list(jobs("tuareg", ("a", "b"), 2, {}, 3, n)) for n in (10, 30))
    assert long[:10] == short
    assert [job.seed for job in jobs("tuareg", ("a", "b"), 2, {}, 4, 10)] != [job.seed for job in short]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("number", [6, 7, 9, 10])
def test_in_a_circle_everybody_sits_once_in_every_seat_of_every_deal(number: int, players: int) -> None:
    """As many games a deal as bots, and over many deals every two meet equally often: within a twentieth and one."""
    bots = [f"bot {n}" for n in range(number)]
    assert games_per_deal(bots, players, Pairing.circle) == number
    played = list(jobs("tuareg", bots, players, {}, 1, 30 * number, Pairing.circle))
    assert [job.number for job in played] == list(range(30 * number))
    for _, games in groupby(played, key=lambda job: job.seed):
        sat = Counter((bot, seat) for job in games for seat, bot in enumerate(job.seats))
        assert sat == dict.fromkeys(((bot, seat) for bot in bots for seat in range(players)), 1)
    met = Counter(pair for job in played for pair in combinations(sorted(job.seats), 2))
    mean = len(played) * players * (players - 1) / (number * (number - 1))
    assert len(met) == number * (number - 1) / 2
    assert all(abs(times - mean) <= mean / 20 + 1 for times in met.values())


def test_the_company_of_a_circle_changes_from_deal_to_deal_and_follows_from_the_seed() -> None:
    bots = tuple("abcdefg")
    short, long, other = (list(jobs("tuareg", bots, 3, {}, seed, 7 * n, Pairing.circle)) for seed, n in ((3, 4), (3, 12), (4, 4)))
    assert long[:28] == short
    assert [job.seats for job in short] != [job.seats for job in other]
    company = {frozenset(job.seats) for job in long}
    assert len(company) > 28, "of 35 groups of three most have sat together"


def test_a_circle_that_fits_one_table_is_its_rotations() -> None:
    for bots in (("a", "b", "c"), ("a", "b")):
        assert list(jobs("tuareg", bots, 3, {}, 1, 6, Pairing.circle)) == list(jobs("tuareg", bots, 3, {}, 1, 6))
