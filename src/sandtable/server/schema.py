"""The database: tables, their logs, who holds which seat; analyses and who waits for them; studies. Times are seconds since 1970."""

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
    Column("invite", Text, unique=True),  # the hash of its maker's invitation
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
    Column("invite", Text),  # the hash of the holder's own invitation, once the holder has seen it
    UniqueConstraint("table_id", "seat", name="holders_seat"),
)

Index("holders_invite", holders.c.invite, unique=True)

analyses = Table(
    "analyses",
    metadata,
    Column("id", Text, primary_key=True),
    Column("key", Text, nullable=False, unique=True),
    Column("kind", Text, nullable=False),
    Column("lane", Text, nullable=False),
    Column("request", Text, nullable=False),
    Column("table_id", Text),  # of a running game's seat: only its holder may read the result until the end
    Column("seat", Integer),
    Column("state", Text, nullable=False),
    Column("part", Float, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("result", Text),
    Column("place", BigInteger, nullable=False),  # in the queue: clients take turns
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("started", Float),
    Column("attempts", Integer, nullable=False),
    Column("host", Text),
    Column("worker", Text),
    Column("claimed", Float),
    Column("bytes", BigInteger, nullable=False, server_default="0"),  # of request and result
)
Index("analyses_queue", analyses.c.state, analyses.c.lane, analyses.c.place)
Index("analyses_place", analyses.c.place)
Index("analyses_changed", analyses.c.changed)
Index("analyses_kept", analyses.c.changed, analyses.c.state, analyses.c.bytes, analyses.c.id)

askers = Table(
    "askers",
    metadata,
    Column("analysis_id", Text, ForeignKey("analyses.id", ondelete="CASCADE"), primary_key=True),
    Column("client", Text, primary_key=True),
)
Index("askers_client", askers.c.client)

studies = Table(
    "studies",
    metadata,
    Column("id", Text, primary_key=True),
    Column("key", Text, nullable=False),
    Column("study", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
)
