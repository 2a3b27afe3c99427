"""Section 17: who knows what, re-deals, undo."""

import json
from collections import Counter

import pytest

from sandtable import Refused, State

from .build import GAME, Json, goods, hand, letters, play, table


def busy() -> State:
    """Hands, a cave with one card of each sort of knowledge, a stolen card, some drawn cards."""
    return table(
        {"hand": "WG", "caves": ["Mg"]},
        {"hand": "SSM", "thieves": ["W0", None], "camels": ["G"]},
        {"hand": "G", "thieves": ["s"], "maps": 1},
        market="MM",
        pile="WGS",
    )


def cards(view: Json) -> list[str | None]:
    """Good of every face-down card."""
    seats = view["seats"]
    hidden = [card for seat in seats for cave in seat["caves"] for card in cave]
    return [card["good"] for card in hidden + [thief for seat in seats for thief in seat["thieves"] if thief]]


def test_what_everyone_sees() -> None:
    """TU-17.1, TU-R29, TU-R40: all open things, sizes of hands and pile, numbers of hidden and drawn cards, also for spectators."""
    state = busy()
    truth = state.position()
    for seat in (0, 1, 2, None):
        view = state.view(seat)
        for key in ("market", "discard", "supply", "stage_pile", "turn", "start", "current", "lap", "ender", "options", "maps_out"):
            assert view[key] == truth[key]
        assert view["pile"] == len(truth["pile"])
        assert view["viewer"] == seat
        for other, (seen, real) in enumerate(zip(view["seats"], truth["seats"], strict=True)):
            for key in ("animals", "maps", "vp", "cave_used"):
                assert seen[key] == real[key]
            assert [len(cave) for cave in seen["caves"]] == [len(cave) for cave in real["caves"]]
            assert [thief is None for thief in seen["thieves"]] == [thief is None for thief in real["thieves"]]
            if other != seat:
                assert seen["hand"] == sum(real["hand"].values())
                assert seen["drawn"] == sum(real["drawn"].values())
        json.dumps(view)


def test_what_one_seat_knows() -> None:
    """TU-17.2: its hand, the cards it drew, what it hid out of its hand."""
    state = busy()
    truth = state.position()["seats"]
    assert state.view(0)["seats"][0]["hand"] == truth[0]["hand"]
    assert state.view(0)["seats"][0]["drawn"] == truth[0]["drawn"]
    assert cards(state.view(0))[0] == "millet"
    assert cards(state.view(1))[0] is None
    assert cards(state.view(None))[0] is None


def test_a_card_stolen_from_a_hand() -> None:
    """TU-17.3, TU-R39: thief and victim know it; others see who knows it."""
    state = busy()
    assert [cards(state.view(seat))[2] for seat in (0, 1, 2, None)] == ["water", "water", None, None]
    assert state.view(2)["seats"][1]["thieves"][0] == {"good": None, "known": [0, 1], "public": False}


def test_what_was_open_stays_known() -> None:
    """TU-17.4, TU-R41: a card hidden or stolen from an animal is shown to all, nobody has to remember."""
    state = busy()
    for seat in (0, 1, 2, None):
        assert cards(state.view(seat))[1] == "gold"
        assert cards(state.view(seat))[3] == "salt"
    hidden = table({"caves": [""], "camels": ["G"]}).play("hide_animal 1 camel1")
    assert cards(hidden.view(None)) == ["gold"]


def test_nobody_knows_the_pile() -> None:
    """TU-17.5: every seat may meet any order of the pile."""
    state = busy()
    for seat in (0, 1, 2, None):
        tops = {tuple(state.redeal(seat, seed).position()["pile"][:3]) for seed in range(60)}
        assert len(tops) > 20
        assert isinstance(state.view(seat)["pile"], int)


def test_hands_stay_hidden_until_the_end() -> None:
    """TU-17.6, TU-R43: not shown after stage 1, all shown when the game is over."""
    stage = table({"hand": "W"}, {"maps": 1}, lap=1, current=1).play("pass")
    assert stage.view(1)["seats"][0]["hand"] == 1
    assert stage.play("keep_map").view(None)["seats"][0]["hand"] == 1
    over = table({"hand": "W", "caves": ["M"]}, {}, lap=1, current=1, stage=2).play("pass")
    for seat in (0, 1, None):
        assert letters(over.view(seat)["seats"][0]["hand"]) == "W"
        assert cards(over.view(seat)) == ["millet"]
    assert [event["hand"]["water"] for event in over.events() if event["event"] == "shows_hand"] == [1, 0]


