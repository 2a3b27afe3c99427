"""What is open, what is hidden, and undo."""

from collections import Counter

import pytest

from sandtable import Refused, State
from tests.games.targui.build import GAME, desert, kinds


def midway(seed: int = 3) -> State:
    """Before the fate card of the round is seen."""
    return desert(4, die=2, turn="green", pack=["blue", "red", 12, "green", "blue", "red", "yellow", "yellow"])


def test_all_that_is_open() -> None:
    """TG-H1, TG-R44: every seat and every spectator sees the same, money and all fates seen included."""
    state = midway()
    views = [state.view(seat) for seat in (0, 1, 2, 3, None)]
    assert [view.pop("viewer") for view in views] == [0, 1, 2, 3, None]
    assert all(view == views[0] for view in views)
    truth = state.position()
    for key in set(truth) - {"pack", "fate_deck"}:
        assert views[0][key] == truth[key]


def test_all_that_is_hidden() -> None:
    """TG-H2, TG-H3: of the pack only the counts, of the fate deck only its size and the unseen numbers; also when the game is over."""
    view = midway().view(1)
    assert view["pack"] == {"blue": 2, "red": 2, "green": 1, "yellow": 2, "fate": 1}
    assert view["fate_deck"] == 15
    assert view["fate_unseen"] == list(range(1, 17))
    ended = desert(2, fields={31: ("yellow", 0), 30: ("green", 1)}, cards={30: "hills"}, die=3).play("march 30 S")
    assert ended.over
    assert ended.view(0)["pack"] == {"green": 2, "yellow": 3, "fate": 1}
    assert ended.view(None)["fate_deck"] == 13


def test_a_fair_redeal() -> None:
    """TG-H4: unseen fates evenly over deck and pack, the pack in any order; cards of players who are out stay in it."""
    state = desert(3, out=["green"], turn="red", die=2, pack=["green", "red", 9, "yellow", "yellow", "green"])
    tops, fates = Counter(), Counter()
    for i in range(3000):
        world = state.redeal(0, i)
        position = world.position()
        assert sorted(map(str, position["pack"][:])).count("green") == 2
        number = next(card for card in position["pack"] if isinstance(card, int))
        assert sorted([number, *position["fate_deck"]]) == state.options["fates"]
        tops[position["pack"][0] if isinstance(position["pack"][0], str) else "fate"] += 1
        fates[number] += 1
        assert position["revealed"] == state.position()["revealed"]
    assert all(abs(tops[colour] / 3000 - share / 6) < 0.05 for colour, share in {"green": 2, "yellow": 2, "red": 1, "fate": 1}.items())
    assert all(abs(n / 3000 - 1 / 15) < 0.025 for n in fates.values())
    assert len(fates) == 15


def test_the_future_is_drawn_anew() -> None:
    """TG-H4: two worlds from different keys roll different dice."""
    state = desert(2, fields={1: ("green", 90), 2: ("yellow", 90)}, cards={2: "hills"})
    left = {str(state.redeal(0, i).play("attack 1 E").position()["camels"]) for i in range(30)}
    assert len(left) > 5


def undo_code(state: State, seat: int | None = -1) -> str | None:
    refusal = state.why_undo(seat)
    return refusal.code if refusal else None


def test_undo_stops_at_revelations() -> None:
    """TG-H5: dice and cards cannot be taken back; marches, amounts, purchases, the first turn of a six and breaking off can."""
    fields = {1: ("green", 9), 2: ("yellow", 9)}
    fight = desert(2, fields=fields).play("attack 1 E", chance=[1, 1])
    assert undo_code(fight) == "UNDO_REVEALED"
    assert undo_code(fight.copy().play("fight_on", chance=[1, 1])) == "UNDO_REVEALED"
    broken = fight.copy().play("break_off")
    assert undo_code(broken) is None
    assert broken.undo().position()["phase"] == "fight"
    assert undo_code(desert(2).play("end_turn")) == "UNDO_REVEALED"
    six = desert(2, die=6).play("end_turn")
    assert undo_code(six) is None
    assert undo_code(six.play("end_turn")) == "UNDO_REVEALED"
    state = desert(2).play("march 43 E").play("amount 2").play("buy 43").play("amount 2")
    for _ in range(4):
        state.undo()
    assert kinds(state) == {"end_turn", "buy", "march"}
    assert undo_code(state) == "UNDO_NOTHING"


def test_undo_of_settlements() -> None:
    """TG-H5: a settlement before the last one can be taken back by its player, the last one reveals the die."""
    state = GAME.new(3, seed=1).play("settle 31")
    assert undo_code(state, 0) is None
    state.play("settle 40")
    assert undo_code(state, 0) == "UNDO_OTHER_PLAYER"
    assert undo_code(state, 1) is None
    assert undo_code(state, None) == "SPECTATOR"
    state.play("settle 48")
    assert undo_code(state, 2) == "UNDO_REVEALED"


def test_no_undo_after_the_end() -> None:
    """TG-H5, TG-6.2: not after the game is over."""
    state = desert(2, fields={31: ("yellow", 0), 30: ("green", 2)}, cards={30: "hills"}).play("march 30 S").play("amount 1")
    with pytest.raises(Refused) as error:
        state.undo()
    assert (error.value.refusal.code, error.value.refusal.rule) == ("GAME_OVER", "TG-6.2")
    ended = desert(2, last_round=True, fate=7, pack=["yellow"]).play("end_turn").play("end_turn")
    assert ended.why_undo().rule == "TG-6.3"


def test_what_reveals() -> None:
    """TG-H5: the same, asked in advance."""
    state = desert(2, die=6, fields={1: ("green", 9), 2: ("yellow", 9)})
    assert [state.reveals(a) for a in ("end_turn", "buy 1", "march 1 N", "attack 1 E")] == [False, False, False, True]
    state.play("end_turn")
    assert state.reveals("end_turn")
