"""Sections 3 and 4: the turn, and drawing from the pile."""

from sandtable import State

from .build import GAME, Json, code, hand, market, offered, play, table


def play_stage(state: State) -> list[Json]:
    """Draws and ends turns until stage 1 is over; what happened."""
    while state.position()["stage"] == 1:
        ids = [action.text for action in state.legal]
        wanted = [text for text in ids if text.split()[0] in ("draw", "pass", "end_turn", "to_market")]
        state.play("end_turn" if "end_turn" in wanted else wanted[0])
    return state.events(everything=True)


def test_a_turn_holds_one_main_action() -> None:
    """TU-3.1: draw, load from the hand, load from the market, or buy: one of them."""
    first = {"hand": "WWG"}
    start = table(first, market="S", pile="MMM")
    assert {"draw", "load_hand", "load_market", "buy"} == {action.kind for action in start.legal}
    for done in ("load_hand camel1 water", "load_market camel1 salt", "draw"):
        state = table(first, market="S", pile="MMM").play(done)
        assert code(state, "draw") == "MAIN_DONE TU-3.1"
        assert code(state, "buy cave") == "MAIN_DONE TU-3.1"
    bought = play(table(first, market="S"), "buy map", "pay_hand water")
    assert code(bought, "load_hand camel1 gold") == "MAIN_DONE TU-3.1"
    assert code(bought, "load_market camel1 salt") == "MAIN_DONE TU-3.1"


def test_passing_only_in_the_closing_lap() -> None:
    """TU-3.2, TU-R2: in the closing lap always, before a main action; otherwise never."""
    assert code(table(), "pass") == "PASS_TOO_EARLY TU-3.2"
    lap = table({"hand": "M"}, lap=2)
    assert code(lap, "pass") is None
    assert code(lap.play("load_hand camel1 millet"), "pass") == "PASS_AFTER_ACTION TU-3.2"


def test_extra_actions_at_any_point() -> None:
    """TU-3.3, TU-R4: before and after the main action, before and between the market cards; the limit is checked at the end."""
    state = table({"hand": "WWWW", "caves": ["", ""], "thieves": [None]}, {"hand": "G"}, pile="WGS")
    play(state, "hide_hand 1 water", "draw", "steal_hand 1", "to_market gold", "hide_hand 2 salt", "to_market water", "end_turn")
    assert state.seat == 1


def test_extra_action_closes_a_loading() -> None:
    """TU-3.4, TU-R33: camel with 2 gold, hide one, a third cannot follow from the market."""
    state = table({"caves": [""]}, market="GGG")
    play(state, "load_market camel1 gold", "load_market camel1 gold", "hide_animal 1 camel1")
    assert code(state, "load_market camel1 gold") == "LOADING_CLOSED TU-3.4"
    robbed = play(table({"hand": "MM", "thieves": [None]}, {"hand": "S"}), "load_hand camel1 millet", "steal_hand 1")
    assert code(robbed, "load_hand camel1 millet") == "LOADING_CLOSED TU-3.4"


def test_payment_is_not_interrupted() -> None:
    """TU-3.5, TU-R34: until the special is paid nothing else is possible."""
    state = table({"hand": "MMM", "caves": [""], "thieves": [None]}, {"hand": "S"}).play("buy donkey")
    assert [action.text for action in state.legal] == ["pay_hand millet"]
    for other in ("hide_hand 1 millet", "steal_hand 1", "draw", "end_turn", "use_map"):
        assert code(state, other) == "PAY_FIRST TU-3.5"


def test_the_turn_ends_when_the_player_says_so() -> None:
    """TU-3.6: not before a main action, not while a card is owed, not with more than 4 cards."""
    state = table({"hand": "WWM"}, pile="WWS")
    assert code(state, "end_turn") == "NO_ACTION_YET TU-3.6"
    assert code(state.play("draw"), "end_turn") == "MARKET_CARD_OWED TU-4.3"
    assert code(state.play("to_market millet"), "end_turn") == "HAND_LIMIT TU-4.5"
    assert code(state.play("to_market salt"), "end_turn") is None


