"""The audit log: who changed what, when, and what it was before and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session

from data.admin_tables import AuditRow
from data.database import translated
from data.records import Entry
from data.tables import as_utc


class Action(StrEnum):
    """What was done."""

    DRAFT_SAVED = "draft saved"
    DRAFT_DISCARDED = "draft discarded"
    UPLOAD_APPLIED = "upload applied"
    PUBLISHED = "published"
    ROLLED_BACK = "rolled back"
    USER_ADDED = "user added"
    USER_REMOVED = "user removed"
    ROLE_CHANGED = "role changed"
    PASSWORD_CHANGED = "password changed"  # noqa: S105  (a name, not a password)
    SIGNED_IN = "signed in"
    REVIEWED = "question reviewed"
    SETTINGS_CHANGED = "settings changed"
    TURNS_DELETED = "old questions deleted"
    RESTORED = "library restored"
    ARCHIVE_TAKEN = "archive downloaded"


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that was so, as text."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Change:
    """What somebody did, before it is kept; `before` and `after` hold what can be named of it."""

    who: str
    action: Action
    subject: str
    before: tuple[Fact, ...] = ()
    after: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class AuditEvent:
    """A change that was kept, under a number and with its moment."""

    id: int
    at: datetime
    change: Change


class AuditLog:
    """The changes that were made; none is ever taken away."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writer = engine.execution_options(writes=True)

    def add(self, change: Change) -> None:
        """Keeps a change that has no transaction of its own."""
        with translated(), Session(self._writer) as session, session.begin():
            session.add(audit_row(change))

    def search(self, words: str = "", *, limit: int, before: int | None = None) -> list[AuditEvent]:
        """The newest events that hold every word, in who, action, subject or facts.

        With `before` only those with a lower number, which is how a next page is asked for.
        """
        query = select(AuditRow).order_by(AuditRow.id.desc())
        if before is not None:
            query = query.where(AuditRow.id < before)
        wanted = words.casefold().split()
        found: list[AuditEvent] = []
        with translated(), Session(self._engine) as session:
            for row in session.scalars(query).yield_per(500):
                event = _event(row)
                if all(word in _searchable(event) for word in wanted):
                    found.append(event)
                if len(found) == limit:
                    break
        return found

    def last(self) -> int:
        """The number of the newest event, 0 where there is none: it grows with every change."""
        with translated(), self._engine.connect() as connection:
            return connection.scalar(select(func.max(AuditRow.id))) or 0

    def count(self) -> int:
        """How many events there are."""
        with translated(), self._engine.connect() as connection:
            return connection.scalar(select(func.count()).select_from(AuditRow)) or 0


def audit_row(change: Change) -> AuditRow:
    """The row that keeps a change, to be added in the transaction that makes it."""
    return AuditRow(
        at=datetime.now(UTC),
        who=change.who,
        action=str(change.action),
        subject=change.subject,
        before=_packed(change.before),
        after=_packed(change.after),
    )


def entry_facts(entry: Entry | None) -> tuple[Fact, ...]:
    """What an entry says, as facts; empty where there is none."""
    if entry is None:
        return ()
    named = {
        "question": entry.question,
        "answer": entry.answer,
        "alternates": "\n".join(entry.alternates),
        "category": entry.category,
        "tags": ", ".join(entry.tags),
        "source": entry.source,
        "url": entry.url,
        "status": str(entry.status),
        "valid from": str(entry.valid_from or ""),
        "valid until": str(entry.valid_until or ""),
    }
    return tuple(Fact(name, value) for name, value in named.items() if value)


def _packed(facts: Sequence[Fact]) -> dict[str, str] | None:
    return {fact.name: fact.value for fact in facts} or None


def _unpacked(facts: Mapping[str, object] | None) -> tuple[Fact, ...]:
    return tuple(Fact(name, str(value)) for name, value in (facts or {}).items())


def _event(row: AuditRow) -> AuditEvent:
    change = Change(
        row.who, Action(row.action), row.subject, _unpacked(row.before), _unpacked(row.after)
    )
    return AuditEvent(row.id, as_utc(row.at), change)


def _searchable(event: AuditEvent) -> str:
    change = event.change
    facts = (f"{fact.name} {fact.value}" for fact in (*change.before, *change.after))
    return "\n".join((change.who, change.action, change.subject, *facts)).casefold()
