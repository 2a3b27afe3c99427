"""The box and the setup (FT-0)."""

from collections import Counter

import pytest

from sandtable import BadOption
from sandtable.games.five_tribes.components import CARDS, COLOURS, DJINN_VALUE, DJINNS, GOODS, PRICES, SET_VALUE, STEP, TILE_NAMES

from .build import GAME, at, code, player, seat


def test_tiles() -> None:
    """FT-0.1, FT-0.1.1: 30 tiles, 12 blue and 18 red, worth 198; the kinds and values of the table."""
    tiles = list(GAME.new(3, seed=1).position()["tiles"].values())
    assert Counter((tile["kind"], tile["vp"]) for tile in tiles) == {
        ("village", 5): 5, ("sacred", 6): 4, ("sacred", 10): 1, ("sacred", 12): 1, ("sacred", 15): 1,
        ("oasis", 8): 6, ("small_market", 6): 8, ("large_market", 4): 4,
    }  # fmt: skip
    assert sum(tile["vp"] for tile in tiles) == 198
    assert sum(tile["kind"] in ("village", "sacred") for tile in tiles) == 12


def test_board_names_and_directions() -> None:
    """FT-0.1.2: a1 is top left, f5 bottom right; N lowers the number, E goes to the right, nothing wraps round."""
    assert TILE_NAMES[0] == "a1"
    assert TILE_NAMES[5] == "f1"
    assert TILE_NAMES[29] == "f5"
    c3 = TILE_NAMES.index("c3")
    assert [TILE_NAMES[t] for t in STEP[c3]] == ["c2", "d3", "c4", "b3"]
    assert STEP[0].tolist() == [-1, 1, 6, -1]
    assert STEP[29].tolist() == [23, -1, -1, 28]


def test_meeples_and_cards() -> None:
    """FT-0.1.3, FT-0.1.4: 16, 20, 18, 18, 18 meeples; 36 goods in their fixed order and 18 Fakirs."""
    p = GAME.new(3, seed=1).position()
    total = Counter()
    for tile in p["tiles"].values():
        total.update(tile["meeples"])
    assert [total[colour] for colour in COLOURS] == [16, 20, 18, 18, 18]
    cards = Counter(p["row"] + p["pile"])
    assert [cards[card] for card in CARDS] == [2, 2, 2, 4, 4, 4, 6, 6, 6, 18]
    assert GOODS == ("ivory", "jewels", "gold", "papyrus", "silk", "spice", "fish", "wheat", "pottery")


