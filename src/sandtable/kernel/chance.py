"""Chance: the generator that lives in a state's field ``rng`` (four 32-bit words in int64), and what rules draw from it.

The generator is xoshiro128++, written with masks in signed 64-bit integers so that compiled and interpreted rules draw alike.
``roll``, ``pick`` and ``shuffle`` obey the script on the tape, if there is one: a script lists dice, drawn kinds and orders (top first)
as the game means them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit
from sandtable.kernel.tape import ROOM, Tape, asks, fault, question, scripted, told

Record = Any
MASK = 0xFFFFFFFF
UNIFORM, PICK, ORDER = 0, 1, 2
"""What chance is asked: one of these values; a kind out of so many of each; the order of these cards."""


@jit
def rotate(x: int, k: int) -> int:
    return ((x << k) | (x >> (32 - k))) & MASK


@jit
def word(s: Record) -> int:
    """The next 32 random bits."""
    r = s.rng
    result = (rotate((r[0] + r[3]) & MASK, 7) + r[0]) & MASK
    t = (r[1] << 9) & MASK
    r[2] ^= r[0]
    r[3] ^= r[1]
    r[1] ^= r[2]
    r[0] ^= r[3]
    r[2] ^= t
    r[3] = rotate(r[3], 11)
    return result


@jit
def below(s: Record, n: int) -> int:
    """A number from 0 to n - 1, each exactly equally likely (n at most 2**20)."""
    product = word(s) * n
    if (product & MASK) < n:
        threshold = (MASK + 1 - n) % n
        while (product & MASK) < threshold:
            product = word(s) * n
    return product >> 32


@jit
def mix(x: int) -> int:
    """Scrambles 32 bits (the finaliser of MurmurHash3; products are split so that they stay below 2**63)."""
    x ^= x >> 16
    x = ((x & 0xFFFF) * 0x85EBCA6B + ((((x >> 16) * 0x85EBCA6B) & 0xFFFF) << 16)) & MASK
    x ^= x >> 13
    x = ((x & 0xFFFF) * 0xC2B2AE35 + ((((x >> 16) * 0xC2B2AE35) & 0xFFFF) << 16)) & MASK
    return x ^ (x >> 16)


@jit
def rekey(s: Record, key: NDArray[np.int64], stream: int) -> None:
    """Starts the generator from four words; every stream number gives an independent sequence."""
    carry = mix((stream & MASK) ^ 0x9E3779B9) ^ mix((stream >> 32) & MASK)
    for i in range(4):
        carry = mix(carry ^ (key[i] & MASK) ^ (i * 0x61C88647 & MASK))
        s.rng[i] = carry
    if s.rng[0] == 0 and s.rng[1] == 0 and s.rng[2] == 0 and s.rng[3] == 0:
        s.rng[0] = 1


@jit
def roll(s: Record, tape: Tape, sides: int) -> int:
    """A die: 1 to ``sides``."""
    if scripted(tape):
        value = told(tape)
        if 1 <= value <= sides:
            return value
        fault(tape)
    elif asks(tape):
        at = question(tape, UNIFORM, sides)
        for i in range(min(sides, ROOM)):
            tape[at + i] = 1 + i
    return 1 + below(s, sides)


@jit
def choose(s: Record, tape: Tape, n: int) -> int:
    """A number from 0 to n - 1."""
    if scripted(tape):
        value = told(tape)
        if 0 <= value < n:
            return value
        fault(tape)
    elif asks(tape):
        at = question(tape, UNIFORM, n)
        for i in range(min(n, ROOM)):
            tape[at + i] = i
    return below(s, n)


@jit
def pick(s: Record, tape: Tape, counts: NDArray[Any]) -> int:
    """Draws one thing out of ``counts[kind]`` things of each kind, every thing equally likely; returns its kind. There must be one."""
    total = 0
    for kind in range(len(counts)):
        total += counts[kind]
    if scripted(tape):
        value = told(tape)
        if 0 <= value < len(counts) and counts[value] > 0:
            return value
        fault(tape)
    elif asks(tape):
        at = question(tape, PICK, len(counts))
        for kind in range(min(len(counts), ROOM)):
            tape[at + kind] = counts[kind]
    left = below(s, total)
    for kind in range(len(counts)):
        left -= counts[kind]
        if left < 0:
            return kind
    return 0


@jit
def shuffle(s: Record, tape: Tape, cards: NDArray[Any], n: int) -> None:
    """Shuffles ``cards[:n]`` in place, the first one on top."""
    if scripted(tape):
        for i in range(n):
            value = told(tape) if scripted(tape) else -1
            at = i
            while at < n and cards[at] != value:
                at += 1
            if at == n:
                fault(tape)
                return
            cards[at] = cards[i]
            cards[i] = value
        return
    if asks(tape):
        at = question(tape, ORDER, n)
        for i in range(min(n, ROOM)):
            tape[at + i] = cards[i]
    for i in range(n - 1, 0, -1):
        at = below(s, i + 1)
        card = cards[i]
        cards[i] = cards[at]
        cards[at] = card
