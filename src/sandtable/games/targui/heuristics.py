"""The heuristics of Targui: income, exact odds of fights, and where camels are needed.

Values are in silver of income. A field is worth its economic value, twice if it is taken from somebody; a settlement is worth the land
behind it, because without it there is no income. Fights are judged by the exact tables of ``games.targui.odds``, which lie behind the
numbers of the search (``TABLES``).
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit
from sandtable.kernel.chance import below
from sandtable.kernel.heuristics import chances, soften
from sandtable.kernel.integers import int64

from . import rules
from .components import EV, FIELDS, NEIGHBOUR, SALT_LAKE
from .ending import capital, score
from .fight import strategic_value
from .income import land
from .odds import fight
from .rounds import rounds
from .state import AMOUNT, ATTACK, BREAK_OFF, BUY, END_TURN, FIGHT_ON, MARCH, NOBODY, SETTLE, Phase, Record

__all__ = [
    "KNOBS",
    "LEARNED",
    "MEMO",
    "OUTLOOK",
    "TABLES",
    "begin",
    "choose",
    "goes_on",
    "judge",
    "outlook",
    "rules",
    "standing",
    "tables",
    "turn_is_over",
    "weigh",
]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

KNOBS = {
    "explore": 0.5,
    "unseen": 0.04,
    "win_weight": 0.5,
    "spread": 12.0,
    "plain": 0.0,
    "floor": 0.03,
    "sharp": 0.4,
    "play_sharp": 1.0,
    "turns": 3.0,  # a playout ends with a round, but not before so many turns
    "deny": 0.8,
    "home": 0.7,  # a settlement, as a part of the land behind it
    "camel": 0.16,  # a camel or a silver coin, in income at the end
    "free": 0.25,  # land in reach that nobody defends
    "risk": 0.5,  # a settlement that may fall
    "chance_late": 2.5,
    "chance_early": 14.0,
    "stay": 0.3,  # reluctance to move for nothing
    "buy": 1.5,
}
LEARNED = {"turns": 3.0}
"""The knobs of a search with a network: it judges where the heuristics would."""
SHARP, PLAY_SHARP, TURNS, DENY, HOME, CAMEL, FREE, RISK, CHANCE_LATE, CHANCE_EARLY, STAY, BUYING = range(6, 18)
TABLES = len(KNOBS)
MOST = 32
SIDE = MOST + 1
WIN, OWN_LOSS, THEIR_LOSS = 0, 36 * SIDE * SIDE, 2 * 36 * SIDE * SIDE
PLAYED, MEMO = range(2)
ARMIES = 6
LANDS = ARMIES + FIELDS
OUTLOOK = (
    *("points", "land", "risk at home", "land in danger", "land in reach", "camels and silver"),
    *(f"camels on {field}" for field in range(1, FIELDS + 1)),
    *(f"land on {field}" for field in range(1, FIELDS + 1)),
)
"""What a network is told of every seat: the expected income, the land of now, how likely the settlement falls in one fight, the land where
stronger neighbours stand, the land of others that fights would win, the capital; then of every field the own camels and what the own
marker on it brings (whose the camels are is a product of two things, which sums cannot tell)."""


@cache
def tables() -> Floats:
    """Chance to win, own losses and losses of the other side for all strategic values and up to ``MOST`` camels on each side."""
    found = np.zeros((3, 6, 6, SIDE, SIDE))
    weights, best = np.array([10.0, 1.0, 1.0]), np.zeros((SIDE, SIDE))
    for a in range(6):
        for d in range(6):
            lost = np.zeros((2, SIDE, SIDE))
            fight(a, d, weights, found[0, a, d], lost, best)
            found[1:, a, d] = lost
    return found.ravel()


@jit
def odds(s: Record, what: int, origin: int, target: int, a: int, d: int, knobs: Floats) -> float:
    """An entry of the tables; larger armies are scaled down in proportion."""
    scale = 1.0
    if a > MOST or d > MOST:
        scale = max(a, d) / MOST
        a = max(1, int(a / scale))
        d = max(1, int(d / scale))
    row = strategic_value(s, origin) * 6 + strategic_value(s, target)
    value = knobs[TABLES + what + (row * SIDE + a) * SIDE + d]
    return value if what == WIN else value * scale


@jit
def threat(s: Record, seat: int, field: int) -> int:
    """The largest army of another tribe next to a field."""
    most = 0
    for direction in range(8):
        other = NEIGHBOUR[field, direction]
        if other > 0 and s.camels[other] > most and s.owner[other] != seat:
            most = int64(s.camels[other])
    return most


@jit
def field_worth(s: Record, seat: int, field: int, lands: Floats, knobs: Floats) -> float:
    """Putting the own marker on a field."""
    owner = int64(s.owner[field])
    if owner == seat:
        return 0.0
    worth = 1.0 * EV[s.card[field]]
    if field == s.home[seat]:
        return worth + knobs[HOME] * (lands[seat] + 4.0) * 2.0
    if owner != NOBODY:
        worth += knobs[DENY] * EV[s.card[field]]
        if s.home[owner] == field:
            worth += knobs[HOME] * lands[owner]
    return worth


@jit
def move_worth(s: Record, seat: int, origin: int, target: int, lands: Floats, knobs: Floats) -> float:
    """A march or an attack."""
    here = int64(s.camels[origin])
    there = int64(s.camels[target])
    owner = int64(s.owner[target])
    if owner == seat:
        danger = threat(s, seat, target)
        need = danger > there
        return -knobs[STAY] + (0.15 * EV[s.card[target]] + (2.0 if target == s.home[seat] else 0.0) if need else 0.0)
    worth = field_worth(s, seat, target, lands, knobs)
    if there > 0:
        wins = odds(s, WIN, origin, target, here, there, knobs)
        gain = wins * worth
        return gain + 2.0 * knobs[CAMEL] * (
            odds(s, THEIR_LOSS, origin, target, here, there, knobs) - odds(s, OWN_LOSS, origin, target, here, there, knobs)
        )
    danger = threat(s, seat, target)
    if danger > here:
        worth *= 0.55
    if origin == s.home[seat]:
        danger = threat(s, seat, origin)
        if danger > 0 and here < 2 * danger:
            worth -= 0.3
    return worth


@jit
def purchase_worth(s: Record, seat: int, field: int, knobs: Floats) -> float:
    """Camels are needed where land worth having can be lost or won next."""
    danger = threat(s, seat, field)
    here = int64(s.camels[field])
    worth = 0.0
    value = 1.0 * EV[s.card[field]]
    if field == s.home[seat]:
        value += 4.0
        worth += 0.5
    if danger > 0:
        worth += value * 0.3 * min(2.0, (danger + 1.0) / (here + 1.0))
    for direction in range(8):
        other = NEIGHBOUR[field, direction]
        if other > 0 and s.owner[other] != seat and s.card[other] != SALT_LAKE:
            worth += 0.04 * EV[s.card[other]]
            owner = int64(s.owner[other])
            if owner >= 0:
                worth += 0.08 * EV[s.card[other]]
                if s.home[owner] == other:
                    worth += 1.0
    return worth


@jit
def amount_worth(s: Record, seat: int, n: int, most: int, knobs: Floats) -> float:
    """How many go: one to mark land, all to strike, or enough to guard both fields. -1e9: not worth a thought."""
    if s.phase == Phase.BUY_AMOUNT:
        if n == most:
            return 2.0
        return 0.0 if n == (most + 1) // 2 else -1e9
    origin = int64(s.origin)
    target = int64(s.target)
    stay = most - n
    sound = n in (1, 2, 4) or n == most or n == most - 1 or n == most - 3 or n == (most + 1) // 2 or n == (3 * most + 3) // 4
    if not sound:
        return -1e9
    danger_here = threat(s, seat, origin)
    danger_there = threat(s, seat, target)
    worth = 0.0
    home = origin == s.home[seat]
    value_here = EV[s.card[origin]] + (6.0 if home else 0.0)
    if danger_here > 0:
        worth -= 0.25 * value_here * max(0.0, 1.0 - (stay + 0.5) / (danger_here + 1.0))
    elif home:
        worth -= 0.2 if stay == 0 else 0.0
    if danger_there > 0:
        worth -= 0.25 * (EV[s.card[target]] + 2.0) * max(0.0, 1.0 - (n + 0.5) / (danger_there + 1.0))
    elif n > 3:
        worth -= 0.2
    return worth


@jit
def measure_lands(s: Record, lands: Floats) -> None:
    for p in range(s.players):
        lands[p] = land(s, p)


@jit
def utilities(s: Record, out: Ints, n: int, weight: Floats, knobs: Floats) -> None:
    """What each decision is worth, in income."""
    seat = int64(s.seat)
    lands = np.zeros(4, np.float64)
    measure_lands(s, lands)
    for i in range(n):
        a = out[i]
        u = 0.0
        if a > AMOUNT:
            u = amount_worth(s, seat, a - AMOUNT, n, knobs)
        elif a >= MARCH:
            number = a - ATTACK if a >= ATTACK else a - MARCH
            u = move_worth(s, seat, number // 8 + 1, NEIGHBOUR[number // 8 + 1, number % 8], lands, knobs)
        elif a > BUY:
            u = purchase_worth(s, seat, a - BUY, knobs) + (knobs[BUYING] if s.moved != 0 else -knobs[STAY])
        elif a > SETTLE:
            for direction in range(8):
                other = NEIGHBOUR[a - SETTLE, direction]
                if other > 0:
                    u += 0.5 * EV[s.card[other]] - (0.5 if s.card[other] == SALT_LAKE else 0.0)
            u -= EV[s.card[a - SETTLE]]
        elif a == FIGHT_ON:
            u = move_worth(s, seat, int64(s.origin), int64(s.target), lands, knobs)
        elif a in (BREAK_OFF, END_TURN):
            u = 0.0
        weight[i] = u


@jit
def weigh(s: Record, out: Ints, n: int, weight: Floats, knobs: Floats) -> None:
    utilities(s, out, n, weight, knobs)
    soften(n, weight, knobs[SHARP])


# ---- playouts -----------------------------------------------------------------------------------------------------------------------


@jit
def begin(s: Record, memo: Ints, knobs: Floats) -> None:
    memo[PLAYED] = 0


@jit
def goes_on(s: Record, memo: Ints, knobs: Floats) -> bool:
    """Some turns, and then to the end of a turn."""
    return memo[PLAYED] < knobs[TURNS] or s.phase != Phase.TURN or s.moved != 0 or s.bought != 0


@jit
def choose(s: Record, out: Ints, weight: Floats, memo: Ints, knobs: Floats) -> int:
    n = rules.legal(s, out)
    utilities(s, out, n, weight, knobs)
    left = soften(n, weight, knobs[PLAY_SHARP]) * below(s, 1 << 20) / (1 << 20)
    chosen = out[n - 1]
    for i in range(n):
        left -= weight[i]
        if left < 0.0:
            chosen = out[i]
            break
    if chosen == END_TURN:
        memo[PLAYED] += 1
    return chosen


# ---- judging ------------------------------------------------------------------------------------------------------------------------


@jit
def home_risk(s: Record, seat: int, knobs: Floats) -> float:
    """The chance that the strongest neighbour takes the settlement in one fight."""
    home = int64(s.home[seat])
    risk = 0.0
    here = int64(s.camels[home])
    for direction in range(8):
        other = NEIGHBOUR[home, direction]
        if other > 0 and s.camels[other] > 0 and s.owner[other] != seat:
            if here == 0:
                return 1.0
            risk = max(risk, odds(s, WIN, other, home, int64(s.camels[other]), here, knobs))
    return risk


@jit
def prospects(s: Record, seat: int, left: float, knobs: Floats) -> float:
    """Income at the end: land, less the risk for the settlement, plus what camels and silver will win."""
    if s.out[seat] != 0:
        return -10.0
    own = 1.0 * land(s, seat)
    value = own
    home = int64(s.home[seat])
    if home > 0:
        if s.owner[home] == seat:
            value -= knobs[RISK] * own * home_risk(s, seat, knobs) if knobs[RISK] > 0.0 else 0.0
        else:
            value *= 0.25 * min(1.0, left * 6.0)
    free = 0.0
    for field in range(1, FIELDS + 1):
        if s.owner[field] == seat and s.camels[field] > 0:
            for direction in range(8):
                other = NEIGHBOUR[field, direction]
                if other > 0 and s.camels[other] == 0 and s.owner[other] != seat:
                    free += EV[s.card[other]]
    growth = min(1.0, 3.0 * left)
    return value + knobs[FREE] * math.sqrt(free) * growth + knobs[CAMEL] * capital(s, seat) * (0.1 + 0.9 * growth)


@jit
def judge(s: Record, scores: Floats, wins: Floats, knobs: Floats) -> None:
    players = int64(s.players)
    all_rounds = rounds(s)
    left = max(0.0, (all_rounds - s.number) / all_rounds)
    width = knobs[CHANCE_LATE] + (knobs[CHANCE_EARLY] - knobs[CHANCE_LATE]) * left
    for p in range(players):
        scores[p] = prospects(s, p, left, knobs)
    chances(players, scores, wins, width)


@jit
def standing(s: Record, scores: Floats) -> None:
    """The income of the present board, and a little for camels and silver."""
    for p in range(s.players):
        scores[p] = score(s, p) + 0.02 * capital(s, p)


@jit
def outlook(s: Record, told: Floats, knobs: Floats) -> None:
    """What a network is told of everybody's prospects."""
    left = max(0.0, (rounds(s) - s.number) / rounds(s))
    for p in range(s.players):
        told[p, 0] = prospects(s, p, left, knobs)
        told[p, 1] = land(s, p)
        home = int64(s.home[p])
        told[p, 2] = 8.0 * home_risk(s, p, knobs) if home > 0 and s.owner[home] == p else 0.0
        told[p, 3] = 0.0
        told[p, 4] = 0.0
        told[p, 5] = capital(s, p)
        told[p, ARMIES:] = 0.0
    for field in range(1, FIELDS + 1):
        owner = int64(s.owner[field])
        if owner < 0:
            continue
        told[owner, ARMIES + field - 1] = s.camels[field]
        told[owner, LANDS + field - 1] = EV[s.card[field]]
        danger = 0.0
        for direction in range(8):
            other = NEIGHBOUR[field, direction]
            if other > 0 and s.camels[other] > 0 and s.owner[other] != owner:
                wins = 1.0
                if s.camels[field] > 0:
                    wins = odds(s, WIN, other, field, int64(s.camels[other]), int64(s.camels[field]), knobs)
                danger = max(danger, wins)
                if s.owner[other] >= 0:
                    told[s.owner[other], 4] += wins * EV[s.card[field]]
        told[owner, 3] += danger * EV[s.card[field]]


@jit
def turn_is_over(s: Record, seat: int) -> bool:
    """A six, or the next card, may give the same seat another turn."""
    return s.phase == Phase.TURN and s.moved == 0 and s.bought == 0
