"""Exact odds of a fight, by dynamic programming over the camels on both sides.

A fight from ``a`` attacking against ``d`` defending camels is a walk on the grid (a, d): the attacker's strike lowers d, the defender's
strike lowers a, and only an exchange without any loss (both values 0, both dice 1) stays where it is. ``fight`` fills three tables; search
code may call it directly on its own arrays. ``odds`` is the same for people: named terrain, JSON-able result.

**When to break off** needs a measure of what is won and lost. Ours: ``worth`` for the conquered field, plus ``enemy_camel`` for each camel
the defender loses, minus ``own_camel`` for each camel the attacker loses (all in silver). Breaking off now is worth 0 more. The best value
at (a, d) is therefore max(0, value of one more exchange and the best play after it), and fighting on is right where that is above 0.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit
from sandtable.kernel.game import JSON

from .components import CLIMATE, MOST_AT_ONCE, SV_IN_FORCE, TERRAINS

Floats = NDArray[np.float64]

MOST_HITS = 5
WORTH, OWN_CAMEL, ENEMY_CAMEL = 10.0, 1.0, 1.0


def _hit_chances() -> Floats:
    """``[value, hits]`` -> chance that one strike from a field of this value hits so often (TG-5.3.3)."""
    table = np.zeros((6, MOST_HITS + 1))
    for value in range(6):
        for die in range(1, 7):
            table[value, (value + die) // 2] += 1 / 6
    return table


HIT_CHANCE = _hit_chances()


@jit
def fight(attacker_value: int, defender_value: int, weights: Floats, win: Floats, lost: Floats, best: Floats) -> None:
    """Fills tables ``[a, d]`` up to their size.

    ``win``: chance to conquer when fighting to the end; ``lost[0]`` and ``lost[1]``: expected losses of attacker and defender then;
    ``best``: value of fighting on once and playing best after it, by ``weights`` = worth, own camel, enemy camel (above 0: fight on)."""
    strike = HIT_CHANCE[attacker_value]
    answer = HIT_CHANCE[defender_value]
    stay = strike[0] * answer[0]
    worth, own, enemy = weights[0], weights[1], weights[2]
    for a in range(1, win.shape[0]):
        for d in range(1, win.shape[1]):
            wins = 0.0
            own_lost = 0.0
            enemy_lost = 0.0
            value = 0.0
            for hits in range(MOST_HITS + 1):
                p = strike[hits]
                if p == 0.0:
                    continue
                killed = min(hits, d)
                enemy_lost += p * killed
                value += p * killed * enemy
                if killed == d:
                    wins += p
                    value += p * worth
                    continue
                for back in range(MOST_HITS + 1):
                    q = p * answer[back]
                    if q == 0.0:
                        continue
                    fallen = min(back, a)
                    own_lost += q * fallen
                    value -= q * fallen * own
                    if fallen == a or (killed == 0 and fallen == 0):
                        continue
                    wins += q * win[a - fallen, d - killed]
                    own_lost += q * lost[0, a - fallen, d - killed]
                    enemy_lost += q * lost[1, a - fallen, d - killed]
                    value += q * max(0.0, best[a - fallen, d - killed])
            win[a, d] = wins / (1.0 - stay)
            lost[0, a, d] = own_lost / (1.0 - stay)
            lost[1, a, d] = enemy_lost / (1.0 - stay)
            best[a, d] = value / (1.0 - stay) if value > 0.0 else value


@jit
def survivors(attacker_value: int, defender_value: int, a0: int, d0: int, attackers: Floats, defenders: Floats) -> None:
    """Distributions when fighting to the end: ``attackers[n]`` = chance to win with n left, ``defenders[n]`` = to lose against n left."""
    strike = HIT_CHANCE[attacker_value]
    answer = HIT_CHANCE[defender_value]
    stay = strike[0] * answer[0]
    reach = np.zeros((a0 + 1, d0 + 1))
    reach[a0, d0] = 1.0
    for a in range(a0, 0, -1):
        for d in range(d0, 0, -1):
            here = reach[a, d] / (1.0 - stay)
            if here == 0.0:
                continue
            for hits in range(MOST_HITS + 1):
                p = here * strike[hits]
                if hits >= d:
                    attackers[a] += p
                    continue
                for back in range(MOST_HITS + 1):
                    q = p * answer[back]
                    if back >= a:
                        defenders[d - hits] += q
                    elif hits + back > 0:
                        reach[a - back, d - hits] += q


def value_of(terrain: int | str, climate: bool = False) -> int:
    """A strategic value: a number from 0 to 5, or a terrain by name (``dunes`` count 3 after a change of climate)."""
    if isinstance(terrain, str):
        if terrain not in TERRAINS or terrain == "salt_lake":
            known = ", ".join(key for key in TERRAINS if key != "salt_lake")
            raise ValueError(f"A field that can fight is one of: {known}; not {terrain!r}.")
        return int(SV_IN_FORCE[CLIMATE if climate else 0, TERRAINS[terrain]])
    if type(terrain) is not int or not 0 <= terrain <= 5:
        raise ValueError(f"A strategic value is a whole number from 0 to 5, not {terrain!r}.")
    return terrain


@lru_cache(maxsize=64)
def tables(attackers: int, defenders: int, sv_a: int, sv_d: int, worth: float, own: float, enemy: float) -> tuple[Floats, Floats, Floats]:
    """``win``, ``lost``, ``best`` of ``fight`` for all numbers of camels up to these."""
    shape = (attackers + 1, defenders + 1)
    win, lost, best = np.zeros(shape), np.zeros((2, *shape)), np.zeros(shape)
    fight(sv_a, sv_d, np.array([worth, own, enemy]), win, lost, best)
    return win, lost, best


def _camels(n: Any, name: str) -> int:
    if type(n) is not int or not 1 <= n <= MOST_AT_ONCE:
        raise ValueError(f"{name} is a whole number from 1 to {MOST_AT_ONCE}, not {n!r}.")
    return int(n)


def odds(
    attackers: int,
    defenders: int,
    attacker_value: int | str,
    defender_value: int | str,
    *,
    climate: bool = False,
    worth: float = WORTH,
    own_camel: float = OWN_CAMEL,
    enemy_camel: float = ENEMY_CAMEL,
) -> JSON:
    """The exact chances of a fight; values are numbers from 0 to 5 or terrain names. JSON-able.

    ``win``, ``lose``: chances when fought to the end; ``expected_losses`` then; ``survivors``: chances of the numbers of camels left on the
    side that wins. ``stopping``: best play with the right to break off: its ``value``, whether to ``attack`` at all, and ``policy[a][d]``
    = fight on with a against d camels (entries from 0; row and column 0 are no fights)."""
    a, d = _camels(attackers, "attackers"), _camels(defenders, "defenders")
    sv_a, sv_d = value_of(attacker_value, climate), value_of(defender_value, climate)
    win, lost, best = tables(a, d, sv_a, sv_d, float(worth), float(own_camel), float(enemy_camel))
    left_a, left_d = np.zeros(a + 1), np.zeros(d + 1)
    survivors(sv_a, sv_d, a, d, left_a, left_d)
    return {
        "attackers": a,
        "defenders": d,
        "attacker_value": sv_a,
        "defender_value": sv_d,
        "win": float(min(1.0, win[a, d])),
        "lose": float(max(0.0, 1.0 - win[a, d])),
        "expected_losses": {"attacker": float(lost[0, a, d]), "defender": float(lost[1, a, d])},
        "survivors": {"attacker": left_a.tolist(), "defender": left_d.tolist()},
        "stopping": {
            "worth": float(worth),
            "own_camel": float(own_camel),
            "enemy_camel": float(enemy_camel),
            "attack": bool(best[a, d] > 0),
            "value": float(max(0.0, best[a, d])),
            "policy": (best > 0).tolist(),
        },
    }
