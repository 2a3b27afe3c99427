"""Going out, the standing, the end."""

import pytest

from sandtable import BadPosition
from tests.games.targui.build import GAME, camels, desert, kinds, last, names, owners, position


def test_out_without_markers() -> None:
    """TG-6.1, TG-R21, TG-R46, TG-R48: out when the mover's marker replaced the last one; his money goes back to the bank."""
    state = desert(3, homes={"yellow": 47}, fields={47: ("yellow", 0), 46: ("red", 3)}, cards={46: "hills"}, money_limit=True)
    bank = state.position()["bank"]
    state.play("march 46 E").play("amount 2")
    assert names(state) == ["marched", "eliminated"]
    assert last(state, "eliminated") == [{"event": "eliminated", "colour": "yellow", "by": "red"}]
    assert state.position()["out"] == ["yellow"]
    assert state.position()["money"]["yellow"] == 0
    assert state.position()["bank"] == bank + 10
    assert not state.over


def test_markers_but_no_camels() -> None:
    """TG-R22: still in; may buy, may gain by cards."""
    state = desert(2, fields={43: ("green", 0)})
    assert kinds(state) == {"end_turn", "buy"}
    assert camels(desert(2, turn="yellow", next_fate=4, fields={43: ("green", 0)}).play("end_turn"), 43) == [10]


def test_the_last_survivor_wins_at_once() -> None:
    """TG-6.2, TG-R25, TG-R49: in mid-round and mid-turn, without a further income; the cards left stay in the pack."""
    state = desert(2, fields={31: ("yellow", 1), 30: ("green", 5)}, cards={30: "oasis"}, die=3)
    left = state.position()["pack"]
    state.play("attack 30 S", chance=[6])
    assert not state.over
    state.play("amount 2")
    assert names(state) == ["advanced", "eliminated", "game_over"]
    after = state.position()
    assert (after["phase"], after["turn"], after["turns_left"], after["moved"]) == ("over", None, 0, False)
    assert after["pack"] == left
    assert after["money"] == {"green": 10, "yellow": 0}
    assert after["result"]["reason"] == "conquest"
    assert after["result"]["table"]["green"] == {"income": 4 + 3 + 4, "capital": 10 + 10 + 5, "out": False, "rank": 1}
    assert after["result"]["table"]["yellow"] == {"income": 0, "capital": 0, "out": True, "rank": 2}
    assert last(state, "game_over") == [{"event": "game_over", "reason": "conquest", "winners": ["green"]}]
    assert (state.winners, state.ranks, state.scores) == ([0], [1, 2], [11, 0])


def test_between_victory_and_advance_nobody_is_out() -> None:
    """TG-R48: the number to advance is asked even if the game then ends."""
    state = desert(2, fields={31: ("yellow", 1), 30: ("green", 5)}, cards={30: "oasis"}).play("attack 30 S", chance=[6])
    assert state.position()["phase"] == "advance_amount"
    assert owners(state, 31) == [None]
    assert state.position()["out"] == []
    assert state.position()["pending"] == {"from": 30, "to": 31, "defender": "yellow"}


def end(players: int, fields: dict[int, tuple[str, int]], money: dict[str, int], cards: dict[int, str], **more: object):  # type: ignore[no-untyped-def]
    """The standing before the last income is paid; everybody ends his turn."""
    names_ = [c for c in position(players)["colours"] if c not in more.get("out", [])]  # type: ignore[operator]
    state = desert(players, last_round=True, fate=7, turn=names_[0], pack=names_[1:], fields=fields, money=money, cards=cards, **more)
    while not state.over:
        state.play("end_turn")
    return state


def test_highest_last_income_wins() -> None:
    """TG-6.3, TG-6.4, TG-R36, TG-R37, TG-R38, K7: incomes 21 / 21 / 18 / 0, capital 40 / 52 / 90 / 300: ranks 2 1 3 4."""
    cards = {
        **dict.fromkeys((2, 3, 4, 5, 6, 20), "oasis"),
        **dict.fromkeys((8, 9, 10, 11, 12, 13, 14, 15, 16, 17), "hills"),
        18: "dunes",
        7: "sand_plain",
    }
    empty = {
        **dict.fromkeys((3, 4, 8, 9, 10, 11), ("blue", 0)),
        **dict.fromkeys((6, 1, 12, 13, 14), ("red", 0)),
        **dict.fromkeys((15, 16, 17, 18, 20), ("green", 0)),
    }
    stacks = {2: ("blue", 9), 49: ("red", 20), 5: ("red", 1), 37: ("green", 60), 31: ("green", 2), 7: ("yellow", 50)}
    fields = {**empty, **stacks}
    money = {"blue": 0, "red": 10, "green": 10, "yellow": 250}
    state = end(4, fields, money, cards)
    table = state.position()["result"]["table"]
    assert [row["income"] for row in table.values()] == [21, 21, 18, 0]
    assert [row["capital"] for row in table.values()] == [40, 52, 90, 300]
    assert [row["rank"] for row in table.values()] == [2, 1, 3, 4]
    assert state.ranks == [2, 1, 3, 4]
    assert state.winners == [1]
    assert state.scores == [21, 21, 18, 0]
    assert len(last(state, "income")) == 4


