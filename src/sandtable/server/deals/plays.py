"""Playing a deal: everybody once, at a table of the own, under the same conditions; the first try counts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Executable, Select, insert, select, update

from sandtable.server import keys, steady
from sandtable.server.errors import Denied
from sandtable.server.schema import people, plays
from sandtable.server.store import Store
from sandtable.server.tables.facts import Setup
from sandtable.server.tables.table import Table

if TYPE_CHECKING:
    from sandtable.server.deals.deal import Deal
    from sandtable.server.deals.players import Player
    from sandtable.server.hub import Hub


@dataclass(frozen=True, slots=True)
class Play:
    """Somebody's try. ``points``, ``margin`` and ``rank`` once it is finished; ``gave_up``: then they say nothing."""

    deal: str
    player: str
    name: str
    table: str | None
    seat: int | None
    began: float
    finished: float | None
    points: int | None
    margin: int | None
    rank: int | None
    gave_up: bool

    @property
    def counted(self) -> bool:
        """Was it played to the end?"""
        return self.finished is not None and not self.gave_up and self.points is not None


def of_row(r: Any) -> Play:
    return Play(r.deal_id, r.player, r.handle or r.name, r.table_id, r.seat, r.began, r.finished, r.points, r.margin, r.rank, r.gave_up)


def chosen(*where: Any) -> Select[Any]:
    """Plays with the names that people have now."""
    return select(plays, people.c.handle).join(people, people.c.id == plays.c.player, isouter=True).where(*where)


async def find(store: Store, *where: Any) -> list[Play]:
    return [of_row(r) for r in await store.read(chosen(*where).order_by(plays.c.began, plays.c.player))]


async def of_player(store: Store, deal: str, player: str) -> Play | None:
    found = await find(store, plays.c.deal_id == deal, plays.c.player == player)
    return found[0] if found else None


# ---- beginning --------------------------------------------------------------------------------------------------------------------


async def begin(hub: Hub, deal: Deal, player: Player, name: str) -> Play:
    """Somebody's table of this deal against its bots: the same one again for whoever has one."""
    again = await of_player(hub.store, deal.id, player.key)
    if again is not None:
        return again
    await seat_people(hub, deal, {deal.own_seat: (player.key, name, player.person.handle if player.person else None)})
    made = await of_player(hub.store, deal.id, player.key)
    if made is None:
        raise Denied("BUSY")
    return made


async def seat_people(hub: Hub, deal: Deal, people: dict[int, tuple[str, str, str | None]]) -> bool:
    """A table of the deal with these people (key, name, handle) by seat, and bots elsewhere; False if one of them plays it already."""
    from sandtable.server.tables import making, rated

    game = making.ready_game(deal.game)
    if deal.rules != game.rules_version:
        raise Denied("OTHER_RULES", f"rules {deal.rules}; this server plays {game.rules_version}")
    setup = Setup(
        id=keys.new_table(),
        game=deal.game,
        rules=deal.rules,
        players=deal.players,
        options=deal.options,
        seed=deal.seed,
        start=deal.start,
        invite=None,
        casual=False,
        spectators=False,
        clock=None,
        after=None,
        created=steady.now(),
        deal=deal.id,
    )
    places: list[dict[str, Any]] = []
    for seat, level in enumerate(deal.bots):
        if seat in people:
            _, name, handle = people[seat]
            places.append({"kind": "person", "name": name, **({"handle": handle} if handle else {})})
        else:
            places.append({"kind": "bot", "level": level})
    table = making.new_table(setup, places, rated.NO_COACH)
    tokens = {seat: keys.hashed(keys.new_secret()) for seat in people}
    holders = {seat: key for seat, (key, _, _) in people.items()}
    return await hub.create(table, tokens, holders, partial(_sit, deal.id, setup, people))


def _sit(deal: str, setup: Setup, people: dict[int, tuple[str, str, str | None]], connection: Connection) -> None:
    for seat, (key, name, _) in people.items():
        facts = {"deal_id": deal, "player": key, "name": name, "table_id": setup.id, "seat": seat, "began": setup.created}
        connection.execute(insert(plays).values(**facts, gave_up=False))


# ---- the end ----------------------------------------------------------------------------------------------------------------------


def results_of(table: Table) -> list[Executable]:
    """The changes that keep the results of a game of a deal that has just ended."""
    assert table.result is not None
    scores, ranks = table.result["scores"], table.result["ranks"]
    changes: list[Executable] = []
    for seat, place in enumerate(table.seats):
        if place.kind != "person":
            continue
        others = [score for other, score in enumerate(scores) if other != seat]
        left = table.result["reason"] != "end" and table.result["by"] == seat
        facts = {
            "finished": table.changed,
            "points": int(scores[seat]),
            "margin": int(scores[seat]) - int(max(others, default=0)),
            "rank": int(ranks[seat]),
            "gave_up": left or place.away is not None,
        }
        changes.append(update(plays).where(plays.c.table_id == table.id, plays.c.seat == seat).values(**facts))
    return changes
