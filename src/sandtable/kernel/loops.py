"""The compiled entry points, the same for every game.

This file is executed once per game with the game's rules module injected as ``rules`` (see ``bind``), because numba cannot keep machine
code of closures or function arguments. ``rules`` offers, all compiled:

- ``setup(s, tape)``: deals a new game; players, options and generator are already in ``s``;
- ``legal(s, out) -> n``: writes the ids of the legal decisions in ascending order;
- ``apply(s, action, tape)``: carries out a legal decision and all that follows from it;
- ``reveals(s, action)``: would this legal decision uncover hidden or random facts (the limit of undo)?
- ``score(s, seat)``, ``rank(s, seat)``: rank 1 has won (or leads);
- ``redeal(s, seat)``: draws anew all that ``seat`` (-1: a spectator) cannot know, from ``s.rng``;
- ``NUM_ACTIONS``.

Every record has ``players``, ``seat`` (to decide; -1 when the game is over) and ``rng``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import apart, jit
from sandtable.kernel.chance import below, rekey
from sandtable.kernel.tape import Tape, silent

States = NDArray[Any]
Ints = NDArray[np.int64]

rules: Any = globals()["rules"]
apart(rules.setup, rules.legal, rules.apply, rules.reveals, rules.score, rules.rank, rules.redeal)

PLAYED, REVEALED, ILLEGAL, OVER = 0, 1, 2, 3


@jit
def deal(states: States, i: int, key: Ints, stream: int, tape: Tape) -> None:
    """Keys the generator of game ``i`` and deals it."""
    rekey(states[i], key, stream)
    rules.setup(states[i], tape)


@jit
def legal(states: States, i: int, out: Ints) -> int:
    """Writes the legal decisions of game ``i``; none when it is over."""
    return rules.legal(states[i], out) if states[i].seat >= 0 else 0


@jit
def play(states: States, i: int, action: int, key: Ints, tape: Tape, out: Ints) -> int:
    """Keys the generator and plays one decision if it is legal; tells PLAYED, REVEALED, ILLEGAL or OVER."""
    s = states[i]
    if s.seat < 0:
        return OVER
    n = rules.legal(s, out)
    for k in range(n):
        if out[k] == action:
            revealed = rules.reveals(s, action)
            rekey(s, key, 0)
            rules.apply(s, action, tape)
            return REVEALED if revealed else PLAYED
    return ILLEGAL


@jit
def reveals(states: States, i: int, action: int) -> bool:
    return rules.reveals(states[i], action)


@jit
def redeal(states: States, i: int, seat: int, key: Ints) -> None:
    rekey(states[i], key, 0)
    rules.redeal(states[i], seat)


@jit
def standings_many(states: States, start: int, stop: int, scores: Ints, ranks: Ints) -> None:
    """Scores and ranks of the seats, one row per game."""
    for i in range(start, stop):
        s = states[i]
        for seat in range(s.players):
            scores[i, seat] = rules.score(s, seat)
            ranks[i, seat] = rules.rank(s, seat)


@jit
def deal_many(states: States, start: int, stop: int, key: Ints) -> None:
    """Deals the games from ``start`` to ``stop``, each from its own stream."""
    tape = silent()
    for i in range(start, stop):
        rekey(states[i], key, i)
        rules.setup(states[i], tape)


@jit
def masks(states: States, start: int, stop: int, mask: NDArray[np.bool_]) -> None:
    """Writes each game's row of legal decisions; a finished game's row is empty."""
    out = np.empty(rules.NUM_ACTIONS, np.int64)
    for i in range(start, stop):
        mask[i, :] = False
        if states[i].seat >= 0:
            n = rules.legal(states[i], out)
            for k in range(n):
                mask[i, out[k]] = True


@jit
def step_many(states: States, start: int, stop: int, actions: Ints, status: Ints) -> None:
    """Plays one decision in each game; ``status`` tells PLAYED, ILLEGAL (nothing happened) or OVER."""
    tape = silent()
    out = np.empty(rules.NUM_ACTIONS, np.int64)
    for i in range(start, stop):
        s = states[i]
        status[i] = OVER
        if s.seat >= 0:
            status[i] = ILLEGAL
            n = rules.legal(s, out)
            for k in range(n):
                if out[k] == actions[i]:
                    rules.apply(s, actions[i], tape)
                    status[i] = PLAYED
                    break


@jit
def play_out(s: Any, out: Ints, tape: Tape) -> int:
    """Random decisions to the end; returns their number."""
    decisions = 0
    while s.seat >= 0:
        n = rules.legal(s, out)
        rules.apply(s, out[below(s, n)], tape)
        decisions += 1
    return decisions


@jit
def playouts(states: States, start: int, stop: int, decisions: Ints) -> None:
    tape = silent()
    out = np.empty(rules.NUM_ACTIONS, np.int64)
    for i in range(start, stop):
        decisions[i] += play_out(states[i], out, tape)


@jit
def simulate(template: States, key: Ints, start: int, stop: int, totals: Ints) -> None:
    """Plays games ``start`` to ``stop`` at random. ``totals``: decisions, fewest, most, then per seat score, squared score, wins."""
    tape = silent()
    out = np.empty(rules.NUM_ACTIONS, np.int64)
    work = template.copy()
    for i in range(start, stop):
        work[0] = template[0]
        s = work[0]
        rekey(s, key, i)
        rules.setup(s, tape)
        decisions = play_out(s, out, tape)
        totals[0] += decisions
        totals[1] = min(totals[1], decisions)
        totals[2] = max(totals[2], decisions)
        for seat in range(s.players):
            score = rules.score(s, seat)
            totals[3 + 3 * seat] += score
            totals[4 + 3 * seat] += score * score
            totals[5 + 3 * seat] += rules.rank(s, seat) == 1


@jit
def perft(states: States, depth: int) -> int:
    """Counts the sequences of ``depth`` decisions from ``states[0]``; ``states`` has room for ``depth + 1`` positions."""
    tape = silent()
    lists = np.empty((depth + 1, rules.NUM_ACTIONS), np.int64)
    sizes = np.zeros(depth + 1, np.int64)
    at = np.zeros(depth + 1, np.int64)
    if depth == 0:
        return 1
    total = 0
    level = 0
    sizes[0] = rules.legal(states[0], lists[0]) if states[0].seat >= 0 else 0
    while level >= 0:
        if level == depth - 1:
            total += sizes[level]
            level -= 1
        elif at[level] == sizes[level]:
            level -= 1
        else:
            action = lists[level, at[level]]
            at[level] += 1
            states[level + 1] = states[level]
            rules.apply(states[level + 1], action, tape)
            level += 1
            at[level] = 0
            sizes[level] = rules.legal(states[level], lists[level]) if states[level].seat >= 0 else 0
    return total
