"""Writes the files of the version before, with the version before: games (records, positions) and a database of tables.

Made once by commit 3bd1997, before every game got a folder of its own. To make such files of another version, check that version out
beside this one and run its code on this script, from the root of this checkout::

    git worktree add ../before COMMIT
    PYTHONPATH=../before/src python -m tests.old.make

Never make them again to get a test green: they stand for games that people have saved.
"""

from __future__ import annotations

import random
import sys
from typing import Any

import sandtable
from sandtable import BadScript, Record, State, load
from sandtable.bots import choose
from sandtable.kernel.conformance import Case, cases
from tests.old import files, make_tables

MOST_POSITIONS = 40
LONGEST = 450
"""A record breaks off there: random games without an end in sight add nothing but length."""
FURTHER = 12
"""Decisions played on from a position, to see that chance goes on as it did."""


def at_random(case: Case, seed: int) -> State:
    state, rng = case.new(seed), random.Random(seed)
    while not state.over:
        state.play(rng.choice(state.legal.ids.tolist()))
    return state


def by_bots(case: Case, seed: int) -> State:
    state = case.new(seed)
    bots = ("level1", "greedy", "level2", "random", "level1")
    while not state.over:
        assert state.seat is not None
        state.play(choose(bots[state.seat], state, seed=seed + state.number))
    return state


def scripted(case: Case, seed: int) -> State:
    """At random, with dice and cards written into the record wherever one or two numbers say what chance brings."""
    state, rng = case.new(seed), random.Random(seed)
    while not state.over:
        action = rng.choice(state.legal)
        for _ in range(6 if state.reveals(action) else 0):
            try:
                state.replay(action, tuple(rng.randrange(7) for _ in range(rng.choice((1, 1, 2)))))
                break
            except BadScript:
                continue
        else:
            state.replay(action)
    return state


def cut(state: State, decisions: int) -> State:
    """The same game while it was running."""
    game = state.game.new(state.players, state.seed, **state.options)
    for move in state.moves[:decisions]:
        game.replay(move.action, move.chance)
    return game


def kept(state: State, how: str) -> dict[str, Any]:
    return {"how": how, "record": str(Record.of(state, ["Änn", "Ben", "Cléo", "Dan", "Eve"][: state.players])), **files.facts(state)}


def records(name: str) -> list[dict[str, Any]]:
    """Every number of players and every option; finished and running; at random, by bots, from a position."""
    found, fewest = [], load(name).players[0]
    for number, case in enumerate(cases([name])):
        if len(case.options) == 1 and case.players > fewest:
            continue
        played = at_random(case, 500 + number)
        if played.number > LONGEST:
            played = cut(played, LONGEST)
        found.append(kept(played, f"{case} at random"))
        if not case.options:
            found.append(kept(cut(played, played.number * 2 // 3), f"{case} at random, running"))
            fought = by_bots(case, 700 + number)
            found.append(kept(fought, f"{case} by bots"))
            found.append(kept(cut(fought, fought.number // 2), f"{case} by bots, running"))
            found.append(kept(scripted(case, 800 + number), f"{case} with scripted chance"))
            begun = case.game.position(cut(fought, fought.number // 3).position(), seed=number)
            rng = random.Random(number)
            while not begun.over:
                begun.play(rng.choice(begun.legal.ids.tolist()))
            found.append(kept(begun, f"{case} from a position"))
    return found


def positions(name: str) -> list[dict[str, Any]]:
    """One position of every kind: by number of players and by what can be decided in it."""
    found: dict[tuple[int, frozenset[str]], State] = {}
    several = [case for case in cases([name]) if not case.options or len(case.options) > 1]
    for case in several:
        for seed in range(4):
            played = at_random(case, 900 + seed)
            walk = cut(played, 0)
            for move in played.moves:
                found.setdefault((case.players, frozenset(action.kind for action in walk.legal)), walk.copy())
                walk.replay(move.action, move.chance)
            found.setdefault((case.players, frozenset()), walk)
    chosen = list(found.values())
    random.Random(1).shuffle(chosen)
    return [position(state, number) for number, state in enumerate(chosen[:MOST_POSITIONS])]


def position(before: State, number: int) -> dict[str, Any]:
    written = before.position()
    state = before.game.position(written, seed=number)
    said = {"game": before.game.id, "position": written, "read": state.position(), "seed": number, **files.facts(state)}
    views = [state.view(seat) for seat in [*range(state.players), None]]
    rng = random.Random(number)
    for _ in range(FURTHER):
        if not state.over:
            state.play(rng.choice(state.legal.ids.tolist()))
    return {**said, "views": views, "after": files.facts(state)}


def games() -> None:
    made = {name: {"records": records(name), "positions": positions(name)} for name in sandtable.games()}
    for name, found in made.items():
        print(f"{name}: {len(found['records'])} records, {len(found['positions'])} positions")
    files.write_json(files.GAMES, made)


if __name__ == "__main__":
    if "tables" not in sys.argv[1:]:
        games()
    if "games" not in sys.argv[1:]:
        make_tables.main()
