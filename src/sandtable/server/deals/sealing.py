"""A deal that others still play is a secret: its tables are seen by those who sit there, and by those who have played it to the end.

Giving up is not playing to the end. Anybody can be any number of guests, so a guest waits until the deal of the day is over.
"""

from __future__ import annotations

from sandtable.server import steady
from sandtable.server.deals import deal as dealing
from sandtable.server.deals import plays
from sandtable.server.deals.deal import Deal
from sandtable.server.deals.plays import Play
from sandtable.server.errors import Denied
from sandtable.server.store import Store
from sandtable.server.tables.facts import Setup

GUEST = "guest_"
"""So the keys of guests begin."""


async def check(store: Store, setup: Setup, player: str | None) -> None:
    """May this player (None: nobody in particular) look at a table of the deal that is not the own? ``Denied`` if not."""
    if setup.deal is None:
        return
    deal = await dealing.read(store, setup.deal)
    if deal.sealed(steady.now()) and not may_see(deal, player, await plays.of_player(store, deal.id, player) if player else None):
        raise Denied("DEAL_SEALED")


def may_see(deal: Deal, player: str | None, own: Play | None) -> bool:
    """May a player with this play of the own see the games of others, while the deal is a secret?"""
    known = player is not None and not (deal.kind == "daily" and player.startswith(GUEST))
    return known and own is not None and own.counted


async def check_open(store: Store, setup: Setup) -> None:
    """May the seed be told? ``Denied`` as long as somebody may play the deal."""
    if setup.deal is not None and (await dealing.read(store, setup.deal)).sealed(steady.now()):
        raise Denied("DEAL_SEALED")
