"""Beat my game: the deal of a finished game, to be played again from the same seat against the same bots."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.kernel import seeds
from sandtable.kernel.state import State
from sandtable.server import bots, steady
from sandtable.server.deals import deal as dealing
from sandtable.server.deals import sealing
from sandtable.server.deals.deal import Deal
from sandtable.server.errors import Denied
from sandtable.server.hub import Hub
from sandtable.server.schema import deals
from sandtable.server.tables.table import Table

FOR_PEOPLE = "level3"
"""The bot that takes the place of another person."""


async def of_game(hub: Hub, table: Table, seat: int) -> Deal:
    """The deal of a finished game as ``seat`` had it; made once."""
    if table.phase != "finished" or table.state is None:
        raise Denied("NOT_FINISHED")
    await sealing.check_open(hub.store, table.setup)
    if not 0 <= seat < table.setup.players:
        raise Denied("BAD_REQUEST", "seat")
    if not table.decisions:
        raise Denied("BAD_REQUEST", "nothing was played")
    levels = [place.level if place.kind == "bot" else FOR_PEOPLE for place in table.seats]
    known = bots.levels()
    made = Deal(
        id=dealing.new_id(),
        kind="again",
        game=table.setup.game,
        rules=table.setup.rules,
        players=table.setup.players,
        options=table.setup.options,
        seed=seeds.drawn(table.setup.seed, table.parts),
        start=table.setup.start,
        bots=tuple(None if other == seat else level if level in known else FOR_PEOPLE for other, level in enumerate(levels)),
        created=steady.now(),
        opens=0.0,
        model=table.id,
        seat=seat,
    )
    await hub.store.change(lambda connection: dealing.keep(hub.store, [made], connection))
    return (await dealing.find(hub.store, deals.c.model == table.id, deals.c.seat == seat))[0]


@dataclass
class Memory:
    """How the game went that is to be beaten: as long as everything is as it was, the others decide as they did."""

    decisions: list[str]

    def next(self, state: State) -> str | None:
        so_far = [move.action.text for move in state.moves]
        known = self.decisions[: len(so_far)] == so_far and len(so_far) < len(self.decisions)
        return self.decisions[len(so_far)] if known else None


async def remembered(hub: Hub, table: Table) -> str | None:
    """What the seat to decide did in the game that is to be beaten, if that game went so far as this one."""
    if table.setup.deal is None or table.state is None:
        return None
    deal = await dealing.read(hub.store, table.setup.deal)
    if deal.model is None:
        return None
    try:
        model = await hub.table(deal.model)
    except Denied as denied:
        if denied.code == "BUSY":
            raise
        return None
    assert model.state is not None
    return Memory([move.action.text for move in model.state.moves]).next(table.state)