def test_offers_depend_on_the_own_knowledge() -> None:
    """TU-17.7: in every world the seat takes for possible it is offered the same."""
    for seed in range(4):
        state = GAME.new(4, seed=seed)
        while not state.over:
            world = state.redeal(state.seat, state.number)
            assert world.legal.ids.tolist() == state.legal.ids.tolist()
            assert world.view(state.seat) == state.view(state.seat)
            state.play(int(state.legal.ids[state.number * 5 % len(state.legal)]))


def test_undo() -> None:
    """TU-17.8: one's own decisions, until something was uncovered or another seat decided."""
    state = table({"hand": "GM", "thieves": [None]}, {"hand": "S"}, pile="WWW")
    with pytest.raises(Refused, match=r"UNDO_NOTHING, TU-17\.8"):
        state.undo()
    before = state.position()
    assert state.play("load_hand camel1 gold").undo().position() == before
    play(state, "load_hand camel1 gold", "end_turn")
    assert state.copy().undo().seat == 0
    assert state.why_undo(1).code == "UNDO_NOTHING"  # type: ignore[union-attr]
    state.play("load_hand camel1 salt")
    assert state.why_undo(0).code == "UNDO_OTHER_PLAYER"  # type: ignore[union-attr]
    state.undo().undo().undo()
    state.play("steal_hand 1")
    with pytest.raises(Refused, match=r"UNDO_REVEALED, TU-17\.8"):
        state.undo()
    state.play("load_hand camel1 millet").undo()


@pytest.mark.parametrize(
    ("state", "action", "uncovers"),
    [
        (table(pile="WWW"), "draw", True),
        (table({"thieves": [None]}, {"hand": "S"}), "steal_hand 1", True),
        (table({"thieves": [None]}, {"camels": ["S"]}), "steal_animal 1 camel1", False),
        (table({"hand": "S", "caves": [""]}), "hide_hand 1 salt", False),
        (table({"hand": "W"}), "buy map", False),
        (table(lap=2), "pass", False),
        (table(lap=1, current=1), "pass", True),
        (table(lap=1, current=1, stage=2), "pass", True),
    ],
)
def test_what_uncovers_something(state: State, action: str, uncovers: bool) -> None:
    """TU-17.8: the table of section 17c."""
    assert state.reveals(action) is uncovers


@pytest.mark.parametrize(
    ("state", "action", "uncovers"),
    [
        (table({"maps": 2}, lap=1, current=1), "use_map", False),
        (table({"maps": 1}, lap=1, current=1), "use_map", True),
        (table({"maps": 1}, lap=1, current=1), "keep_map", True),
        (table({"maps": 1}, {"maps": 1}, lap=1, current=1), "keep_map", False),
    ],
)
def test_what_uncovers_something_after_a_pass(state: State, action: str, uncovers: bool) -> None:
    """TU-17.8: the table of section 17c."""
    assert play(state, "pass").reveals(action) is uncovers


def test_redeal_uses_the_view_alone() -> None:
    """TU-17.9: permuting what a seat cannot see changes nothing for its worlds."""
    state = busy()
    for seat in (0, 1, 2, None):
        twin = state.redeal(seat, 99)
        for seed in range(5):
            assert twin.redeal(seat, seed).position() == state.redeal(seat, seed).position()


def test_carried_over_cards_are_not_in_the_pile() -> None:
    """17b: when stage 2 starts with two players the opponent's hand is known exactly."""
    state = table({"hand": "W", "camels": ["SS"]}, {"hand": "GM", "camels": ["M"]}, lap=1, current=1).play("pass")
    assert state.position()["stage"] == 2
    for seed in range(30):
        world = state.redeal(0, seed)
        assert hand(world, 1) == "GM"
        assert Counter(world.position()["pile"]) == Counter(goods("SSM"))


def test_every_world_adds_up() -> None:
    """17b: re-dealt positions are legal positions with all 44 goods, for every seat, in payments of others too."""
    state = play(table({"hand": "MMMG", "camels": ["M"]}, {"hand": "SSS"}, {"hand": "W", "caves": ["GG"]}), "buy map", "pay_hand millet")
    for seat in (0, 1, 2, None):
        for seed in range(60):
            world = state.redeal(seat, seed)
            GAME.position(world.position())
            assert len(world.legal) > 0


def test_events_hide_what_others_did_not_see() -> None:
    """17a: kinds drawn, hidden and stolen are told to those who know them."""
    state = table({"hand": "W", "caves": [""], "thieves": [None]}, {"hand": "G"}, {}, pile="SSM")
    play(state, "hide_hand 1 water", "steal_hand 1", "draw")

    def seen(seat: int | None) -> list[object]:
        told = {event["event"]: event for event in state.events(seat=seat)}
        return [told["hides"]["good"], told["steals"]["good"], told["draws"]["goods"]]

    assert seen(0) == ["water", "gold", ["salt", "salt", "millet"]]
    assert seen(1) == [None, "gold", None]
    assert seen(2) == seen(None) == [None, None, None]
