"""What is kept and for how long; and that a database of the version before goes on, with what its games and reports tell about people."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, func, insert, select, text, update

from sandtable.server import migrations, retention, steady
from sandtable.server.hub import Hub
from sandtable.server.people import entering, persons
from sandtable.server.schema import devices, holders, log, people, results, tables
from sandtable.server.schema_people import accuracies, talk
from sandtable.server.settings import Keep, Settings
from sandtable.server.store import Store
from tests.server.test_offers import CALM, offered

DAY = 86_400.0


def test_what_is_not_kept_any_longer_goes(tmp_path: Path) -> None:
    async def work() -> None:
        settings = Settings(f"sqlite:///{tmp_path / 'tables.db'}", keep=Keep(talk=2, waiting=5, people=10))
        store = Store(settings.database)
        await store.open()
        hub = Hub(store, settings)
        old, new = await offered(hub, CALM), await offered(hub, None)
        claimed = await entering.claim(store, "dune_fox", "Laptop")
        kept = await entering.claim(store, "salt_wren", "Laptop")
        person = await persons.entered(store, kept["token"])
        now = steady.now()

        def long_ago(connection: Any) -> None:
            connection.execute(update(tables).where(tables.c.id == old).values(changed=now - 6 * DAY))
            for table, days in ((new, 3), (new, 1)):
                said = {"table_id": table, "seat": 0, "kind": "phrase", "said": "hello", "client": str(days)}
                connection.execute(insert(talk).values(**said, at=now - days * DAY))
            connection.execute(update(people).values(created=now - 20 * DAY))
            connection.execute(update(devices).where(devices.c.person_id != person.id).values(seen=now - 11 * DAY))

        await store.change(long_ago)
        gone = await retention.sweep(hub)
        assert (gone["talk"], gone["tables"], gone["people"]) == (1, 1, 1)
        assert await persons.of_device(store, claimed["token"]) is None
        assert await persons.by_handle(store, "salt_wren") is not None
        left = [r[0] for r in await store.read(select(tables.c.id))]
        assert left == [new]
        for part in (log, holders):
            assert (await store.read(select(func.count()).select_from(part).where(part.c.table_id == old)))[0][0] == 0
        assert not any((await retention.sweep(hub)).values())
        await store.close()

    asyncio.run(work())


def test_keeping_is_read() -> None:
    assert Keep.given(["talk=7", "finished=365"]) == Keep(talk=7, finished=365)
    for wrong in ("tables=3", "talk=soon", "talk"):
        with pytest.raises(ValueError, match=r"there is nothing to keep|number of days"):
            Keep.given([wrong])


def test_a_database_of_the_version_before_goes_on(tmp_path: Path) -> None:
    """Scores come from the tables, accuracies from the reports that were kept; nothing else changes."""
    engine = create_engine(f"sqlite:///{tmp_path / 'before.db'}")
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    status = {"result": {"reason": "end", "scores": [31, 27], "ranks": [1, 2]}}
    report = {"seats": [{"seat": 0, "accuracy": 88}, {"seat": 1, "accuracy": None}]}
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0006")
        connection.execute(text("INSERT INTO people (id, handle, likeness, created) VALUES ('p', 'fox', 'fox', 1.0)"))
        facts = {"id": "t", "game": "tuareg", "rules": 1, "players": 2, "options": "{}", "seed": "", "casual": 0, "spectators": 1}
        facts |= {"created": 1.0, "phase": "finished", "status": json.dumps(status), "changed": 1.0, "rated": 1}
        places = ", ".join(f":{name}" for name in facts)
        connection.execute(text(f"INSERT INTO tables ({', '.join(facts)}) VALUES ({places})"), facts)
        connection.execute(text("INSERT INTO results (table_id, game, at, ranks) VALUES ('t', 'tuareg', 1.0, '[1, 2]')"))
        asked = {"id": "a", "key": "k", "kind": "report", "lane": "long", "state": "done", "part": 1.0, "version": 1, "place": 1}
        asked |= {"created": 1.0, "changed": 1.0, "attempts": 1, "request": '{"table": "t"}', "result": json.dumps(report)}
        places = ", ".join(f":{name}" for name in asked)
        connection.execute(text(f"INSERT INTO analyses ({', '.join(asked)}) VALUES ({places})"), asked)
    with engine.begin() as connection:
        migrations.upgrade(connection)
        assert connection.execute(select(people.c.handle, people.c.public, people.c.banned)).all() == [("fox", None, None)]
        assert connection.execute(select(results.c.scores)).all() == [("[31, 27]",)]
        assert connection.execute(select(accuracies)).all() == [("t", 0, 88)]
