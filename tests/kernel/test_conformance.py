"""The kernel's conformance suite: what is cheap over every game, number of players and option set; what takes long over every number of
players and every option set."""

import json
import random
from typing import Any

import pytest

import sandtable
from sandtable.kernel import conformance, seeds
from sandtable.kernel.conformance import Case
from sandtable.kernel.game import JSON
from tests import interpreted


def parameters(cases: list[Case]) -> list[Any]:
    """``make check`` takes every game as it is played by the fewest; all tests take everything."""
    return [pytest.param(case, id=str(case), marks=[] if _plain(case) else [pytest.mark.slow]) for case in cases]


def _plain(case: Case) -> bool:
    return not case.options and case.players == case.game.players[0]


CASES, FEW_CASES = parameters(conformance.cases()), parameters(conformance.few_cases())
GAMES = sandtable.games()


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> Case:
    found: Case = request.param
    return found


@pytest.fixture(params=FEW_CASES)
def some_case(request: pytest.FixtureRequest) -> Case:
    found: Case = request.param
    return found


@pytest.mark.parametrize("seed", [1, 2])
def test_legal_is_unrefused(some_case: Case, seed: int) -> None:
    conformance.check_legal_is_unrefused(some_case, seed, every=23 if some_case.game.num_actions > 500 else 11)


def test_no_dead_ends(case: Case) -> None:
    for seed in range(10, 13):
        conformance.check_no_dead_ends(case, seed)


def test_hidden_is_hidden(some_case: Case) -> None:
    conformance.check_hidden_is_hidden(some_case, 21, every=6)


def test_worlds_differ(some_case: Case) -> None:
    conformance.check_worlds_differ(some_case, 22)


def test_copies_are_independent(some_case: Case) -> None:
    conformance.check_copies_are_independent(some_case, 23)


def test_positions_round_trip(some_case: Case) -> None:
    conformance.check_positions_round_trip(some_case, 24, every=3)


def test_records_round_trip(case: Case) -> None:
    conformance.check_records_round_trip(case, 25)


def test_events(case: Case) -> None:
    conformance.check_events(case, 26)


def test_what_others_do_is_told_alike(some_case: Case) -> None:
    """Somebody else decides the same in two worlds a seat cannot tell apart. If it still sees the same afterwards, it was told the same,
    and it was warned the same."""
    rng, state, compared = random.Random(29), some_case.game.new(some_case.players, seed=29, **some_case.options), 0
    while not state.over and compared < 120:
        mover = state.seat
        assert mover is not None
        action = rng.choice(state.legal)
        seat = rng.choice([other for other in (*range(some_case.players), None) if other != mover])
        other = state.redeal(seat, rng.randrange(1 << 30))
        if rng.random() < 0.3 and action in other.legal:
            before = state.event_count, other.event_count
            warned = state.reveals(action), other.reveals(action)
            chance = rng.randrange(1 << 30)
            worlds = [world.copy() for world in (state, other)]
            for world in worlds:
                world.seed = seeds.to_bytes(chance)
                world.play(action)
            if worlds[0].view(seat) == worlds[1].view(seat):
                told = [untimed(world.events(first, seat)) for world, first in zip(worlds, before, strict=True)]
                assert told[0] == told[1]
                assert warned[0] == warned[1]
                compared += 1
        state.play(action)
    assert compared > 3


def untimed(events: list[JSON]) -> list[JSON]:
    """A re-dealt world has no history, so places and numbers of decisions differ."""
    return [{key: value for key, value in event.items() if key not in ("place", "decision")} for event in events]


def test_undo(some_case: Case) -> None:
    conformance.check_undo(some_case, 27)


def test_drawing(some_case: Case) -> None:
    conformance.check_drawing(some_case, 28)


@pytest.mark.parametrize("name", GAMES)
def test_notation_round_trips(name: str) -> None:
    game = sandtable.load(name)
    conformance.check_notation_round_trips(Case(game, game.players[0], {}))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_interpreted_and_compiled_rules_play_the_same_game(name: str) -> None:
    """Position by position, re-deals included.

    Interpreted rules are wide, and NumPy refuses every index outside its array: whatever the two other ways of compiling (``checked``,
    ``wide``) would find in a game, this one finds. What those do is tested in ``test_jit.py``."""
    told = interpreted.said(
        f"import json\nfrom sandtable.kernel import conformance\nprint(json.dumps(conformance.digests([{name!r}], [31])))"
    )
    assert json.loads(told) == conformance.digests([name], [31])
