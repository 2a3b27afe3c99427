"""Section 19: positions are written, read back, and refused with the reason."""

import copy
import json
from contextlib import suppress
from typing import Any

import pytest

from sandtable import BadPosition

from .build import GAME, TOTAL, Json, counts, goods, play, position, table


def change(path: str, value: Any, base: Json | None = None) -> Json:
    """A copy of a good position with one field replaced; a value of ``...`` removes it."""
    changed: Any = copy.deepcopy(base or position({"hand": "M", "caves": ["W"], "donkeys": ["GS"]}, {"thieves": ["S0", None]}))
    *way, last = path.split("/")
    at = changed
    for step in way:
        at = at[int(step)] if isinstance(at, list) else at[step]
    if value is ...:
        del at[last]
    elif isinstance(at, list):
        at[int(last)] = value
    else:
        at[last] = value
    return changed


LAP = position({"hand": "M"}, {}, lap=2)
PAYING = table({"hand": "MMM", "donkeys": ["W"]}, phase="pay", turn={"special": "cave"}).position()
MAPS = table({"maps": 1}, discard="".join(letter * n for letter, n in TOTAL.items()), phase="maps", ender=1, map_queue=[0]).position()

BAD: list[tuple[Json, str]] = [
    (change("market", counts("G")), "There are 11 cards of gold; it must be 10"),
    (change("supply/cave", 2), "There are 3 caves; it must be 2"),
    (change("maps_out", 1), "There are 4 maps; it must be 3"),
    (change("seats/0/animals/camel1", ["gold", "millet", "gold"]), "camel 1: a camel cannot carry gold, millet, gold in this order"),
    (change("seats/0/animals/donkey1", goods("MMMMM")), "at most 4"),
    (change("seats/0/caves", [[{"good": "water", "known": [0], "public": False}] * 3]), "at most 2"),
    (position({}, {"hand": "MMMMM"}), "Seat 2 holds 5 cards; at most 4"),
    (position({"hand": "MMMMMMMM"}, turn={"main": "draw"}), "Seat 1 holds 8 cards; at most 7"),
    ({**table().position(), "stage_pile": counts("M")}, "`stage_pile` has"),
    (change("stage_pile", counts("M")), "Leave out either `stage_pile` and every `drawn`"),
    (change("lap", 1), "neither a lap nor an ender while the pile has cards"),
    (change("ender", 1), "neither a lap nor an ender while the pile has cards"),
    (change("current", 1, LAP), "modulo players"),
    (change("lap", None, LAP), "The pile is empty"),
    (change("seats/1/thieves/0/known", [1]), "whose hand"),
    (change("viewer", 0), "This is a view"),
    (change("game", "targui"), "position of 'targui'"),
    (change("players", 7), "PLAYER_COUNT"),
    (change("options/goods", "C"), "UNKNOWN_OPTION"),
    (change("options", ...), "options"),
    (change("options", 3), "options"),
    (change("stage", 3), "stage"),
    (change("stage", True), "stage"),
    (change("phase", "nap"), "phase"),
    (change("phase", ["turn"]), "phase"),
    (change("pile", 42), "pile"),
    (change("pile", ["wine"]), "pile.0: 'wine'"),
    (change("market", ...), "'market' is missing"),
    (change("market", {"gold": 1}), "market"),
    (change("market/gold", -1), "market.gold"),
    (change("colour", 1), "there is no field 'colour'"),
    (change("seats", {}), "seats"),
    (change("seats/1", None), "seats.1:"),
    (change("seats", [position()["seats"][0]]), "there are 2 players but 1 seats"),
    (change("seats/0/animals", []), "animals"),
    (change("seats/0/animals/camel9", []), "camel9"),
    (change("seats/0/animals/camel1", ...), "'camel1' is missing"),
    (change("seats/0/animals", {"camel1": [], "camel2": [], "camel3": [], "donkey2": []}), "donkey1"),
    (change("seats/0/cave_used", []), "cave_used"),
    (change("seats/0/cave_used", [1]), "true or false"),
    (change("seats/0/caves", [[None]]), "caves"),
    (change("seats/0/caves/0/0/known", [0, 0]), "named twice"),
    (change("seats/0/caves/0/0/known", [9]), "known"),
    (change("seats/0/caves/0/0/public", 0), "public"),
    (change("seats/0/maps", -1), "maps"),
    (change("seats/0/vp/maps1", 1.5), "maps1"),
    (change("seats/0/vp", {}), "goods1"),
    (change("start", 2), "start"),
    (change("turn", None), "turn"),
    (change("turn/main", "sleep"), "turn.main"),
    (change("turn/owed", 2), "turn.owed"),
    (change("turn/owed", 1), "turn.owed"),
    (change("turn/animal", "camel1"), "turn.animal"),
    (change("turn/main", "load_hand"), "turn.animal"),
    (change("turn/good", "gold"), "turn.good"),
    (change("turn/loading", True), "turn.loading"),
    (change("turn/special", "map"), "turn.special"),
    (change("turn/paid", [{"from": "hand"}]), "'good' is missing"),
    (change("turn/paid", [{"from": "hat", "good": "gold"}]), "from"),
    (change("map_queue", [0]), "has no map"),
    (change("map_queue", [], MAPS), "map_queue"),
    (change("map_queue", [0, 0], MAPS), "named twice"),
    (change("stage", 2, MAPS), "other stage"),
    (change("ender", None, MAPS), "the ender is named"),
    (change("current", 1, MAPS), "starts stage 2"),
    (change("turn/special", None, PAYING), "turn.special"),
    (change("turn/main", "draw", PAYING), "no main action"),
    (change("phase", "pay", position({"hand": "M"}, turn={"special": "map"})), "cannot be completed"),
    (position({}, phase="pay", turn={"special": "map", "paid": [{"from": "hand", "good": "water"}]}), "paid already"),
    (position({"hand": "W"}, phase="pay", turn={"special": "map", "paid": [{"from": "donkey1", "good": "gold"}]}), "has no donkey1"),
]


