"""The database, what lies between people: who follows or blocks whom, challenges, talk, reports; and what a host has to say."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, Table, Text, UniqueConstraint, false

from sandtable.server.schema import metadata

BIG = BigInteger().with_variant(Integer, "sqlite")
"""Counts up by itself, also where only plain integers do."""

bonds = Table(
    "bonds",
    metadata,
    Column("person_id", Text, primary_key=True),
    Column("other_id", Text, primary_key=True),
    Column("follows", Boolean, nullable=False, server_default=false()),
    Column("blocks", Boolean, nullable=False, server_default=false()),
    Column("note", Text),  # only for the eyes of the one who wrote it
)
Index("bonds_other", bonds.c.other_id)

dares = Table(
    "dares",  # "challenges" are those of passkeys
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("person_id", Text, nullable=False),  # who is challenged
    Column("by_id", Text, nullable=False),
    Column("at", Float, nullable=False),
)
Index("dares_person", dares.c.person_id)

talk = Table(
    "talk",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("table_id", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person_id", Text),
    Column("at", Float, nullable=False),
    Column("kind", Text, nullable=False),  # phrase, reaction, text
    Column("said", Text, nullable=False),  # an id, or what was written
    Column("client", Text),  # makes a resend harmless
    UniqueConstraint("table_id", "seat", "client", name="talk_client"),
)
Index("talk_table", talk.c.table_id, talk.c.id)
Index("talk_at", talk.c.at)

reports = Table(
    "reports",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("at", Float, nullable=False),
    Column("by_id", Text),
    Column("about_id", Text),
    Column("name", Text, nullable=False),  # of who is reported, as it was
    Column("table_id", Text),
    Column("seat", Integer),
    Column("reason", Text, nullable=False),
    Column("words", Text),
    Column("said", Text, nullable=False),  # what the reported seat had said, as a list
    Column("closed", Float),
)

accuracies = Table(
    "accuracies",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("accuracy", Integer, nullable=False),
)

announcements = Table(
    "announcements",
    metadata,
    Column("name", Text, primary_key=True),
    Column("words", Text, nullable=False),  # by language
    Column("until", Float),
)

orders = Table(
    "orders",
    metadata,
    Column("id", BIG, primary_key=True),
    Column("at", Float, nullable=False),
    Column("kind", Text, nullable=False),  # drop: a table is to be read anew; out: a person's sockets are closed
    Column("about", Text, nullable=False),
)
