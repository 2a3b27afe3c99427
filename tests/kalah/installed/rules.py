"""The rules of Kalah, one by one (examples/kalah/RULES.md)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sandtable.kernel.conformance import Case, cases
from sandtable.kernel.refusals import BadOption, BadPosition, Refused
from sandtable.kernel.registry import load
from sandtable.kernel.state import State
from tests.kalah.installed.twin import Twin

GAME = load("kalah")


def at(*rows: list[int], turn: int | None = 0, **options: Any) -> State:
    """A position with these rows; whatever else the game has lies in the store of the last seat."""
    complete = {"pits": len(rows[0]), "seeds": 6, "empty_capture": "no", "rest": "owner", **options}
    left = len(rows) * complete["pits"] * complete["seeds"] - sum(map(sum, rows))
    seats = [{"pits": row, "store": left if number == len(rows) - 1 else 0} for number, row in enumerate(rows)]
    return GAME.position({"game": "kalah", "players": len(rows), "options": complete, "turn": turn, "seats": seats, "last": None})


def rows(state: State) -> list[list[int]]:
    return [seat["pits"] for seat in state.position()["seats"]]


def test_two_to_four_play_and_seat_0_begins() -> None:
    """KA-1.1"""
    for players in (2, 3, 4):
        assert GAME.new(players).seat == 0
    for players in (1, 5):
        with pytest.raises(BadOption, match=r"KA-1\.1"):
            GAME.new(players)


def test_rows_and_seeds_of_the_options() -> None:
    """KA-1.2, KA-1.4"""
    assert rows(GAME.new(2)) == [[4] * 6] * 2
    assert rows(GAME.new(4, pits=5, seeds=3)) == [[3] * 5] * 4
    assert GAME.new(3).scores == [0, 0, 0]
    with pytest.raises(BadOption, match=r"KA-1\.2"):
        GAME.new(2, pits=7)


@pytest.mark.parametrize(("players", "victim"), [(2, 1), (3, 1), (4, 2)])
def test_which_row_faces_mine(players: int, victim: int) -> None:
    """KA-1.3: pit 2 of four faces pit 3."""
    state = at([1, 0, 0, 2], *([[5, 5, 5, 5]] * (players - 1)))
    state.play("sow 1")
    assert [row[2] for row in rows(state)][1:] == [0 if seat == victim else 5 for seat in range(1, players)]
    assert state.scores[0] == 6


def test_only_own_pits_with_seeds_are_sown() -> None:
    """KA-2.1"""
    state = at([0, 3, 0, 1], [1, 1, 1, 1])
    assert [action.text for action in state.legal] == ["sow 2", "sow 4"]
    empty, beyond, unknown = state.why("sow 1"), state.why("sow 5"), state.why("sow 9")
    assert empty is not None
    assert beyond is not None
    assert unknown is not None
    assert (empty.code, empty.rule) == ("EMPTY_PIT", "KA-2.1")
    assert (beyond.code, beyond.rule) == ("NO_SUCH_PIT", "KA-1.2")
    assert unknown.code == "UNKNOWN_DECISION"
    assert "Mulde 1" in empty.words["de"]


def test_sowing_goes_round_through_ones_own_store_only() -> None:
    """KA-2.2"""
    state = at([1, 1, 1, 8], [1, 1, 1, 1]).play("sow 4")
    assert rows(state) == [[2, 2, 2, 0], [2, 2, 2, 2]]
    assert state.scores[0] == 1
    with_three = at([1, 1, 1, 9], [1, 1, 1, 1], [1, 1, 1, 1]).play("sow 4")
    assert rows(with_three) == [[1, 1, 1, 0], [2, 2, 2, 2], [2, 2, 2, 2]]


def test_a_full_round_fills_the_emptied_pit_too() -> None:
    """KA-2.2, KA-3.1: it was empty, so it captures."""
    state = at([9, 1, 1, 1], [1, 1, 1, 1]).play("sow 1")
    assert rows(state) == [[0, 2, 2, 2], [2, 2, 2, 0]]
    assert state.scores[0] == 1 + 1 + 2


def test_the_last_seed_in_the_store_gives_another_turn() -> None:
    """KA-2.3, KA-2.4"""
    state = GAME.new(2).play("sow 3")
    assert state.seat == 0
    assert [event["event"] for event in state.events()] == ["sows", "again"]
    assert state.play("sow 1").seat == 1
    assert at([1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1], turn=2).play("sow 1").seat == 0


def test_capturing() -> None:
    """KA-3.1"""
    state = at([2, 1, 0, 1], [3, 4, 5, 6]).play("sow 1")
    assert rows(state) == [[0, 2, 0, 1], [3, 0, 5, 6]]
    assert state.scores[0] == 5
    assert state.events()[-1] == {"place": 1, "decision": 1, "event": "captures", "seat": 0, "victim": 1, "pit": 2, "seeds": 5}
    assert rows(at([2, 1, 1, 1], [3, 4, 5, 6]).play("sow 1")) == [[0, 2, 2, 1], [3, 4, 5, 6]], "the pit was not empty"
    assert rows(at([1, 1, 1, 2], [0, 4, 5, 6]).play("sow 4"))[1] == [1, 4, 5, 6], "the pit is not one's own"


@pytest.mark.parametrize(("option", "row", "score"), [("no", [0, 2, 1, 1], 0), ("yes", [0, 2, 0, 1], 1)])
def test_nothing_across(option: str, row: list[int], score: int) -> None:
    """KA-3.2"""
    state = at([2, 1, 0, 1], [3, 0, 5, 6], empty_capture=option).play("sow 1")
    assert rows(state)[0] == row
    assert state.scores[0] == score


@pytest.mark.parametrize(("rest", "left", "scores"), [("owner", [0, 0, 0, 0], [1, 47]), ("nobody", [1, 2, 3, 4], [1, 37])])
def test_the_end(rest: str, left: list[int], scores: list[int]) -> None:
    """KA-4.1, KA-4.2"""
    state = at([0, 0, 0, 1], [1, 2, 3, 4], seeds=6, rest=rest).play("sow 4")
    assert state.over
    assert rows(state)[1] == left
    assert state.scores == scores
    assert state.winners == [1]
    refusal = state.why("sow 1")
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("GAME_OVER", "KA-4.1")


def test_the_row_of_another_can_end_the_game() -> None:
    """KA-4.1"""
    state = at([1, 0, 1, 1], [0, 0, 1, 0], [1, 1, 1, 1]).play("sow 1")
    assert state.over
    assert rows(state) == [[0] * 4] * 3


def test_equals_share_the_win() -> None:
    """KA-4.3"""
    seats = [{"pits": [0, 0, 0, 1], "store": 11}, {"pits": [1, 0, 0, 0], "store": 11}]
    options = {"pits": 4, "seeds": 3, "empty_capture": "no", "rest": "owner"}
    state = GAME.position({"game": "kalah", "players": 2, "options": options, "turn": 0, "seats": seats, "last": None})
    assert state.play("sow 4").winners == [0, 1]
    assert state.ranks == [1, 1]
    assert GAME.sentence(state.events()[-1], "en", ["Ann", "Ben"]) == "The game is over. Ann and Ben share the win (Ann 12, Ben 12)."


@pytest.mark.parametrize("case", cases(["kalah"]), ids=str)
def test_whole_games_like_the_twin(case: Case) -> None:
    """KA-1 to KA-4; every game ends, and no seed is lost (KA-4.4)."""
    for seed in range(8):
        rng, state, twin = random.Random(seed), case.new(seed), Twin(case.players, **case.options)
        seeds = state.options["pits"] * state.options["seeds"] * case.players
        while not state.over:
            assert state.number < 1000
            assert [action.args["pit"] for action in state.legal] == twin.legal()
            pit = rng.choice(twin.legal())
            state.play("sow", pit=pit)
            twin.sow(pit)
            assert (state.seat, state.scores) == (twin.turn, twin.stores)
            assert rows(state) == [[twin.cups[seat, p] for p in range(1, twin.pits + 1)] for seat in range(case.players)]
            assert sum(map(sum, rows(state))) + sum(state.scores) == seeds
        assert twin.turn is None


def test_all_is_open() -> None:
    """KA-5.1"""
    state = GAME.new(2, seed=1).play("sow 2")
    assert not any(state.reveals(action) for action in state.legal)
    assert state.redeal(1, 7).position() == state.position()
    assert {**state.view(None), "viewer": 1} == state.view(1)


def test_who_decides() -> None:
    """KA-5.2"""
    state = GAME.new(3)
    for seat, code in ((1, "NOT_YOUR_DECISION"), (None, "SPECTATOR")):
        refusal = state.why("sow 1", seat)
        assert refusal is not None
        assert (refusal.code, refusal.rule) == (code, "KA-5.2")


def test_taking_back() -> None:
    """KA-5.3"""
    state = GAME.new(2).play("sow 3").play("sow 1")
    before = GAME.new(2).play("sow 3").position()
    assert state.copy().undo(0).position() == before
    with pytest.raises(Refused, match=r"KA-5\.3"):
        state.play("sow 1").undo(0)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"turn": 2}, "NO_SEAT"),
        ({"turn": None}, "NOT_OVER"),
        ({"last": {"seat": 0, "pit": 7}}, "NUMBER"),
        ({"seats": [{"pits": [4] * 6, "store": 0}] * 3}, "SEATS"),
        ({"seats": [{"pits": [4] * 5, "store": 4}] * 2}, "LENGTH"),
        ({"seats": [{"pits": [4] * 6, "store": 1}] * 2}, "SEEDS"),
        ({"seats": [{"pits": [0] * 6, "store": 24}] * 2}, "ROW_EMPTY"),
        ({"game": "draughts"}, "OTHER_GAME"),
        ({"options": {"pits": 3}}, "UNKNOWN_OPTION"),
    ],
)
def test_positions_that_cannot_be(change: dict[str, Any], code: str) -> None:
    with pytest.raises(BadPosition) as bad:
        GAME.position({**GAME.new(2).position(), **change})
    assert bad.value.code == code
    assert all(bad.value.words.values())


@pytest.mark.parametrize("case", cases(["kalah"]), ids=str)
def test_the_picture_offers_what_is_legal(case: Case) -> None:
    from xml.etree import ElementTree

    rng, state = random.Random(3), case.new(3)
    while True:
        for seat in (*range(case.players), None) if state.over or state.number % 5 == 0 else ():
            drawn = GAME.picture(state.view(seat), state.legal if seat == state.seat else [])
            assert drawn is not None
            offered = [part for part in ElementTree.fromstring(drawn).iter() if part.get("data-decision")]
            assert all(part.get("aria-label") for part in offered)
            assert {part.get("data-decision") for part in offered} == ({a.text for a in state.legal} if seat == state.seat else set())
        if state.over:
            return
        state.play(rng.choice(state.legal))
