"""Runs migrations on the connection that `data.database` hands over."""

from __future__ import annotations

from alembic import context

from data import admin_tables

connection = context.config.attributes["connection"]
context.configure(
    connection=connection, target_metadata=admin_tables.PendingRow.metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
connection.commit()
