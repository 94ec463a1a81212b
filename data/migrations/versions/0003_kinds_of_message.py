"""What kind of message each turn was, and which category it was about."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Applies the change."""
    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("kind", sa.String(length=20), nullable=False, server_default="question")
        )
        batch_op.add_column(sa.Column("category", sa.Text(), nullable=True))


def downgrade() -> None:
    """Takes the change back."""
    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.drop_column("category")
        batch_op.drop_column("kind")
