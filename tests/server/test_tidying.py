"""How long things are kept: finished tables of guests, studies, analyses and log files, each by a setting; for ever without one."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, update

from sandtable.server import logs, retention, steady
from sandtable.server.errors import Denied
from sandtable.server.hub import Hub
from sandtable.server.models.requests import NewTable
from sandtable.server.schema import analyses, holders, log, studies, tables
from sandtable.server.settings import Keep, Settings
from sandtable.server.store import Store
from sandtable.server.tables import making
from tests.commands import run

SEATS = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}]
DAY = 86_400.0


async def _table(hub: Hub, days: float, phase: str = "finished", person: str | None = None) -> str:
    """A table that was last changed so many days ago."""
    made: str = (await making.create(hub, NewTable.model_validate({"game": "tuareg", "seats": SEATS})))[1]["table"]

    def work(connection: Connection) -> None:
        connection.execute(update(tables).where(tables.c.id == made).values(phase=phase, changed=steady.now() - DAY * days))
        connection.execute(update(holders).where(holders.c.table_id == made, holders.c.seat == 0).values(person_id=person))

    await hub.store.change(work)
    return made


def _study(name: str, days: float, table: str | None = None) -> dict[str, Any]:
    start = f'{{"table":"{table}"}}' if table else '{"record":"…"}'
    return {"id": name, "key": "k", "study": f'{{"start":{start}}}', "created": 0.0, "changed": steady.now() - DAY * days}


def _analysis(name: str, days: float, state: str, place: int) -> dict[str, Any]:
    facts = {"kind": "hint", "lane": "hint", "request": "{}", "part": 1.0, "version": 1, "created": 0.0, "attempts": 1}
    return {"id": name, "key": name, "state": state, "place": place, "changed": steady.now() - DAY * days, **facts}


def test_what_is_too_old_goes_and_nothing_else(database: str) -> None:
    async def work() -> None:
        store = Store(database)
        hub = Hub(store, Settings(database))
        await store.open()
        try:
            old, new = await _table(hub, 40), await _table(hub, 20)
            running, named = await _table(hub, 40, "playing"), await _table(hub, 40, person="p")
            studied = await _table(hub, 40)
            written = [_study("fresh", 10, studied), _study("stale", 400)]
            asked = [_analysis("done", 40, "done", 1), _analysis("recent", 1, "done", 2), _analysis("queued", 40, "queued", 3)]
            await store.change(lambda c: (c.execute(insert(studies), written), c.execute(insert(analyses), asked)))
            assert not any((await retention.sweep(hub)).values())
            hub.settings = Settings(database, keep=Keep(guest_tables=30, studies=365, analyses=30))
            gone = await retention.sweep(hub)
            assert (gone["tables"], gone["studies"], gone["analyses"]) == (1, 1, 1)
            assert {r.id for r in await store.read(select(tables.c.id))} == {new, running, named, studied}
            assert not await store.read(select(log).where(log.c.table_id == old))
            assert {r.id for r in await store.read(select(studies.c.id))} == {"fresh"}
            assert {r.id for r in await store.read(select(analyses.c.id))} == {"recent", "queued"}
            with pytest.raises(Denied, match="NO_TABLE"):
                await hub.table(old)
            await hub.table(new)
        finally:
            await store.close()

    asyncio.run(work())


def test_log_files_of_so_many_days(tmp_path: Path) -> None:
    for days in (1, 13, 15, 200):
        name = time.strftime("sandtable-%Y-%m-%d.log", time.gmtime(time.time() - DAY * days))
        (tmp_path / name).write_text("{}\n")
    (tmp_path / "mine.log").write_text("")
    handler = logs.Days(tmp_path, 14)
    handler.setFormatter(logs.Lines())
    handler.emit(logging.makeLogRecord({"msg": "hello", "name": "sandtable", "levelname": "INFO"}))
    kept = sorted(file.name for file in tmp_path.iterdir())
    today = time.strftime("sandtable-%Y-%m-%d.log", time.gmtime())
    assert (len(kept), kept[0], today in kept) == (4, "mine.log", True)
    assert '"message": "hello"' in (tmp_path / today).read_text()


@pytest.mark.parametrize(("text", "said"), [("none=3", "there is nothing to keep called 'none'"), ("studies=soon", "a number of days")])
def test_wrong_times(text: str, said: str) -> None:
    done = run("serve", f"--keep={text}")
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr
