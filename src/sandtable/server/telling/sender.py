"""Sends what is due, one message for several things; forgets browsers that are gone."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from functools import partial
from typing import TYPE_CHECKING, Any

import orjson
from sqlalchemy import select, update

from sandtable.kernel.game import JSON
from sandtable.kernel.registry import games, load
from sandtable.kernel.words import LANGUAGES, catalogue
from sandtable.server import steady
from sandtable.server.background import Background
from sandtable.server.errors import Denied
from sandtable.server.hub import Hub
from sandtable.server.metrics import PUSHES
from sandtable.server.schema import notices, pushes
from sandtable.server.telling import subscriptions
from sandtable.server.telling.notices import keep, take
from sandtable.server.telling.subscriptions import GONE, Push, of_row

if TYPE_CHECKING:
    from sandtable.server.telling.delivering import Post

PAUSE = 1.0
"""Seconds between two looks for what is due: a notice comes soon enough, and every look reads the database."""
AGAIN = 60.0
TRIES = 5


def said(push: Push, told: list[tuple[str, str, JSON]]) -> JSON:
    """One message in the browser's language: ``told`` are kinds, tables and what the words need."""
    language = push.language if push.language in LANGUAGES else LANGUAGES[0]
    words = catalogue(language, "notices")["push"]
    kind, table, about = told[0]
    if len(told) > 1:
        turns = sum(one[0] == "turn" for one in told)
        key = "turns" if turns == len(told) else "several"
        return {"title": words[key].format(n=len(told)), "body": words["open"], "url": "/", "tag": "sandtable"}
    game = load(about["game"]).words(language).get("name") if about.get("game") in games() else None
    name = game or (load(about["game"]).name if about.get("game") in games() else "Sandtable")
    body = words[f"{kind}_by" if about.get("by") else f"{kind}_text"].format(game=name, name=about.get("by") or "")
    return {"title": words[kind], "body": body, "url": f"/table/{table}", "tag": f"table-{table}"}


class Sender:
    """Of one web worker; several share the work."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._background = Background()
        self._post: Post | None = None

    async def open(self) -> None:
        self._background.repeat(self._round)

    async def close(self) -> None:
        await self._background.stop()
        if self._post is not None:
            await self._post.close()

    async def _round(self) -> None:
        now = steady.now()
        waiting = await self.hub.store.read(select(notices.c.push_id).where(notices.c.due <= now).limit(1))
        if waiting:
            await self._send_all(await self.hub.store.change(partial(take, now)))
        await asyncio.sleep(PAUSE)

    async def _send_all(self, taken: list[Any]) -> None:
        by_push: defaultdict[str, list[Any]] = defaultdict(list)
        for notice in taken:
            by_push[notice.push_id].append(notice)
        found = await self.hub.store.read(select(pushes).where(pushes.c.id.in_(list(by_push))))
        await asyncio.gather(*(self._tell(of_row(r), by_push[r.id]) for r in found))

    async def _tell(self, push: Push, waiting: list[Any]) -> None:
        told = [(one.kind, one.table_id, orjson.loads(one.about)) for one in waiting if await self._still_true(one, push)]
        if not told:
            return
        status = await self._send(push, orjson.dumps(said(push, told)))
        PUSHES.labels("sent" if status is not None and status < 300 else "gone" if status in GONE else "failed").inc()
        if status in GONE:
            await subscriptions.drop(self.hub.store, push.id)
        elif status is None or status == 429 or status >= 500:
            tries = 1 + max(int(about.get("tries", 0)) for _, _, about in told)
            if tries < TRIES:
                again = [(push, kind, table, {**about, "tries": tries}) for kind, table, about in told]
                await keep(self.hub.store, again, waiting[0].number, steady.now() + AGAIN * tries)
        else:
            marked = update(pushes).where(pushes.c.id == push.id).values(sent=steady.now())
            await self.hub.store.change(lambda connection: connection.execute(marked))

    async def _still_true(self, notice: Any, push: Push) -> bool:
        """Is it still news: does the table still wait for them, and are they away?"""
        try:
            table = await self.hub.table(notice.table_id)
        except Denied:
            return False
        if notice.kind != "turn":
            return True
        seat = table.to_decide
        return (
            seat is not None
            and table.seats[seat].away is None
            and table.position_number <= notice.number
            and not self._here(table.id, seat)
        )

    def _here(self, table: str, seat: int) -> bool:
        return seat in self.hub.presence.here(table)

    async def _send(self, push: Push, message: bytes) -> int | None:
        """What the push service answered; None if nothing was heard."""
        if self._post is None:
            from sandtable.server.telling.delivering import Post

            self._post = Post(self.hub.settings, self.hub.store)
        return await self._post.send(push, message)
