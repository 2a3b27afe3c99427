"""Brings a database to the present schema (Alembic); run on every start."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from sqlalchemy import Connection, inspect, text

from sandtable.kernel.refusals import BadInput

REVISIONS = tuple(sorted(path.name.partition("_")[0] for path in (Path(__file__).parent / "versions").glob("[0-9]*_*.py")))
"""The names of files in ``versions`` begin with their revisions, which count up."""
LOCK = 0x53414E44
NEWER = "this database was written by a newer version of Sandtable: serve it with that one, or restore a backup of this one's time."


def upgrade(connection: Connection) -> None:
    """Runs what is missing, one process at a time."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    found = age(connection)
    if found == "newer":
        raise BadInput(NEWER)
    if found == "current":
        return
    from alembic import command  # takes a while to load, and most starts have nothing to change
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


Age = Literal["empty", "older", "current", "newer"]


def age(connection: Connection) -> Age:
    """Which schema has the database? ``newer``: one that this program does not know."""
    if not inspect(connection).has_table("alembic_version"):
        return "empty"
    return age_of(connection.execute(text("SELECT version_num FROM alembic_version")).scalar())


def age_of(revision: str | None) -> Age:
    if revision is None:
        return "empty"
    if revision == REVISIONS[-1]:
        return "current"
    return "older" if revision in REVISIONS else "newer"
