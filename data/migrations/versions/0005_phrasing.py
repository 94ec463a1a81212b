"""What became of the fresh words for each turn's answer."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Applies the change."""
    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.add_column(sa.Column("phrasing", sa.Text(), nullable=True))


def downgrade() -> None:
    """Takes the change back."""
    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.drop_column("phrasing")