def test_both_settlements_lost() -> None:
    """TG-6.5, TG-R39, TG-R40, K7: incomes 0, capital 12 / 12: a shared win."""
    fields = {43: ("yellow", 5), 31: ("green", 5)}
    state = end(2, fields, {"green": 7, "yellow": 7}, {})
    result = state.position()["result"]
    assert result["winners"] == ["green", "yellow"]
    assert [(row["income"], row["capital"], row["rank"]) for row in result["table"].values()] == [(0, 12, 1), (0, 12, 1)]
    assert last(state, "game_over") == [{"event": "game_over", "reason": "rounds", "winners": ["green", "yellow"]}]


def test_three_players_one_out() -> None:
    """TG-R47, K7: incomes 9 and 9, capital 30 and 31: yellow 1, red 2, and green, who went out, 3."""
    cards = {2: "oasis", 3: "hills", 4: "oasis", 5: "hills"}
    fields = {2: ("red", 0), 3: ("red", 0), 4: ("yellow", 0), 5: ("yellow", 0)}
    state = end(3, fields, {"red": 11, "yellow": 12}, cards, out=["green"])
    table = state.position()["result"]["table"]
    assert {colour: (row["income"], row["capital"], row["rank"]) for colour, row in table.items()} == {
        "red": (9, 30, 2),
        "green": (0, 0, 3),
        "yellow": (9, 31, 1),
    }


def test_equal_players_share_a_rank() -> None:
    """TG-R47: 1 1 3 4, and of two who are out the later stands before the earlier."""
    state = end(4, {}, {}, {}, out=["red", "blue"])
    assert state.ranks == [3, 4, 1, 1]
    assert desert(4).ranks == [1, 1, 1, 1]


def test_a_player_who_is_out_cannot_win() -> None:
    """TG-6.1, TG-R47: also when nobody has an income."""
    state = end(3, {32: ("yellow", 0), 48: ("red", 0)}, {"red": 0, "yellow": 0}, {}, out=["green"])
    assert state.scores == [0, 0, 0]
    assert state.winners == [0, 2]


def test_conquest_only() -> None:
    """TG-R43: no round limit; an empty fate deck is shuffled anew at the start of a round; scored after round 100."""
    state = GAME.new(2, seed=3, conquest_only=True, fates=[1, 6])
    state.play(state.legal[0]).play(state.legal[0])
    assert state.position()["rounds"] is None
    while not state.over:
        state.play("end_turn")
    reshuffles = [event for event in state.events() if event["event"] == "fates_reshuffled"]
    assert len(reshuffles) == 49
    assert state.position()["round"] == 100
    assert state.position()["result"]["reason"] == "rounds"
    assert len(state.position()["fate_seen"]) == 2


def test_the_new_deck_comes_before_the_die() -> None:
    """TG-R43, TG-D7: reshuffle, round die, pack."""
    state = desert(2, conquest_only=True, fates=[1, 6], last_round=True, round=7, fate=1, pack=["yellow"])
    assert state.position()["fate_deck"] == []
    state.play("end_turn").play("end_turn", chance=[[6, 1], 2])
    assert names(state)[3:6] == ["round_end", "fates_reshuffled", "round_start"]
    assert state.position()["fate_deck"] == [1]
    assert state.position()["round"] == 8


def test_the_game_always_ends() -> None:
    """TG-D9: random games end within a bounded number of decisions, about as long as the specification measured."""
    for players, mean in ((2, 320), (3, 494), (4, 692)):
        batch = GAME.batch(300, players, seed=5)
        decisions = batch.playout()
        assert abs(decisions.mean() - mean) < 0.05 * mean
        assert decisions.max() < 1500


def test_deals_between_players() -> None:
    """TG-R45: not enforced: there is no decision that gives anything to another player."""
    assert {kind.name for kind in GAME.kinds} == {"end_turn", "fight_on", "break_off", "settle", "buy", "march", "attack", "amount"}


def test_one_survivor_cannot_go_on() -> None:
    """TG-6.2: a position with one player left that goes on cannot exist."""
    with pytest.raises(BadPosition):
        desert(2, out=["yellow"], turn="green", pack=[])


def test_the_verdict_says_what_decided() -> None:
    """TG-6.2 to TG-6.4: conquest, income or capital, with the figures, in every language; the log says the same."""
    people = ["Ann", "Ben"]
    conquest = desert(2, fields={31: ("yellow", 1), 30: ("green", 5)}, cards={30: "oasis"}, die=3)
    conquest.play("attack 30 S", chance=[6]).play("amount 2")
    assert GAME.verdict(conquest, "en", people) == "Ann wins by conquest in round 1: all other tribes are out."
    assert GAME.verdict(conquest, "de", people) == "Ann gewinnt durch Eroberung in Runde 1: Alle anderen Stämme sind ausgeschieden."
    income = end(2, {2: ("yellow", 0)}, {}, {2: "oasis"})
    assert GAME.verdict(income, "en", people) == "Ben wins with the highest income of the last round: Ben (7), Ann (4)."
    capital = end(2, {}, {"green": 9, "yellow": 12}, {})
    told = GAME.verdict(capital, "de", people)
    assert told == "Ann und Ben haben den gleichen Ertrag (4); das Kapital entscheidet: Ben (26), Ann (23). Ben gewinnt."
    shared = end(2, {43: ("yellow", 5), 31: ("green", 5)}, {"green": 7, "yellow": 7}, {})
    assert GAME.verdict(shared, "en", people) == "Ann and Ben share the win: the same income (0) and the same capital (12)."
    for state in (conquest, income, capital, shared):
        assert state.say(state.events()[-1], "de", people) == GAME.verdict(state, "de", people)
        assert "Punkt" not in GAME.verdict(state, "de", people)
