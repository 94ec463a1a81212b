"""Drafts: entries as they will be at the next publish, apart from what visitors are given.

An editor says which version of a draft, and which revision of the entry, a change was made from; a
change made from anything but the newest is refused, so that nobody's work is lost in silence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Engine, delete, select, update
from sqlalchemy.orm import Session

from data.admin_tables import PendingRow, UploadRow
from data.audit import Action, Change, audit_row, entry_facts
from data.database import translated
from data.errors import EditConflictError
from data.records import Entry, PendingChange, Revision
from data.tables import EntryRow, RevisionRow, as_utc, entry_columns, entry_record, revision_record


@dataclass(frozen=True, slots=True)
class Edit:
    """An entry as somebody wants it, and the version of the draft (0: none) it was made from."""

    entry: Entry
    base_revision: int | None
    version: int = 0


@dataclass(frozen=True, slots=True)
class Upload:
    """What was uploaded; the id is given once, so that it is applied once."""

    id: str
    name: str


class PendingChanges:
    """The drafts in the database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writer = engine.execution_options(writes=True)

    def all(self) -> list[PendingChange]:
        """Every draft, the oldest change first."""
        query = select(PendingRow).order_by(PendingRow.changed_at, PendingRow.entry_id)
        with translated(), Session(self._engine) as session:
            return [_record(row) for row in session.scalars(query)]

    def get(self, entry_id: str) -> PendingChange | None:
        """The draft of an entry, or None where it has none."""
        with translated(), Session(self._engine) as session:
            row = session.get(PendingRow, entry_id)
            return _record(row) if row else None

    def save(self, edits: Sequence[Edit], by: str) -> None:
        """Keeps edits as drafts, all or none; one that says what is live removes its draft.

        Raises:
            EditConflictError: when a draft or an entry is no longer what an edit was made from.
        """
        with translated(), Session(self._writer) as session, session.begin():
            for edit in edits:
                _keep(session, edit, by)

    def apply(self, upload: Upload, edits: Sequence[Edit], by: str) -> bool:
        """Keeps the edits of an upload, all or none; False where it was applied before.

        Raises:
            EditConflictError: as `save`.
        """
        with translated(), Session(self._writer) as session, session.begin():
            if session.get(UploadRow, upload.id) is not None:
                return False
            session.add(
                UploadRow(
                    id=upload.id, name=upload.name, applied_at=datetime.now(UTC), applied_by=by
                )
            )
            for edit in edits:
                _keep(session, edit, by)
            session.add(audit_row(Change(by, Action.UPLOAD_APPLIED, upload.name)))
            return True

    def discard(self, entry_ids: Sequence[str], by: str) -> int:
        """Forgets drafts; returns how many there were."""
        with translated(), Session(self._writer) as session, session.begin():
            rows = [row for name in entry_ids if (row := session.get(PendingRow, name))]
            for row in rows:
                before = entry_facts(entry_record(row.entry_id, row))
                change = Change(by, Action.DRAFT_DISCARDED, row.entry_id, before)
                session.add(audit_row(change))
                session.delete(row)
            return len(rows)


def settle_published(
    session: Session, changes: Sequence[PendingChange], new: Sequence[Revision]
) -> None:
    """Forgets drafts that were published; newer versions of them now stand on the new revisions."""
    numbers = {revision.entry.id: revision.number for revision in new}
    for change in changes:
        mine = PendingRow.entry_id == change.entry.id
        session.execute(delete(PendingRow).where(mine, PendingRow.version == change.version))
        newer = update(PendingRow).where(mine)
        session.execute(newer.values(base_revision=numbers[change.entry.id]))


def _keep(session: Session, edit: Edit, by: str) -> None:
    row = session.get(PendingRow, edit.entry.id)
    live = _live(session, edit.entry.id)
    _check(edit, row, live)
    earlier = entry_record(row.entry_id, row) if row else (live.entry if live else None)
    if earlier is not None and earlier.digest == edit.entry.digest:
        return
    kept = audit_row(
        Change(by, Action.DRAFT_SAVED, edit.entry.id, entry_facts(earlier), entry_facts(edit.entry))
    )
    session.add(kept)
    session.flush()
    if live is not None and live.entry.digest == edit.entry.digest and row is not None:
        session.delete(row)
    else:
        # The event's number, for it is never given out again, also after a draft was discarded.
        session.merge(_row(edit, by, version=kept.id))


def _check(edit: Edit, row: PendingRow | None, live: Revision | None) -> None:
    version = row.version if row else 0
    base = live.number if live else None
    if version == edit.version and base == edit.base_revision:
        return
    if row is not None and version != edit.version:
        who, when = row.changed_by, as_utc(row.changed_at)
    elif live is not None:
        who, when = live.created_by, live.created_at
    else:
        raise EditConflictError(
            f"The draft of “{edit.entry.question}” was discarded while you worked on it. "
            "Nothing was saved; look at the entry again."
        )
    raise EditConflictError(
        f"“{edit.entry.question}” was changed by {who} at {when:%H:%M} UTC while you worked on "
        "it. Nothing was overwritten: compare the two texts and save again."
    )


def _live(session: Session, entry_id: str) -> Revision | None:
    """The entry's present revision, live or retired."""
    query = select(RevisionRow).join(EntryRow, EntryRow.revision == RevisionRow.number)
    row = session.scalar(query.where(EntryRow.id == entry_id))
    return revision_record(row) if row else None


def _row(edit: Edit, by: str, version: int) -> PendingRow:
    return PendingRow(
        entry_id=edit.entry.id,
        base_revision=edit.base_revision,
        version=version,
        changed_at=datetime.now(UTC),
        changed_by=by,
        **entry_columns(edit.entry),
    )


def _record(row: PendingRow) -> PendingChange:
    return PendingChange(
        entry_record(row.entry_id, row),
        row.base_revision,
        row.version,
        as_utc(row.changed_at),
        row.changed_by,
    )
