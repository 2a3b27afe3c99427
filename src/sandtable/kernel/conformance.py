"""The conformance suite: what must hold for every game, for every number of players and every option.

Each check takes a ``Case`` and raises ``AssertionError`` with the decision sequence that broke it. ``cases()`` lists all games with their
numbers of players and option sets, so a new game is tested without a new line.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from sandtable.kernel.game import JSON, Game
from sandtable.kernel.record import Record
from sandtable.kernel.registry import games, load
from sandtable.kernel.state import State
from sandtable.kernel.words import LANGUAGES


@dataclass(frozen=True)
class Case:
    """One way to set up a game."""

    game: Game
    players: int
    options: JSON

    def __str__(self) -> str:
        return f"{self.game.id}-{self.players}" + "".join(f"-{k}={v}" for k, v in self.options.items())

    def new(self, seed: int) -> State:
        return self.game.new(self.players, seed, **self.options)


def option_sets(game: Game) -> list[JSON]:
    """The defaults, each other value by itself, and all other values at once."""
    single = [{option.name: value} for option in game.options for value in option.values[1:]]
    return [{}, *single, {option.name: option.values[-1] for option in game.options}]


def cases(names: list[str] | None = None) -> list[Case]:
    found = []
    for name in names or games():
        game = load(name)
        for players in game.players:
            found += [Case(game, players, options) for options in option_sets(game)]
    return found


def few_cases(names: list[str] | None = None) -> list[Case]:
    """Every number of players with the usual options, and every set of options once, the numbers of players taking turns."""
    found = []
    for name in names or games():
        game = load(name)
        usual, *others = option_sets(game)
        found += [Case(game, players, usual) for players in game.players]
        found += [Case(game, game.players[turn % len(game.players)], options) for turn, options in enumerate(others)]
    return found


def walk(state: State, rng: random.Random, most: int = 1000) -> Iterator[State]:
    """Plays on at random; yields the state before each decision and at the end (of a very long game: after ``most`` decisions)."""
    last = state.number + most
    while not state.over and state.number < last:
        yield state
        state.play(rng.choice(state.legal.ids.tolist()))
    yield state


def trace(state: State) -> str:
    return f"{state.game.id}, {state.players} players, {state.options}: " + "; ".join(move.action.text for move in state.moves)


def check_legal_is_unrefused(case: Case, seed: int, every: int = 1) -> None:
    """A decision is legal exactly when no refusal is found for it; nobody else may decide; every refusal has words."""
    rng = random.Random(seed)
    for step, state in enumerate(walk(case.new(seed), rng)):
        if step % every:
            continue
        legal = set(state.legal.ids.tolist())
        for action in case.game.actions:
            refusal = state.why(action)
            assert (refusal is None) == (action.id in legal), f"{action} in {trace(state)}: {refusal}"
            if refusal:
                assert all(map(refusal.words.get, LANGUAGES)), f"{refusal.code} has no words"
        for seat in [*range(case.players), None]:
            if seat != state.seat and legal:
                assert state.why(rng.choice(sorted(legal)), seat) is not None, f"seat {seat} may decide out of turn in {trace(state)}"


def check_no_dead_ends(case: Case, seed: int) -> None:
    """There is always a decision, legal ids ascend, and the game ends with scores, ranks and winners that agree."""
    state = case.new(seed)
    for _ in walk(state, random.Random(seed), most=20_000):
        ids = state.legal.ids.tolist()
        assert state.over or ids, f"dead end in {trace(state)}"
        assert ids == sorted(set(ids)), f"ids do not ascend in {trace(state)}"
        assert state.number < 20_000, "the game does not end"
    assert len(state.scores) == case.players
    assert state.winners == [seat for seat, rank in enumerate(state.ranks) if rank == 1]
    assert state.winners


def check_hidden_is_hidden(case: Case, seed: int, every: int = 1) -> None:
    """A re-dealt world looks the same to the seat, offers it the same decisions, is a position and is playable (both tried for one seat
    after the other; at the first look all play on).

    Re-dealing depends on nothing but the view and the key: from any world the seat cannot tell apart, the same key gives the same
    bytes. So a program that is only ever given re-dealt states cannot peek."""
    rng, generator = random.Random(seed), np.random.default_rng(seed)
    seats = [*range(case.players), None]
    for step, state in enumerate(walk(case.new(seed), rng)):
        look, between = divmod(step, every)
        if between:
            continue
        for seat in seats:
            world = state.redeal(seat, generator)
            seen = world.view(seat)
            assert seen == state.view(seat), f"seat {seat} can tell a re-dealt world in {trace(state)}"
            json.dumps(seen)
            if seat == seats[look % len(seats)]:
                case.game.position(world.position())
            again, direct = world.redeal(seat, 5), state.redeal(seat, 5)
            assert again.record.tobytes() == direct.record.tobytes(), f"a re-deal depends on hidden facts in {trace(state)}"
            if seat == state.seat:
                assert world.legal.ids.tolist() == state.legal.ids.tolist(), f"legal depends on hidden facts in {trace(state)}"
            if look == 0 or (look % 6 == 0 and seat == seats[look // 6 % len(seats)]):
                for _ in walk(world, rng):
                    pass


def check_worlds_differ(case: Case, seed: int, worlds: int = 12) -> None:
    """Somewhere in a game a seat that cannot know everything is dealt different worlds."""
    if not case.game.secrets:
        return
    rng, generator = random.Random(seed), np.random.default_rng(seed)
    for step, state in enumerate(walk(case.new(seed), rng)):
        if step % 8 == 0 and not state.over:
            seen = {json.dumps(state.redeal(0, generator).position(), sort_keys=True) for _ in range(worlds)}
            if len(seen) >= worlds // 2:
                return
    raise AssertionError("re-dealing reaches only the same worlds")


def check_copies_are_independent(case: Case, seed: int) -> None:
    rng = random.Random(seed)
    for state in walk(case.new(seed), rng):
        if state.over:
            break
        before, twin = state.position(), state.copy()
        twin.play(rng.choice(list(twin.legal)))
        assert state.position() == before
        assert twin.number == state.number + 1
        assert state.event_count <= twin.event_count


def check_positions_round_trip(case: Case, seed: int, every: int = 1) -> None:
    """Export, import, export is the same; the imported state offers the same decisions and scores, and looks the same with open hands."""
    for step, state in enumerate(walk(case.new(seed), random.Random(seed))):
        if step % every:
            continue
        position = json.loads(json.dumps(state.position()))
        again = case.game.position(position, seed)
        assert again.position() == position, f"position changes by a round trip in {trace(state)}"
        assert again.seat == state.seat
        assert again.view("all") == state.view("all")
        assert again.view("all").keys() >= state.view(None).keys()
        assert again.legal.ids.tolist() == state.legal.ids.tolist()
        assert again.scores == state.scores
        assert again.ranks == state.ranks


def check_records_round_trip(case: Case, seed: int) -> None:
    """A saved game replays to byte-identical states."""
    state = case.new(seed)
    snapshots = [current.record.tobytes() for current in walk(state, random.Random(seed))]
    text = str(Record.of(state))
    again = Record.parse(text)
    assert [current.record.tobytes() for current in again.states()] == snapshots
    assert str(again) == text


def check_notation_round_trips(case: Case) -> None:
    vocabulary = case.game.actions
    assert len(vocabulary) == case.game.rules.NUM_ACTIONS
    for action in vocabulary:
        assert vocabulary.attempt(action.text).action == action
        assert vocabulary.attempt(action.kind, dict(action.args)).action == action
        assert vocabulary.attempt(action.id).action == action


def check_events(case: Case, seed: int) -> None:
    """Scores change only with events; what one sees of the past is JSON, has words, and is the same in a re-dealt future."""
    state = case.new(seed)
    names = [f"P{i}" for i in range(case.players)]
    scores, count = state.scores, 0
    for current in walk(state, random.Random(seed)):
        if current.scores != scores:
            assert current.event_count > count, f"scores changed without an event in {trace(current)}"
        scores = current.scores
        told = {json.dumps(event): event for seat in [*range(case.players), None] for event in current.events(count, seat)}
        for event in told.values():  # most are told alike to all
            assert all(case.game.sentence(event, language, names) for language in LANGUAGES), event
        count = current.event_count


def check_undo(case: Case, seed: int) -> None:
    """Whatever may be taken back leads to exactly the position before, and playing it again to exactly the one after."""
    rng = random.Random(seed)
    for state in walk(case.new(seed), rng):
        rarely = rng.random() > 20 / (20 + state.number)  # taking back replays the whole game, and games can be long
        if not state.moves or rarely or state.why_undo() is not None:
            continue
        twin = state.copy().undo()
        last = state.moves[-1]
        assert twin.number == state.number - 1
        assert twin.seat == last.seat
        assert twin.play(last.action).record.tobytes() == state.record.tobytes()


def check_drawing(case: Case, seed: int) -> None:
    """Every view can be drawn in both languages within 110 columns."""
    from rich.cells import cell_len
    from rich.text import Text

    for step, state in enumerate(walk(case.new(seed), random.Random(seed))):
        if step % 40 == 0 or state.over:
            views = [state.view(seat) for seat in (0, None)]
            for drawn in {case.game.draw(view, language) for view in views for language in LANGUAGES}:  # often both see the same
                assert max(map(cell_len, Text.from_markup(drawn).plain.split("\n"))) <= 110
            assert str(state)


def digest(case: Case, seed: int) -> str:
    """A fingerprint of all positions, events and the result of a random game: equal for compiled, checked, wide and interpreted rules."""
    hashed = hashlib.sha256()
    for state in walk(case.new(seed), random.Random(seed)):
        hashed.update(json.dumps(state.position(), sort_keys=True).encode())
        hashed.update(json.dumps(state.legal.ids.tolist()).encode())
        hashed.update(json.dumps(state.redeal(0, seed).position(), sort_keys=True).encode())
    hashed.update(json.dumps([state.scores, state.ranks, state.events()]).encode())
    return hashed.hexdigest()


def digests(names: list[str] | None, seeds: Any) -> dict[str, str]:
    """For every number of players, with the defaults and with all other values at once (interpreted games take their time)."""
    chosen = [case for case in cases(names) if len(case.options) in (0, len(case.game.options))]
    return {f"{case}/{seed}": digest(case, seed) for case in chosen for seed in seeds}


if __name__ == "__main__":
    import sys

    print(json.dumps(digests(sys.argv[1].split(","), [int(seed) for seed in sys.argv[2].split(",")])))