@pytest.mark.parametrize(("edition", "english", "german"), [("fakirs", "Fakir", "einen Fakir"), ("slaves", "slave", "einen Sklaven")])
def test_edition_changes_words_only(edition: str, english: str, german: str) -> None:
    """FT-0.1.5: the option changes the displayed name of one card and nothing else."""
    state = at(me=seat(fakir=1), options={"edition": edition}, kinds={"a1": "sacred"}, stage="tile", **{"turn": _final("a1")})
    refusal = state.why("take_djinn 1 EF")
    assert refusal is not None
    assert english in refusal.words["en"]
    assert german in refusal.words["de"]
    assert state.why("bid 1 0").code == "BID_NOT_NOW"  # type: ignore[union-attr]
    games = [GAME.new(2, seed=5, edition=name) for name in ("fakirs", "slaves")]
    for state in games:
        for _ in range(120):
            state.play(state.legal[len(state.legal) // 2])
    one, two = (state.position() | {"options": None} for state in games)
    assert one == two


def _final(name: str) -> dict[str, object]:
    from .build import turn

    return turn(at=name, previous="a2", final=name, colour="white", count=2)


def test_set_values() -> None:
    """FT-0.1.6: 1, 3, 7, 13, 21, 30, 40, 50, 60."""
    assert SET_VALUE.tolist() == [0, 1, 3, 7, 13, 21, 30, 40, 50, 60]


def test_the_rest() -> None:
    """FT-0.1.7: 12 palms, 10 palaces, 22 djinns, the spots of the track, camels and markers by number of players."""
    for players, camels, markers in ((2, 11, 4), (3, 8, 3), (4, 8, 4)):
        p = GAME.new(players, seed=2).position()
        assert (p["palms"], p["palaces"], len(p["djinn_row"] + p["djinn_pile"])) == (12, 10, 22)
        assert {s["camels"] for s in p["seats"]} == {camels}
        assert len(p["bid_order"]) == markers
    assert PRICES.tolist() == [0, 1, 3, 5, 8, 12, 18]
    assert sorted(Counter(DJINN_VALUE.tolist()).items()) == [(4, 4), (5, 1), (6, 10), (8, 5), (10, 2)]
    assert DJINN_VALUE.sum() == 141
    assert set(GAME.words("de")["terms"]["djinns"]) == set(DJINNS)


def test_setup() -> None:
    """FT-0.2.2 to FT-0.2.4, FT-0.2.8: 50 gold each, 3 meeples per tile, empty bag and discards, round 1 begins with the bidding.

    FT-0.2.2, FT-0.2.3, FT-0.2.4, FT-0.2.8."""
    state = GAME.new(4, seed=3)
    p = state.position()
    assert {s["gold"] for s in p["seats"]} == {50}
    assert all(sum(tile["meeples"].values()) == 3 for tile in p["tiles"].values())
    assert sum(p["bag"].values()) == 0
    assert p["discard"] == p["djinn_discard"] == []
    assert (p["round"], p["stage"], p["seat"]) == (1, "bid", p["bid_order"][0])
    layouts = {tuple(t["kind"] for t in GAME.new(2, seed=n).position()["tiles"].values()) for n in range(20)}
    assert len(layouts) == 20


def test_setup_can_be_scripted() -> None:
    """FT-0.2.5 to FT-0.2.7: markers are shuffled, the first card drawn is the front of the row, the top three djinns lie open.

    FT-0.2.5, FT-0.2.6, FT-0.2.7: chance comes in the order tiles, meeples, markers, cards, djinns."""
    tiles = ["village"] * 5 + ["sacred 6"] * 4 + ["sacred 10", "sacred 12", "sacred 15"] + ["oasis"] * 6
    tiles += ["small_market"] * 8 + ["large_market"] * 4
    heap = [colour for colour, n in zip(COLOURS, (16, 20, 18, 18, 18), strict=True) for _ in range(n)]
    cards = [card for card, n in zip(CARDS, (2, 2, 2, 4, 4, 4, 6, 6, 6, 18), strict=True) for _ in range(n)]
    p = GAME.new(2, seed=1, chance=[tiles, heap, [1, 1, 0, 0], cards, list(DJINNS)[::-1]]).position()
    assert p["tiles"]["a1"]["kind"] == "village"
    assert p["tiles"]["f2"]["vp"] == 15
    assert p["tiles"]["a1"]["meeples"]["yellow"] == 3
    assert p["bid_order"] == [1, 1, 0, 0]
    assert p["row"] == cards[:9]
    assert p["pile"] == cards[9:]
    assert p["djinn_row"] == ["utug", "sloar", "sibittis"]
    assert p["djinn_pile"] == list(DJINNS)[::-1][3:]


@pytest.mark.parametrize("players", [1, 5, 0, "3", True])
def test_number_of_players(players: object) -> None:
    """FT-0.2.1: 2, 3 or 4 players."""
    with pytest.raises(BadOption, match=r"FT-0\.2\.1"):
        GAME.new(players)  # type: ignore[arg-type]


def test_two_players_may_bid_twice_in_a_row() -> None:
    """FT-0.2.5: with 2 players all four markers are shuffled freely, so one player's two may be neighbours."""
    orders = {tuple(GAME.new(2, seed=n).position()["bid_order"]) for n in range(60)}
    assert len(orders) == 6
    assert code(GAME.new(2, seed=1), "end_turn") == "STEP_BIDDING"
    assert player(GAME.new(2, seed=1))["camels"] == 11
