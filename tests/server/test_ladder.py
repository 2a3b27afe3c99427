"""Ratings and groups as plain computations: no server, no database."""

from __future__ import annotations

import random

import pytest

from sandtable.kernel.registry import games
from sandtable.server.lobby.pairing import FOR_EVERYBODY, NEAR, Looking, group
from sandtable.server.people import rating
from sandtable.server.people.ladder import FREE_MEETINGS, Ladder, Rating, weight

SIZES = (2, 3, 4)


def test_everybody_begins_at_1500_and_unsure() -> None:
    assert (Rating().points, Rating().spread) == (1500, 250)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_winners_rise_losers_fall_and_all_grow_surer(players: int) -> None:
    ladder = Ladder()
    people = [f"p{i}" for i in range(players)]
    steps = ladder.rate(people, list(range(1, players + 1)))
    points = [step.after.points for step in steps]
    assert points == sorted(points, reverse=True)
    assert points[0] > 1500 > points[-1]
    assert all(step.after.spread < 250 and step.after.games == 1 for step in steps)


def test_a_draw_between_equals_changes_only_how_sure_we_are() -> None:
    first, second = Ladder().rate(["a", "b"], [1, 1])
    assert first.after.points == second.after.points == 1500
    assert first.after.spread < 250


def test_the_same_results_give_the_same_bits() -> None:
    rng = random.Random(3)
    people = [f"p{i}" for i in range(12)]
    results = [(rng.sample(people, n := rng.choice(SIZES)), [rng.randint(1, n) for _ in range(n)]) for _ in range(300)]

    def bits() -> list[tuple[str, str, str]]:
        ladder = Ladder()
        for sitting, ranks in results:
            ladder.rate(sitting, ranks)
        return sorted((person, r.mu.hex(), r.sigma.hex()) for person, r in ladder.ratings.items())

    assert bits() == bits()


def test_somebody_who_was_forgotten_counts_for_nobody() -> None:
    ladder = Ladder()
    assert ladder.rate(["a", None], [1, 2]) == []
    assert [step.person for step in ladder.rate(["a", None, "b"], [1, 2, 3])] == ["a", "b"]


def test_a_pair_that_feeds_itself_is_damped() -> None:
    """Thirty losses of the same one bring far less than thirty wins against many; those who win in turn are not damped."""
    feeding, honest, even = Ladder(), Ladder(), Ladder()
    weights = [feeding.rate(["a", "b"], [1, 2])[0].weight for _ in range(30)]
    for number in range(30):
        honest.rate(["a", f"p{number}"], [1, 2])
        even.rate(["a", "b"], [1, 2] if number % 2 else [2, 1])
    assert weights[: FREE_MEETINGS + 1] == [1.0] * (FREE_MEETINGS + 1)
    assert weights[-1] == FREE_MEETINGS / 20
    assert feeding.ratings["a"].points < honest.ratings["a"].points - 100
    assert weight(even.recent["a"], ["b"]) == 1.0
    assert weight(feeding.recent["a"], ["c"]) == 1.0


@pytest.mark.parametrize("game", ["five-tribes", "targui", "tuareg"])
def test_bots_stand_on_the_same_scale_weakest_first(game: str) -> None:
    points = list(rating.bots(game).values())
    assert len(points) == 5
    assert points == sorted(points)
    assert rating.equal_bot(game, 1500) == {"level": "level3", "points": 1500}
    assert rating.equal_bot(game, 9000)["level"] == "level5"  # type: ignore[index]


def test_a_game_without_figures_offers_no_bot() -> None:
    assert rating.equal_bot("no-such-game", 1500) is None
    assert games()


# ---- groups -----------------------------------------------------------------------------------------------------------------------


def looking(token: str, points: float = 1500, players: int = 2, since: float = 0.0, game: str = "g", clock: str = "calm") -> Looking:
    return Looking(token, f"person {token}", token, game, players, clock, None, points, since)


def tokens(found: list[Looking]) -> list[str]:
    return [one.token for one in found]


def test_the_nearest_are_taken_first() -> None:
    me = looking("me")
    assert tokens(group(me, [looking("far", 1555), looking("near", 1510), looking("other", 1500, game="h")], SIZES, 0.0)) == ["me", "near"]


def test_the_window_widens_until_everybody_will_do() -> None:
    me, strong = looking("me"), looking("strong", 1500 + NEAR + 200)
    assert group(me, [strong], SIZES, 1.0) == []
    assert tokens(group(me, [strong], SIZES, 26.0)) == ["me", "strong"]
    champion = looking("champion", 3000)
    assert group(me, [champion], SIZES, FOR_EVERYBODY) == []
    assert tokens(group(me, [champion], SIZES, FOR_EVERYBODY + 1)) == ["me", "champion"]
    late = looking("late", 3000, since=FOR_EVERYBODY)
    assert group(me, [late], SIZES, FOR_EVERYBODY + 1) == [], "who has just come waits for somebody near first"


def test_groups_are_as_large_as_everybody_wants() -> None:
    three, two, anybody = looking("three", players=3), looking("two"), looking("any", players=0)
    assert group(three, [two, anybody], SIZES, 0.0) == []
    assert tokens(group(three, [two, anybody, looking("x", players=3)], SIZES, 0.0)) == ["three", "any", "x"]
    assert tokens(group(anybody, [two], SIZES, 0.0)) == ["any", "two"]
    assert tokens(group(anybody, [three, looking("y", players=3)], SIZES, 0.0)) == ["any", "three", "y"]
    assert group(looking("five", players=5), [looking(f"{i}", players=5) for i in range(4)], SIZES, 0.0) == []


def test_people_and_guests_are_not_mixed() -> None:
    guest = Looking("guest", None, "Ann", "g", 2, "calm", None, 1500, 0.0)
    assert group(looking("me"), [guest], SIZES, 99.0) == []
