"""The heuristics of Tuareg: what a card is worth for the majorities, and a sensible turn.

A kind is worth its victory points times the chance to be ahead in it when the stage ends. That chance is an S-curve over the lead in cards,
the flatter the more cards are still to come. A turn is worth the cards it brings: drawing two or three, the market up to four.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit
from sandtable.kernel.chance import below
from sandtable.kernel.heuristics import chances, tables
from sandtable.kernel.integers import int64

from . import rules
from .components import (
    ANIMAL_SLOTS,
    BUY,
    CAVE_LIMIT,
    DRAW,
    END_TURN,
    FIRST_DONKEY,
    HIDE_ANIMAL,
    HIDE_HAND,
    KINDS,
    LOAD_HAND,
    LOAD_MARKET,
    PASS,
    PAY_ANIMAL,
    PAY_HAND,
    SEATS,
    STEAL_ANIMAL,
    STEAL_HAND,
    THIEF_SLOTS,
    TO_MARKET,
    USE_MAP,
)
from .loading import LOADING
from .refusal_codes import Code
from .scoring import score
from .state import CARD, EMPTY, UNUSED_THIEF, Main, Phase, Record, hand_size
from .values import majority_vp, map_vp

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

STAGE, SEAT, PLAYED, MEMO = range(4)
"""The memory of a playout: the stage it began in, whose turn it is, turns ended."""
KNOBS = {
    "explore": 0.9,
    "unseen": 0.05,
    "win_weight": 0.5,
    "spread": 8.0,
    "plain": 0.0,
    "floor": 0.05,
    # how sure a lead is: cards that make it likely, with an empty and with a full pile
    "lead_late": 0.7,
    "lead_early": 2.6,
    "sharp": 2.2,  # how strictly the better-looking decision is preferred
    "hand": 0.75,  # a hand card, compared with a loaded one
    "load": 0.35,  # loading from the hand for the space it makes
    "more": 1.5,  # going on with a loading
    "mix": 0.25,  # laying another kind on a camel
    "donkey": 1.1,
    "cave": 1.4,
    "thief": 1.7,
    "map": 2.0,
    "price": 1.7,  # three dinar, in ordinary cards
    "hide": 0.5,
    "wait": 0.8,  # keeping a thief for later
    "draw": 0.3,
    "give": 0.6,  # what a card in the market is worth to the others
    "carry": 0.5,  # a hand card taken into stage 2
    "chance": 4.0,  # points ahead after stage 1 that make winning likely
    "turns": 1000.0,  # a playout ends with the stage, or after so many turns: then only a network can judge
}
(LEAD_LATE, LEAD_EARLY, SHARP, HAND, LOAD, MORE, MIX, DONKEY_VP, CAVE_VP, THIEF_VP, MAP_VALUE, PRICE, HIDE, WAIT, DRAWING, GIVE, CARRY,
 CHANCE, TURNS) = range(6, 25)  # fmt: skip

LEARNED = {"turns": 0.0, "explore": 1.0}
"""The knobs of a search with a network, where they are others: it judges at once, more surely than a whole stage by chance. What it gets
wrong stays wrong however often it is asked, so more is tried beside what looks best."""

OUTLOOK = (
    "points",
    *(f"{what} {good + 1}" for what in ("expected from good", "cards of good") for good in range(KINDS)),
    "hand",
    "specials",
)
"""What a network is told of every seat: the points if the stage ended now; of each good the points its lead promises, and its cards in
play; the size of the hand, and unused specials."""

STAGE_VP = 18.0


def _stack_counts() -> NDArray[np.int64]:
    """``[code, good]``: how many of each good a stack holds."""
    table = np.zeros((512, KINDS), np.int64)
    for code in range(EMPTY, 512):
        rest = code
        while rest > EMPTY:
            table[code, rest % 4] += 1
            rest //= 4
    return table


STACK_COUNTS = _stack_counts()


@jit
def count(s: Record, seat: int, counts: Floats) -> None:
    """Goods that count for the majorities, by kind."""
    for good in range(KINDS):
        counts[good] = 0.0
    for animal in range(ANIMAL_SLOTS):
        code = s.stack[seat, animal]
        if code > EMPTY:
            for good in range(KINDS):
                counts[good] += STACK_COUNTS[code, good]
    for cave in range(s.caves[seat]):
        for place in range(CAVE_LIMIT):
            if s.cave[seat, cave, place] >= CARD:
                counts[s.cave[seat, cave, place] % 4] += 1.0
    for place in range(THIEF_SLOTS):
        if s.thief[seat, place] >= CARD:
            counts[s.thief[seat, place] % 4] += 1.0


@jit
def ahead(lead: float, width: float) -> float:
    """The chance to hold a majority with this lead in cards."""
    return 1.0 / (1.0 + math.exp(-lead / width))


@jit
def room(code: int, donkey: int, good: int, limit: int) -> int:
    """How many cards of one kind can still be laid on a stack."""
    k = 0
    while k < limit and LOADING[donkey, code, good] == Code.FREE:
        code = code * 4 + good
        k += 1
    return k


@jit
def utilities(s: Record, out: Ints, n: int, weight: Floats, knobs: Floats) -> None:
    """What each decision is worth in victory points, roughly."""
    seat = int64(s.seat)
    own = np.zeros(KINDS, np.float64)
    other = np.zeros(KINDS, np.float64)
    best = np.zeros(KINDS, np.float64)
    count(s, seat, own)
    for p in range(s.players):
        if p != seat:
            count(s, p, other)
            for good in range(KINDS):
                best[good] = max(best[good], other[good])
    part = s.pile_size / 42.0
    width = knobs[LEAD_LATE] + (knobs[LEAD_EARLY] - knobs[LEAD_LATE]) * part
    one = np.zeros(KINDS, np.float64)
    lead = np.zeros(KINDS, np.float64)
    usual = 0.0
    for good in range(KINDS):
        lead[good] = own[good] - best[good] + knobs[HAND] * s.hand[seat, good]
        one[good] = majority_vp(s, good) * (ahead(lead[good] + 0.5, width) - ahead(lead[good] - 0.5, width))
        usual += 0.25 * one[good]
    hand = hand_size(s, seat)
    for i in range(n):
        a = out[i]
        u = 0.0
        if a == DRAW:
            fits = min(2, max(0, 4 - hand))
            u = knobs[DRAWING] + usual * fits
            if hand + min(3, int64(s.pile_size)) > 5:
                u -= knobs[GIVE] * usual
        elif a < LOAD_HAND:
            good = a - TO_MARKET
            u = -one[good] * (1.0 + knobs[GIVE])
        elif a < LOAD_MARKET:
            animal = (a - LOAD_HAND) // 4
            good = (a - LOAD_HAND) % 4
            if s.main == Main.LOAD_HAND:
                u = knobs[MORE] + (1.0 - knobs[HAND]) * one[good]
            else:
                code = int64(s.stack[seat, animal])
                k = room(code, 1 if animal >= FIRST_DONKEY else 0, good, int64(s.hand[seat, good]))
                u = knobs[LOAD] * usual * (k + max(0, hand - 2)) + (1.0 - knobs[HAND]) * k * one[good]
                if code > EMPTY and code % 4 != good and animal < FIRST_DONKEY:
                    u -= knobs[MIX]
        elif a < BUY:
            animal = (a - LOAD_MARKET) // 4
            good = (a - LOAD_MARKET) % 4
            if s.main == Main.LOAD_MARKET:
                u = knobs[MORE] + one[good]
            else:
                code = int64(s.stack[seat, animal])
                k = room(code, 1 if animal >= FIRST_DONKEY else 0, good, int64(s.market[good]))
                u = majority_vp(s, good) * (ahead(lead[good] + k, width) - ahead(lead[good], width)) + knobs[GIVE] * one[good] * 0.5 * k
                if code > EMPTY and code % 4 != good and animal < FIRST_DONKEY:
                    u -= knobs[MIX]
        elif a < PAY_HAND:
            u = knobs[DONKEY_VP + a - BUY] - knobs[PRICE] * usual
        elif a < PAY_ANIMAL:
            u = -2.0 * one[a - PAY_HAND] * knobs[HAND]
        elif a < HIDE_HAND:
            u = -2.0 * one[s.stack[seat, a - PAY_ANIMAL] % 4]
        elif a < HIDE_ANIMAL:
            u = knobs[HIDE] + (1.0 - knobs[HAND]) * one[(a - HIDE_HAND) % 4] * 2.0
        elif a < STEAL_HAND:
            u = -0.2
        elif a < STEAL_ANIMAL:
            u = usual * 1.6 - knobs[WAIT] * part
        elif a < USE_MAP:
            good = int64(s.stack[(a - STEAL_ANIMAL) // 8, (a - STEAL_ANIMAL) % 8] % 4)
            u = majority_vp(s, good) * (ahead(lead[good] + 2.0, width) - ahead(lead[good], width)) - knobs[WAIT] * part
        elif a in (PASS, END_TURN):
            u = 0.0
        weight[i] = u


@jit
def weigh(s: Record, out: Ints, n: int, weight: Floats, knobs: Floats) -> None:
    """The better a decision looks, the more of the search it gets; equal animals are thought about once (16e)."""
    utilities(s, out, n, weight, knobs)
    most = weight[0]
    for i in range(n):
        most = max(most, weight[i])
    for i in range(n):
        weight[i] = math.exp(knobs[SHARP] * (weight[i] - most)) + 1e-4
    thin_out(s, out, n, weight)


@jit
def thin_out(s: Record, out: Ints, n: int, weight: Floats) -> None:
    """Of own animals with equal stacks only the first is loaded."""
    seat = int64(s.seat)
    if s.main != Main.NONE:
        return
    for i in range(n):
        a = out[i]
        if LOAD_HAND <= a < BUY:
            base = LOAD_HAND if a < LOAD_MARKET else LOAD_MARKET
            animal = (a - base) // 4
            sort = 1 if animal >= FIRST_DONKEY else 0
            for twin in range(animal):
                if s.stack[seat, twin] == s.stack[seat, animal] and (1 if twin >= FIRST_DONKEY else 0) == sort:
                    weight[i] = 0.0


@jit
def begin(s: Record, memo: Ints, knobs: Floats) -> None:
    memo[STAGE] = s.stage
    memo[SEAT] = s.seat
    memo[PLAYED] = 0


@jit
def goes_on(s: Record, memo: Ints, knobs: Floats) -> bool:
    """A playout ends with the stage: its majorities are then known; or with a turn."""
    if s.seat != memo[SEAT]:
        memo[SEAT] = s.seat
        memo[PLAYED] += 1
    return s.stage == memo[STAGE] and s.phase != Phase.MAPS and memo[PLAYED] < knobs[TURNS]


@jit
def choose(s: Record, out: Ints, weight: Floats, memo: Ints, knobs: Floats) -> int:
    """Draws a decision by how good it looks."""
    n = rules.legal(s, out)
    if n == 1:
        return out[0]
    utilities(s, out, n, weight, knobs)
    most = weight[0]
    for i in range(n):
        most = max(most, weight[i])
    total = 0.0
    for i in range(n):
        weight[i] = math.exp(knobs[SHARP] * (weight[i] - most))
        total += weight[i]
    left = total * below(s, 1 << 20) / (1 << 20)
    for i in range(n):
        left -= weight[i]
        if left < 0.0:
            return out[i]
    return out[n - 1]


@jit
def unused_specials(s: Record, seat: int) -> int:
    n = 0
    for animal in range(FIRST_DONKEY, ANIMAL_SLOTS):
        n += s.stack[seat, animal] == EMPTY
    for cave in range(s.caves[seat]):
        n += s.cave[seat, cave, 0] == 0
    for place in range(THIEF_SLOTS):
        n += s.thief[seat, place] == UNUSED_THIEF
    return n


@jit
def judge(s: Record, scores: Floats, wins: Floats, knobs: Floats) -> None:
    """After stage 1: points so far, maps, specials and the hand that are taken along, and an equal share of stage 2."""
    players = int64(s.players)
    for p in range(players):
        scores[p] = score(s, p) + map_vp(s) * s.maps[p] + unused_specials(s, p) + STAGE_VP / players
        for good in range(KINDS):
            scores[p] += knobs[CARRY] * s.hand[p, good] * majority_vp(s, good) / 4.5
    chances(players, scores, wins, knobs[CHANCE])


@jit
def standing(s: Record, scores: Floats) -> None:
    """The points if the stage ended now, and a little for every hand card."""
    counts = np.zeros((SEATS, KINDS), np.float64)
    players = int64(s.players)
    for p in range(players):
        scores[p] = score(s, p)
        if s.phase == Phase.OVER:
            continue
        scores[p] += map_vp(s) * s.maps[p] + 0.5 * unused_specials(s, p)
        for good in range(KINDS):
            scores[p] += 0.1 * s.hand[p, good] * majority_vp(s, good)
        count(s, p, counts[p])
    if s.phase == Phase.OVER or s.phase == Phase.MAPS:
        return
    for good in range(KINDS):
        most = 0.0
        leaders = 0
        for p in range(players):
            if counts[p, good] > most:
                most = counts[p, good]
                leaders = 1
            elif counts[p, good] == most:
                leaders += 1
        for p in range(players):
            if most > 0.0 and counts[p, good] == most:
                scores[p] += majority_vp(s, good) - (1 if leaders > 1 else 0)
            scores[p] += 0.05 * counts[p, good]


@jit
def outlook(s: Record, told: Floats, knobs: Floats) -> None:
    """What a network is told of everybody's prospects."""
    players = int64(s.players)
    counts = np.zeros((SEATS, KINDS), np.float64)
    standing(s, told[:, 0])
    for p in range(players):
        count(s, p, counts[p])
    width = knobs[LEAD_LATE] + (knobs[LEAD_EARLY] - knobs[LEAD_LATE]) * s.pile_size / 42.0
    for p in range(players):
        for good in range(KINDS):
            best = 0.0
            for other in range(players):
                if other != p:
                    best = max(best, counts[other, good])
            lead = counts[p, good] - best
            told[p, 1 + good] = majority_vp(s, good) * ahead(lead, width)
            told[p, 1 + KINDS + good] = counts[p, good]
        told[p, 1 + 2 * KINDS] = hand_size(s, p)
        told[p, 2 + 2 * KINDS] = unused_specials(s, p)


@jit
def turn_is_over(s: Record, seat: int) -> bool:
    """The turn always goes to another seat at its end."""
    return False
