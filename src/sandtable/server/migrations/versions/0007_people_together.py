"""What lies between people: who follows or blocks whom, challenges, talk, reports; what is public of a person; bans and announcements."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    for column in (sa.Column("public", sa.Text), sa.Column("here", sa.Float), sa.Column("banned", sa.Float)):
        op.add_column("people", column)
    for name in ("scores", "keepsakes"):
        op.add_column("results", sa.Column(name, sa.Text))
    op.create_table(
        "bonds",
        sa.Column("person_id", sa.Text, primary_key=True),
        sa.Column("other_id", sa.Text, primary_key=True),
        sa.Column("follows", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("blocks", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("note", sa.Text),
    )
    op.create_index("bonds_other", "bonds", ["other_id"])
    op.create_table(
        "dares",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("person_id", sa.Text, nullable=False),
        sa.Column("by_id", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("dares_person", "dares", ["person_id"])
    op.create_table(
        "talk",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person_id", sa.Text),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("client", sa.Text),
        sa.UniqueConstraint("table_id", "seat", "client", name="talk_client"),
    )
    op.create_index("talk_table", "talk", ["table_id", "id"])
    op.create_index("talk_at", "talk", ["at"])
    op.create_table(
        "reports",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("by_id", sa.Text),
        sa.Column("about_id", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text),
        sa.Column("seat", sa.Integer),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("words", sa.Text),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("closed", sa.Float),
    )
    op.create_table(
        "accuracies",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("accuracy", sa.Integer, nullable=False),
    )
    op.create_table(
        "announcements",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("until", sa.Float),
    )
    op.create_table(
        "orders",
        sa.Column("id", NUMBER, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
    )
    _fill()


def _fill() -> None:
    """Scores of rated games, from what their tables say; accuracies, from the reports that are kept."""
    connection = op.get_bind()
    tables = sa.table("tables", sa.column("id"), sa.column("status"))
    results = sa.table("results", sa.column("table_id"), sa.column("scores"))
    ended = sa.select(tables.c.id, tables.c.status).join(results, results.c.table_id == tables.c.id)
    for table, status in connection.execute(ended).all():
        result = json.loads(status).get("result")
        if result and result["reason"] == "end":
            scores = json.dumps(result["scores"])
            connection.execute(sa.update(results).where(results.c.table_id == table).values(scores=scores))
    analyses = sa.table("analyses", *map(sa.column, ("kind", "state", "request", "result")))
    accuracies = sa.table("accuracies", *map(sa.column, ("table_id", "seat", "accuracy")))
    done = sa.select(analyses.c.request, analyses.c.result).where(analyses.c.kind == "report", analyses.c.state == "done")
    known: dict[tuple[str, int], int] = {}
    for request, result in connection.execute(done).all():
        table = json.loads(request).get("table")
        for seat in json.loads(result or "{}").get("seats", []) if table else []:
            if seat.get("accuracy") is not None:
                known[table, seat["seat"]] = seat["accuracy"]
    for (table, seat), accuracy in known.items():
        connection.execute(sa.insert(accuracies).values(table_id=table, seat=seat, accuracy=accuracy))


def downgrade() -> None:
    for name in ("orders", "announcements", "accuracies", "reports", "talk", "dares", "bonds"):
        op.drop_table(name)
    for name in ("keepsakes", "scores"):
        op.drop_column("results", name)
    for name in ("banned", "here", "public"):
        op.drop_column("people", name)
