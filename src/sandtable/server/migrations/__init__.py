"""Brings a database to the present schema (Alembic); run on every start."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

LOCK = 0x53414E44


def upgrade(connection: Connection) -> None:
    """Runs what is missing, one process at a time."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def current(connection: Connection) -> bool:
    """Has the database the present schema?"""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    here = MigrationContext.configure(connection).get_current_revision()
    return here == ScriptDirectory.from_config(config).get_current_head()
