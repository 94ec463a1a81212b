"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Applies the change."""
    op.create_table(
        "generations",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_generations")),
    )
    op.create_table(
        "revisions",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entry_id", sa.String(length=200), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("alternates", sa.JSON(), nullable=False),
        sa.Column("category", sa.Text(), nullable=False),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_revisions")),
    )
    with op.batch_alter_table("revisions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_revisions_entry_id"), ["entry_id"], unique=False)

    op.create_table(
        "turns",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("decision", sa.String(length=20), nullable=False),
        sa.Column("entry_id", sa.String(length=200), nullable=True),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("timings_ms", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_turns")),
    )
    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_turns_asked_at"), ["asked_at"], unique=False)

    op.create_table(
        "vectors",
        sa.Column("model", sa.String(length=64), nullable=False),
        sa.Column("text_hash", sa.String(length=32), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("model", "text_hash", name=op.f("pk_vectors")),
    )
    op.create_table(
        "entries",
        sa.Column("id", sa.String(length=200), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["revision"], ["revisions.number"], name=op.f("fk_entries_revision_revisions")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entries")),
    )
    op.create_table(
        "feedback",
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("vote", sa.String(length=10), nullable=False),
        sa.Column("voted_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["turn"], ["turns.id"], name=op.f("fk_feedback_turn_turns")),
        sa.PrimaryKeyConstraint("turn", name=op.f("pk_feedback")),
    )
    op.create_table(
        "generation_revisions",
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["generation"],
            ["generations.number"],
            name=op.f("fk_generation_revisions_generation_generations"),
        ),
        sa.ForeignKeyConstraint(
            ["revision"],
            ["revisions.number"],
            name=op.f("fk_generation_revisions_revision_revisions"),
        ),
        sa.PrimaryKeyConstraint("generation", "revision", name=op.f("pk_generation_revisions")),
    )
    op.create_table(
        "library",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["generation"], ["generations.number"], name=op.f("fk_library_generation_generations")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_library")),
    )


def downgrade() -> None:
    """Takes the change back."""
    op.drop_table("library")
    op.drop_table("generation_revisions")
    op.drop_table("feedback")
    op.drop_table("entries")
    op.drop_table("vectors")
    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_turns_asked_at"))

    op.drop_table("turns")
    with op.batch_alter_table("revisions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_revisions_entry_id"))

    op.drop_table("revisions")
    op.drop_table("generations")
