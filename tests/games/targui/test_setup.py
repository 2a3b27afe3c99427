"""The desert is laid out and the settlements are placed."""

import pytest

from sandtable import State
from tests.games.targui.build import GAME, LAYOUT, LETTERS, fates_of, last, starts

ORDER = [LETTERS[letter] for letter in LAYOUT[1:]]


def test_colours_are_seats() -> None:
    """TG-3.1: the engine deals no colours: seat 0, 1, ... is the first, second, ... colour in play."""
    for players in (2, 3, 4):
        state = GAME.new(players, seed=1)
        chosen = []
        while state.position()["phase"] == "settle":
            chosen.append((state.seat, state.position()["turn"]))
            state.play(state.legal[0])
        assert chosen == list(enumerate(state.position()["colours"]))


def test_five_tribe_cards_each() -> None:
    """TG-3.2: a round can use up to five cards of a player; markers never run out here."""
    state = GAME.new(2, seed=1)
    state.play("settle 20")
    state.play("settle 13", chance=[5, ["green"] * 5 + ["yellow"] * 5 + [state.position()["fate_deck"][0]]])
    position = state.position()
    assert [*position["revealed"], *position["pack"]].count("green") == 5


def test_layout_in_order() -> None:
    """TG-3.3, TG-3.4: the salt works on field 1, the shuffled cards on fields 2 to 49."""
    state = GAME.new(4, seed=1, chance=[ORDER])
    assert state.position()["card"] == [None, "salt_works", *ORDER]
    assert last(state, "layout") == [{"event": "layout", "cards": ["salt_works", *ORDER]}]


def test_the_layout_is_seen_before_the_first_choice() -> None:
    """TG-3.5: all 49 cards are in everybody's view while nobody has settled."""
    state = GAME.new(4, seed=5)
    for seat in (0, 1, 2, 3, None):
        view = state.view(seat)
        assert view["phase"] == "settle"
        assert view["card"] == state.position()["card"]
        assert None not in view["card"][1:]


def test_settling_in_the_sectors() -> None:
    """TG-3.6, TG-R1: blue, red, green, yellow choose a field of their sector, each seeing the choices before."""
    state = GAME.new(4, seed=1)
    for colour in ("blue", "red", "green", "yellow"):
        assert state.position()["turn"] == colour
        assert [action.args["field"] for action in state.legal] == sorted(starts(4, colour))
        state.play("settle", field=starts(4, colour)[3])
        assert state.view(0)["owner"][starts(4, colour)[3]] == colour
    assert state.position()["phase"] != "settle"


def test_any_card_may_be_replaced() -> None:
    """TG-R2: a salt lake too; the field can then be entered."""
    lakes = [*ORDER]
    i, j = lakes.index("salt_lake"), 20 - 2
    lakes[i], lakes[j] = lakes[j], lakes[i]
    state = GAME.new(2, seed=1, chance=[lakes]).play("settle 20")
    assert last(state) == [{"event": "settled", "colour": "green", "field": 20, "replaced": "salt_lake"}]
    assert state.position()["card"].count("salt_lake") == 3
    assert state.position()["camels"][20] == 10


@pytest.mark.parametrize(("players", "supply"), [(4, 360), (3, 370), (2, 380)])
def test_start_values(players: int, supply: int) -> None:
    """TG-3.7, TG-3.8: marker, 10 camels and 10 silver come with the settlement."""
    state = GAME.new(players, seed=1)
    assert set(state.position()["money"].values()) == {0}
    for colour in list(state.position()["colours"]):
        field = starts(players, colour)[0]
        state.play("settle", field=field)
        position = state.position()
        assert (position["owner"][field], position["camels"][field], position["money"][colour]) == (colour, 10, 10)
    assert state.position()["supply"] == supply


def test_fates_are_shuffled_with_the_layout() -> None:
    """TG-3.9, TG-D7: first the order of the cards, then the order of the fates, both before the first choice."""
    state = GAME.new(4, seed=1, chance=[ORDER, list(range(16, 0, -1))])
    assert state.position()["fate_deck"] == list(range(16, 0, -1))
    assert state.position()["phase"] == "settle"


def three() -> State:
    return GAME.new(3, seed=2)


def test_three_players() -> None:
    """TG-7.1.1, TG-7.1.2, TG-7.1.3: no blue, the start fields at the edge, no fate card 2, 15 rounds."""
    state = three()
    for colour, fields in (("red", [31, 32, 33]), ("green", [39, 40, 41]), ("yellow", [47, 48, 49])):
        assert state.position()["turn"] == colour
        assert [action.args["field"] for action in state.legal] == fields
        state.play(state.legal[1])
    assert state.position()["rounds"] == 15
    assert state.options["fates"] == [1, *range(3, 17)]


def test_two_players() -> None:
    """TG-7.2.1, TG-7.2.2, TG-7.2.3: green in sector 1, yellow in sector 4, no fate cards 2 and 3, 14 rounds."""
    state = GAME.new(2, seed=2)
    assert [action.args["field"] for action in state.legal] == [20, 21, 22, 41, 42, 43, 44, 45]
    state.play("settle 43")
    assert state.position()["turn"] == "yellow"
    assert [action.args["field"] for action in state.legal] == [12, 13, 14, 29, 30, 31, 32, 33]
    assert state.position()["rounds"] == 14
    assert state.options["fates"] == [1, *range(4, 17)]


def test_absent_colours_have_no_settlement() -> None:
    """TG-7.3: settlement cards of absent colours are not used."""
    for players in (2, 3, 4):
        state = GAME.new(players, seed=3)
        while state.position()["phase"] == "settle":
            state.play(state.legal[-1])
        settlements = {card for card in state.position()["card"] if card and card.startswith("settlement")}
        assert settlements == {f"settlement_{colour}" for colour in state.position()["colours"]}
        assert sorted(state.position()["fate_deck"] + state.position()["fate_seen"] + hidden(state)) == fates_of(players)


def hidden(state: State) -> list[int]:
    return [card for card in state.position()["pack"] if isinstance(card, int)]
