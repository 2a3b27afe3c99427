"""Tables without a server: for tests of verbs and messages."""

from __future__ import annotations

import time
from typing import Any

from sandtable.kernel import seeds
from sandtable.kernel.game import JSON
from sandtable.kernel.registry import load
from sandtable.server.clocks import Clock
from sandtable.server.table import Row, Setup, Table


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


def write(table: Table, entries: list[JSON], at: float | None = None) -> Table:
    """The table after an act."""
    after = table.copy()
    after.apply(Row(table.number + 1, at if at is not None else time.time(), None, None, None, entries))
    return after


def any_legal(table: Table, rng: Any) -> int:
    assert table.state is not None
    return int(rng.choice(table.state.legal.ids.tolist()))
