"""A position is written once for all who look at it, and everybody may change what they were given."""

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import orjson
import pytest

import sandtable
from sandtable.kernel.game import JSON
from sandtable.kernel.state import copied
from sandtable.kernel.writing import KEPT, numbers, once, place, row_of_numbers, shared


class Record:
    """Stands for a state's record."""

    def __init__(self, text: bytes) -> None:
        self.text = text

    def tobytes(self) -> bytes:
        return self.text


def parts(written: Any) -> list[Any]:
    """All lists and dicts in it, each as often as it is there."""
    if not isinstance(written, (dict, list)):
        return []
    return [written, *(part for value in (written.values() if isinstance(written, dict) else written) for part in parts(value))]


@pytest.mark.parametrize("name", sandtable.games())
def test_no_part_of_a_position_or_view_is_there_twice(name: str) -> None:
    """Whoever changes one seat's part changes nobody else's."""
    state, rng = sandtable.load(name).new(2, 1), random.Random(1)
    for _ in range(12):
        for written in (state.position(), state.view(0), state.view(None), state.view("all")):
            found = parts(written)
            assert len({id(part) for part in found}) == len(found)
        for _ in range(5):
            state.play(rng.choice(state.legal))


def test_of_the_last_records_copies_are_made() -> None:
    asked = []

    @once
    def write(s: object) -> JSON:
        asked.append(s)
        return {"numbers": [1, 2], "pair": (3, {"four": None})}

    first, again, others = Record(b"a"), Record(b"a"), [Record(b"b%d" % n) for n in range(KEPT)]
    one = write(first)
    one["numbers"].append(5)
    two = write(again)
    assert two == {"numbers": [1, 2], "pair": (3, {"four": None})}
    two["pair"] = None
    assert write(first) == {"numbers": [1, 2], "pair": (3, {"four": None})}
    assert asked == [first]
    for other in others:
        write(other)
    write(first)
    assert asked == [first, *others, first]


def test_many_threads_write_at_once() -> None:
    @once
    def write(s: Record) -> JSON:
        return {"text": s.text.decode()}

    def work(thread: int) -> list[str]:
        texts = [b"%d" % (n * (thread + 1) % 37) for n in range(20_000)]
        return [str(text) for text in texts if write(Record(text)) != {"text": text.decode()}]

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, range(4))) == [[]] * 4


@pytest.mark.parametrize("name", sandtable.games())
def test_what_one_onlooker_does_to_a_view_no_other_sees(name: str) -> None:
    state = sandtable.load(name).new(2, seed=1)
    for _ in range(12):
        before = [state.view(seat) for seat in (0, 1, None)]
        whole = state.position()
        for value in state.view(0).values():
            if isinstance(value, dict | list):
                value.clear()
        assert [state.view(seat) for seat in (0, 1, None)] == before
        assert state.position() == whole
        state.play(state.legal[0])


@pytest.mark.parametrize("name", sandtable.games())
def test_copies_of_records_are_equal_and_independent(name: str) -> None:
    states = sandtable.load(name).batch(3, seed=1).states
    twin = copied(states)
    assert twin.dtype == states.dtype
    assert twin.tobytes() == states.tobytes()
    twin["seat"] = -1
    assert (states["seat"] >= 0).all()


def test_those_who_only_read_are_given_the_same() -> None:
    asked = []

    @shared
    def write(s: object) -> JSON:
        asked.append(s)
        return {"numbers": [1, 2]}

    first, again = Record(b"a"), Record(b"a")
    assert write(first) is write(again)
    assert asked == [first]


@pytest.mark.parametrize("name", sandtable.games())
def test_a_glance_shows_what_a_view_shows(name: str) -> None:
    state = sandtable.load(name).new(2, seed=4)
    rng = random.Random(4)
    while not state.over:
        for eyes in (0, 1, None):
            assert state.glance(eyes) == state.view(eyes)
        state.play(rng.choice(state.legal))
    for eyes in (0, 1, None, "all"):
        assert state.glance(eyes) == state.view(eyes)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", sandtable.games())
def test_whoever_changes_a_view_changes_no_glance(name: str) -> None:
    """Nor what other eyes see: a glance shares parts with theirs."""
    state = sandtable.load(name).new(2, seed=4)
    for _ in range(30):
        state.play(state.legal[0])
    before = [orjson.dumps(state.glance(eyes)) for eyes in (0, 1, None)]
    for eyes in (0, 1, None):
        spoil(state.view(eyes))
    assert [orjson.dumps(state.glance(eyes)) for eyes in (0, 1, None)] == before


def spoil(view: Any) -> None:
    """Changes all that can be changed."""
    for part in list(view.values()) if isinstance(view, dict) else list(view) if isinstance(view, list) else []:
        spoil(part)
    if isinstance(view, (dict, list)):
        view.clear()


@pytest.mark.parametrize("name", sandtable.games())
def test_fields_are_found_in_the_bytes_of_a_record(name: str) -> None:
    state = sandtable.load(name).new(2, seed=4)
    for action in (None, state.legal[0]):
        if action is not None:
            state.play(action)
        dtype, record = state.records.dtype, state.record.tobytes()
        whole = {name: state.record[name] for name in dtype.names or ()}
        single = [name for name in whole if not np.ndim(whole[name])]
        assert numbers(dtype, single)(record) == tuple(whole[name] for name in single)
        for field, value in whole.items():
            assert row_of_numbers(dtype, field)(record[place(dtype, field)]) == tuple(np.ravel(value))
            for row in range(len(value) if np.ndim(value) else 0):
                assert row_of_numbers(dtype, field, row)(record[place(dtype, field, row)]) == tuple(np.ravel(value[row]))
