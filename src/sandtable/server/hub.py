"""The tables in memory of one process: an act is carried out on a draft, its row is written, then the draft takes the table's place and
everybody who watches is shown it. A table in memory never changes itself.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, defaultdict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol, TypeVar

import orjson
from sqlalchemy import Connection

from sandtable.kernel.game import JSON
from sandtable.server import keys, steady
from sandtable.server import store as storing
from sandtable.server.background import Background
from sandtable.server.deals import plays
from sandtable.server.errors import Denied
from sandtable.server.limits import Turns
from sandtable.server.metrics import SPREAD, acts
from sandtable.server.people import rating
from sandtable.server.presence import Presence
from sandtable.server.row_news import RowNews
from sandtable.server.settings import Settings
from sandtable.server.store import Store
from sandtable.server.tables import updates
from sandtable.server.tables.facts import Row
from sandtable.server.tables.messages import encode
from sandtable.server.tables.status import status_text
from sandtable.server.tables.table import Table

logger = logging.getLogger("sandtable.hub")
Command = Callable[[Table], None]
"""What somebody does: enters it into the draft of a table, or raises ``Denied``."""
T = TypeVar("T")
ATTEMPTS = 6
RETRY = 0.5
LONG = 40
"""From so many entries on a log is told and replayed beside the event loop, so that nobody else waits for it."""
REMEMBERED = 10_000
"""Invitations in memory; a seat's is made again when its token is shown."""


def freed(table: Table, seat: int, since: int) -> bool:
    """Was the seat left after this number?"""
    return any(entry.kind == "freed" and entry.facts["seat"] == seat for entry in table.log[since:])


def due(job: tuple[float, str]) -> float:
    """When a job is to be done: a bot's never later than now, whatever the clock said when the table was last changed."""
    return min(job[0], steady.now()) if job[1] == "bot" else job[0]


class Watcher(Protocol):
    """Somebody who follows a table from a seat (None: as a spectator) and has seen entries up to ``seen``."""

    seat: int | None
    seen: int

    def show(self, message: bytes) -> None: ...

    def dropped(self, table: str) -> None: ...

    def lost(self) -> None:
        """Something could not be told: it has to ask anew."""


