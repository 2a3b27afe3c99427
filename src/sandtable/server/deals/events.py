"""Events: everybody plays the same deals. Duplicate scoring: against the same bots, each result is compared with everybody else's.
Swiss: against each other, everywhere the same deal in a round.

An event goes on by itself: whichever process looks at it (``go_on``) does what is due, and doing it twice changes nothing.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from sandtable.kernel import seeds
from sandtable.kernel.registry import load
from sandtable.server import names, steady
from sandtable.server.deals import deal as dealing
from sandtable.server.deals import plays as playing
from sandtable.server.deals import swiss
from sandtable.server.deals.deal import Deal
from sandtable.server.deals.players import Player
from sandtable.server.deals.plays import Play
from sandtable.server.errors import Denied
from sandtable.server.hub import Hub
from sandtable.server.people import persons
from sandtable.server.schema import deals, entrants, events, people, plays
from sandtable.server.store import Store
from sandtable.server.tables.leaving import out_of_time
from sandtable.server.tables.making import ready_game

logger = logging.getLogger("sandtable.events")
Scoring = Literal["duplicate", "swiss"]
FEWEST = 2
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Event:
    """``ends``: of a swiss event, the present round; ``round``: 0 before it begins."""

    id: str
    host: str
    name: str
    game: str
    players: int
    scoring: Scoring
    deals: int
    most: int
    created: float
    seconds: float
    began: float | None
    ends: float
    round: int
    finished: float | None


@dataclass(frozen=True, slots=True)
class Entrant:
    player: str
    name: str
    joined: float


async def read(store: Store, event: str) -> Event:
    found = await store.read(select(events).where(events.c.id == event))
    if not found:
        raise Denied("NO_EVENT")
    return Event(**found[0]._mapping)


async def entered(store: Store, event: str) -> list[Entrant]:
    query = select(entrants, people.c.handle).join(people, people.c.id == entrants.c.player, isouter=True)
    found = await store.read(query.where(entrants.c.event_id == event).order_by(entrants.c.joined, entrants.c.player))
    return [Entrant(r.player, r.handle or r.name, r.joined) for r in found]


async def deals_of(store: Store, event: str) -> list[Deal]:
    return await dealing.find(store, deals.c.event_id == event)


async def plays_of(store: Store, event: str) -> list[Play]:
    return await playing.find(store, plays.c.deal_id.in_(select(deals.c.id).where(deals.c.event_id == event)))


# ---- before it begins -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wish:
    """What a host wants."""

    name: str
    game: str
    players: int
    scoring: Scoring
    deals: int
    most: int
    seconds: float
    level: str


async def make(hub: Hub, host: Player, host_name: str, wanted: Wish) -> Event:
    """A new event with all its deals: their seeds are committed to before anybody comes."""
    game = ready_game(wanted.game)
    players = 2 if wanted.scoring == "swiss" else wanted.players
    if players not in game.players or (wanted.scoring == "duplicate" and players < 2):
        raise Denied("BAD_REQUEST", f"players: one of {', '.join(map(str, game.players))}")
    now, event = steady.now(), dealing.new_id()
    made = [_drawn(event, wanted, players, number, now) for number in range(1, wanted.deals + 1)]
    running = wanted.scoring == "duplicate"
    facts = {
        "id": event,
        "host": host.key,
        "name": names.line(wanted.name, LONGEST_NAME),
        "game": wanted.game,
        "players": players,
        "scoring": wanted.scoring,
        "deals": wanted.deals,
        "most": wanted.most,
        "created": now,
        "seconds": wanted.seconds,
        "began": now if running else None,
        "ends": now + wanted.seconds,
        "round": 1 if running else 0,
    }

    def work(connection: Connection) -> None:
        connection.execute(insert(events).values(**facts))
        dealing.keep(hub.store, made, connection)
        connection.execute(insert(entrants).values(event_id=event, player=host.key, name=host_name, joined=now))

    await hub.store.change(work)
    return await read(hub.store, event)


def _drawn(event: str, wanted: Wish, players: int, number: int, now: float) -> Deal:
    game = load(wanted.game)
    seat = number % players
    level = None if wanted.scoring == "swiss" else wanted.level
    return Deal(
        id=dealing.new_id(),
        kind="event",
        game=wanted.game,
        rules=game.rules_version,
        players=players,
        options=game.check_options(players, {}),
        seed=seeds.to_bytes(None),
        start=None,
        bots=tuple(None if other == seat else level for other in range(players)),
        created=now,
        opens=None,
        event=event,
        number=number,
    )


async def join(hub: Hub, event: Event, player: Player, name: str) -> None:
    """Somebody takes part; again is harmless."""
    if any(one.player == player.key for one in await entered(hub.store, event.id)):
        return
    if event.finished is not None:
        raise Denied("EVENT_OVER")
    if event.scoring == "swiss" and event.round > 0:
        raise Denied("EVENT_BEGUN")

    def work(connection: Connection) -> None:
        _alone(connection, event.id)
        count = connection.execute(select(func.count()).select_from(entrants).where(entrants.c.event_id == event.id)).scalar_one()
        if count >= event.most:
            raise Denied("EVENT_FULL")
        connection.execute(insert(entrants).values(event_id=event.id, player=player.key, name=name, joined=steady.now()))

    try:
        await hub.store.change(work)
    except IntegrityError:  # the same asked twice at the same moment
        return


def _alone(connection: Connection, event: str) -> None:
    """Nobody else changes the event until this transaction ends."""
    connection.execute(select(events.c.id).where(events.c.id == event).with_for_update())


async def leave(hub: Hub, event: Event, player: Player) -> None:
    """Before a swiss event begins somebody goes again."""
    if event.round > 0:
        raise Denied("EVENT_BEGUN")
    gone = delete(entrants).where(entrants.c.event_id == event.id, entrants.c.player == player.key)
    await hub.store.change(lambda connection: connection.execute(gone))


def check_host(event: Event, player: Player) -> None:
    if event.host != player.key:
        raise Denied("NOT_HOST")


async def start(hub: Hub, event: Event) -> None:
    """The host begins a swiss event."""
    if event.finished is not None:
        raise Denied("EVENT_OVER")
    if event.round > 0:
        return
    if len(await entered(hub.store, event.id)) < FEWEST:
        raise Denied("EVENT_FEW")
    await _begin_round(hub.store, event, 1)
    await go_on(hub, await read(hub.store, event.id))


async def play(hub: Hub, event: Event, player: Player, number: int) -> Play:
    """Somebody's table of a deal: begun, or the one there is."""
    mine = next((one for one in await entered(hub.store, event.id) if one.player == player.key), None)
    if mine is None:
        raise Denied("NOT_ENTRANT")
    deal = next((one for one in await deals_of(hub.store, event.id) if one.number == number), None)
    if deal is None:
        raise Denied("NO_DEAL")
    there = await playing.of_player(hub.store, deal.id, player.key)
    if there is not None:
        return there
    if event.finished is not None or steady.now() >= event.ends:
        raise Denied("EVENT_OVER")
    if event.scoring == "swiss":
        raise Denied("EVENT_WAIT")
    return await playing.begin(hub, deal, player, mine.name)


