"""The tape: the one link between compiled rules and the outside.

Rules write onto it what happened (events) and read from it what chance is told to do (a script of dice, draws and orders). It is an
int64 array: six words of head, then events of ``WIDTH`` words each, then the script. Searches and playouts pass ``silent()``: nothing is
written, and chance comes from the state's generator.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sandtable.jit import jit

Tape = NDArray[np.int64]

WRITE, LIMIT, READ, END, FAULT, ASK, HEAD = 0, 1, 2, 3, 4, 5, 6
WIDTH = 9
EVENTS = 600
ROOM = 1024
"""Words that are kept free for the facts of a question."""
WANTED = 1
"""In the word ``ASK``: a question is wanted; a larger number is where it stands."""


@jit
def silent() -> Tape:
    """A tape that takes no events and scripts no chance."""
    return np.zeros(HEAD, np.int64)


@jit
def emit(tape: Tape, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0, f: int = 0, g: int = 0, h: int = 0) -> None:
    """Writes one event: its number in the game's list and up to eight facts."""
    at = tape[WRITE]
    if at + WIDTH > tape[LIMIT]:
        return
    tape[at] = kind
    tape[at + 1] = a
    tape[at + 2] = b
    tape[at + 3] = c
    tape[at + 4] = d
    tape[at + 5] = e
    tape[at + 6] = f
    tape[at + 7] = g
    tape[at + 8] = h
    tape[WRITE] = at + WIDTH


@jit
def scripted(tape: Tape) -> bool:
    """Is the next chance told in advance?"""
    return tape[READ] < tape[END]


@jit
def told(tape: Tape) -> int:
    """The next scripted value."""
    value = tape[tape[READ]]
    tape[READ] += 1
    return value


@jit
def fault(tape: Tape) -> None:
    """The value just read is impossible; Python refuses the play."""
    if tape[FAULT] == 0:
        tape[FAULT] = tape[READ]


@jit
def asks(tape: Tape) -> bool:
    """Does somebody want to know what chance is asked first after the script (see ``asking``)?"""
    return tape[ASK] == WANTED


@jit
def question(tape: Tape, kind: int, n: int) -> int:
    """Notes what chance is asked, once; returns where the ``n`` facts of the question go. Events end here."""
    at = tape[WRITE]
    tape[ASK] = at
    tape[LIMIT] = at
    tape[at] = kind
    tape[at + 1] = n
    return at + 2


def asking(script: Sequence[int] = ()) -> Tape:
    """A tape of ``recording`` that notes the first thing chance is asked beyond the script."""
    tape = recording(script)
    tape[LIMIT] -= ROOM + 2
    tape[ASK] = WANTED
    return tape


def asked(tape: Tape) -> tuple[int, list[int]] | None:
    """The question on such a tape: its kind and its facts; None if the script answered all."""
    at = int(tape[ASK])
    if at == WANTED:
        return None
    kind, n = tape[at : at + 2].tolist()
    return kind, tape[at + 2 : at + 2 + n].tolist()


def recording(script: Sequence[int] = ()) -> Tape:
    """A tape that takes all events of one decision, with chance scripted by ``script``."""
    start = HEAD + EVENTS * WIDTH
    tape = np.empty(start + len(script), np.int64)
    tape[:HEAD] = (HEAD, start, start, start + len(script), 0, 0)
    tape[start:] = script
    return tape


def rewound(tape: Tape) -> Tape:
    """A tape of ``recording()`` without a script, ready for the next decision."""
    tape[WRITE] = HEAD
    tape[FAULT] = 0
    return tape


def written(tape: Tape) -> list[tuple[int, ...]]:
    """The events on the tape, in order."""
    end = int(tape[WRITE])
    if end == HEAD:
        return []
    return [tuple(row) for row in tape[HEAD:end].reshape(-1, WIDTH).tolist()]
