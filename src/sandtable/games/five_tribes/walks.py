"""Walking all sowing moves, compiled: every route with every order of colours, and the outcomes listed in rows.

Outcomes are told apart by a sum of random numbers, one per meeple and place: equal outcomes have equal sums, different ones differ
except with a chance of about 2**-60.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.jit import jit

from .components import MARID, NO_DIRECTION, STEP, TILES, TOWARDS
from .gains import PARTS, gain, price_row
from .moving import LOOP, REACH, can_drop, can_lift, steps
from .state import MAX_ROW, Record, owns, put_meeple, take_meeples

PATH_CAP = 12
"""Drops that fit into one path: five bits each."""

NUMBERS = 1 << 60
_rng = np.random.default_rng(5)
MARK = _rng.integers(0, NUMBERS, (TILES, 5))
END_MARK = _rng.integers(0, NUMBERS, (TILES, 5))
MASK = NUMBERS - 1

# Columns of a listed move.
R_START, R_FINAL, R_COLOUR, R_COUNT, R_GAIN, R_PARTS = 0, 1, 2, 3, 4, 5
R_SIZE = R_PARTS + len(PARTS)
R_PATH, R_KEY, R_WIDTH = R_SIZE + 1, R_SIZE + 2, R_SIZE + 3
NO_PATH, LOOP_PATH = -1, -2
"""Instead of a path: ``guide`` finds the way again, for a loop ``guide_loop``."""


# ---- walking ------------------------------------------------------------------------------------------------------------------------


@jit
def pick_up(s: Record, tile: int) -> int:
    """Lifts without events; returns the change of the board's sum."""
    key = 0
    s.moving_size = s.height[tile]
    for colour in range(5):
        n = s.meeples[tile, colour]
        s.moving[colour] = n
        for _ in range(n):
            key = (key - MARK[tile, colour]) & MASK
        if n > 0:
            take_meeples(s, tile, colour, n)
    s.at = tile
    s.previous = -1
    return key


@jit
def put_back(s: Record, tile: int) -> None:
    for colour in range(5):
        for _ in range(s.moving[colour]):
            put_meeple(s, tile, colour)
        s.moving[colour] = 0
    s.moving_size = 0


