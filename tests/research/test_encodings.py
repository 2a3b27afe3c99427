"""Observations hold what a seat knows: all of it, and nothing else."""

import json
import random
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sandtable
from sandtable import State
from sandtable.kernel.conformance import Case, cases, walk
from sandtable.research import encoding
from sandtable.research.table import information_state_string
from tests.research.tables import GAMES, TABLES

CASES = cases()


def random_game(case: Case, seed: int) -> Iterator[State]:
    return walk(case.new(seed), random.Random(seed))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_redealt_world_looks_the_same(case: Case) -> None:
    """What a seat cannot know is not in its observation: re-dealing it changes nothing, at every step of a game, for every seat."""
    code, generator = encoding(case.game.id), np.random.default_rng(1)
    for state in random_game(case, 1):
        for seat in range(case.players):
            true = code.observe(state, seat)
            assert np.array_equal(code.observe(state.redeal(seat, generator), seat), true), (seat, state.number)


@given(seed=st.integers(0, 2**32), table=st.sampled_from(TABLES))
@settings(max_examples=25, deadline=None)
def test_a_redealt_world_looks_the_same_with_any_seed(seed: int, table: tuple[str, int]) -> None:
    name, players = table
    code, generator = encoding(name), np.random.default_rng(seed)
    for state in walk(sandtable.load(name).new(players, seed), random.Random(seed)):
        seat = seed % players
        assert np.array_equal(code.observe(state.redeal(seat, generator), seat), code.observe(state, seat))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_values_stay_within_their_bounds(case: Case) -> None:
    code = encoding(case.game.id)
    rows = np.array([code.observe(state, seat) for state in random_game(case, 2) for seat in range(case.players)])
    assert rows.min() >= 0
    over = np.flatnonzero((rows > code.high).any(axis=0))
    assert not len(over), {field.name for field in code.fields if field.name in _at(code.game.id, over)}


def _at(name: str, columns: np.ndarray) -> set[str]:
    code = encoding(name)
    names = np.concatenate([[field.name] * field.size for field in code.fields])
    return set(names[columns].tolist())


LEFT_OUT = {
    "targui": {"fate_seen": sorted, "revealed": lambda cards: sorted(map(str, cards)), "events": lambda events: None},
    "five-tribes": {"discard": sorted, "djinn_discard": sorted},
    "tuareg": {},
}
"""Orders without a meaning, which the specifications list all the same."""


def essence(state: State, seat: int) -> str:
    """The view of a seat without what the observation leaves out on purpose (documented with the encodings)."""
    view = state.game.view(state.record, seat)
    for key, simplify in LEFT_OUT[state.game.id].items():
        if key in view:
            view[key] = simplify(view[key])
    for owner in view.get("seats", []):
        if "djinns" in owner:
            owner["djinns"] = sorted(owner["djinns"])
            owner["used"] = sorted(owner["used"])
    view.get("options", {}).pop("start", None)
    return json.dumps(view, sort_keys=True)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_nothing_a_seat_sees_is_missing(name: str, players: int) -> None:
    """Two situations that look different to a seat have different observations."""
    code, seen = encoding(name), {}
    for seed in range(3):
        for state in walk(sandtable.load(name).new(players, seed), random.Random(seed)):
            for seat in range(players):
                view = essence(state, seat)
                assert seen.setdefault(code.observe(state, seat).tobytes(), view) == view


@pytest.mark.parametrize("name", GAMES)
def test_fields_are_named_views_in_their_shapes(name: str) -> None:
    code = encoding(name)
    row = code.observe(sandtable.load(name).new(2, 1), 0)
    named = code.named(row)
    assert list(named) == [field.name for field in code.fields]
    assert all(named[field.name].shape == field.shape for field in code.fields)
    assert sum(part.size for part in named.values()) == code.size == len(code.high) == len(code.unit)
    named[code.fields[0].name][...] = 7
    assert row[0] == 7
    batch = code.named(np.zeros((5, code.size)))
    assert batch[code.fields[-1].name].shape == (5, *code.fields[-1].shape)
    with pytest.raises(ValueError, match="numbers"):
        code.named(np.zeros(3))
    with pytest.raises(ValueError, match="no seat"):
        code.observe(sandtable.load(name).new(2, 1), 2)


@pytest.mark.parametrize("name", GAMES)
def test_the_page_lists_every_field(name: str) -> None:
    from pathlib import Path

    page = Path(__file__).parents[2] / "docs" / "7-research.md"
    assert encoding(name).table() in page.read_text("utf-8"), "run `python -m sandtable.encodings` and copy its tables"


def test_tuareg_fields_say_what_the_view_says() -> None:
    """Own hand by kind, others by number; known cards in caves and under thieves by kind, unknown ones as unknown."""
    game, code = sandtable.load("tuareg"), encoding("tuareg")
    goods = ("water", "gold", "salt", "millet")
    for seed in range(4):
        for state in walk(game.new(4, seed), random.Random(seed)):
            for seat in range(4):
                view, named = state.view(seat), code.named(code.observe(state, seat))
                me = view["seats"][seat]
                assert named["hand"].tolist() == [me["hand"][good] for good in goods]
                assert named["market"].tolist() == [view["market"][good] for good in goods]
                for other in range(4):
                    place, theirs = (other - seat) % 4, view["seats"][other]
                    assert named["maps"][place] == theirs["maps"]
                    assert named["caves"][place].sum() == len(theirs["caves"])
                    for cave, cards in enumerate(theirs["caves"]):
                        for i, card in enumerate(cards):
                            found = named["hidden"][place, cave, i]
                            assert found[:4].tolist() == [int(card["good"] == good) for good in goods]
                            assert found[4] == (card["good"] is None)
                            assert {(seat + k) % 4 for k in np.flatnonzero(found[5:10])} == set(card["known"])
                            assert found[10] == card["public"]


@pytest.mark.parametrize("name", GAMES)
def test_an_information_state_is_equal_exactly_for_what_a_seat_cannot_tell_apart(name: str) -> None:
    game = sandtable.load(name)
    one, two = game.new(3, 1), game.new(3, 1)
    rng = random.Random(1)
    for _ in range(12):
        action = rng.choice(one.legal.ids.tolist())
        one.play(action)
        two.play(action)
    for seat in range(3):
        assert information_state_string(one, seat) == information_state_string(two, seat)
    assert len({information_state_string(one, seat) for seat in range(3)}) == 3
    before = information_state_string(one, 0)
    one.play(one.legal[0])
    assert information_state_string(one, 0) != before