# ---- going on by itself -----------------------------------------------------------------------------------------------------------


async def unfinished(store: Store) -> list[Event]:
    return [Event(**r._mapping) for r in await store.read(select(events).where(events.c.finished.is_(None)))]


async def go_on(hub: Hub, event: Event) -> None:
    """Does what is due."""
    now = steady.now()
    if event.finished is not None:
        return
    if event.scoring == "duplicate":
        if now >= event.ends or await _all_played(hub.store, event):
            await end(hub, event)
    elif event.round == 0:
        if now >= event.ends:
            await (start(hub, event) if len(await entered(hub.store, event.id)) >= FEWEST else end(hub, event))
    else:
        await _go_on_round(hub, event, now)


async def _all_played(store: Store, event: Event) -> bool:
    """Is it full, and has everybody played everything?"""
    if len(await entered(store, event.id)) < event.most:
        return False
    done = [one for one in await plays_of(store, event.id) if one.finished is not None]
    return len(done) == event.most * event.deals


async def _begin_round(store: Store, event: Event, number: int) -> None:
    """The next round, unless somebody else was faster."""
    now = steady.now()
    here = (events.c.id == event.id) & (events.c.round == number - 1) & events.c.finished.is_(None)
    facts: dict[str, Any] = {"round": number, "ends": now + event.seconds / event.deals}
    if number == 1:
        facts["began"] = now
    await store.change(lambda connection: connection.execute(update(events).where(here).values(**facts)))


async def _go_on_round(hub: Hub, event: Event, now: float) -> None:
    """Pairs whoever has no table yet; then waits for all, or for the time; then comes the next round."""
    dealt = {deal.number: deal for deal in await deals_of(hub.store, event.id)}
    deal, known = dealt[event.round], await plays_of(hub.store, event.id)
    present = {one.player: one for one in known if one.deal == deal.id}
    people = await entered(hub.store, event.id)
    if any(one.player not in present for one in people):
        await _pair(hub, event, deal, people, [one for one in known if one.deal != deal.id])
        return
    waiting = [one for one in present.values() if one.finished is None]
    if waiting and now >= event.ends:
        for table in sorted({one.table for one in waiting if one.table is not None}):
            await hub.act(table, None, out_of_time)
    elif not waiting and event.round < event.deals:
        await _begin_round(hub.store, event, event.round + 1)
        await go_on(hub, await read(hub.store, event.id))
    elif not waiting:
        await end(hub, event)


