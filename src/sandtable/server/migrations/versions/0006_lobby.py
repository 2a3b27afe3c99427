"""Tables of the lobby, people who look for others, results and ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("tables", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("tables_listed", "tables", ["listed", "phase"])
    op.add_column("holders", sa.Column("seen", sa.Float))
    op.create_table(
        "results",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("ranks", sa.Text, nullable=False),
        sa.Column("place", sa.BigInteger, unique=True),
        sa.Column("people", sa.Text),
    )
    op.create_table(
        "ratings",
        sa.Column("person_id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_index("ratings_game", "ratings", ["game", "mu"])
    op.create_table(
        "rating_steps",
        sa.Column("place", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("person_id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("weight", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("rating_steps_person", "rating_steps", ["person_id", "game", "place"])
    op.create_table(
        "seeks",
        sa.Column("token", sa.Text, primary_key=True),
        sa.Column("person_id", sa.Text, unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("clock", sa.Text, nullable=False),
        sa.Column("commitment", sa.Text),
        sa.Column("points", sa.Float, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("table_id", sa.Text),
        sa.Column("seat", sa.Integer),
    )


def downgrade() -> None:
    for name in ("seeks", "rating_steps", "ratings", "results"):
        op.drop_table(name)
    op.drop_column("holders", "seen")
    op.drop_index("tables_listed")
    op.drop_column("tables", "rated")
    op.drop_column("tables", "listed")
