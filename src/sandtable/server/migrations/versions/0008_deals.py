"""The same deal for several people, who played it, events; whom browsers tell, and what waits to be told."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("tables", sa.Column("deal_id", sa.Text))
    op.create_table(
        "deals",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("start", sa.Text),
        sa.Column("bots", sa.Text, nullable=False),
        sa.Column("day", sa.Text),
        sa.Column("model", sa.Text),
        sa.Column("seat", sa.Integer),
        sa.Column("event_id", sa.Text),
        sa.Column("number", sa.Integer),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("opens", sa.Float),
        sa.UniqueConstraint("game", "day", name="deals_day"),
        sa.UniqueConstraint("model", "seat", name="deals_model"),
        sa.UniqueConstraint("event_id", "number", name="deals_event"),
    )
    op.create_table(
        "plays",
        sa.Column("deal_id", sa.Text, sa.ForeignKey("deals.id"), primary_key=True),
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text),
        sa.Column("seat", sa.Integer),
        sa.Column("began", sa.Float, nullable=False),
        sa.Column("finished", sa.Float),
        sa.Column("points", sa.Integer),
        sa.Column("margin", sa.Integer),
        sa.Column("rank", sa.Integer),
        sa.Column("gave_up", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_index("plays_player", "plays", ["player", "deal_id"])
    op.create_index("plays_table", "plays", ["table_id", "seat"], unique=True)
    op.create_table(
        "events",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("scoring", sa.Text, nullable=False),
        sa.Column("deals", sa.Integer, nullable=False),
        sa.Column("most", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("began", sa.Float),
        sa.Column("ends", sa.Float, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("finished", sa.Float),
    )
    op.create_index("events_finished", "events", ["finished"])
    op.create_table(
        "entrants",
        sa.Column("event_id", sa.Text, sa.ForeignKey("events.id"), primary_key=True),
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("joined", sa.Float, nullable=False),
    )
    op.create_table("secrets", sa.Column("name", sa.Text, primary_key=True), sa.Column("value", sa.Text, nullable=False))
    op.create_table(
        "pushes",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_to", sa.Integer),
        sa.Column("kinds", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("sent", sa.Float, nullable=False),
    )
    op.create_index("pushes_owner", "pushes", ["owner"])
    op.create_table(
        "notices",
        sa.Column("push_id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
    )
    op.create_index("notices_due", "notices", ["due"])
    op.create_table(
        "guest_seats",
        sa.Column("token", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for name in ("guest_seats", "notices", "pushes", "secrets", "entrants", "events", "plays", "deals"):
        op.drop_table(name)
    op.drop_column("tables", "deal_id")
