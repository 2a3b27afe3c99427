"""A deal: a seed, the rules and options it is played by, and the bots that sit around whoever plays it."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import orjson
from sqlalchemy import Connection, select

from sandtable.kernel import seeds
from sandtable.kernel.game import JSON
from sandtable.server import keys
from sandtable.server.errors import Denied
from sandtable.server.schema import deals
from sandtable.server.store import Store

Kind = Literal["daily", "again", "event"]


@dataclass(frozen=True, slots=True)
class Deal:
    """``bots``: by seat the level of its bot, None where somebody plays. ``opens``: when everybody may see it; None: not known yet."""

    id: str
    kind: Kind
    game: str
    rules: int
    players: int
    options: JSON
    seed: bytes
    start: JSON | None
    bots: tuple[str | None, ...]
    created: float
    opens: float | None
    day: str | None = None
    model: str | None = None
    seat: int | None = None
    event: str | None = None
    number: int | None = None

    def sealed(self, now: float) -> bool:
        """Is it still a secret for those who have not played it?"""
        return self.opens is None or now < self.opens

    @property
    def own_seat(self) -> int:
        """Where somebody plays who plays against bots."""
        return self.bots.index(None)

    @property
    def commitment(self) -> str:
        return seeds.commitment(self.seed)


def new_id() -> str:
    return keys.new_table()


def bot_seed(seed: bytes, decision: int) -> int:
    """What a bot draws from at this decision: the same for everybody who plays the deal."""
    drawn = hmac.digest(seed, f"sandtable bot {decision}".encode(), hashlib.sha256)
    return int.from_bytes(drawn[:6], "big")


def values(deal: Deal) -> dict[str, Any]:
    """A deal as a row."""
    return {
        "id": deal.id,
        "kind": deal.kind,
        "game": deal.game,
        "rules": deal.rules,
        "players": deal.players,
        "options": orjson.dumps(deal.options).decode(),
        "seed": deal.seed.hex(),
        "start": None if deal.start is None else orjson.dumps(deal.start).decode(),
        "bots": orjson.dumps(deal.bots).decode(),
        "day": deal.day,
        "model": deal.model,
        "seat": deal.seat,
        "event_id": deal.event,
        "number": deal.number,
        "created": deal.created,
        "opens": deal.opens,
    }


def of_row(r: Any) -> Deal:
    return Deal(
        id=r.id,
        kind=r.kind,
        game=r.game,
        rules=r.rules,
        players=r.players,
        options=orjson.loads(r.options),
        seed=bytes.fromhex(r.seed),
        start=orjson.loads(r.start) if r.start else None,
        bots=tuple(orjson.loads(r.bots)),
        created=r.created,
        opens=r.opens,
        day=r.day,
        model=r.model,
        seat=r.seat,
        event=r.event_id,
        number=r.number,
    )


def keep(store: Store, made: Sequence[Deal], connection: Connection) -> None:
    """Writes deals that are not there yet; of two who make the same one, the first has made it."""
    if made:
        connection.execute(store.new_in(deals), [values(deal) for deal in made])


async def find(store: Store, *where: Any) -> list[Deal]:
    return [of_row(r) for r in await store.read(select(deals).where(*where).order_by(deals.c.number, deals.c.created))]


async def read(store: Store, deal: str) -> Deal:
    """The deal of this id; ``Denied`` if there is none."""
    found = await find(store, deals.c.id == deal)
    if not found:
        raise Denied("NO_DEAL")
    return found[0]
