"""A small network inside the search: whole numbers only, so that every machine finds the same. Bound to a game like ``tree``.

Input is what the seat to decide knows of the (re-dealt) world (``encoding.observe``) and what the heuristics think of everybody's
prospects (``heuristics.outlook``), counted from that seat. One wide layer of sums over the inputs that are not 0, one narrow layer, then
for every seat its expected final score and how likely it wins; from the wide layer also what is to be said for every decision beyond what
the heuristics say (``heuristics.weigh``).

``weights`` (int16), ``biases`` (int32): all layers one after another (``search.weights.flat``); the first two biases are the widths.
``row``, ``scratch``, ``hidden``, ``told``: room to work in. Activations are whole numbers with ``ONE`` as 1; weights of a
layer are counted in parts of ``1 << SHIFT``. Few arguments and small functions: every one of them costs compile time.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit
from sandtable.kernel.integers import int64

rules: Any = globals()["rules"]
encoding: Any = globals()["encoding"]
heuristics: Any = globals()["heuristics"]

SEATS: int = globals()["seats"]
OBSERVED = sum(field.size for field in encoding.FIELDS)
PROSPECTS = len(heuristics.OUTLOOK)
INPUTS = OBSERVED + SEATS * PROSPECTS
FINE = 2
"""Prospects are told in parts of a point: so many of them are one."""
ONE = 128
MOST = 8 * ONE - 1
SHIFT = 12
POINTS: float = heuristics.KNOBS["spread"] / 2
"""Points per unit of the score's output, which is counted from the first of the seat's prospects."""
HIGHEST = 4095
"""Largest number a prospect is told as; it can lie below 0."""
LOUDEST = 8.0
"""The most that can be said for or against a decision."""

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

Shorts = NDArray[np.int16]
Longs = NDArray[np.int32]

SCRATCH = max(encoding.SCRATCH, rules.NUM_ACTIONS)
HEAD = 2
"""Biases before those of the layers: the widths."""


@jit
def room_for(biases: Longs) -> int:
    """Length of ``hidden``: sums and activations of the wide layer, then sums of the narrow one and of what is said."""
    return int64(2 * biases[0] + biases[1] + 2 * SEATS) if len(biases) > 0 else 0


@jit
def ask(s: Any, weights: Shorts, biases: Longs, row: Shorts, scratch: Ints, hidden: Longs, told: Floats, knobs: Floats) -> None:
    """The input as the seat to decide sees it, and the wide layer."""
    seat, players = int64(s.seat), int64(s.players)
    encoding.observe(s, seat, row[:OBSERVED], scratch)
    row[OBSERVED:] = 0
    heuristics.outlook(s, told, knobs)
    for p in range(players):
        at = OBSERVED + (p - seat + players) % players * PROSPECTS
        for k in range(PROSPECTS):
            row[at + k] = int64(min(HIGHEST, max(-HIGHEST, math.floor(FINE * told[p, k] + 0.5))))
    width = int64(biases[0])
    for h in range(width):
        hidden[h] = biases[HEAD + h]
    for i in range(INPUTS):
        if row[i] != 0:
            spread(weights, i * width, np.int32(row[i]), width, hidden, 0)
    for h in range(width):
        hidden[width + h] = min(MOST, max(0, hidden[h] >> (SHIFT - 7)))


@jit
def spread(weights: Shorts, at: int, number: int, width: int, hidden: Longs, start: int) -> None:
    """What one input adds to every sum of the next layer: 32 bits, eight at a time."""
    sums, parts = hidden[start : start + width], weights[at : at + width]
    for h in range(width):
        sums[h] += number * parts[h]


@jit
def dot(weights: Shorts, at: int, hidden: Longs, start: int, width: int) -> int:
    total = 0
    for h in range(width):
        total += int64(hidden[start + h]) * int64(weights[at + h])
    return total


@jit
def judge(s: Any, weights: Shorts, biases: Longs, row: Shorts, hidden: Longs, scores: Floats, wins: Floats) -> None:
    """After ``ask``: expected final score and winning chance of every seat."""
    seat, players = int64(s.seat), int64(s.players)
    wide, narrow = int64(biases[0]), int64(biases[1])
    at, first, last = INPUTS * wide, 2 * wide, 2 * wide + narrow
    for k in range(narrow + 2 * SEATS):
        hidden[first + k] = biases[HEAD + wide + k]
    for h in range(wide):
        if hidden[wide + h] != 0:
            spread(weights, at + h * narrow, hidden[wide + h], narrow, hidden, first)
    at += narrow * wide
    for k in range(narrow):
        number = min(MOST, max(0, hidden[first + k] >> SHIFT))
        if number != 0:
            spread(weights, at + k * 2 * SEATS, number, 2 * SEATS, hidden, last)
    most = -1e18
    for o in range(SEATS + players):
        place = o if o < SEATS else o - SEATS
        if place < players:
            p = (seat + place) % players
            said = hidden[last + o] / (ONE << SHIFT)
            if o < SEATS:
                scores[p] = row[OBSERVED + place * PROSPECTS] / FINE + POINTS * said
            else:
                wins[p] = said
                most = max(most, said)
    soften(wins, players, most)


@jit
def weigh(weights: Shorts, biases: Longs, hidden: Longs, out: Ints, n: int, weight: Floats, share: float) -> float:
    """After ``ask``: what the heuristics think of the ``n`` decisions in ``out``, times what there is to be said for each beyond that;
    returns the sum. What the heuristics rule out stays out."""
    wide, narrow = int64(biases[0]), int64(biases[1])
    at = INPUTS * wide + narrow * wide + 2 * SEATS * narrow
    bias = HEAD + wide + narrow + 2 * SEATS
    total = 0.0
    for i in range(n):
        if weight[i] > 0.0:
            said = (int64(biases[bias + out[i]]) + dot(weights, at + out[i] * wide, hidden, wide, wide)) / (ONE << SHIFT)
            weight[i] *= math.exp(share * min(LOUDEST, max(-LOUDEST, said)))
            total += weight[i]
    return total


@jit
def soften(chance: Floats, n: int, most: float) -> None:
    """From how much is said for each to shares of 1."""
    total = 0.0
    for i in range(n):
        chance[i] = math.exp(chance[i] - most)
        total += chance[i]
    for i in range(n):
        chance[i] /= total


@jit
def judge_many(
    states: NDArray[Any], knobs: Floats, weights: Shorts, biases: Longs, rows: Shorts, scores: Floats, wins: Floats, chances: Floats
) -> None:
    """Of many positions in which somebody is to decide: the inputs, expected scores, winning chances, and how likely each decision is."""
    scratch = np.zeros(SCRATCH, np.int64)
    hidden, told = np.zeros(room_for(biases), np.int32), np.zeros((SEATS, PROSPECTS), np.float64)
    out, weight = np.empty(rules.NUM_ACTIONS, np.int64), np.zeros(rules.NUM_ACTIONS, np.float64)
    for i in range(len(states)):
        ask(states[i], weights, biases, rows[i], scratch, hidden, told, knobs)
        if len(scores) > 0:
            judge(states[i], weights, biases, rows[i], hidden, scores[i], wins[i])
        if len(chances) > 0:
            n = rules.legal(states[i], out)
            heuristics.weigh(states[i], out, n, weight, knobs)
            total = weigh(weights, biases, hidden, out, n, weight, 1.0) if len(weights) > 0 else np.sum(weight[:n])
            for k in range(n):
                chances[i, out[k]] = weight[k] / total if total > 0.0 else 1.0 / n
