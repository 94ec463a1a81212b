"""The tables of those who look after the library: drafts, people, reviews and the audit log."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, DateTime, ForeignKey, Integer, String
from sqlalchemy import Text as SqlText
from sqlalchemy.orm import Mapped, mapped_column

from data.tables import Base, EntryColumns


class PendingRow(EntryColumns, Base):
    """An entry as it will be at the next publish; `base_revision` is what it was made from."""

    __tablename__ = "pending"

    entry_id: Mapped[str] = mapped_column(String(200), primary_key=True)
    base_revision: Mapped[int | None] = mapped_column(ForeignKey("revisions.number"))
    version: Mapped[int] = mapped_column(Integer)
    changed_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    changed_by: Mapped[str] = mapped_column(SqlText)


class UploadRow(Base):
    """An upload that was applied, so that it is not applied twice."""

    __tablename__ = "uploads"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    name: Mapped[str] = mapped_column(SqlText)
    applied_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    applied_by: Mapped[str] = mapped_column(SqlText)


class UserRow(Base):
    """Somebody who may sign in."""

    __tablename__ = "users"

    name: Mapped[str] = mapped_column(String(100), primary_key=True)
    password_hash: Mapped[str] = mapped_column(SqlText)
    role: Mapped[str] = mapped_column(String(20))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class SessionRow(Base):
    """A browser that is signed in; the token itself is kept only there."""

    __tablename__ = "sessions"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    user: Mapped[str] = mapped_column(ForeignKey("users.name", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    expires_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class FailedSignInRow(Base):
    """A wrong password, kept for as long as it slows the next attempt down."""

    __tablename__ = "failed_sign_ins"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    name: Mapped[str] = mapped_column(String(100), index=True)
    failed_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class AuditRow(Base):
    """Who changed what, when; rows are only ever added."""

    __tablename__ = "audit"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True)
    who: Mapped[str] = mapped_column(SqlText)
    action: Mapped[str] = mapped_column(String(40))
    subject: Mapped[str] = mapped_column(SqlText)
    before: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    after: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))


class ReviewRow(Base):
    """What was made of a question that had gone wrong."""

    __tablename__ = "reviews"

    turn: Mapped[int] = mapped_column(ForeignKey("turns.id"), primary_key=True)
    outcome: Mapped[str] = mapped_column(String(20))
    entry_id: Mapped[str | None] = mapped_column(String(200))
    decided_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    decided_by: Mapped[str] = mapped_column(SqlText)


class OutOfScopeRow(Base):
    """A question that the library is not there to answer, by the owner's word."""

    __tablename__ = "out_of_scope"

    question: Mapped[str] = mapped_column(SqlText, primary_key=True)
    added_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    added_by: Mapped[str] = mapped_column(SqlText)
