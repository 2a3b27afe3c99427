"""Fair pairing: the same deals, every seat equally often."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable.arena.pairing import games_per_deal, jobs, seatings, tables


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
