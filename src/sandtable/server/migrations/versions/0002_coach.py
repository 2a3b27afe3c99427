"""Analyses, who waits for them, and studies."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, nullable=False, unique=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("lane", sa.Text, nullable=False),
        sa.Column("request", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text),
        sa.Column("seat", sa.Integer),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("part", sa.Float, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("result", sa.Text),
        sa.Column("place", sa.BigInteger, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("started", sa.Float),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("host", sa.Text),
        sa.Column("worker", sa.Text),
        sa.Column("claimed", sa.Float),
    )
    op.create_index("analyses_queue", "analyses", ["state", "lane", "place"])
    op.create_index("analyses_place", "analyses", ["place"])
    op.create_index("analyses_changed", "analyses", ["changed"])
    op.create_table(
        "askers",
        sa.Column("analysis_id", sa.Text, sa.ForeignKey("analyses.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("client", sa.Text, primary_key=True),
    )
    op.create_index("askers_client", "askers", ["client"])
    op.create_table(
        "studies",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("study", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for name in ("studies", "askers", "analyses"):
        op.drop_table(name)