@dataclass
class Slot:
    """One table in memory."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    table: Table | None = None
    heard: int = 0
    """The highest number that another process spoke of."""
    in_doubt: bool = False
    """A write whose end is not known."""
    missed: bool = False
    """Something may have been written while nobody listened."""

    @property
    def late(self) -> bool:
        """Has another process spoken of more than is known here?"""
        return self.heard > (self.table.number if self.table is not None else 0)

    @property
    def behind(self) -> bool:
        return self.table is None or self.in_doubt or self.missed or self.late

    def answered(self, heard: int) -> None:
        """All was read that there was after this was heard: should the database have lost some of it, nobody asks for that again."""
        if self.heard == heard and self.table is not None:
            self.heard = min(heard, self.table.number)


class Hub:
    """All tables of this process."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.presence = Presence()
        self.deaf = store.shared
        self.on_job: Callable[[str, float], None] = lambda table, due: None
        self.on_lobby: Callable[[], None] = lambda: None
        self.on_challenge: Callable[[str, str, JSON], None] = lambda person, table, about: None
        """Somebody is challenged: who, the table, and by whom to which game."""
        self.on_row: Callable[[Table, Row], None] = lambda table, row: None
        """Called for every row that this process wrote."""
        self._slots: OrderedDict[str, Slot] = OrderedDict()
        self._watchers: defaultdict[str, list[Watcher]] = defaultdict(list)
        self._refreshing: dict[str, bool] = {}
        """Tables at which somebody reads what is new for those who watch; true: once more when that is done."""
        self._invitations: OrderedDict[tuple[str, int | None], str] = OrderedDict()
        self._background = Background()
        self._beside = ThreadPoolExecutor(1, "long")
        self.turns = Turns()

    # ---- tables -----------------------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _hold(self, table: str) -> AsyncIterator[Slot]:
        """The table, loaded, with everything that is written, for one act at a time."""
        slot = self._slots.get(table)
        if slot is None:
            slot = self._slots[table] = Slot()
        self._slots.move_to_end(table)
        try:
            async with slot.lock:
                if slot.table is None:
                    try:
                        await self._load(table, slot)
                    except BaseException:
                        if slot.table is None and self._slots.get(table) is slot:
                            del self._slots[table]
                        raise
                elif slot.behind or self.deaf:
                    await self._catch_up(slot)
                yield slot
        finally:
            if slot.late:
                self._refresh_soon(table)
        self._forget()

    async def _load(self, table: str, slot: Slot) -> None:
        setup = await self.store.setup(table)
        if setup is None:
            raise Denied("NO_TABLE")
        heard = slot.heard
        rows = await self.store.rows(table)
        slot.table = await self._aside(len(rows), lambda: Table.of(setup, rows))
        slot.answered(heard)
        if any(watcher.seen < slot.table.number for watcher in self._watchers.get(table, ())):
            self._show(slot.table)

    async def _aside(self, entries: int, work: Callable[[], T]) -> T:
        """Does work on so many entries; what takes long, beside the event loop."""
        if entries < LONG:
            return work()
        return await asyncio.get_running_loop().run_in_executor(self._beside, work)

    async def _catch_up(self, slot: Slot) -> bool:
        """Reads rows that others wrote; True if there were any."""
        assert slot.table is not None
        slot.missed, heard = False, slot.heard
        try:
            rows = await self.store.rows(slot.table.id, slot.table.number)
        except Denied:
            slot.missed = True
            raise
        slot.in_doubt = False
        if rows:
            table = slot.table.copy()
            for row in rows:
                table.apply(row)
            slot.table = table
            self._show(table)
        slot.answered(heard)
        return bool(rows)

    def _forget(self) -> None:
        """Lets go of the tables that were longest not used."""
        excess = len(self._slots) - self.settings.limits.tables_in_memory
        if excess <= 0:
            return
        for table in list(self._slots)[:excess]:
            if not self._slots[table].lock.locked():
                del self._slots[table]

    async def table(self, table: str, at_least: int = 0) -> Table:
        """The table as it stands; ``at_least``: a number somebody has already seen."""
        async with self._hold(table) as slot:
            assert slot.table is not None
            if slot.table.number < at_least and self.store.shared:
                await self._catch_up(slot)
            return slot.table

    async def drop(self, table: str) -> None:
        """Its log was rewritten (a name in it was forgotten): it is read anew when somebody asks for it."""
        slot = self._slots.get(table)
        if slot is not None:
            async with slot.lock:
                slot.table = None

    # ---- acts -------------------------------------------------------------------------------------------------------------------

    async def act(
        self,
        table: str,
        seat: int | None,
        command: Command,
        client: str | None = None,
        request: str | None = None,
        lease: float | None = None,
    ) -> tuple[int, Table]:
        """Carries out a command: the number of its first entry and the table after it. ``Denied`` if it is refused.

        ``client`` and ``request``: who sends the same again gets the same answer. ``lease``: the bot worker goes on with this table."""
        async with self._hold(table) as slot:
            for _ in range(ATTEMPTS):
                assert slot.table is not None
                known = slot.table.clients.get((seat, client)) if seat is not None and client is not None else None
                if known is not None:
                    if known[1] != (request or ""):
                        raise Denied("ID_REUSED")
                    return known[0], slot.table
                draft = await self._drafted(slot, command)
                if draft is None:
                    continue
                if not draft.new:
                    return slot.table.number, slot.table
                row = draft.row(seat, client, request)
                if await self._write(slot, draft, row, lease):
                    return row.number, draft
                await self._catch_up(slot)
            raise Denied("BUSY")

    async def take_seat(self, table: str, seat: int, command: Command, token: str, person: str | None = None) -> Table:
        """A command together with a new holder of a seat."""
        async with self._hold(table) as slot:
            for _ in range(ATTEMPTS):
                draft = await self._drafted(slot, command)
                if draft is None:
                    continue
                if await self._write(slot, draft, draft.row(), change=storing.hold(token, table, seat, person)):
                    return draft
                if not await self._catch_up(slot):
                    raise Denied("SEAT_TAKEN")
            raise Denied("BUSY")

    async def _drafted(self, slot: Slot, command: Command) -> Table | None:
        """The table after a command, not yet on disk; None if there was something new to read first."""
        assert slot.table is not None
        draft = slot.table.draft(max(steady.now(), slot.table.changed))
        try:
            command(draft)
        except Denied:
            if self.store.shared and await self._catch_up(slot):
                return None
            raise
        return draft

    async def _write(self, slot: Slot, draft: Table, row: Row, lease: float | None = None, change: Any = None) -> bool:
        """Puts the row on disk, with a change of who holds a seat; False if somebody else was faster."""
        changes = [] if change is None else [change]
        if row.entries[0]["kind"] == "freed":
            changes.append(storing.release(draft.id, row.entries[0]["seat"]))
        if draft.phase == "finished" and any(facts["kind"] == "finished" for facts in row.entries):
            if draft.setup.rated:
                changes.append(rating.result_of(draft))
            if draft.setup.deal is not None:
                changes.extend(plays.results_of(draft))
        mirror = self.mirror(draft, lease)
        slot.in_doubt = True
        if changes:
            written = await self.store.seat(draft.id, row, mirror, changes)
        else:
            written = await self.store.append(draft.id, row, mirror)
        slot.in_doubt = False
        if written:
            self._took_place(slot, draft, row)
        return written

    async def create(
        self,
        draft: Table,
        tokens: dict[int, str],
        persons: dict[int, str] | None = None,
        beside: Callable[[Connection], None] | None = None,
    ) -> bool:
        """A new table with its seats' hashed tokens, and whose seats they are; False if a token is in use. ``beside``: what is changed with
        it, or raises."""
        row = draft.row()
        if not await self.store.create(draft.setup, row, self.mirror(draft), tokens, persons or {}, beside):
            return False
        self._took_place(self._slots.setdefault(draft.id, Slot()), draft, row)
        self._forget()
        return True

    def _took_place(self, slot: Slot, draft: Table, row: Row) -> None:
        """The row is on disk: everybody may hear of it."""
        slot.table = draft
        job = draft.job(self.settings.limits.program_seconds)
        if job is not None:
            self.on_job(draft.id, due(job))
        for facts in row.entries:
            acts(facts["kind"]).inc()
        self._show(draft)
        SPREAD.observe(steady.now() - row.at)
        if draft.setup.listed or draft.setup.rated:
            if draft.phase != "playing" or any(facts["kind"] == "dealt" for facts in row.entries):
                self.on_lobby()
        self.on_row(draft, row)

    def mirror(self, table: Table, lease: float | None = None) -> dict[str, Any]:
        """The table's own line in the database: what lists and jobs need."""
        job = table.job(self.settings.limits.program_seconds)
        return {
            "phase": table.phase,
            "status": status_text(table, table.changed).decode(),
            "changed": table.changed,
            "due": due(job) if job else None,
            "job": job[1] if job else None,
            "claimed": lease if job and job[1] == "bot" else None,
        }

    # ---- watching ---------------------------------------------------------------------------------------------------------------

    def status(self, table: Table) -> orjson.Fragment:
        """The public facts, as they are now."""
        return orjson.Fragment(status_text(table, steady.now(), self.presence.here(table.id)))

    def update(self, table: Table, seat: int | None, seen: int, public: orjson.Fragment | None = None) -> bytes:
        """The message for a seat that has seen entries up to ``seen``."""
        invite = self._invitations.get((table.id, seat))
        return encode(updates.update(table, seat, seen, public or self.status(table), invite))

    async def invitation(self, table: Table, seat: int, token: str) -> str | None:
        """What the holder of a seat shows to those who shall join; None once the game has begun."""
        if table.phase != "waiting":
            return None
        invite = keys.invitation(token)
        if self._invitations.get((table.id, seat)) != invite:
            if keys.hashed_invitation(invite) != table.setup.invite:
                await self.store.invite(keys.hashed(token), keys.hashed_invitation(invite))
            self._invitations[table.id, seat] = invite
            if len(self._invitations) > REMEMBERED:
                self._invitations.popitem(last=False)
        return invite

    async def told(self, table: Table, seat: int | None, seen: int) -> bytes:
        """The same, made beside the event loop if it is long."""
        public = self.status(table)
        return await self._aside(table.number - seen, lambda: self.update(table, seat, seen, public))

    async def watch(self, table: str, watcher: Watcher, known: int) -> None:
        """Shows what is new to the watcher, now and from now on.

        ``known``: the number of the table when the watcher's seat was found to be its own; whoever was let go since then sees nothing."""
        for attempt in range(ATTEMPTS):
            found = await self.table(table, watcher.seen)
            last = attempt == ATTEMPTS - 1
            message = b"" if last else await self.told(found, watcher.seat, watcher.seen)
            async with self._hold(table) as slot:
                assert slot.table is not None
                if not last and slot.table.number != found.number:
                    continue  # it went on while that was written
                if watcher.seat is not None and freed(slot.table, watcher.seat, known):
                    raise Denied("BAD_TOKEN")
                self._watchers[table].append(watcher)
                self._here(table)
                watcher.show(message or self.update(slot.table, watcher.seat, watcher.seen))
                watcher.seen = slot.table.number
                return

    def waiting_here(self) -> dict[str, set[int]]:
        """The tables of the lobby that wait, and who of them is connected to this process."""
        found = {}
        for table, seats in self.presence.mine().items():
            slot = self._slots.get(table)
            if slot is not None and slot.table is not None and slot.table.setup.listed and slot.table.phase == "waiting":
                found[table] = seats
        return found

    def unwatch(self, table: str, watcher: Watcher) -> None:
        watchers = self._watchers.get(table, [])
        if watcher in watchers:
            watchers.remove(watcher)
        if not watchers:
            self._watchers.pop(table, None)
        self._here(table)

    def _show(self, table: Table) -> None:
        """Sends every watcher its own update."""
        made: dict[tuple[int | None, int], bytes] = {}
        public: orjson.Fragment | None = None

        def message(watcher: Watcher) -> bytes:
            nonlocal public
            key = (watcher.seat, watcher.seen)
            if key not in made:
                public = public or self.status(table)
                made[key] = self.update(table, *key, public)
            return made[key]

        for watcher in list(self._watchers.get(table.id, ())):
            if watcher.seat is not None and freed(table, watcher.seat, watcher.seen):
                self.unwatch(table.id, watcher)
                watcher.dropped(table.id)
            elif self._tell(watcher, message):
                watcher.seen = table.number

    @staticmethod
    def _tell(watcher: Watcher, message: Callable[[Watcher], bytes | None]) -> bool:
        """Says something to a watcher. Whoever it could not be made or sent for comes back and catches up."""
        try:
            said = message(watcher)
            if said is not None:
                watcher.show(said)
        except Exception:
            watcher.lost()
            with suppress(MemoryError):
                logger.exception("a watcher could not be told")
            return False
        return True

    def tell_seats(self, table: str, message: Callable[[int], bytes | None]) -> None:
        """Says something to everybody who sits at the table and is connected here; spectators hear nothing."""
        for watcher in list(self._watchers.get(table, ())):
            self._tell(watcher, lambda it: None if it.seat is None else message(it.seat))

    def _here(self, table: str) -> None:
        """Says who is here, if that has changed."""
        seats = {w.seat for w in self._watchers.get(table, ()) if w.seat is not None}
        if self.presence.here_now(table, seats):
            self.show_here(table)

    def show_here(self, table: str) -> None:
        @cache
        def message() -> bytes:
            return encode({"type": "here", "table": table, "seats": sorted(self.presence.here(table))})

        for watcher in list(self._watchers.get(table, ())):
            self._tell(watcher, lambda _: message())

    # ---- other processes --------------------------------------------------------------------------------------------------------

    def heard(self, news: RowNews) -> None:
        """Another process (or this one) wrote a row. Whoever is at the table just then looks after it: most often it is the own row."""
        slot = self._slots.get(news.table)
        if slot is not None:
            slot.heard = max(slot.heard, news.number)
            if not slot.late or slot.lock.locked():
                return
        if news.table in self._watchers and (slot is None or not self._takes(slot, news.row)):
            self._refresh_soon(news.table)

    def _takes(self, slot: Slot, row: Row | None) -> bool:
        """Takes a row that follows on what is known of a table that nobody works on; False if it has to be read."""
        if row is None or slot.table is None or slot.in_doubt or slot.missed or self.deaf:
            return False
        if row.number != slot.table.number + 1:
            return False
        table = slot.table.copy()
        table.apply(row)
        slot.table = table
        self._show(table)
        return True

    def go_deaf(self) -> None:
        """Nobody tells what others write: every table is read again before it is used."""
        self.deaf = True

    def lost(self) -> None:
        """Something may have been missed: everything is read again before it is used."""
        self.deaf = False
        for slot in self._slots.values():
            slot.missed = True
        for table in list(self._watchers):
            self._refresh_soon(table)
        for table in list(self._watchers):
            self.presence.say_again(table)

    def _refresh_soon(self, table: str) -> None:
        """Reads what is new, which shows it to those who watch."""
        if table in self._refreshing:
            self._refreshing[table] = True
        elif table in self._watchers:
            self._refreshing[table] = True
            self._background.start(self._refresh(table))

    async def _refresh(self, table: str) -> None:
        try:
            while self._refreshing[table] and table in self._watchers:
                self._refreshing[table] = False
                try:
                    async with self._hold(table):
                        pass
                except Denied as error:
                    logger.warning("refresh of a table failed: %s", error.code)
                    if error.code != "NO_TABLE":
                        self._refreshing[table] = True
                        await asyncio.sleep(RETRY)
        finally:
            del self._refreshing[table]

    @property
    def tables_in_memory(self) -> int:
        return len(self._slots)