async def _pair(hub: Hub, event: Event, deal: Deal, people: list[Entrant], before: list[Play]) -> None:
    """The tables of a round: the same pairs in whichever process; those that are there already stay."""
    named = {one.player: one.name for one in people}
    known = {one.player: swiss.Entrant(one.player) for one in people}
    for meeting in _meetings(before):
        for one in meeting:
            mine = known.get(one.player)
            if mine is not None:
                mine.score += won(one, meeting)
                mine.met |= {other.player for other in meeting if other is not one}
                mine.first += one.seat == 0
                mine.rests += one.table is None
    together, resting = swiss.pairs(event.id, event.round, list(known.values()))
    if resting is not None:
        await _rest(hub.store, deal, resting, named[resting])
    for pair in together:
        handles = {key: person.handle for key in pair if (person := await persons.by_id(hub.store, key)) is not None}
        await playing.seat_people(hub, deal, {seat: (key, named[key], handles.get(key)) for seat, key in enumerate(pair)})


async def _rest(store: Store, deal: Deal, player: str, name: str) -> None:
    """A round without an opponent is won."""
    now = steady.now()
    facts = {"deal_id": deal.id, "player": player, "name": name, "began": now, "finished": now, "rank": 1, "gave_up": False}
    try:
        await store.change(lambda connection: connection.execute(insert(plays).values(**facts)))
    except IntegrityError:
        return


async def end(hub: Hub, event: Event) -> None:
    """The event is over, and its deals are open to everybody."""
    now = steady.now()

    def work(connection: Connection) -> None:
        over = update(events).where(events.c.id == event.id, events.c.finished.is_(None)).values(finished=now)
        if connection.execute(over).rowcount:
            connection.execute(update(deals).where(deals.c.event_id == event.id).values(opens=now))

    await hub.store.change(work)


# ---- how it stands ----------------------------------------------------------------------------------------------------------------


def _meetings(known: list[Play]) -> list[list[Play]]:
    """Plays by table; a rest is a meeting with nobody."""
    tables: defaultdict[str, list[Play]] = defaultdict(list)
    for one in known:
        tables[one.table or f"rest {one.deal} {one.player}"].append(one)
    return list(tables.values())


def won(one: Play, meeting: list[Play]) -> float:
    """1, ½ or 0 of a game between two; a rest counts as won."""
    if one.finished is None:
        return 0.0
    if one.table is None:
        return 1.0
    ranks = [other.rank for other in meeting if other.rank is not None]
    return (0.5 if ranks.count(1) > 1 else 1.0) if one.rank == 1 else 0.0


def compared(one: Play, all_of_deal: list[Play]) -> float | None:
    """The share of others (0 to 1) who did worse, half of those who did as well; None without others."""
    done = [other for other in all_of_deal if other.finished is not None and other.player != one.player]
    if one.finished is None or not done:
        return None
    mine = _strength(one)
    return sum(1.0 if _strength(other) < mine else 0.5 if _strength(other) == mine else 0.0 for other in done) / len(done)


def _strength(one: Play) -> float:
    return float(one.points) if one.counted and one.points is not None else float("-inf")


@dataclass
class Line:
    """A line of the table. ``cells``: by deal the play, and what it counts."""

    player: str
    name: str
    total: float
    tie: float
    done: int
    cells: list[tuple[Play | None, float | None]]


def table(event: Event, people: list[Entrant], dealt: list[Deal], known: list[Play]) -> list[Line]:
    """Everybody, best first."""
    by_deal: dict[str, list[Play]] = {deal.id: [one for one in known if one.deal == deal.id] for deal in dealt}
    meetings = {id(one): meeting for meeting in _meetings(known) for one in meeting}
    lines = []
    for one in people:
        cells: list[tuple[Play | None, float | None]] = []
        for deal in dealt:
            own = next((each for each in by_deal[deal.id] if each.player == one.player), None)
            counts: float | None = None
            if own is not None and own.finished is not None:
                counts = won(own, meetings[id(own)]) if event.scoring == "swiss" else compared(own, by_deal[deal.id])
            cells.append((own, counts))
        scored = [counts for _, counts in cells if counts is not None]
        total = sum(scored) if event.scoring == "swiss" else 100 * sum(scored) / len(dealt)
        margin = sum(own.margin or 0 for own, _ in cells if own is not None and own.finished is not None)
        lines.append(Line(one.player, one.name, round(total, 2), float(margin), len(scored), cells))
    return sorted(lines, key=lambda line: (-line.total, -line.tie, line.name, line.player))
