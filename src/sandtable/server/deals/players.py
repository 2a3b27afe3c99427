"""Who plays a deal: a person with a name, or a guest who is known by a token of the own that says nothing about anybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from sandtable.server import keys, names
from sandtable.server.errors import Denied
from sandtable.server.http import TheHub, Token
from sandtable.server.hub import Hub
from sandtable.server.people import persons
from sandtable.server.people.persons import Person
from sandtable.server.tables.access import guest_key


@dataclass(frozen=True, slots=True)
class Player:
    """``key``: a person's id, or made from a guest's token."""

    key: str
    person: Person | None = None

    def called(self, name: str | None) -> str:
        """The name to be shown: one's own, or the one a guest gives."""
        return self.person.handle if self.person is not None else names.safe(name or "Guest")


async def player_of(hub: Hub, token: str | None) -> Player | None:
    """Who shows this token; None without one."""
    if token is None:
        return None
    if persons.is_device(token):
        person = await persons.entered(hub.store, token)
        return Player(person.id, person)
    if not keys.TOKEN.fullmatch(token):
        raise Denied("BAD_TOKEN")
    return Player(guest_key(token))


async def asking(hub: TheHub, token: Token) -> Player | None:
    return await player_of(hub, token)


async def playing(hub: TheHub, token: Token) -> Player:
    found = await player_of(hub, token)
    if found is None:
        raise Denied("BAD_TOKEN")
    return found


Asking = Annotated[Player | None, Depends(asking)]
Playing = Annotated[Player, Depends(playing)]
