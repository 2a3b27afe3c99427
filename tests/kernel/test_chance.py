"""The generator and what rules draw from it."""

import numpy as np
import pytest

from sandtable import jit
from sandtable.kernel import chance, seeds, tape

ANY = jit.record([("only_for_this_test", jit.I64), ("rng", jit.I64, (4,))])


def generator(seed: int = 1) -> np.record:
    states = np.zeros(1, ANY)
    chance.rekey(states[0], seeds.key(seeds.to_bytes(seed), 0), 0)
    return states[0]


def test_same_key_same_sequence_other_stream_another() -> None:
    words = seeds.key(bytes(16), 0)
    drawn = []
    for stream in (0, 0, 1, 1 << 33):
        s = generator()
        chance.rekey(s, words, stream)
        drawn.append([chance.word(s) for _ in range(8)])
    assert drawn[0] == drawn[1]
    assert len({tuple(row) for row in drawn}) == 3


@pytest.mark.parametrize("n", [2, 3, 6, 44, 1000])
def test_below_is_uniform(n: int) -> None:
    """Chi-square stays within five standard deviations of its mean."""
    s, draws = generator(n), 20_000
    counts = np.bincount([chance.below(s, n) for _ in range(draws)], minlength=n)
    assert len(counts) == n
    chi = float(((counts - draws / n) ** 2 / (draws / n)).sum())
    assert abs(chi - (n - 1)) < 5 * np.sqrt(2 * (n - 1)) + 5


def test_pick_follows_the_counts() -> None:
    s, counts = generator(), np.array([0, 1, 0, 3], np.int64)
    drawn = np.bincount([chance.pick(s, tape.silent(), counts) for _ in range(4_000)], minlength=4)
    assert drawn[0] == drawn[2] == 0
    assert 800 < drawn[1] < 1_200


def test_shuffle_reaches_every_order_equally() -> None:
    s, seen = generator(), {}
    for _ in range(6_000):
        cards = np.array([1, 2, 3], np.int64)
        chance.shuffle(s, tape.silent(), cards, 3)
        seen[tuple(cards)] = seen.get(tuple(cards), 0) + 1
    assert len(seen) == 6
    assert min(seen.values()) > 850


def test_script_replaces_chance() -> None:
    s, roll = generator(), tape.recording([6, 1, 3, 2, 2])
    cards = np.array([2, 2, 3], np.int64)
    assert chance.roll(s, roll, 6) == 6
    assert chance.pick(s, roll, np.array([0, 5], np.int64)) == 1
    chance.shuffle(s, roll, cards, 3)
    assert cards.tolist() == [3, 2, 2]
    assert roll[tape.FAULT] == 0
    assert roll[tape.READ] == roll[tape.END]


@pytest.mark.parametrize("script", [[7], [0], [-1]])
def test_impossible_dice_are_marked(script: list[int]) -> None:
    roll = tape.recording(script)
    assert 1 <= chance.roll(generator(), roll, 6) <= 6
    assert roll[tape.FAULT]


@pytest.mark.parametrize("script", [[3, 3, 1], [4], [1, 2]])
def test_an_order_that_is_none_is_marked(script: list[int]) -> None:
    roll = tape.recording(script)
    chance.shuffle(generator(), roll, np.array([1, 2, 3], np.int64), 3)
    assert roll[tape.FAULT]


def test_events_are_written_in_order_and_never_overflow() -> None:
    roll = tape.recording()
    for i in range(tape.EVENTS + 5):
        tape.emit(roll, i, 1, 2, 3)
    events = tape.written(roll)
    assert len(events) == tape.EVENTS
    assert events[1] == (1, 1, 2, 3, 0, 0, 0, 0, 0)
    quiet = tape.silent()
    tape.emit(quiet, 1)
    assert quiet[tape.WRITE] == 0


def test_seeds() -> None:
    assert len(seeds.to_bytes(None)) * 8 >= 128
    assert seeds.to_bytes(None) != seeds.to_bytes(None)
    assert seeds.to_bytes(5) == bytes(15) + b"\5"
    assert seeds.to_bytes("00" * 16) == bytes(16)
    assert seeds.key(bytes(16), 1).tolist() != seeds.key(bytes(16), 2).tolist()
    for bad in (-1, 1 << 128, "xyz", "00", b"short", 1.5, [1]):
        with pytest.raises(ValueError, match="seed"):
            seeds.to_bytes(bad)  # type: ignore[arg-type]