@jit
def step(s: Record, choice: int) -> None:
    colour = choice % 5
    to = STEP[s.at, choice // 5]
    s.moving[colour] -= 1
    s.moving_size -= 1
    put_meeple(s, to, colour)
    s.previous = s.at
    s.at = to


@jit
def step_back(s: Record, choice: int, before: int) -> None:
    """Takes a drop back; ``before`` is the tile before the one it started from."""
    colour = choice % 5
    take_meeples(s, s.at, colour, 1)
    s.moving[colour] += 1
    s.moving_size += 1
    s.at = s.previous
    s.previous = before


@jit
def next_choice(s: Record, last: int) -> int:
    """The next legal drop after ``last``, in id order; -1: there is none."""
    back = TOWARDS[s.at, s.previous]
    for choice in range(last + 1, 20):
        d = choice // 5
        to = STEP[s.at, d]
        if d != back and to >= 0 and s.moving[choice % 5] > 0 and can_drop(s, to, (d + 2) & 3, choice % 5):
            return choice
    return -1


@jit
def marid_gold(s: Record, tile: int, seat: int) -> int:
    """Marid's gold for the mover when a meeple is dropped on this tile."""
    return 1 if s.camel[tile] == seat and owns(s, seat, MARID) else 0


@jit
def walk_on(
    s: Record, start: int, key: int, keys: Any, found: int, rows: Any, listed: int, slots: Any, table: Any, parts: Any
) -> tuple[int, int]:
    """Goes every legal way on from a move under way; ``key`` is the board's sum so far. Otherwise as ``walk_all``."""
    seat = s.seat
    n = s.moving_size
    choices = np.zeros(n + 1, np.int64)
    befores = np.zeros(n + 1, np.int64)
    gold = 0
    depth = 0
    choices[0] = -1
    while depth >= 0:
        last = choices[depth]
        if last >= 0:
            gold -= marid_gold(s, s.at, seat)
            key = (key - MARK[s.at, last % 5]) & MASK
            step_back(s, last, befores[depth])
        choice = next_choice(s, last)
        if choice < 0:
            depth -= 1
            continue
        choices[depth] = choice
        befores[depth] = s.previous
        step(s, choice)
        key = (key + MARK[s.at, choice % 5]) & MASK
        gold += marid_gold(s, s.at, seat)
        if s.moving_size > 0:
            depth += 1
            choices[depth] = -1
            continue
        outcome = (key + END_MARK[s.at, choice % 5]) & MASK
        if found < len(keys):
            keys[found] = outcome
        found += 1
        if listed < len(rows) and is_new(slots, outcome):
            path = 0
            for i in range(depth, -1, -1):
                path = path << 5 | choices[i]
            write_row(s, start, choice % 5, gold, outcome, rows[listed], table, parts)
            rows[listed, R_SIZE] = n
            rows[listed, R_PATH] = path
            listed += 1
    return found, listed


@jit
def walk_all(s: Record, start: int, keys: Any, found: int, rows: Any, listed: int, slots: Any, table: Any, parts: Any) -> tuple[int, int]:
    """Goes every legal way from a tile. Counts moves in ``found`` and writes their sums to ``keys`` as far as there is room; with room in
    ``rows`` lists every new outcome. The state is the same afterwards. Returns both counts."""
    key = pick_up(s, start)
    found, listed = walk_on(s, start, key, keys, found, rows, listed, slots, table, parts)
    put_back(s, start)
    s.at = -1
    return found, listed


@jit
def is_new(slots: Any, key: int) -> bool:
    """Puts a sum into the hash table (size a power of 2, -1 = free); False if it is there already."""
    mask = len(slots) - 1
    at = key & mask
    while slots[at] >= 0:
        if slots[at] == key:
            return False
        at = (at + 1) & mask
    slots[at] = key
    return True


@jit
def write_row(s: Record, start: int, colour: int, gold: int, key: int, row: Any, table: Any, parts: Any) -> None:
    final = s.at
    row[R_GAIN] = gain(s, final, colour, gold, table, parts)
    row[R_START] = start
    row[R_FINAL] = final
    row[R_COLOUR] = colour
    row[R_COUNT] = s.meeples[final, colour]
    for part in range(len(PARTS)):
        row[R_PARTS + part] = parts[part]
    row[R_KEY] = key


# ---- tall stacks --------------------------------------------------------------------------------------------------------------------


@jit
def guide(s: Record, final: int, colour: int) -> int:
    """The next drop on a way that ends on ``final`` with ``colour``: any step from which ``final`` can be met exactly, dropping the most
    frequent other colour first. As a choice (5 * direction + colour); -1: there is no such way."""
    left = s.moving_size - 1
    drop = colour
    if left > 0:
        most = 0
        for c in range(5):
            n = s.moving[c] - (1 if c == colour else 0)
            if n > most:
                most = n
                drop = c
    back = TOWARDS[s.at, s.previous]
    for d in range(4):
        to = STEP[s.at, d]
        if d == back or to < 0:
            continue
        if (left == 0 and to == final) or (left > 0 and (REACH[steps(left), to, (d + 2) & 3] >> final) & 1):
            return 5 * d + drop
    return -1


@jit
def closes(s: Record, colour: int) -> bool:
    """The walk can come back to where it stands and end there; a meeple of ``colour`` just dropped waits for another of the hand."""
    if s.moving_size == 0 or s.moving[colour] == 0:
        return False
    return (REACH[steps(s.moving_size), s.at, TOWARDS[s.at, s.previous]] >> s.at) & 1 != 0


@jit
def guide_loop(s: Record, colour: int) -> int:
    """The next drop of a way that closes a loop with two of ``colour``: the first of them where a loop can begin, before that others."""
    left = s.moving_size - 1
    back = TOWARDS[s.at, s.previous]
    onward = -1
    for d in range(4):
        to = STEP[s.at, d]
        if d == back or to < 0:
            continue
        if (REACH[steps(left), to, (d + 2) & 3] >> to) & 1:
            return 5 * d + colour
        if LOOP[steps(left), to, (d + 2) & 3]:
            onward = d
    drop, most = colour, 0
    for c in range(5):
        if c != colour and s.moving[c] > most:
            most = s.moving[c]
            drop = c
    return 5 * onward + drop


@jit
def walk_loops(s: Record, work: Any, start: int, rows: Any, listed: int, table: Any, parts: Any) -> int:
    """One way from a tall stack for every colour of which one meeple can wait for another (FT-R36)."""
    seat = s.seat
    for colour in range(5):
        if s.meeples[start, colour] < 2 or not LOOP[steps(s.height[start]), start, NO_DIRECTION] or listed >= len(rows):
            continue
        walker = work[0]
        key = pick_up(walker, start)
        n = walker.moving_size
        gold, anchor = 0, -1
        while walker.moving_size > 0:
            choice = guide(walker, anchor, colour) if anchor >= 0 else guide_loop(walker, colour)
            step(walker, choice)
            key = (key + MARK[walker.at, choice % 5]) & MASK
            gold += marid_gold(walker, walker.at, seat)
            if anchor < 0 and choice % 5 == colour and closes(walker, colour):
                anchor = walker.at
        write_row(walker, start, colour, gold, (key + END_MARK[walker.at, colour]) & MASK, rows[listed], table, parts)
        rows[listed, R_SIZE] = n
        rows[listed, R_PATH] = LOOP_PATH
        listed += 1
        work[0] = s
    return listed


@jit
def guide_to(walker: Record, start: int, final: int, colour: int, key: int, row: Any, table: Any, parts: Any) -> None:
    """Finishes the walker's move on ``final`` with ``colour`` and writes the row of its outcome."""
    seat = walker.seat
    n = walker.moving_size
    gold = 0
    while walker.moving_size > 0:
        choice = guide(walker, final, colour)
        step(walker, choice)
        key = (key + MARK[walker.at, choice % 5]) & MASK
        gold += marid_gold(walker, walker.at, seat)
    write_row(walker, start, colour, gold, (key + END_MARK[final, colour]) & MASK, row, table, parts)
    row[R_SIZE] = n
    row[R_PATH] = NO_PATH


@jit
def walk_tall(s: Record, work: Any, start: int, rows: Any, listed: int, table: Any, parts: Any) -> int:
    """One way from a tall stack to every tile and colour where it can end on a waiting meeple; loops if there is none."""
    first = listed
    ends = REACH[steps(s.height[start]), start, NO_DIRECTION] & ~(1 << start)
    for final in range(TILES):
        for colour in range(5):
            if s.meeples[start, colour] == 0 or ((s.present[colour] & ends) >> final) & 1 == 0 or listed >= len(rows):
                continue
            walker = work[0]
            key = pick_up(walker, start)
            guide_to(walker, start, final, colour, key, rows[listed], table, parts)
            listed += 1
            work[0] = s
    return walk_loops(s, work, start, rows, listed, table, parts) if listed == first else listed


@jit
def finish_tall(s: Record, work: Any, rows: Any, listed: int, table: Any, parts: Any) -> int:
    """One way on from a move under way to every tile and colour where it can end on a waiting meeple."""
    start = s.at
    ends = REACH[steps(s.moving_size), start, TOWARDS[s.at, s.previous]]
    for final in range(TILES):
        for colour in range(5):
            if s.moving[colour] == 0 or ((s.present[colour] & ends) >> final) & 1 == 0 or listed >= len(rows):
                continue
            walker = work[0]
            guide_to(walker, start, final, colour, 0, rows[listed], table, parts)
            listed += 1
            work[0] = s
    return listed


# ---- entry points -------------------------------------------------------------------------------------------------------------------


@jit
def count_moves(states: Any, cap: int, keys: Any) -> int:
    """Complete moves from all tiles with at most ``cap`` meeples; their sums go to ``keys`` as far as there is room."""
    s = states[0]
    rows, slots = np.zeros((0, R_WIDTH), np.int64), np.zeros(1, np.int64)
    table, parts = np.zeros((1, 3), np.int64), np.zeros(len(PARTS), np.int64)
    found = 0
    for tile in range(TILES):
        if s.height[tile] <= cap and can_lift(s, tile):
            found, _ = walk_all(s, tile, keys, found, rows, 0, slots, table, parts)
    return found


@jit
def list_moves(states: Any, cap: int, rows: Any, slots: Any) -> int:
    """Writes every outcome of a move from ``states[0]`` as a row (see R_START ff.) with its gain, as far as there is room.

    ``states`` has room for a second position; ``slots`` is a hash table of twice the rows at least, a power of 2, filled with -1."""
    s = states[0]
    keys = np.zeros(0, np.int64)
    table, parts = np.zeros((MAX_ROW + 1, 3), np.int64), np.zeros(len(PARTS), np.int64)
    price_row(s, s.seat, table)
    listed = 0
    for tile in range(TILES):
        if s.height[tile] <= cap and can_lift(s, tile):
            _, listed = walk_all(s, tile, keys, 0, rows, listed, slots, table, parts)
    for tile in range(TILES):
        if s.height[tile] > cap and can_lift(s, tile):
            states[1] = s
            listed = walk_tall(s, states[1:2], tile, rows, listed, table, parts)
    return listed


@jit
def list_finishes(states: Any, cap: int, rows: Any, slots: Any) -> int:
    """The outcomes of the move under way in ``states[0]``, as ``list_moves`` writes them; R_START is the present tile."""
    s = states[0]
    keys = np.zeros(0, np.int64)
    table, parts = np.zeros((MAX_ROW + 1, 3), np.int64), np.zeros(len(PARTS), np.int64)
    price_row(s, s.seat, table)
    if s.moving_size > cap:
        states[1] = s
        return finish_tall(s, states[1:2], rows, 0, table, parts)
    at, previous = s.at, s.previous
    _, listed = walk_on(s, at, 0, keys, 0, rows, 0, slots, table, parts)
    s.at = at
    s.previous = previous
    return listed
