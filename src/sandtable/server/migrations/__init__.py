"""Brings a database to the present schema (Alembic); run on every start."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from sandtable.kernel.refusals import BadInput

LOCK = 0x53414E44
NEWER = "this database was written by a newer version of Sandtable: serve it with that one, or restore a backup of this one's time."


def upgrade(connection: Connection) -> None:
    """Runs what is missing, one process at a time."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    if age(connection) == "newer":
        raise BadInput(NEWER)
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


Age = Literal["empty", "older", "current", "newer"]


def age(connection: Connection) -> Age:
    """Which schema has the database? ``newer``: one that this program does not know."""
    return age_of(MigrationContext.configure(connection).get_current_revision())


def age_of(revision: str | None) -> Age:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    scripts = ScriptDirectory.from_config(config)
    if revision is None:
        return "empty"
    if revision == scripts.get_current_head():
        return "current"
    return "older" if revision in {script.revision for script in scripts.walk_revisions()} else "newer"
