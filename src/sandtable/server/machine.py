"""Everything of one process behind its routes: store, tables, listening, jobs."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from sandtable.kernel.game import JSON
from sandtable.server.background import Background
from sandtable.server.bus import NEWS, PRESENCE, Bus
from sandtable.server.coach.queue import Analyses
from sandtable.server.coach.worker import Analyst
from sandtable.server.errors import Denied
from sandtable.server.hub import Hub
from sandtable.server.jobs import Jobs
from sandtable.server.presence import REPEAT
from sandtable.server.row_news import RowNews
from sandtable.server.settings import Settings
from sandtable.server.soundness import Soundness
from sandtable.server.store import Store
from sandtable.server.tables.facts import Row
from sandtable.server.tables.table import Table
from sandtable.server.telling import notices

if TYPE_CHECKING:
    from sandtable.server.lobby.live import Lobby
    from sandtable.server.talk.talking import Talk


class Machine:
    """Everything of one process behind the routes: store, tables, listening, jobs. Also a bot worker is one."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.hub = Hub(self.store, settings)
        self.jobs = Jobs(self.hub) if settings.bots_here or not settings.shared else None
        self.analyses = Analyses(self.store, settings.limits)
        self.analyst = Analyst(self.analyses, self.hub, self._bots_busy) if self.jobs is not None else None
        self.bus: Bus | None = None
        self.lobby: Lobby | None = None
        self.talk: Talk | None = None
        """Only web workers have one."""
        self.soundness = Soundness(self.store)
        self._background = Background()

    async def open(self) -> None:
        await self.store.open()
        if self.store.shared:
            self.bus = Bus(self.store.url, self._heard, self._present, self.analyses.heard, self._lost, self.hub.go_deaf, self._news)
            self.hub.presence.tell = self._tell
            await self.bus.open()
        if self.jobs is not None:
            await self.jobs.open()
        if self.analyst is not None:
            await self.analyst.open()
        self.hub.on_row, self.hub.on_challenge = self._note, self._challenged
        self._background.repeat(self._repeat_presence)

    async def close(self) -> None:
        await self._background.stop()
        if self.analyst is not None:
            await self.analyst.close()
        if self.jobs is not None:
            await self.jobs.close()
        if self.bus is not None:
            await self.bus.close()
        await self.store.close()

    def _note(self, table: Table, row: Row) -> None:
        """Those who are away may be told of it."""
        told = notices.missed(self.hub, table, row)
        if told:
            self._background.start(self._tell_later(table, told))

    async def _tell_later(self, table: Table, told: list[notices.Occasion]) -> None:
        with suppress(Denied):
            await notices.note(self.hub, table, told)

    def _challenged(self, person: str, table: str, about: JSON) -> None:
        self._background.start(self._tell_challenged(person, table, about))

    async def _tell_challenged(self, person: str, table: str, about: JSON) -> None:
        with suppress(Denied):
            await notices.tell(self.store, person, "challenged", table, about)

    def _heard(self, news: RowNews) -> None:
        self.hub.heard(news)
        if self.jobs is not None:
            self.jobs.heard(news.job)

    def _lost(self) -> None:
        self.hub.lost()
        self.analyses.lost()

    def _bots_busy(self) -> bool:
        return self.jobs is not None and self.jobs.busy

    def _present(self, text: str) -> None:
        table = self.hub.presence.heard(text)
        if table is not None:
            self.hub.show_here(table)

    def _tell(self, text: str) -> None:
        if self.bus is not None:
            self._background.start(self.bus.say(PRESENCE, text))

    def say(self, news: str) -> None:
        """Tells the other processes something (this one as well, with PostgreSQL)."""
        if self.bus is not None:
            self._background.start(self.bus.say(NEWS, news))

    def _news(self, text: str) -> None:
        kind, _, about = text.partition(" ")
        if kind == "drop":
            self._background.start(self.hub.drop(about))
        elif kind == "lobby" and self.lobby is not None:
            self.lobby.heard(about)
        elif kind == "talk" and self.talk is not None:
            self.talk.heard(about)

    async def _repeat_presence(self) -> None:
        await asyncio.sleep(REPEAT)
        self.hub.presence.repeat()
