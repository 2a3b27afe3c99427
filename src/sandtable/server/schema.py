"""The database: tables, their logs, and who holds which seat. Times are seconds since 1970."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, Table, Text, UniqueConstraint

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("start", Text),
    Column("invite", Text, unique=True),
    Column("casual", Boolean, nullable=False),
    Column("spectators", Boolean, nullable=False),
    Column("clock", Text),
    Column("after", Text, unique=True),
    Column("created", Float, nullable=False),
    # what follows mirrors the log, so that lists and jobs need no replay
    Column("phase", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("changed", Float, nullable=False),
    Column("due", Float),
    Column("job", Text),
    Column("claimed", Float),
)
Index("tables_due", tables.c.due)

log = Table(
    "log",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("seat", Integer),
    Column("client", Text),
    Column("request", Text),
    Column("entries", Text, nullable=False),
    UniqueConstraint("table_id", "seat", "client", name="log_client"),
)

holders = Table(
    "holders",
    metadata,
    Column("token", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    UniqueConstraint("table_id", "seat", name="holders_seat"),
)
