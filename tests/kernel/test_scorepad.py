"""The score pads add up as the engines do."""

import random
import re
from typing import Any

import pytest

import sandtable
from sandtable.games.five_tribes.components import GOODS as FIVE_GOODS
from sandtable.games.tuareg.components import GOODS
from sandtable.kernel import scorepad


def finished(name: str, players: int, seed: int) -> Any:
    state, chance = sandtable.load(name).new(players, seed=seed), random.Random(seed)
    while not state.over:
        state.play(chance.choice(list(state.legal)))
    return state


def pad(name: str, seats: list[dict[str, Any]]) -> scorepad.Sheet:
    return of(name).add_up(seats, {})


def of(name: str) -> scorepad.ScorePad:
    found = sandtable.load(name).scorepad
    assert found is not None
    return found


def explained(sheet: scorepad.Sheet) -> int:
    """Every sum gives the points beside it; returns how many there are."""
    told = [(text, value) for line in sheet.lines for text, value in zip(line.sums, line.values, strict=True) if text]
    for text, value in told:
        assert re.fullmatch(r"[\d ×+−]+", text)
        assert eval(text.replace("×", "*").replace("−", "-")) == value
    return len(told)


@pytest.mark.parametrize("seed", range(3))
def test_five_tribes_as_the_engine_scores(seed: int) -> None:
    """FT-4.6, FT-4.7: entering the end of a random game gives the engine's scores and winners."""
    state = finished("five-tribes", 2 + seed % 3, seed)
    position = state.position()
    seats = []
    for i, player in enumerate(position["seats"]):
        own = [tile for tile in position["tiles"].values() if tile["camel"] == i]
        entry = {key: player[key] for key in ("gold", "viziers", "elders", "djinns")}
        entry |= {key: sum(tile[name] for tile in own) for key, name in (("tiles", "vp"), ("palms", "palms"), ("palaces", "palaces"))}
        entry |= {f"good_{good}": player["hand"][good] for good in FIVE_GOODS} | {"fakir": player["hand"]["fakir"]}
        seats.append(entry)
    sheet = pad("five-tribes", seats)
    assert (sheet.scores, sheet.winners) == (state.scores, state.winners)
    assert explained(sheet) > 3


@pytest.mark.parametrize("seed", range(3))
def test_targui_as_the_engine_scores(seed: int) -> None:
    """TG-5.5.3, TG-6.3, TG-6.4: the income of the last round, then capital."""
    state = finished("targui", 2 + seed, seed)
    position = state.position()
    seats = []
    for colour in position["colours"]:
        held = [field for field in range(1, 50) if position["owner"][field] == colour]
        cards = [position["card"][field] for field in held]
        home = [field for field in held if position["card"][field] in (f"settlement_{colour}", f"settlement-{colour}")]
        entry: dict[str, Any] = {f"field_{card}": cards.count(card) for card in ("salt_works", "oasis", "dunes", "hills")}
        entry["field_settlement"] = sum(card.startswith("settlement") for card in cards)
        entry["home"] = int(bool(home))
        entry["silver_mountains"] = cards.count("mountains") if position["fate_now"] == 16 else 0
        entry |= {"camels": sum(position["camels"][field] for field in held), "silver": position["money"][colour]}
        seats.append(entry)
    assert pad("targui", seats).scores == state.scores
    assert any(entry["home"] for entry in seats)


def test_tuareg_example_of_the_specification() -> None:
    """TU-13.6, TU-13.7, TU-14.2, TU-14.3: the second stage of the specification's last example."""
    seats = [
        {"stage2_water": 3, "stage2_gold": 2, "stage2_salt": 2, "stage2_millet": 2, "unused": 2},
        {"stage2_gold": 2, "stage2_salt": 1, "unused": 1, "maps_kept": 1},
        {"stage2_water": 3},
    ]
    assert pad("tuareg", seats).scores == [18, 7, 5]


def test_tuareg_ties_by_dinar_in_hand() -> None:
    """TU-14.5, TU-14.6: the dearer hand wins, equal ones share."""
    assert pad("tuareg", [{"hand_water": 1}, {"hand_gold": 1}, {"hand_millet": 2}]).winners == [0]
    assert pad("tuareg", [{"hand_gold": 1}, {"hand_salt": 1}, {"hand_millet": 2}]).winners == [0, 1, 2]
    assert len(GOODS) == 4


@pytest.mark.parametrize("entry", [{"gold": -1}, {"gold": 1.5}, {"gold": True}, {"nothing": 1}, {"djinns": ["nobody"]}, {"djinns": "boaz"}])
def test_what_cannot_be_entered_is_refused(entry: dict[str, Any]) -> None:
    with pytest.raises(scorepad.BadEntry):
        pad("five-tribes", [entry, {}])


def test_a_djinn_exists_once() -> None:
    with pytest.raises(scorepad.BadEntry, match="once"):
        pad("five-tribes", [{"djinns": ["boaz"]}, {"djinns": ["boaz"]}])


def test_tuareg_counts_with_the_values_of_ones_own_box() -> None:
    """TU-1.4: the printed values can be entered; what is not entered is as usual."""
    tuareg = of("tuareg")
    seats = [{"stage1_water": 2, "stage1_salt": 1, "maps_used": 1, "unused": 1, "hand_salt": 1}, {"stage1_salt": 1, "hand_millet": 2}]
    usual = tuareg.add_up(seats, {})
    assert usual == pad("tuareg", seats)
    assert usual.scores == [6 + 3 + 2 + 1, 3]
    own = tuareg.add_up(seats, {"vp_water": 8, "vp_salt": 5, "vp_map": 3, "vp_unused": 0})
    assert own.scores == [8 + 4 + 3, 4]
    tied = [{"hand_salt": 1}, {"hand_millet": 1}]
    assert tuareg.add_up(tied, {}).winners == [0]
    assert tuareg.add_up(tied, {"dinar_millet": 3}).winners == [1]
    for wrong in ({"vp_water": 21}, {"vp_water": -1}, {"vp_water": True}, {"vp_sand": 1}):
        with pytest.raises(scorepad.BadEntry):
            tuareg.add_up(seats, wrong)
    with pytest.raises(scorepad.BadEntry):
        of("targui").add_up([{}, {}], {"vp_water": 1})
