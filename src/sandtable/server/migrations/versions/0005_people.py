"""People with names of their own: their devices and passkeys, what is asked while they enter, and whose seat a seat is."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("handle", sa.Text),
        sa.Column("likeness", sa.Text, unique=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("recovery", sa.Text, unique=True),
    )
    op.create_table(
        "devices",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("person_id", sa.Text, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("token", sa.Text, nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_index("devices_person", "devices", ["person_id"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("person_id", sa.Text, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("site", sa.Text, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("passkeys_person", "passkeys", ["person_id"])
    op.create_table(
        "challenges",
        sa.Column("challenge", sa.Text, primary_key=True),
        sa.Column("person_id", sa.Text),
        sa.Column("site", sa.Text, nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
    )
    op.create_table(
        "links",
        sa.Column("secret", sa.Text, primary_key=True),
        sa.Column("code", sa.Text, nullable=False, unique=True),
        sa.Column("person_id", sa.Text, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
    )
    op.add_column("holders", sa.Column("person_id", sa.Text))
    op.create_index("holders_person", "holders", ["person_id", "table_id"], unique=True)


def downgrade() -> None:
    op.drop_index("holders_person")
    op.drop_column("holders", "person_id")
    for name in ("links", "challenges", "passkeys", "devices", "people"):
        op.drop_table(name)
