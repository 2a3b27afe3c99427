"""Invitations are kept as hashes, and everybody who holds a seat has an own one."""

import sqlalchemy as sa
from alembic import op

from sandtable.server.keys import hashed_invitation

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("holders", sa.Column("invite", sa.Text))
    op.create_index("holders_invite", "holders", ["invite"], unique=True)
    tables = sa.table("tables", sa.column("id"), sa.column("invite"))
    connection = op.get_bind()
    clear = connection.execute(sa.select(tables).where(tables.c.invite.is_not(None))).all()
    for line in clear:
        hashed = tables.update().where(tables.c.id == line.id).values(invite=hashed_invitation(line.invite))
        connection.execute(hashed)


def downgrade() -> None:
    raise NotImplementedError("a hash cannot be turned back into its invitation.")
