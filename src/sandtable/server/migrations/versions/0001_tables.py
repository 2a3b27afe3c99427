"""Tables, logs and holders of seats."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("start", sa.Text),
        sa.Column("invite", sa.Text, unique=True),
        sa.Column("casual", sa.Boolean, nullable=False),
        sa.Column("spectators", sa.Boolean, nullable=False),
        sa.Column("clock", sa.Text),
        sa.Column("after", sa.Text, unique=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("due", sa.Float),
        sa.Column("job", sa.Text),
        sa.Column("claimed", sa.Float),
    )
    op.create_index("tables_due", "tables", ["due"])
    op.create_table(
        "log",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("client", sa.Text),
        sa.Column("request", sa.Text),
        sa.Column("entries", sa.Text, nullable=False),
        sa.UniqueConstraint("table_id", "seat", "client", name="log_client"),
    )
    op.create_table(
        "holders",
        sa.Column("token", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.UniqueConstraint("table_id", "seat", name="holders_seat"),
    )


def downgrade() -> None:
    for name in ("holders", "log", "tables"):
        op.drop_table(name)
