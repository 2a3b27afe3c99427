"""Tables without a server: for tests of commands and messages."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import orjson

from sandtable.kernel import seeds
from sandtable.kernel.game import JSON
from sandtable.kernel.registry import load
from sandtable.server.tables.clocks import Clock
from sandtable.server.tables.facts import Row, Setup
from sandtable.server.tables.table import Table


def table_of(
    *seats: JSON,
    game: str = "tuareg",
    seed: int = 1,
    start: JSON | None = None,
    clock: Clock | None = None,
    casual: bool = True,
    created: float = 1000.0,
    options: JSON | None = None,
) -> Table:
    """A table whose game has begun."""
    players = len(seats)
    complete = load(game).check_options(players, options or {})
    setup = Setup("t" * 16, game, 1, players, complete, seeds.to_bytes(seed), start, "i" * 32, casual, True, clock, None, created)
    filled = [seat if "name" in seat or seat["kind"] == "bot" else {**seat, "name": f"P{i}"} for i, seat in enumerate(seats)]
    entries: list[JSON] = [{"kind": "created", "seats": filled}, {"kind": "dealt"}]
    return Table.of(setup, [Row(1, created, None, None, None, entries)])


PERSON: JSON = {"kind": "person"}
BOT: JSON = {"kind": "bot", "level": "random"}


def done(table: Table, command: Callable[..., None], *args: Any, at: float | None = None, **more: Any) -> Table:
    """The table after an act, as the hub has it carried out. What is read again from the disk must be the same."""
    after = table.draft(time.time() if at is None else at)
    command(after, *args, **more)
    if not after.new:
        return after
    again = table.copy()
    again.apply(replace(after.row(), entries=orjson.loads(orjson.dumps(after.new))))
    assert replace(again, state=None, legal=None) == replace(after, state=None, legal=None, new=[])
    assert (again.state is None) == (after.state is None)
    if again.state is not None and after.state is not None:
        assert again.state.moves == after.state.moves
        assert again.state.record.tobytes() == after.state.record.tobytes()
    return after


def any_legal(table: Table, rng: Any) -> int:
    assert table.state is not None
    return int(rng.choice(table.state.legal.ids.tolist()))
