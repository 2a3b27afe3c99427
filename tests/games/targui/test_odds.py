"""Exact odds of a fight against the real rules."""

import json
import math

import numpy as np
import pytest

from sandtable.games.targui.fight import exchange
from sandtable.games.targui.odds import odds
from sandtable.games.targui.state import Phase
from sandtable.jit import jit
from sandtable.kernel.chance import rekey
from sandtable.kernel.tape import silent
from tests.games.targui.build import desert

FIGHTS = 1_000_000


@jit
def fight_often(states, n, words, sums):  # type: ignore[no-untyped-def]
    """Fights to the end again and again with the rules' own exchange; adds up wins, own and enemy losses and their squares."""
    tape = silent()
    work = states.copy()
    rekey(states[0], words, 0)
    for _ in range(n):
        rng = work[0].rng.copy()
        work[0] = states[0]
        work[0].rng[:] = rng
        s = work[0]
        origin = s.origin
        target = s.target
        a = s.camels[origin]
        d = s.camels[target]
        while s.phase == Phase.FIGHT:
            exchange(s, tape)
        if s.phase == Phase.ADVANCE_AMOUNT:
            sums[0] += 1
        mine = a - s.camels[origin]
        theirs = d - s.camels[target]
        sums[1] += mine
        sums[2] += mine * mine
        sums[3] += theirs
        sums[4] += theirs * theirs


@pytest.mark.parametrize(
    ("here", "a", "there", "d", "climate"),
    [
        ("oasis", 8, "sand_plain", 7, False),
        ("dunes", 5, "hills", 5, False),
        ("dunes", 6, "dunes", 9, True),
        pytest.param("hills", 20, "oasis", 14, False, marks=pytest.mark.slow),
    ],
)
def test_a_million_fights(here: str, a: int, there: str, d: int, climate: bool) -> None:
    """TG-5.3.3, TG-5.3.4: chance and expected losses agree with the rules' own dice within five standard errors."""
    fields = {11: ("green", a), 28: ("yellow", d)}
    state = desert(2, fields=fields, cards={11: here, 28: there}, fate=13 if climate else 7, phase="fight", pending={"from": 11, "to": 28})
    states = np.atleast_1d(state.record).view(state.game.dtype).copy()
    states["rng"][0] = 1, 2, 3, 4
    sums = np.zeros(5, np.int64)
    fight_often(states, FIGHTS, np.array([1, 2, 3, a], np.int64), sums)
    exact = odds(a, d, here, there, climate=climate)
    win = sums[0] / FIGHTS
    assert abs(win - exact["win"]) < 5 * math.sqrt(exact["win"] * exact["lose"] / FIGHTS)
    for i, side in ((1, "attacker"), (3, "defender")):
        mean = sums[i] / FIGHTS
        error = math.sqrt((sums[i + 1] / FIGHTS - mean**2) / FIGHTS)
        assert abs(mean - exact["expected_losses"][side]) < 5 * error


@pytest.mark.parametrize(("a", "d"), [(1, 1), (1, 9), (9, 1), (8, 7), (40, 35), (400, 400)])
def test_consistency(a: int, d: int) -> None:
    """TG-5.3.5, TG-5.3.7: chances add up to one; distributions and expectations tell the same story."""
    for here in (0, 2, 5):
        for there in (0, 1, 4):
            found = odds(a, d, here, there)
            left_a, left_d = found["survivors"]["attacker"], found["survivors"]["defender"]
            assert left_a[0] == left_d[0] == 0
            assert sum(left_a) == pytest.approx(found["win"], abs=1e-9)
            assert sum(left_d) == pytest.approx(found["lose"], abs=1e-9)
            assert a - sum(n * p for n, p in enumerate(left_a)) == pytest.approx(found["expected_losses"]["attacker"])
            assert d - sum(n * p for n, p in enumerate(left_d)) == pytest.approx(found["expected_losses"]["defender"])
            json.dumps(found)


def test_by_hand() -> None:
    """TG-5.3.3, TG-5.3.8: one camel against one on dunes: the attacker's strike hits unless it is a 1, then the defender's."""
    found = odds(1, 1, "dunes", "dunes")
    assert found["win"] == pytest.approx((5 / 6) / (1 - 1 / 36))
    assert odds(1, 1, "oasis", "dunes")["win"] == pytest.approx(1)
    assert odds(1, 2, "settlement", "salt_works")["win"] == pytest.approx(1)
    assert odds(1, 3, 0, 5)["win"] == pytest.approx(1 / 6)


def test_when_to_break_off() -> None:
    """TG-5.3.8: the value of best play is never below that of fighting to the end, and hopeless fights are broken off."""
    found = odds(12, 9, "oasis", "sand_plain", worth=12, own_camel=1, enemy_camel=0.5)
    to_the_end = 12 * found["win"] - found["expected_losses"]["attacker"] + 0.5 * found["expected_losses"]["defender"]
    stopping = found["stopping"]
    assert stopping["value"] >= max(0, to_the_end) - 1e-9
    assert stopping["attack"]
    assert stopping["policy"][12][1]
    hopeless = odds(3, 60, "dunes", "settlement", worth=10, own_camel=1, enemy_camel=0)
    assert not hopeless["stopping"]["attack"]
    assert hopeless["stopping"]["value"] == 0
    free = odds(6, 6, 2, 2, worth=1, own_camel=0, enemy_camel=0)
    assert free["stopping"]["value"] == pytest.approx(free["win"])
    assert free["stopping"]["policy"][6][6]
    assert not free["stopping"]["policy"][1][6]  # six camels cannot be beaten before the one is struck


def test_bad_questions() -> None:
    """TG-5.2.3, TG-R50: numbers and terrains that cannot fight are refused with what would be possible."""
    for question in (
        (0, 1, 0, 0),
        (1, 401, 0, 0),
        (True, 1, 0, 0),
        (1, 1, 6, 0),
        (1, 1, "salt_lake", 0),
        (1, 1, 0, "swamp"),
        (1.5, 1, 0, 0),
    ):
        with pytest.raises(ValueError, match=r"is a whole number|is one of"):
            odds(*question)  # type: ignore[arg-type]
    assert odds(5, 5, "dunes", "hills", climate=True)["attacker_value"] == 3
