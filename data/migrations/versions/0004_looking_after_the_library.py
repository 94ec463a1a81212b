"""Drafts, people who sign in, reviews and the audit log; and until when an entry is valid."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

NEW_TABLES = (
    "out_of_scope",
    "reviews",
    "audit",
    "failed_sign_ins",
    "sessions",
    "users",
    "uploads",
    "pending",
)


def upgrade() -> None:
    """Applies the change."""
    _add_columns()
    _create_drafts()
    _create_people()
    _create_reviews()


def downgrade() -> None:
    """Takes the change back."""
    for table in NEW_TABLES:
        op.drop_table(table)
    for table, columns in (
        ("turns", ("picked", "runner_up", "suggested")),
        ("generations", ("note",)),
        ("revisions", ("valid_until", "valid_from")),
    ):
        with op.batch_alter_table(table, schema=None) as batch_op:
            for column in columns:
                batch_op.drop_column(column)


def _add_columns() -> None:
    with op.batch_alter_table("revisions", schema=None) as batch_op:
        batch_op.add_column(sa.Column("valid_from", sa.Date(), nullable=True))
        batch_op.add_column(sa.Column("valid_until", sa.Date(), nullable=True))
    with op.batch_alter_table("generations", schema=None) as batch_op:
        batch_op.add_column(sa.Column("note", sa.Text(), nullable=False, server_default=""))
    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.add_column(sa.Column("suggested", sa.JSON(), nullable=False, server_default="[]"))
        batch_op.add_column(sa.Column("runner_up", sa.String(length=200), nullable=True))
        batch_op.add_column(sa.Column("picked", sa.String(length=200), nullable=True))


def _create_drafts() -> None:
    op.create_table(
        "pending",
        sa.Column("entry_id", sa.String(length=200), nullable=False),
        sa.Column("base_revision", sa.Integer(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_by", sa.Text(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("alternates", sa.JSON(), nullable=False),
        sa.Column("category", sa.Text(), nullable=False),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=True),
        sa.Column("valid_until", sa.Date(), nullable=True),
        sa.ForeignKeyConstraint(
            ["base_revision"], ["revisions.number"], name=op.f("fk_pending_base_revision_revisions")
        ),
        sa.PrimaryKeyConstraint("entry_id", name=op.f("pk_pending")),
    )
    op.create_table(
        "uploads",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("applied_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("applied_by", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_uploads")),
    )


def _create_people() -> None:
    op.create_table(
        "users",
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_users")),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("user", sa.String(length=100), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user"], ["users.name"], name=op.f("fk_sessions_user_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_user"), "sessions", ["user"])
    op.create_table(
        "failed_sign_ins",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("failed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_failed_sign_ins")),
    )
    op.create_index(op.f("ix_failed_sign_ins_name"), "failed_sign_ins", ["name"])
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("action", sa.String(length=40), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("before", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("after", sa.JSON(none_as_null=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_index(op.f("ix_audit_at"), "audit", ["at"])


def _create_reviews() -> None:
    op.create_table(
        "reviews",
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(length=20), nullable=False),
        sa.Column("entry_id", sa.String(length=200), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("decided_by", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["turn"], ["turns.id"], name=op.f("fk_reviews_turn_turns")),
        sa.PrimaryKeyConstraint("turn", name=op.f("pk_reviews")),
    )
    op.create_table(
        "out_of_scope",
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("added_by", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("question", name=op.f("pk_out_of_scope")),
    )
