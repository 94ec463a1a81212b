"""Drafts: entries as they will be at the next publish, apart from what visitors are given.

An editor says which version of a draft, and which revision of the entry, a change was made from; a
change made from anything but the newest is refused, so that nobody's work is lost in silence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Engine, delete, func, select, update
from sqlalchemy.orm import Session

from data.admin_tables import AuditRow, PendingRow, UploadRow
from data.audit import Action, Change, audit_row, entry_facts
from data.database import translated
from data.errors import EditConflictError
from data.records import Entry, PendingChange, Revision
from data.tables import EntryRow, RevisionRow, as_utc, entry_columns, entry_record, revision_record

# How many edits are kept together: a statement for each would take a minute for a large upload.
BATCH = 500


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

    def count(self) -> int:
        """How many drafts there are."""
        with translated(), Session(self._engine) as session:
            return session.scalar(select(func.count()).select_from(PendingRow)) or 0

    def get(self, entry_id: str) -> PendingChange | None:
        """The draft of an entry, or None where it has none."""
        with translated(), Session(self._engine) as session:
            row = session.get(PendingRow, entry_id)
            return _record(row) if row else None

    def save(self, edits: Sequence[Edit], by: str) -> None:
        """Keeps edits, each of another entry, as drafts, all or none.

        An edit that says what is live removes its draft.

        Raises:
            EditConflictError: when a draft or an entry is no longer what an edit was made from.
        """
        with translated(), Session(self._writer) as session, session.begin():
            _keep_all(session, edits, by)

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
            _keep_all(session, edits, by)
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


@dataclass(frozen=True, slots=True)
class _Known:
    """The drafts and the present revisions of some entries, by entry id."""

    drafts: dict[str, PendingRow]
    live: dict[str, Revision]


def _keep_all(session: Session, edits: Sequence[Edit], by: str) -> None:
    for start in range(0, len(edits), BATCH):
        batch = edits[start : start + BATCH]
        _keep(session, batch, _known(session, [edit.entry.id for edit in batch]), by)
        # What was written is not looked at again, and a large upload would fill the memory.
        session.flush()
        session.expunge_all()


def _keep(session: Session, edits: Sequence[Edit], known: _Known, by: str) -> None:
    kept = list(_changing(edits, known))
    events = [_event(edit, known, by) for edit in kept]
    session.add_all(events)
    session.flush()
    for edit, event in zip(kept, events, strict=True):
        row, live = known.drafts.get(edit.entry.id), known.live.get(edit.entry.id)
        if live is not None and live.entry.digest == edit.entry.digest and row is not None:
            session.delete(row)
            continue
        # The event's number, for it is never given out again, also after a draft was discarded.
        new = _row(edit, by, version=event.id)
        if row is None:
            session.add(new)
        else:
            session.merge(new)


def _changing(edits: Sequence[Edit], known: _Known) -> Iterator[Edit]:
    """The edits that say something else than there is."""
    for edit in edits:
        row, live = known.drafts.get(edit.entry.id), known.live.get(edit.entry.id)
        _check(edit, row, live)
        earlier = _earlier(row, live)
        if earlier is None or earlier.digest != edit.entry.digest:
            yield edit


def _event(edit: Edit, known: _Known, by: str) -> AuditRow:
    earlier = _earlier(known.drafts.get(edit.entry.id), known.live.get(edit.entry.id))
    before, after = entry_facts(earlier), entry_facts(edit.entry)
    return audit_row(Change(by, Action.DRAFT_SAVED, edit.entry.id, before, after))


def _earlier(row: PendingRow | None, live: Revision | None) -> Entry | None:
    if row is not None:
        return entry_record(row.entry_id, row)
    return live.entry if live else None


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


def _known(session: Session, ids: Sequence[str]) -> _Known:
    drafts = select(PendingRow).where(PendingRow.entry_id.in_(ids))
    revisions = select(RevisionRow).join(EntryRow, EntryRow.revision == RevisionRow.number)
    live = map(revision_record, session.scalars(revisions.where(EntryRow.id.in_(ids))))
    return _Known(
        {row.entry_id: row for row in session.scalars(drafts)},
        {revision.entry.id: revision for revision in live},
    )


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
