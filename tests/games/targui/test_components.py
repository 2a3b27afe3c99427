"""What is in the box, and the board."""

from collections import Counter

import pytest

from sandtable.games.targui.components import CARD_KEYS, CARDS, COLOURS, DECK, EV, NEIGHBOUR, SECTORS, SPIRAL, SV, TRIBES
from tests.games.targui.build import DIRECTIONS, GAME, camels, desert


@pytest.mark.parametrize(("players", "expected"), [(4, list(COLOURS)), (3, ["red", "green", "yellow"]), (2, ["green", "yellow"])])
def test_tribes_in_play(players: int, expected: list[str]) -> None:
    """TG-1.1: a seat is the place of its colour among the colours in play."""
    state = GAME.new(players, seed=1)
    assert state.position()["colours"] == expected
    assert state.seat == 0
    assert state.position()["turn"] == expected[0]
    assert TRIBES == ("Kel Ress", "Kel Ilbakan", "Kel Ahaggar", "Kel Ajjer")


def test_territory_cards() -> None:
    """TG-2.1: 53 cards with their values; 48 of them are shuffled."""
    counts = Counter(CARD_KEYS[number] for number in DECK)
    assert counts == {"oasis": 6, "dunes": 12, "hills": 12, "mountains": 6, "sand_plain": 8, "salt_lake": 4}
    values = {key: (int(SV[i]), int(EV[i])) for i, (key, *_) in enumerate(CARDS)}
    assert values["salt_works"] == (5, 5)
    assert values["oasis"] == (3, 3)
    assert values["dunes"] == (0, 1)
    assert values["hills"] == (0, 2)
    assert values["mountains"] == (1, 0)
    assert values["sand_plain"] == (2, 0)
    assert values["salt_lake"] == (0, 0)
    assert all(values[f"settlement_{colour}"] == (4, 4) for colour in COLOURS)
    assert 5 + sum(int(EV[number]) for number in DECK) == 59


def test_other_material() -> None:
    """TG-2.2: 16 fate cards, 400 camels, 130 silver."""
    state = GAME.new(4, seed=1, money_limit=True)
    position = state.position()
    assert position["supply"] == 400
    assert position["bank"] == 130
    assert sorted(position["fate_deck"]) == list(range(1, 17))


def test_money_and_camels_are_numbers() -> None:
    """TG-2.3: pieces of five are changed without a decision: any amount can be paid or moved."""
    state = desert(2, fields={43: ("green", 12)}, money={"green": 7})
    state.play("march 43 E").play("amount 7")
    assert camels(state, 43, 44) == [5, 7]
    state.play("buy 43").play("amount 3")
    assert state.position()["money"]["green"] == 4


def test_camels_come_from_the_supply_and_go_back() -> None:
    """TG-2.7: supply and camels on the board are 400 after purchases, fights and fates."""
    state = desert(2, fields={6: ("green", 9), 1: ("yellow", 9)}, next_fate=10)
    state.play("attack 6 E", chance=[6, 6])
    assert state.position()["supply"] == 400 - 10 - 10 - (9 - 3) - (9 - 5)
    state.play("break_off").play("buy 43").play("amount 4")
    state.play("end_turn")
    assert names_sum(state) == 400


def names_sum(state: object) -> int:
    position = state.position()  # type: ignore[attr-defined]
    return int(position["supply"] + sum(position["camels"]))


def test_the_spiral() -> None:
    """TG-2.4: fields are numbered from the centre outwards, each next to the one before."""
    assert SPIRAL[3][3] == 1
    assert sorted(field for row in SPIRAL for field in row) == list(range(1, 50))
    assert (SPIRAL[0][0], SPIRAL[0][6], SPIRAL[6][6], SPIRAL[6][0]) == (43, 49, 31, 37)
    for field in range(1, 49):
        assert field + 1 in NEIGHBOUR[field].tolist()


def test_sectors() -> None:
    """TG-2.5: corner blocks of 3 x 3 without the cell nearest the centre."""
    corners = {1: (0, 0, 2, 2), 2: (0, 4, 2, 4), 3: (4, 0, 4, 2), 4: (4, 4, 4, 4)}
    for sector, (top, left, r, c) in corners.items():
        block = {SPIRAL[top + i][left + j] for i in range(3) for j in range(3)} - {SPIRAL[r][c]}
        assert set(SECTORS[sector]) == block


def test_neighbours() -> None:
    """TG-2.6: eight directions in a fixed order; 312 directed pairs."""
    assert [int(NEIGHBOUR[1, i]) for i in range(8)] == [8, 9, 2, 3, 4, 5, 6, 7]
    degrees = Counter(int((NEIGHBOUR[field] > 0).sum()) for field in range(1, 50))
    assert degrees == {3: 4, 5: 20, 8: 25}
    assert int((NEIGHBOUR[1:] > 0).sum()) == 312
    for field in range(1, 50):
        for i in range(8):
            if NEIGHBOUR[field, i]:
                assert NEIGHBOUR[NEIGHBOUR[field, i], (i + 4) % 8] == field


@pytest.mark.parametrize(
    ("text", "number"),
    [("settle 43", 45), ("buy 13", 64), ("march 13 NW", 204), ("attack 1 W", 499), ("attack 20 SE", 648), ("amount 16", 900)],
)
def test_action_ids(text: str, number: int) -> None:
    """TG-D2, K8: kinds, arguments and fixed ids."""
    assert GAME.actions.attempt(text).action == GAME.actions[number]
    assert len(GAME.actions) == 1285


def test_notation() -> None:
    """TG-D10: kind and values, separated by blanks; every id parses back."""
    assert [GAME.actions[i].text for i in (0, 1, 2, 884, 1284)] == ["end_turn", "fight_on", "break_off", "attack 49 NW", "amount 400"]
    for action in GAME.actions:
        assert GAME.actions.attempt(action.text).action is action
    assert tuple(GAME.actions.attempt("march 1 N").args) == ("from", "dir")
    assert [GAME.actions[101 + i].args["dir"] for i in range(8)] == list(DIRECTIONS)
