"""What a server or a command needs, loaded by being imported: modules, and the machine code of all games that is on disk."""

import gc
from importlib import import_module

import typer
from sqlalchemy import create_engine

from sandtable import cli
from sandtable.kernel import warm as rules
from sandtable.kernel.registry import games, load
from sandtable.search import warm as search
from sandtable.server import migrations

for name in (
    *("sandtable.server.backup", "sandtable.server.doctor", "sandtable.server.worker"),
    *("anyio._backends._asyncio", "psutil", "typer._adapters", "uvicorn.lifespan.on", "uvicorn.loops.auto", "uvicorn.loops.uvloop"),
):
    import_module(name)
for name in games():
    for module, steps in ((rules.RULES, rules.steps), (search.SEARCH, search.steps)):
        if rules.is_warm(name, module):
            for _, call in steps(load(name)):
                call()
with create_engine("sqlite://").begin() as nothing:
    migrations.upgrade(nothing)  # loads Alembic, which every server with a new database needs
cli.app = typer.main.get_command(cli.app)  # type: ignore[assignment]  # which every command would do again
gc.collect()
gc.freeze()  # nobody who is forked from here looks through all of this again: a page that is looked at is copied