def test_what_is_changed_here_comes_of_play() -> None:
    assert table({"hand": "MMM", "donkeys": ["W"]}).play("buy cave").position() == PAYING
    assert play(table({"maps": 1}, lap=1, current=1), "pass").position() == MAPS


@pytest.mark.parametrize(("bad", "reason"), BAD)
def test_impossible_positions_are_refused(bad: Json, reason: str) -> None:
    """The message says what is wrong; nothing else is ever raised."""
    with pytest.raises(BadPosition) as error:
        GAME.position(bad)
    assert reason in str(error.value)


def test_nonsense_never_crashes() -> None:
    """Any value in any place is refused or accepted, never a crash."""
    nonsense: list[Any] = [None, True, -1, 99, 1.5, "x", [], {}, [None], {"a": 1}, [[]], "gold"]

    def places(value: Any, path: str = "") -> list[str]:
        found = [path] if path else []
        items = value.items() if isinstance(value, dict) else enumerate(value[:2]) if isinstance(value, list) else []
        for key, inner in items:
            found += places(inner, f"{path}/{key}" if path else str(key))
        return found

    for base in (position({"hand": "M", "caves": ["W"]}, {"thieves": ["S0", None], "maps": 1}), PAYING, MAPS):
        for path in places(base):
            for value in nonsense:
                with suppress(BadPosition):
                    GAME.position(change(path, value, base))
    for value in nonsense:
        if not isinstance(value, dict):
            with pytest.raises(BadPosition):
                GAME.position(value)


def test_game_may_be_missing_and_views_are_not_positions() -> None:
    """``game`` is always written; a view cannot be imported."""
    start = position()
    del start["game"]
    assert GAME.position(start).position()["game"] == "tuareg"
    with pytest.raises(BadPosition, match="view"):
        GAME.position(table().view(0))


def test_assumptions_about_drawn_cards() -> None:
    """Without stage_pile and drawn: cards in hands, hidden out of hands and stolen from hands were drawn by those hands."""
    state = table({"hand": "WG", "caves": ["Ms"]}, {"hand": "S", "thieves": ["G0", "s"]}, market="MMM", pile="WW", rest="discard")
    drawn = [seat["drawn"] for seat in state.position()["seats"]]
    assert drawn == [counts("WGGM"), counts("S")]
    assert state.position()["stage_pile"] == counts("WWWGGSM")


def test_public_cards_are_known_to_all() -> None:
    """However ``known`` is written for a card that everyone knows."""
    start = position({"caves": ["m"]}, {})
    start["seats"][0]["caves"][0][0]["known"] = []
    assert GAME.position(start).position()["seats"][0]["caves"][0][0]["known"] == [0, 1]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_round_trip(players: int) -> None:
    """Every position of a game survives writing and reading, byte for byte but for the generator."""
    state = GAME.new(players, seed=players)
    while True:
        written = json.loads(json.dumps(state.position()))
        again = GAME.position(written)
        assert again.position() == written
        mine, its = state.record.copy(), again.record.copy()
        mine["rng"] = its["rng"] = 0
        assert mine.tobytes() == its.tobytes()
        if state.over:
            break
        state.play(int(state.legal.ids[state.number * 3 % len(state.legal)]))


def test_points_too_many_for_the_record_are_refused() -> None:
    """2 VP more for a map must not turn the points negative."""
    given = GAME.new(2, 1).position()
    given["seats"][0]["vp"]["maps1"] = 127
    with pytest.raises(BadPosition, match="maps1"):
        GAME.position(given)
