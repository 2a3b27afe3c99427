"""Making tables and taking seats: create, join by invitation, my tables, rematch."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any

import orjson

from sandtable.kernel import seeds
from sandtable.kernel.game import JSON, Game
from sandtable.kernel.refusals import BadOption, BadPosition
from sandtable.kernel.registry import games, load
from sandtable.kernel.state import DEALT_ANEW
from sandtable.server import bots, keys, names, readiness, steady
from sandtable.server.errors import Denied, RefusedByRules, RefusedPosition
from sandtable.server.hub import Hub
from sandtable.server.models.requests import BotSeat, Joining, MySeat, NewTable, OpenSeat, Sitting
from sandtable.server.people import persons
from sandtable.server.people.persons import Person
from sandtable.server.tables import rated
from sandtable.server.tables.access import guest_key
from sandtable.server.tables.clocks import Clock
from sandtable.server.tables.facts import Setup, usual_coach
from sandtable.server.tables.seating import deal_if_ready
from sandtable.server.tables.seating import join as take_seat
from sandtable.server.tables.status import stamp
from sandtable.server.tables.table import Table

MOST_LISTED = 200


async def seated(hub: Hub, table: Table, held: dict[int, str], invite: str | None = None) -> JSON:
    """The answer to whoever has seats now, or only an invitation to open ones."""
    for seat, token in sorted(held.items()):
        invite = invite or await hub.invitation(table, seat, token)
    waiting = any(seat.kind == "open" and not seat.reserved for seat in table.seats)
    return {
        "table": table.id,
        "invite": invite if waiting else None,
        "seats": [{"seat": seat, "token": token} for seat, token in sorted(held.items())],
        "status": hub.status(table),
    }


async def create(hub: Hub, wanted: NewTable, person: Person | None = None) -> tuple[bool, JSON]:
    """Makes the table; (False, …) if one of the tokens already holds a seat: that table again. A person has the first of the own seats."""
    setup = new_setup(wanted)
    if setup.rated and person is None:
        raise Denied("RATED_NAME")
    places: list[JSON] = []
    tokens: dict[int, str] = {}
    sitting: dict[int, str] = {}
    for seat, place in enumerate(wanted.seats):
        if isinstance(place, MySeat):
            tokens[seat] = place.token or keys.new_secret()
            added = {"commitment": place.commitment} if place.commitment else {}
            known = {"name": names.safe(place.name)}
            if person is not None and not sitting:
                sitting[seat], known = person.id, {"name": person.handle, "handle": person.handle}
            places.append({"kind": "person", **known, **added})
        elif isinstance(place, BotSeat):
            bots.check(place.level, setup.game)
            places.append({"kind": "bot", "level": place.level})
        else:
            places.append({"kind": "open"})
    if all(place["kind"] == "bot" for place in places):
        raise Denied("BAD_REQUEST", "seats: at least one is yours or open")
    if len(set(tokens.values())) != len(tokens):
        raise Denied("BAD_REQUEST", "seats: every seat has a token of its own")
    again = await made_before(hub, tokens)
    if again is not None:
        return False, again
    invite = keys.invitation(tokens[min(tokens)]) if tokens else keys.new_secret()
    setup = replace(setup, invite=keys.hashed_invitation(invite))
    coach = rated.NO_COACH if setup.rated else wanted.coach.over(usual_coach([place["kind"] for place in places]))
    table = new_table(setup, places, coach, wanted.quiet)
    if not await hub.create(table, {seat: keys.hashed(token) for seat, token in tokens.items()}, sitting):
        again = await made_before(hub, tokens)
        if again is None:
            raise Denied("BUSY")
        return False, again
    return True, await seated(hub, table, tokens, invite)


def new_table(setup: Setup, places: list[JSON], coach: JSON, quiet: bool = False) -> Table:
    """A draft of a table with these seats; its game begins if none is open. ``quiet``: nobody talks there."""
    table = Table(setup).draft(setup.created)
    table.enter("created", seats=places, coach=coach, **({"quiet": True} if quiet else {}))
    deal_if_ready(table)
    return table


async def made_before(hub: Hub, tokens: dict[int, str]) -> JSON | None:
    """The table that these tokens already hold, if they hold one."""
    hashes = {keys.hashed(token): token for token in tokens.values()}
    held = await hub.store.held(list(hashes))
    if not held:
        return None
    if len({table for table, _ in held.values()}) > 1 or len(held) != len(hashes):
        raise Denied("ID_REUSED")
    table = await hub.table(next(iter(held.values()))[0])
    return await seated(hub, table, {seat: hashes[key] for key, (_, seat) in held.items()})


def game_of(name: str) -> Game:
    """The game of this id; ``Denied`` if there is none."""
    if name not in games():
        raise Denied("NO_GAME", f"one of: {', '.join(games())}")
    return load(name)


def ready_game(name: str) -> Game:
    """The game of this id, to be played with; ``Denied`` if there is none, or while it is being compiled."""
    game = game_of(name)
    readiness.check(name)
    return game


def new_setup(wanted: NewTable) -> Setup:
    """Checks game, players and options, and draws the seed."""
    game = ready_game(wanted.game)
    try:
        options = game.check_options(len(wanted.seats), wanted.options)
    except BadOption as error:
        raise RefusedByRules.option(error) from None
    except (TypeError, ValueError, OverflowError):
        raise Denied("BAD_OPTION") from None
    start = None
    if wanted.position is not None:
        start, options = prepared(game, wanted)
    clock = Clock(**wanted.clock.model_dump()) if wanted.clock else None
    setup = Setup(
        id=keys.new_table(),
        game=game.id,
        rules=game.rules_version,
        players=len(wanted.seats),
        options=options,
        seed=seeds.to_bytes(None),
        start=start,
        invite=None,
        casual=wanted.casual and not wanted.rated,
        spectators=wanted.spectators,
        clock=clock,
        after=None,
        created=steady.now(),
        listed=wanted.listed and any(isinstance(place, OpenSeat) for place in wanted.seats),
        rated=wanted.rated,
    )
    if setup.rated:
        rated.check_new(setup, wanted)
    return setup


def prepared(game: Game, wanted: NewTable) -> tuple[JSON, JSON]:
    """How a game begins from the wanted position, and the options of that position.

    Where others may join, all that is hidden is dealt anew: the maker could know it."""
    try:
        state = game.position(wanted.position or {})
    except BadPosition as error:
        raise RefusedPosition(error, "BAD_REQUEST", "position: ") from None
    if state.players != len(wanted.seats) or state.over or state.setup is None:
        raise Denied("BAD_REQUEST", f"position: it is one of {state.players} players, in which somebody is to decide")
    others = any(isinstance(place, OpenSeat) for place in wanted.seats)
    return {"hidden": DEALT_ANEW, **state.setup} if others else state.setup, state.options


async def invited(hub: Hub, invite: str) -> Table:
    """The table of an invitation."""
    found = await hub.store.invited(keys.hashed_invitation(invite))
    if found is None:
        raise Denied("BAD_INVITE")
    return await hub.table(found)


async def join(hub: Hub, wanted: Joining, person: Person | None = None) -> JSON:
    """Takes an open seat; with a token that has one already: that seat again."""
    table = await invited(hub, wanted.invite)
    token = wanted.token or keys.new_secret()

    async def sit() -> JSON:
        again = person is not None and await hub.store.seat_of(person.id, table.id) is not None
        # a second seat of the same person, as friends at one device have: a guest's
        return await sit_down(hub, table, wanted, token, None if again else person)

    return await once(hub, table, token, sit)


async def once(hub: Hub, table: Table, token: str, sit: Callable[[], Awaitable[JSON]]) -> JSON:
    """Sits down, unless the token has a seat at the table: then that one again, also if the same was asked twice at the same moment."""
    again = await _held_here(hub, table, token)
    if again is not None:
        return again
    try:
        return await sit()
    except Denied:
        again = await _held_here(hub, table, token)
        if again is None:
            raise
        return again


async def _held_here(hub: Hub, table: Table, token: str) -> JSON | None:
    """The seat that the token already holds at this table."""
    key = keys.hashed(token)
    holds = (await hub.store.held([key])).get(key)
    if holds is None:
        return None
    if holds[0] != table.id:
        raise Denied("ID_REUSED")
    return await seated(hub, await hub.table(table.id), {holds[1]: token})


async def sit_down(hub: Hub, table: Table, wanted: Sitting, token: str, person: Person | None) -> JSON:
    """Takes the wanted seat, or the first one that is open."""
    handle = person.handle if person else None
    name = handle or names.safe(wanted.name)
    for _ in range(table.setup.players + 1):
        free = [i for i, seat in enumerate(table.seats) if seat.kind == "open" and not seat.reserved]
        if wanted.seat is not None and wanted.seat not in free:
            raise Denied("SEAT_TAKEN" if table.phase == "waiting" else "TABLE_FULL")
        if not free:
            raise Denied("TABLE_FULL")
        seat = free[0] if wanted.seat is None else wanted.seat
        try:
            sits_down = partial(take_seat, seat=seat, name=name, program=wanted.program, commitment=wanted.commitment, handle=handle)
            after = await hub.take_seat(table.id, seat, sits_down, keys.hashed(token), person.id if person else None)
            return await seated(hub, after, {seat: token})
        except Denied as denied:
            if denied.code != "SEAT_TAKEN" or wanted.seat is not None:
                raise
            table = await hub.table(table.id)
    raise Denied("TABLE_FULL")


async def of_person(hub: Hub, person: Person, most: int = MOST_LISTED) -> list[JSON]:
    """The tables of a person, newest first: those of a guest that were taken along as well."""
    seats = await hub.store.seats_of(person.id)
    stored = await hub.store.statuses(list(seats))
    newest = sorted(stored, key=lambda table: (-stored[table][0], table))
    return [{"table": table, "seat": seats[table], "status": _with_here(hub, table, stored[table][1])} for table in newest[:most]]


async def mine(hub: Hub, tokens: list[str]) -> list[JSON]:
    """The tables of these tokens, newest first."""
    places = {keys.hashed(token): place for place, token in reversed(list(enumerate(tokens))) if keys.TOKEN.fullmatch(token)}
    held = [(places[key], table, seat) for key, (table, seat) in (await hub.store.held(list(places))).items()]
    guests = {guest_key(token): place for place, token in enumerate(tokens) if keys.TOKEN.fullmatch(token)}
    held += [(guests[key], table, seat) for key, table, seat in await hub.store.seats_of_guests(list(guests))]
    stored = await hub.store.statuses(list({table for _, table, _ in held}))
    found = [
        (stored[table][0], {"table": table, "seat": seat, "token": place, "status": _with_here(hub, table, stored[table][1])})
        for place, table, seat in held
        if table in stored
    ]
    return [item for _, item in sorted(found, key=lambda pair: (-pair[0], pair[1]["table"], pair[1]["seat"]))]


def _with_here(hub: Hub, table: str, stored: bytes) -> Any:
    usual = {"prepared": None, "draw": None, "listed": False, "rated": False, "talk": {"on": True, "text": False}, "deal": None}
    status = {**usual, **orjson.loads(stored)}
    here = hub.presence.here(table)
    for seat in status["seats"]:
        seat.setdefault("handle", None)
        seat["here"] = seat["kind"] == "bot" or seat["seat"] in here
    if status["clock"]:
        status["clock"]["now"] = stamp(steady.now())
    return status


async def rematch(hub: Hub, old: Table, seat: int, token: str | None, commitment: str | None = None) -> JSON:
    """The next table with the same players: made by the first who asks, then everybody takes the own seat."""
    if old.phase != "finished":
        raise Denied("NOT_FINISHED")
    found = await hub.store.rematch_of(old.id)
    if found is None:
        found = await _make_rematch(hub, old)
    token = token or keys.new_secret()
    key = keys.hashed(token)
    holds = (await hub.store.held([key])).get(key)
    if holds is None:
        sitter = await hub.store.sitter(old.id, seat)
        person = await persons.by_id(hub.store, sitter) if sitter else None
        handle = person.handle if person else None
        name, program = handle or old.seats[seat].name or "?", old.seats[seat].kind == "program"
        sits_down = partial(take_seat, seat=seat, name=name, program=program, commitment=commitment, handle=handle)
        try:
            await hub.take_seat(found, seat, sits_down, key, person.id if person else None)
        except Denied:
            if (await hub.store.held([key])).get(key) != (found, seat):  # else the same was asked twice at the same moment
                raise
    elif holds != (found, seat):
        raise Denied("ID_REUSED")
    return {"table": found, "seat": seat, "token": token}


async def _make_rematch(hub: Hub, old: Table) -> str:
    """The next table, with every person's seat kept for that person."""
    again = replace(
        old.setup,
        casual=old.setup.casual or old.setup.deal is not None,
        spectators=old.setup.spectators or old.setup.deal is not None,
        id=keys.new_table(),
        rules=old.game.rules_version,
        seed=seeds.to_bytes(None),
        start=None,
        invite=None,
        after=old.id,
        created=steady.now(),
        listed=False,
        deal=None,
    )
    places: list[JSON] = []
    for place in old.seats:
        if place.kind == "bot":
            known = place.level in bots.levels(old.setup.game)  # a policy of the host may be gone
            places.append({"kind": "bot", "level": place.level if known else bots.STAND_IN})
        else:
            places.append({"kind": "open", "name": place.name, "reserved": True, **({"handle": place.handle} if place.handle else {})})
    coach = old.coach if old.setup.deal is None else usual_coach([place["kind"] for place in places])
    if await hub.create(new_table(again, places, coach, not old.talk["on"]), {}):
        return again.id
    found = await hub.store.rematch_of(old.id)
    if found is None:
        raise Denied("BUSY")
    return found
