"""Rounds and cards: die, pack, revealing."""

import pytest

from sandtable import BadScript, State
from tests.games.targui.build import GAME, desert, last, names


def begin(players: int, die: int, order: list[object] | None = None) -> State:
    """Settles and starts round 1 with this die (and this order of the pack; 1 is the fate card)."""
    state = GAME.new(players, seed=4, fates=[1] if order else "full")
    while state.seat != players - 1:
        state.play(state.legal[0])
    return state.play(state.legal[0], chance=[die, order] if order else [die])


def through(state: State) -> State:
    """To the end of the game by ending every turn."""
    while not state.over:
        state.play("end_turn")
    return state


@pytest.mark.parametrize(("players", "rounds"), [(4, 16), (3, 15), (2, 14)])
def test_as_many_rounds_as_fates(players: int, rounds: int) -> None:
    """TG-4.1: 16, 15 or 14 rounds, fewer in a shorter game; each round reveals one fate card."""
    state = through(begin(players, 3))
    assert state.position()["round"] == rounds
    assert len([event for event in state.events() if event["event"] == "fate"]) == rounds
    assert sorted(state.position()["fate_seen"]) == state.options["fates"]
    assert GAME.new(players, seed=1, fates="short").position()["rounds"] == 8


@pytest.mark.parametrize(("players", "sizes"), [(4, [5, 9, 13, 17, 21, 5]), (3, [4, 7, 10, 13, 16, 4]), (2, [3, 5, 7, 9, 11, 3])])
def test_pack_sizes(players: int, sizes: list[int]) -> None:
    """TG-4.2, TG-4.3, TG-4.4, TG-4.5, K2, K3: the die says how many cards everybody puts in; one fate card joins them."""
    for die, size in enumerate(sizes, 1):
        state = begin(players, die)
        start = last(state, "round_start")
        each, turns = (1, 2) if die == 6 else (die, 1)
        expected = {"round": 1, "die": die, "cards_each": each, "turns_per_card": turns, "pack_size": size}
        assert start == [{"event": "round_start", **expected}]
        position = state.position()
        cards = [*position["revealed"], *position["pack"]]
        assert len(cards) == size
        assert all(cards.count(colour) == each for colour in position["colours"])
        assert sum(isinstance(card, int) for card in cards) == 1


def test_the_six_gives_two_whole_turns() -> None:
    """TG-4.4, TG-R3: march and purchase, then march and purchase again, nothing between them."""
    state = begin(2, 6, ["green", "yellow", 1])
    assert state.position()["turns_left"] == 2
    for _ in range(2):
        assert state.position()["turn"] == "green"
        field = next(action.args["from"] for action in state.legal if action.kind == "march")
        state.play(next(action for action in state.legal if action.kind == "march")).play("amount 1")
        state.play("buy", field=field).play("amount 1")
        state.play("end_turn")
    assert state.position()["turn"] == "yellow"


def test_cards_one_at_a_time() -> None:
    """TG-4.6: a tribe card gives its player the turn, a fate card is carried out at once."""
    state = begin(2, 1, ["green", 1, "yellow"])
    assert names(state)[-1] == "card"
    assert state.position()["revealed"] == ["green"]
    state.play("end_turn")
    assert names(state) == ["turn_end", "fate", "card"]
    assert state.position()["revealed"] == ["green", 1, "yellow"]


def test_revealed_cards_lie_open() -> None:
    """TG-4.7: all cards of this round so far are in the view, in order."""
    state = begin(2, 2, ["green", "yellow", "yellow", 1, "green"])
    state.play("end_turn").play("end_turn")
    assert state.view(None)["revealed"] == ["green", "yellow", "yellow"]


def test_seen_fates_may_be_looked_up() -> None:
    """TG-4.8: revealed fates stay in the view, unseen ones are known only as a set."""
    state = desert(2, fate=8, fate_seen=[12, 8], fate_deck=[n for n in range(1, 17) if n not in (2, 3, 12, 8)])
    assert state.view(0)["fate_seen"] == [12, 8]
    assert state.view(0)["fate_unseen"] == [1, 4, 5, 6, 7, 9, 10, 11, 13, 14, 15, 16]


def test_the_round_ends_with_the_pack() -> None:
    """TG-4.9: income for all, then a new round with a new fate card."""
    state = begin(2, 1, ["green", 1, "yellow"])
    state.play("end_turn").play("end_turn")
    assert names(state) == ["turn_end", "income", "income", "round_end", "game_over"]
    longer = desert(2, fate=8, pack=["yellow"])
    longer.play("end_turn").play("end_turn")
    position = longer.position()
    assert position["round"] == 2
    assert len(position["revealed"]) + len(position["pack"]) in (3, 5, 7, 9, 11)
    assert position["fate_now"] in (None, position["fate_seen"][-1])
    assert 8 in position["fate_seen"]


def test_cards_of_a_player_who_is_out() -> None:
    """TG-R24: shown and skipped in the current pack, left out later."""
    state = desert(3, out=["green"], turn="red", die=2, fate=8, pack=["green", "green", "red", "yellow", "yellow"])
    state.play("end_turn")
    assert names(state) == ["turn_end", "card_skipped", "card_skipped", "card"]
    assert last(state, "card_skipped")[0]["colour"] == "green"
    state.play("end_turn").play("end_turn").play("end_turn", chance=[3])
    assert last(state, "round_start")[0]["pack_size"] == 7


def test_fate_as_last_card() -> None:
    """TG-R26: it is carried out before the income; card 16 then still counts."""
    fields = {21: ("green", 1)}
    state = desert(2, turn="green", fields=fields, cards={21: "mountains"}, die=1, pack=["yellow", 16])
    state.play("end_turn").play("end_turn")
    assert names(state)[:3] == ["turn_end", "fate", "income"]
    assert last(state, "income")[0]["due"] == 4 + 3


def test_chance_in_the_specified_order() -> None:
    """TG-D7: round die, then the order of the pack; a script that does not fit is refused and changes nothing."""
    state = begin(2, 1, ["yellow", "green", 1])
    assert [*state.position()["revealed"], *state.position()["pack"]] == ["yellow", "green", 1]
    fresh = GAME.new(2, seed=1, fates=[1]).play("settle 20")
    before = fresh.position()
    for chance in ([7], [1, ["yellow", "yellow", 1]], [1, ["yellow", "green"]], [1, ["yellow", "green", 1, 1]], ["blue"], [None]):
        with pytest.raises(BadScript):
            fresh.play("settle 13", chance=chance)
        assert fresh.position() == before


def test_everything_between_decisions_happens_by_itself() -> None:
    """TG-D1: one player decides at a time; dice, cards, fate and income follow within the decision."""
    state = desert(2, fate=8, pack=["yellow"])
    state.play("end_turn")
    assert state.seat == 1
    state.play("end_turn", chance=[1])
    assert names(state)[:5] == ["turn_end", "income", "income", "round_end", "round_start"]
    assert state.seat in (0, 1)
