"""What boards show beside the view: from the seat's knowledge alone, and true when it is played."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

import sandtable
from sandtable.games.five_tribes import helps
from sandtable.games.five_tribes.components import TILE_NAMES
from sandtable.games.five_tribes.lasting import banked_rows, worths
from sandtable.games.five_tribes.scoring import lines
from sandtable.games.five_tribes.state import A_DROP, A_LIFT, Stage
from sandtable.games.five_tribes.walks import R_FINAL, R_START
from sandtable.games.five_tribes.whole_moves import drops
from tests.games.five_tribes.build import at
from tests.games.five_tribes.build import seat as player
from tests.games.play import played

GAME = sandtable.load("five-tribes")


def until(stage: str, seed: int) -> "sandtable.State":
    """A game in which somebody has to decide in this stage."""
    state, chance = GAME.new(3, seed=seed), random.Random(seed)
    while not state.over and state.view(None)["stage"] != stage:
        state.play(chance.choice(list(state.legal)))
    assert not state.over
    return state


def positions(seed: int) -> Iterator["sandtable.State"]:
    """Every position of a random game but the last, changed as it goes on."""
    state, chance = GAME.new(3, seed=seed), random.Random(seed)
    while not state.over:
        yield state
        state.play(chance.choice(state.legal))


@pytest.mark.parametrize("seed", range(8))
def test_aids_do_not_change_with_what_the_seat_cannot_know(seed: int) -> None:
    """FT-7.3: two worlds that look the same to a seat give it the same aids."""
    state = played(GAME, 2 + seed % 3, seed, 25 + 19 * seed)
    assert state.seat is not None
    told = GAME.helps(state, state.seat)
    for world in range(4):
        assert GAME.helps(state.redeal(state.seat, world), state.seat) == told


@pytest.mark.parametrize("seed", range(4))
def test_every_tile_that_can_be_lifted_has_its_ways_and_they_can_be_played(seed: int) -> None:
    """FT-2.2.7: a way is a legal sequence of decisions that ends where it says."""
    state = until("start", seed)
    assert state.seat is not None
    told = GAME.helps(state, state.seat)["lifts"]
    assert set(told) == {a.args["tile"] for a in state.legal if a.kind == "lift"}
    for entry in told.values():
        assert max(entry["ends"].values()) == entry["ways"][0]["gain"]
        for way in entry["ways"]:
            branch = state.copy()
            for number in way["ids"]:
                branch.play(number)
            collected = [e for e in branch.events(everything=True) if e["event"] == "collect"][-1]
            assert (collected["tile"], collected["colour"], collected["n"]) == (way["final"], way["colour"], way["count"])


@pytest.mark.parametrize("seed", range(4))
def test_a_move_under_way_lists_a_finish_for_every_drop(seed: int) -> None:
    """FT-6.4.3: every drop on offer has a finish, and every finish begins with a drop on offer."""
    state = until("sow", seed)
    while state.view(None)["stage"] == "sow":
        assert state.seat is not None
        told = GAME.helps(state, state.seat)["ways"]
        assert {way["ids"][0] for way in told["list"]} == {action.id for action in state.legal}
        best = told["list"][0]
        for way in told["list"][:5]:
            branch = state.copy()
            for number in way["ids"]:
                branch.play(number)
            assert branch.view(None)["stage"] != "sow"
        state.play(best["ids"][0])


@pytest.mark.parametrize("seed", range(6))
def test_a_gain_is_what_the_decision_really_brings(seed: int) -> None:
    """FT-4.6: points by line, as the score sheet counts them."""
    state, chance = GAME.new(2, seed=seed), random.Random(seed)
    checked = 0
    while not state.over and checked < 12:
        seat = state.seat
        assert seat is not None
        action = chance.choice(list(state.legal))
        told = GAME.helps(state, seat).get("gains", {}).get(str(action.id)) if action.kind not in ("lift", "drop", "bid") else None
        before = sum(lines(state.position(), seat).values())
        state.play(action)
        if told is not None:
            checked += 1
            assert all(state.view(seat)["tiles"][tile]["camel"] == seat for tile in told["camels"])
            assert told["points"] == sum(told["lines"].values()) == sum(lines(state.position(), seat).values()) - before
    assert checked


def test_a_bid_shows_the_order_of_play() -> None:
    """FT-9.1: 3, 1, 0, 0 play in the order first, second, fourth, third."""
    state = GAME.new(4, seed=3)
    for spot in (3, 1, 0):
        state.play(f"bid {spot} 0")
    seat = state.seat
    assert seat is not None
    told = GAME.helps(state, seat)["bids"]
    zero = told[str(next(a.id for a in state.legal if a.text == "bid 0 0"))]
    assert [spot for spot, _ in zero["order"]] == [3, 1, 0, 0]
    assert zero["order"][2][1] == seat
    assert (zero["place"], zero["price"], zero["left"], zero["waiting"]) == (3, 0, 50, [])
    with pytest.raises(StopIteration):
        next(a.id for a in state.legal if a.text == "bid 3 0")


def test_the_best_sale_sells_first_copies_together() -> None:
    """FT-9.9: sets of 6 and of 3 different goods bring 30 and 7."""
    state = until("end", 1)
    position, seat = state.position(), state.seat
    assert seat is not None
    hand = position["seats"][seat]["hand"]
    for n, good in enumerate(("ivory", "jewels", "gold", "papyrus", "silk", "spice", "fish", "wheat", "pottery", "fakir")):
        hand[good] = 2 if n < 3 else 1 if n < 6 else 0
    told = GAME.helps(GAME.position(position), seat)["sale"]
    assert [entry["gold"] for entry in told["sets"]] == [30, 7]
    assert told["sets"][1]["goods"] == ["ivory", "jewels", "gold"]
    assert told["laid"] == []


@pytest.mark.parametrize(
    ("theirs", "djinns", "killed", "banked", "lead"),
    [(0, "", "kill c1 green", 8, 0), (2, "", "kill_owned 1 yellow", 4, 10), (2, "kandicha", "kill_owned 2 yellow", 5, 20)],
)
def test_one_assassin_kills_one_victim(theirs: int, djinns: str, killed: str, banked: int, lead: int) -> None:
    """FT-2.4.6: where the vizier is the best victim, the tile that another victim would win is not banked beside the lead."""
    me, others = player(viziers=2, gold=0, djinns=djinns), (player(viziers=theirs), player(viziers=3))
    state = at({"a1": "R", "b1": "R", "c1": "G"}, {}, me, *others, base="large_market", ending=True)
    told = GAME.helps(state, 0)["lifts"]["a1"]
    way = told["ways"][0]
    assert (way["banked"], way["lead"]) == tuple(told["split"]["b1"]) == (banked, lead)
    assert sum(way["parts"].values()) == banked
    assert banked <= way["gain"] <= banked + lead
    before = sum(lines(state.position(), 0).values())
    for decision in (*way["ids"], killed):
        state.play(decision)
    assert sum(lines(state.position(), 0).values()) - before == banked + lead


@pytest.mark.parametrize("seed", range(3))
def test_the_best_way_to_every_end_is_found(seed: int) -> None:
    """Of all moves that begin on a tile and end on another the first of those that are worth most; the best ends first."""
    seen = 0
    for state in positions(seed):
        if state.record["stage"] != Stage.START:
            continue
        rows = banked_rows(state.record)
        worth = worths(state.record, rows).tolist()
        best: dict[str, dict[str, int]] = {}
        for i in sorted(range(len(rows)), key=lambda i: -worth[i]):
            best.setdefault(TILE_NAMES[rows[i, R_START]], {}).setdefault(TILE_NAMES[rows[i, R_FINAL]], i)
        told = helps.lifts(state.record)
        assert {tile: list(entry["ends"].items()) for tile, entry in told.items()} == {
            tile: [(final, round(worth[i])) for final, i in ends.items()] for tile, ends in best.items()
        }
        for tile, entry in told.items():
            assert entry["outcomes"] == np.count_nonzero(rows[:, R_START] == TILE_NAMES.index(tile))
            ways = [drops(state.record, rows[i].tolist()) for i in [*best[tile].values()][: helps.MOST_LIFTED]]
            assert [way["ids"] for way in entry["ways"]] == [[A_LIFT + TILE_NAMES.index(tile), *(A_DROP + c for c in way)] for way in ways]
        seen += len(told) > 0
    assert seen > 3


def test_whoever_waits_is_told_of_the_view_what_is_told_of_a_world_that_looks_like_it() -> None:
    for state in positions(7):
        for seat in range(state.players):
            if seat != state.seat:
                assert GAME.helps_from(state.view(seat), seat, ()) == GAME.helps(state.redeal(seat, 0), seat)
        assert GAME.helps_from(state.view(None), None, ()) == GAME.helps(state, None) == {}
