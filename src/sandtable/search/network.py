"""A small network inside the search: whole numbers only, so that every machine finds the same. Bound to a game like ``tree``.

Input is what the seat to decide knows of the (re-dealt) world (``encoding.observe``) and what everybody's points would be now
(``heuristics.standing``), counted from that seat. One wide layer of sums over the inputs that are not 0, one narrow layer, then for every
seat its expected final score and how likely it wins; from the wide layer also how likely every decision is.

``net``: a tuple of arrays, see ``search.weights``. ``room``: a tuple of scratch arrays, from ``make_room``. Activations are whole numbers
with ``ONE`` as 1; weights of a layer are counted in parts of ``1 << SHIFT``.
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
INPUTS = OBSERVED + SEATS
ONE = 128
MOST = 8 * ONE - 1
SHIFT = 12
POINTS = 4.0
"""Points per unit of the score's output."""
HIGHEST = 4095
"""Largest number a standing is told as; it can lie below 0."""

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

WIDE, WIDE_BIAS, NARROW, NARROW_BIAS, VALUE, VALUE_BIAS, POLICY, POLICY_BIAS = range(8)
Net = tuple[Any, ...]
Room = tuple[Any, ...]


@jit
def make_room(net: Net) -> Room:
    """Scratch arrays: the input, its widening, the layers, what comes out."""
    wide, narrow = len(net[WIDE_BIAS]), len(net[NARROW_BIAS])
    return (
        np.zeros(INPUTS, np.int16),
        np.zeros(max(encoding.SCRATCH, rules.NUM_ACTIONS), np.int64),
        np.zeros(wide, np.int32),
        np.zeros(wide, np.int32),
        np.zeros(narrow, np.int32),
        np.zeros(2 * SEATS, np.float64),
        np.zeros(SEATS, np.float64),
    )


@jit
def look(s: Any, seat: int, row: NDArray[np.int16], scratch: Ints, points: Floats) -> None:
    """The input of the network, as ``seat`` sees it."""
    encoding.observe(s, seat, row[:OBSERVED], scratch)
    for p in range(SEATS):
        points[p] = 0.0
    heuristics.standing(s, points)
    players = int64(s.players)
    for place in range(SEATS):
        row[OBSERVED + place] = 0
    for p in range(players):
        place = (p - seat + players) % players
        row[OBSERVED + place] = min(HIGHEST, max(-HIGHEST, int64(points[p])))


@jit
def widen(net: Net, room: Room) -> None:
    """The wide layer, from the input."""
    row, sums, wide = room[0], room[2], room[3]
    weights = net[WIDE]
    width = len(wide)
    for h in range(width):
        sums[h] = net[WIDE_BIAS][h]
    for i in range(INPUTS):
        number = np.int32(row[i])
        if number != 0:
            for h in range(width):
                sums[h] += number * weights[i, h]
    for h in range(width):
        wide[h] = min(MOST, max(0, sums[h] >> (SHIFT - 7)))


@jit
def value_of(net: Net, room: Room) -> None:
    """The outputs for every seat, counted from the observer, from the wide layer."""
    wide, narrow, out = room[3], room[4], room[5]
    for k in range(len(narrow)):
        total = int64(net[NARROW_BIAS][k])
        for h in range(len(wide)):
            total += wide[h] * net[NARROW][k, h]
        narrow[k] = min(MOST, max(0, total >> SHIFT))
    for o in range(len(out)):
        total = int64(net[VALUE_BIAS][o])
        for k in range(len(narrow)):
            total += narrow[k] * net[VALUE][o, k]
        out[o] = total / (ONE << SHIFT)


@jit
def judge(s: Any, net: Net, room: Room, scores: Floats, wins: Floats) -> None:
    """Expected final score and winning chance of every seat; somebody is to decide."""
    seat, players = int64(s.seat), int64(s.players)
    look(s, seat, room[0], room[1], room[6])
    widen(net, room)
    value_of(net, room)
    out = room[5]
    most = out[SEATS]
    for place in range(players):
        most = max(most, out[SEATS + place])
    total = 0.0
    for place in range(players):
        p = (seat + place) % players
        scores[p] = POINTS * out[place]
        wins[p] = math.exp(out[SEATS + place] - most)
        total += wins[p]
    for p in range(players):
        wins[p] /= total


@jit
def weigh(s: Any, net: Net, room: Room, out: Ints, n: int, chance: Floats) -> None:
    """How likely each of the ``n`` decisions in ``out`` is; the sum is 1."""
    look(s, int64(s.seat), room[0], room[1], room[6])
    widen(net, room)
    wide = room[3]
    most = -1e18
    for i in range(n):
        total = int64(net[POLICY_BIAS][out[i]])
        for h in range(len(wide)):
            total += wide[h] * net[POLICY][out[i], h]
        chance[i] = total / (ONE << SHIFT)
        most = max(most, chance[i])
    total_chance = 0.0
    for i in range(n):
        chance[i] = math.exp(chance[i] - most)
        total_chance += chance[i]
    for i in range(n):
        chance[i] /= total_chance


@jit
def look_many(states: NDArray[Any], rows: NDArray[np.int16]) -> None:
    """The inputs of many positions, each seen from the seat to decide."""
    scratch = np.zeros(max(encoding.SCRATCH, rules.NUM_ACTIONS), np.int64)
    points = np.zeros(SEATS, np.float64)
    for i in range(len(states)):
        look(states[i], int64(states[i].seat), rows[i], scratch, points)


@jit
def judge_many(states: NDArray[Any], net: Net, scores: Floats, wins: Floats) -> None:
    """Expected scores and winning chances of many positions in which somebody is to decide."""
    room = make_room(net)
    for i in range(len(states)):
        judge(states[i], net, room, scores[i], wins[i])


@jit
def weigh_many(states: NDArray[Any], net: Net, chances: Floats) -> None:
    """How likely every decision is, by its id, in many positions in which somebody is to decide."""
    room = make_room(net)
    out = np.empty(rules.NUM_ACTIONS, np.int64)
    chance = np.zeros(rules.NUM_ACTIONS, np.float64)
    for i in range(len(states)):
        n = rules.legal(states[i], out)
        weigh(states[i], net, room, out, n, chance)
        chances[i, :] = 0.0
        for k in range(n):
            chances[i, out[k]] = chance[k]
