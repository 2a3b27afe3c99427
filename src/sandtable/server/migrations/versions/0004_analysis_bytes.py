"""How much each analysis takes, so that all together stay bounded."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("analyses", sa.Column("bytes", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE analyses SET bytes = length(request) + coalesce(length(result), 0)")
    op.create_index("analyses_kept", "analyses", ["changed", "state", "bytes", "id"])


def downgrade() -> None:
    op.drop_index("analyses_kept")
    op.drop_column("analyses", "bytes")
