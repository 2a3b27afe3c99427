"""Rows written many numbers at once are those a plain loop writes, and what does not lie as is expected is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sandtable import load
from sandtable.encodings import encoding
from sandtable.jit import jit
from sandtable.jit_rows import MOST, write_numbers, write_owners, write_set

SIZES = (1, 3, 7, 16, 31, 63)


@jit
def sets(bits: int, rows: Any) -> None:
    write_set(bits, 1, 1, rows[0])
    write_set(bits, 3, 1, rows[1])
    write_set(bits, 7, 1, rows[2])
    write_set(bits, 16, 1, rows[3])
    write_set(bits, 31, 1, rows[4])
    write_set(bits, 63, 1, rows[5])


@jit
def numbers(bytes_: Any, longs: Any, rows: Any) -> None:
    write_numbers(bytes_, 1, 9, 2, rows[0])
    write_numbers(longs, 1, 9, 2, rows[1])


@jit
def owners(given: Any, seat: int, players: int, rows: Any) -> None:
    write_owners(given, 1, 7, seat, players, 2, rows[0])


def test_sets_of_every_size() -> None:
    """Some sizes end the process on some processors, if they are written otherwise."""
    bits = int("110100111010001011110101001110010110111000101101110010110100111", 2)
    rows = np.full((len(SIZES), 65), 9, np.int16)
    sets(bits, rows)
    for size, row in zip(SIZES, rows.tolist(), strict=True):
        assert row == [9, *((bits >> i) & 1 for i in range(size)), *[9] * (64 - size)]


def test_numbers_that_are_too_large_are_cut_off() -> None:
    given = np.array([1, -2, 3, 100, -100, 5, 6, 7, 8, 9], np.int8)
    long = given.astype(np.int64) * 1000
    rows = np.full((2, 12), 9, np.int16)
    numbers(given, long, rows)
    assert rows[0].tolist() == [9, 9, *given[1:].tolist(), 9]
    assert rows[1].tolist() == [9, 9, *np.minimum(long[1:], MOST).astype(np.int16).tolist(), 9]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_owners_are_counted_from_the_seat(players: int) -> None:
    given = np.array([0, *(owner % (players + 1) - 1 for owner in range(7))], np.int8)
    for seat in range(players):
        rows = np.full((1, 31), 9, np.int16)
        owners(given, seat, players, rows)
        expected = [int(place < players and owner == (seat + place) % players) for owner in given[1:].tolist() for place in range(4)]
        assert rows[0].tolist() == [9, 9, *expected, 9]


def test_an_observation_is_written_only_where_it_fits() -> None:
    code, state = encoding("tuareg"), load("tuareg").new(2, 1)
    right = code.observe(state, 0)
    fits = np.zeros((2, code.size), np.int16)
    assert np.array_equal(code.observe(state, 0, fits[1]), right)
    for wrong in (np.zeros((code.size, 2), np.int16)[:, 0], fits[0, ::-1], fits[0, 1:], np.zeros(code.size, np.float32)):
        with pytest.raises(ValueError, match="one after another"):
            code.observe(state, 0, wrong)