def test_one_animal_per_turn() -> None:
    """TU-3.7: the loading stays with the animal it began with."""
    state = table({"hand": "MM"}).play("load_hand camel1 millet")
    assert code(state, "load_hand camel2 millet") == "ONE_ANIMAL TU-3.7"
    assert code(table(market="MM").play("load_market camel1 millet"), "load_market camel2 millet") == "ONE_ANIMAL TU-3.7"


def test_nobody_else_decides() -> None:
    """TU-3.8: other players and spectators decide nothing."""
    state = table({"hand": "M"}, {"hand": "M"})
    assert code(state, "draw", 1) == "NOT_YOUR_DECISION TU-3.8"
    assert code(state, "draw", None) == "SPECTATOR TU-3.8"


def test_karin() -> None:
    """V1, TU-4.1, TU-4.3, TU-4.4, TU-4.5: Karin's example in the rulebook."""
    state = table({"hand": "WWM"}, pile="WWS").play("draw")
    assert hand(state) == "WWWWSM"
    assert code(state, "end_turn") == "MARKET_CARD_OWED TU-4.3"
    state.play("to_market millet")
    assert code(state, "end_turn") == "HAND_LIMIT TU-4.5"
    state.play("to_market salt")
    assert hand(state) == "WWWW"
    assert market(state) == "SM"
    assert {"end_turn", "to_market water"} <= {action.text for action in state.legal}
    play(state, *["to_market water"] * 4)
    assert hand(state) == ""
    assert code(state, "to_market water") == "NOT_IN_HAND TU-4.3"


def test_drawing_with_a_full_hand() -> None:
    """TU-4.2: with any hand size, as long as there is a pile."""
    assert hand(table({"hand": "WWWW"}, pile="GGG").play("draw")) == "WWWWGGG"
    assert code(table({"hand": "WWWW"}, lap=2), "draw") == "PILE_EMPTY TU-13.2"


def test_short_draw() -> None:
    """V13, TU-4.1, TU-4.6: with 1 or 2 cards drawn only the hand limit counts."""
    rest = {"stage": 2, "rest": "discard"}
    free = table({"hand": "WW"}, pile="SM", **rest).play("draw")
    assert hand(free) == "WWSM"
    assert {"end_turn", "to_market salt"} <= {action.text for action in free.legal}
    full = table({"hand": "WWWG"}, pile="SM", **rest).play("draw")
    for _ in range(2):
        assert code(full, "end_turn") == "HAND_LIMIT TU-4.5"
        full.play(offered(full, "to_market")[0])
    assert code(full, "end_turn") is None
    hidden = table({"hand": "WWWG", "caves": [""]}, pile="S", **rest)
    assert code(play(hidden, "draw", "hide_hand 1 water"), "end_turn") is None


def test_stage_1_is_14_draws_of_3() -> None:
    """TU-4.6: the 42 cards of stage 1 never leave a short draw."""
    state = GAME.new(2, seed=5)
    draws = [event["count"] for event in play_stage(state) if event["event"] == "draws"]
    assert draws == [3] * 14


def test_cards_reach_the_market_only_after_drawing() -> None:
    """TU-4.7: neither before nor after another main action."""
    state = table({"hand": "MM"})
    assert code(state, "to_market millet") == "MARKET_ONLY_AFTER_DRAW TU-4.7"
    assert code(state.play("load_hand camel1 millet"), "to_market millet") == "MARKET_ONLY_AFTER_DRAW TU-4.7"


def test_hand_limit_cannot_be_broken_elsewhere() -> None:
    """TU-R30: only drawing adds to a hand, so after any other action a hand of 4 may end its turn."""
    state = play(table({"hand": "WWWW", "thieves": [None]}, {"hand": "G"}, market="M"), "steal_hand 1", "load_market camel1 millet")
    assert hand(state) == "WWWW"
    assert code(state, "end_turn") is None
