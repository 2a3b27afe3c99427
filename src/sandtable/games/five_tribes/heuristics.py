"""The heuristics of Five Tribes: whole turns by their gain, bids by what an earlier turn brings, and a short look ahead."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit
from sandtable.kernel.chance import below
from sandtable.kernel.heuristics import chances, soften, tables
from sandtable.kernel.integers import int64

from . import heuristics_gains, rules
from .components import (
    FAKIR,
    NO_DIRECTION,
    STEP,
    TILES,
    TOWARDS,
    VIZIER_BONUS,
)
from .heuristics_gains import (
    CHANCE_EARLY,
    CHANCE_LATE,
    FAKIR_VP,
    GOODS_LATER,
    PLAY_SHARP,
    POWER,
    POWER_VP,
    ROUNDS,
    TURNS,
    bonus_chance,
    elders_worth,
    rest,
    turn_values,
    vizier_width,
)
from .heuristics_priors import TILE_OF, bid_values, lift_value, utilities, weigh
from .moving import REACH, steps
from .scoring import elder_points, outdone, score
from .state import A_DROP, A_END_TURN, A_LIFT, Record, Stage

__all__ = [
    "KNOBS",
    "LEARNED",
    "MEMO",
    "OUTLOOK",
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
    "explore": 0.35,
    "unseen": 0.03,
    "win_weight": 0.4,
    "spread": 30.0,
    "plain": 0.0,
    "floor": 0.02,
    **heuristics_gains.KNOBS,
}
LEARNED = {"turns": 0.0, "rounds": 0.0}
"""The knobs of a search with a network, where they are others: it judges where a turn ends, more surely than a round by chance."""

OUTLOOK = ("points", "best turn", "second turn", "third turn", "fourth turn")
"""What a network is told of every seat: the expected points, and the gains of the best turns the board offers it now."""

PLAYED, GOAL, GOAL_COLOUR, MEMO = range(4)
"""The memory of a playout: turns ended, and where the move under way leads (tile + 1; 0: not planned)."""


# ---- playouts -----------------------------------------------------------------------------------------------------------------------


@jit
def begin(s: Record, memo: Ints, knobs: Floats) -> None:
    memo[PLAYED] = 0
    memo[GOAL] = 0


@jit
def goes_on(s: Record, memo: Ints, knobs: Floats) -> bool:
    """At least some turns, and to the end of a round, or of a turn where that is enough."""
    return memo[PLAYED] < knobs[TURNS] or (s.stage != Stage.BID and (s.stage != Stage.START or knobs[ROUNDS] > 0.0))


@jit
def choose(s: Record, out: Ints, weight: Floats, memo: Ints, knobs: Floats) -> int:
    """A turn by its gain, then drops that lead there; everything else by how good it looks."""
    if s.stage == Stage.END:
        memo[PLAYED] += 1
        memo[GOAL] = 0
        return A_END_TURN
    if s.stage == Stage.SOW:
        if memo[GOAL] == 0:
            plan_rest(s, weight, memo, knobs)
        if memo[GOAL] > 0:
            action = next_drop(s, memo)
            if action >= 0:
                return action
    elif s.stage == Stage.START:
        tile = plan(s, weight, memo, knobs)
        if tile >= 0:
            return A_LIFT + tile
    n = rules.legal(s, out)
    if n == 1:
        return out[0]
    utilities(s, out, n, weight, knobs)
    left = soften(n, weight, knobs[PLAY_SHARP]) * below(s, 1 << 20) / (1 << 20)
    for i in range(n):
        left -= weight[i]
        if left < 0.0:
            return out[i]
    return out[n - 1]


@jit
def plan(s: Record, weight: Floats, memo: Ints, knobs: Floats) -> int:
    """Draws a whole turn by its gain; returns the tile to lift, -1 if no turn was found."""
    gains = weight[: TILES * 5]
    turn_values(s, int64(s.seat), gains, knobs)
    most = -1.0
    for tile in range(TILES):
        if s.height[tile] > 0:
            most = max(most, lift_value(s, tile, gains))
    if most < 0.0:
        return -1
    for i in range(TILES * 5):
        gains[i] = math.exp(max(-30.0, knobs[PLAY_SHARP] * (gains[i] - most))) if gains[i] >= 0.0 else 0.0
    total = 0.0
    chosen = -1
    for tile in range(TILES):
        if s.height[tile] == 0:
            continue
        ends = REACH[steps(int64(s.height[tile])), tile, NO_DIRECTION] & ~(1 << tile)
        for colour in range(5):
            if s.meeples[tile, colour] > 0:
                tiles = ends & s.present[colour]
                while tiles:
                    low = tiles & -tiles
                    end = TILE_OF[low % 37]
                    tiles ^= low
                    w = gains[end * 5 + colour]
                    if w < 1e-3:
                        continue
                    total += w
                    if below(s, 1 << 20) * total < w * (1 << 20):
                        chosen = tile
                        memo[GOAL] = end + 1
                        memo[GOAL_COLOUR] = colour
    return chosen


@jit
def plan_rest(s: Record, weight: Floats, memo: Ints, knobs: Floats) -> None:
    """The best end of a move that is already under way."""
    gains = weight[: TILES * 5]
    turn_values(s, int64(s.seat), gains, knobs)
    ends = REACH[steps(int64(s.moving_size)), s.at, TOWARDS[s.at, s.previous]]
    best = -1.0
    for colour in range(5):
        if s.moving[colour] > 0:
            tiles = ends & s.present[colour]
            while tiles:
                low = tiles & -tiles
                end = TILE_OF[low % 37]
                tiles ^= low
                if gains[end * 5 + colour] > best:
                    best = gains[end * 5 + colour]
                    memo[GOAL] = end + 1
                    memo[GOAL_COLOUR] = colour


@jit
def next_drop(s: Record, memo: Ints) -> int:
    """A random drop from which the goal can still be reached; -1 if there is none."""
    goal = memo[GOAL] - 1
    last = memo[GOAL_COLOUR]
    back = TOWARDS[s.at, s.previous]
    left = int64(s.moving_size) - 1
    direction = -1
    found = 0
    for d in range(4):
        to = STEP[s.at, d]
        if d == back or to < 0:
            continue
        fits = to == goal if left == 0 else (REACH[steps(left), to, (d + 2) & 3] >> goal) & 1 != 0
        if fits:
            found += 1
            if below(s, found) == 0:
                direction = d
    if direction < 0 or s.moving[last] == 0:
        return -1
    if left == 0:
        return A_DROP + 5 * direction + last
    at = below(s, left)
    for colour in range(5):
        at -= s.moving[colour] - (1 if colour == last else 0)
        if at < 0:
            return A_DROP + 5 * direction + colour
    return -1


# ---- judging ------------------------------------------------------------------------------------------------------------------------


@jit
def prospects(s: Record, seat: int, knobs: Floats) -> float:
    """Points at hand plus what they promise: the vizier bonus by its chance, elders, Fakirs, goods and powers to come."""
    value = 1.0 * score(s, seat) - VIZIER_BONUS * outdone(s, seat)
    width = vizier_width(s, knobs)
    for other in range(s.players):
        if other != seat:
            value += VIZIER_BONUS * bonus_chance(1.0 * s.viziers[seat] - s.viziers[other], width)
    left = rest(s)
    value += elders_worth(s, seat, int64(s.elders[seat]), knobs) - elder_points(s, seat)
    value += knobs[FAKIR_VP] * min(1.0, 0.2 + 2.0 * left) * s.hand[seat, FAKIR]
    kinds = 0
    for good in range(9):
        if s.hand[seat, good] > 0:
            kinds += 1
    value += knobs[GOODS_LATER] * left * kinds * max(0.0, 1.0 - kinds / 9.0)
    for i in range(s.djinn_count[seat]):
        value += knobs[POWER] * POWER_VP[s.djinns[seat, i]] * left
    return value


@jit
def judge(s: Record, scores: Floats, wins: Floats, knobs: Floats) -> None:
    players = int64(s.players)
    width = knobs[CHANCE_LATE] + (knobs[CHANCE_EARLY] - knobs[CHANCE_LATE]) * rest(s)
    for p in range(players):
        scores[p] = prospects(s, p, knobs)
    chances(players, scores, wins, width)


@jit
def standing(s: Record, scores: Floats) -> None:
    """The points as they are."""
    for p in range(s.players):
        scores[p] = score(s, p)


@jit
def outlook(s: Record, told: Floats, knobs: Floats) -> None:
    """What a network is told of everybody's prospects."""
    gains = np.empty(TILES * 5, np.float64)
    top = np.zeros(len(OUTLOOK) - 1, np.float64)
    for p in range(s.players):
        told[p, 0] = prospects(s, p, knobs)
        turn_values(s, p, gains, knobs)
        bid_values(s, gains, top)
        for k in range(len(top)):
            told[p, 1 + k] = top[k]


@jit
def turn_is_over(s: Record, seat: int) -> bool:
    """With two players the next turn may be the same seat's."""
    return s.stage == Stage.START or s.stage == Stage.BID or s.stage == Stage.OVER
