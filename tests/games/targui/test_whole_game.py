"""K9: a whole game of one round, with every list of legal ids."""

from tests.games.targui.build import GAME, LAYOUT, LETTERS, ids

PACK = ["yellow", "green", "yellow", "yellow", "green", 1, "green", "green", "yellow", "green", "yellow"]
GAME_OF_ONE_ROUND = [
    ("green", "22-24 43-47", "settle 20", []),
    ("yellow", "14-16 31-35", "settle 13", [5, PACK]),
    ("yellow", "0 64 197 198 200-204", "march 13 NW", []),
    ("yellow", "885-894", "amount 8", []),
    ("yellow", "0 54 64", "buy 13", []),
    ("yellow", "885-894", "amount 10", []),
    ("yellow", "0", "end_turn", []),
    ("green", "0 71 253 254 256 257 259 260", "march 20 SE", []),
    ("green", "885-894", "amount 4", []),
    ("green", "0 57 71", "end_turn", []),
    ("yellow", None, "march 3 NW", []),
    ("yellow", "885-892", "amount 8", []),
    ("yellow", "0", "end_turn", []),
    ("yellow", "0 101-106 197 198 200-204 499", "attack 1 W", [1, 6]),
    ("yellow", "1 2", "fight_on", [2]),
    ("yellow", "885-889", "amount 2", []),
    ("yellow", "0", "end_turn", []),
    ("green", "0 71 253 254 257 259 260 648", "buy 20", []),
    ("green", "885-894", "amount 10", []),
    ("green", "0", "end_turn", []),
    ("green", "0 253 254 257 259 260 648", "attack 20 SE", [1]),
    ("green", "885-900", "amount 16", []),
    ("green", "0", "end_turn", []),
    ("green", "0 142-148", "march 6 E", []),
    ("green", "885-900", "amount 1", []),
    ("green", "0", "end_turn", []),
    ("yellow", "0 197 198 200-204", "end_turn", []),
    ("green", "0 101-107 142-148", "end_turn", []),
    ("yellow", "0 197 198 200-204", "end_turn", []),
]


def test_a_whole_game() -> None:
    """K9, TG-8.1, TG-R41: with fate card 1 alone the game has one round; every decision, every legal list, the end."""
    state = GAME.new(2, seed=9, fates=[1], chance=[[LETTERS[letter] for letter in LAYOUT[1:]], [1]])
    after = {}
    for number, (colour, legal, decision, chance) in enumerate(GAME_OF_ONE_ROUND, 1):
        assert state.position()["turn"] == colour, number
        if legal is None:
            assert len(state.legal) == 16
        else:
            assert state.legal.ids.tolist() == ids(legal), number
        state.play(decision, chance=chance)
        after[number] = state.position()
    assert after[1]["card"][20] == "settlement_green"
    assert (after[6]["camels"][13], after[6]["money"]["yellow"], after[6]["supply"]) == (12, 0, 370)
    assert (after[12]["owner"][3], after[12]["camels"][3]) == ("yellow", 0)
    assert (after[14]["camels"][6], after[14]["camels"][1]) == (1, 5)
    assert (after[16]["owner"][6], after[16]["camels"][6], after[16]["camels"][1], after[16]["supply"]) == ("yellow", 2, 3, 377)
    assert after[19]["camels"][20] == 16
    assert after[20]["camels"][1] == 0
    assert after[20]["revealed"][-2:] == [1, "green"]
    assert (after[22]["owner"][20], after[22]["camels"][20]) == ("green", 0)
    assert after[25]["owner"][1] == "green"
    final = state.position()
    assert final["result"] == {
        "reason": "rounds",
        "table": {
            "green": {"income": 11, "capital": 27, "out": False, "rank": 1},
            "yellow": {"income": 4, "capital": 16, "out": False, "rank": 2},
        },
        "winners": ["green"],
    }
    assert final["supply"] == 372
    assert [(e["colour"], e["land"], e["due"], e["paid"]) for e in final["events"] if e["event"] == "income"] == [
        ("green", 11, 11, 11),
        ("yellow", 4, 4, 4),
    ]
    assert final["pack"] == []
    assert final["revealed"] == PACK
