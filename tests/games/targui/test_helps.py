"""What boards show beside the view: no secrets, and true when the decision is played."""

import random

import pytest

from sandtable.games.targui import GAME, helps
from sandtable.games.targui.helps import advice, exchange
from sandtable.games.targui.position import standing
from sandtable.kernel.coaching import Words
from tests.games.play import played
from tests.games.targui.build import desert


@pytest.mark.parametrize("seed", range(6))
def test_aids_do_not_change_with_what_nobody_can_know(seed: int) -> None:
    """TG-H2: two worlds that look the same give the same aids."""
    state = played(GAME, 2 + seed % 3, seed, 40 + 23 * seed)
    assert state.seat is not None
    told = GAME.helps(state, state.seat)
    for world in range(5):
        assert GAME.helps(state.redeal(state.seat, world), state.seat) == told


def test_a_spectator_is_told_what_concerns_everybody() -> None:
    """TG-D1: values, standing and chances of cards are the same for those who watch; decisions and odds are not theirs."""
    state = played(GAME, 3, 5, 90)
    assert state.seat is not None
    told, watched = GAME.helps(state, state.seat), GAME.helps(state, None)
    assert watched == {key: told[key] for key in ("values", "standing", "next_card", "fate")}
    assert GAME.helps(state.redeal(None, 1), None) == watched


def test_the_land_is_told_by_kind() -> None:
    """TG-5.5.2: what each kind of land adds makes the sum."""
    told = GAME.helps(played(GAME, 4, 3, 200), None)["standing"]
    assert any(len(row["lands"]) > 2 for row in told)
    assert all(sum(row["lands"].values()) == row["land"] for row in told)


@pytest.mark.parametrize("seed", range(6))
def test_the_standing_is_the_engines(seed: int) -> None:
    """Section I, 3: income, capital, out and rank of every seat."""
    state = played(GAME, 2 + seed % 3, seed, 60 + 31 * seed)
    assert state.seat is not None
    told = GAME.helps(state, state.seat)["standing"]
    for seat, row in standing(state.record).items():
        assert {key: told[seat][key] for key in row} == row


@pytest.mark.parametrize("seed", range(4))
def test_a_march_changes_what_was_told(seed: int) -> None:
    """TG-5.5: the incomes after a march are those announced before it."""
    state, chance, seen = GAME.new(2 + seed % 3, seed=seed), random.Random(seed), 0
    while not state.over and state.number < 500:
        action = chance.choice(list(state.legal))
        if action.kind == "march":
            assert state.seat is not None
            told = GAME.helps(state, state.seat)["changes"][str(action.id)]
            state.play(action)
            if not state.over and state.view(0)["phase"] == "march_amount":
                state.play("amount 1")
            if not state.over:
                assert [row["income"] for row in standing(state.record).values()] == told["income"]
                seen += 1
        else:
            state.play(action)
    assert seen > 10


@pytest.mark.parametrize("seed", range(4))
def test_what_a_field_changes_is_what_counting_all_land_again_finds(seed: int) -> None:
    """TG-5.5: whoever's marker lay there before."""
    state, chance = GAME.new(2 + seed % 3, seed=seed), random.Random(seed)
    while not state.over and state.number < 300:
        view = state.view(None)
        before, colours = helps.incomes(view, view["owner"]), view["colours"]
        for field in chance.sample(helps.FIELD_NUMBERS, 8):
            for seat, colour in enumerate(colours):
                owner = [colour if other == field else now for other, now in enumerate(view["owner"])]
                after, former = helps.incomes(view, owner), view["owner"][field] or (view["pending"] or {}).get("defender")
                lost = former is not None and former != colour
                assert helps.taking(view, seat, field) == {
                    "income": [row["income"] for row in after],
                    "gain": [now["income"] - then["income"] for now, then in zip(after, before, strict=True)],
                    "from": colours.index(former) if lost else None,
                    "out": lost and after[colours.index(former)]["fields"] == 0,
                }
        state.play(chance.choice(state.legal))


def test_odds_before_and_during_a_fight_are_those_of_the_odds_tables() -> None:
    """TG-5.3: every attack offered has its odds, and a running fight its own."""
    attacks = fights = 0
    for seed in range(8):
        state, chance = GAME.new(2, seed=seed), random.Random(seed)
        while not state.over and state.number < 300:
            assert state.seat is not None
            view, told = state.view(state.seat), GAME.helps(state, state.seat)
            ids = {str(action.id) for action in state.legal if action.kind == "attack"}
            assert set(told["odds"]) == ids
            for some in [*told["odds"].values(), *([told["fight"]] if told["fight"] else [])]:
                exact = GAME.odds(some["attackers"], some["defenders"], *some["sv"], worth=some["worth"])
                assert some["win"] == exact["win"]
                assert some["go"] == exact["stopping"]["attack"]
                assert some["attackers"] == view["camels"][some["origin"]]
                assert some["first"] <= some["win"] + 1e-12
                assert sum(some["left"]) == pytest.approx(some["win"], abs=0.01)
            attacks += len(ids)
            fights += told["fight"] is not None
            assert (told["fight"] is not None) == (view["phase"] == "fight")
            choice = [action for action in state.legal if action.kind in ("attack", "fight_on")] or list(state.legal)
            state.play(chance.choice(choice))
    assert attacks > 20
    assert fights > 5


def test_chances_of_cards_add_up() -> None:
    """TG-H1: the pack's counts are known, its order is not."""
    state = played(GAME, 3, 5, 30)
    assert state.seat is not None
    told = GAME.helps(state, state.seat)
    if told["next_card"]:
        assert sum(told["next_card"].values()) == pytest.approx(1)
    unseen = state.view(state.seat)["fate_unseen"]
    assert told["fate"]["chance"] == (1 / len(unseen) if told["fate"]["coming"] else 0)


def test_advice_and_odds_agree() -> None:
    """One camel against thirteen is nothing to win: what speaks for it is the trade, and that is named."""
    few = desert(2, fields={30: ("green", 1), 31: ("yellow", 13)}, cards={30: "mountains"})
    told = next(iter(GAME.helps(few, 0)["odds"].values()))
    assert told["attackers"] == 1
    assert told["win"] < 0.01
    assert told["advice"] != "win"
    many = desert(2, fields={30: ("green", 40), 31: ("yellow", 2)}, cards={30: "mountains"})
    assert next(iter(GAME.helps(many, 0)["odds"].values()))["advice"] == "win"
    for win, trade, advised in ((0.7, [1.0, 1.0], "win"), (0.0, [0.8, 2.0], "trade"), (0.2, [2.0, 1.0], "prize")):
        assert advice(True, win, trade) == advised
        assert advice(False, win, trade) == "no"
    assert exchange(0, 0, 9, 9) == pytest.approx([1.5, 1.5])
    assert exchange(5, 0, 9, 1) == pytest.approx([0.0, 1.0]), "who is struck down does not strike back"


def test_what_is_unlikely_is_neither_nothing_nor_one_percent() -> None:
    for language, told in (
        ("en", ["under 1 %", "0 %", "3 %", "over 99 %", "100 %"]),
        ("de", ["unter 1 %", "0 %", "3 %", "über 99 %", "100 %"]),
    ):
        words = Words(language, GAME)
        assert [words.percent(p) for p in (5e-21, 0.0, 0.03, 0.9999, 1.0)] == told
