"""Uploads: what files would change, shown before anything does, and then made into drafts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import uuid4

from data.errors import InputError, SourceError
from data.importing import ColumnsError, read_bytes
from data.pending import Edit, PendingChanges, Upload
from data.records import Draft, Entry, ImportedFile, Place, Rejection
from data.roles import Role, User
from index.encoder import Encoder
from pipeline.checks import Finding, check_entries, encoder_window
from pipeline.drafting.desk import DraftDesk, edit_of
from pipeline.drafting.items import Item
from pipeline.planning import Plan, plan_changes

MB = 1024**2
# What a browser sends is held in memory; whoever has more uses `faqdesk ingest`.
MAX_UPLOAD_BYTES = 15 * MB
MAX_FILES = 50
# Of a compressed file or an archive, all of which is held in memory as well.
MAX_UNPACKED_BYTES = 4 * MAX_UPLOAD_BYTES


@dataclass(frozen=True, slots=True)
class UploadedFile:
    """A file as it came; `mapping` names its column for some of our fields, "" for none."""

    name: str
    data: bytes = field(repr=False)
    mapping: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Altered:
    """An entry as it is and as it would be."""

    before: Entry
    after: Entry


@dataclass(frozen=True, slots=True)
class UploadPreview:
    """What an upload would do to the drafts; nothing has been changed yet."""

    upload: Upload
    files: tuple[ImportedFile, ...]
    added: tuple[Entry, ...]
    changed: tuple[Altered, ...]
    retired: tuple[Entry, ...]
    unchanged: int
    rejected: tuple[Rejection, ...]
    warnings: tuple[str, ...]
    edits: tuple[Edit, ...] = field(repr=False)


class Uploads:
    """Looks at uploads and applies them."""

    def __init__(self, desk: DraftDesk, pending: PendingChanges, encoder: Encoder) -> None:
        self._desk = desk
        self._pending = pending
        self._encoder = encoder

    def preview(self, files: Sequence[UploadedFile], *, replace_all: bool) -> UploadPreview:
        """What the files would change. With `replace_all` what they lack would be retired.

        A file that cannot be read at all is among the rejected ones and the others go on.

        Raises:
            InputError: when there is no file, too many, or one is too large.
        """
        _check_sizes(files)
        read = tuple(_read(file) for file in files)
        items = {item.entry.id: item for item in self._desk.items()}
        drafts = [draft for file in read for draft in file.drafts]
        plan = _planned(drafts, items, replace_all=replace_all)
        rejected = (*(r for file in read for r in file.rejections), *plan.rejected)
        warnings = [f"{file.name}: {warning}" for file in read for warning in file.warnings]
        retired = plan.retired
        if retired and rejected:
            warnings.append(_kept(len(retired)))
            retired = ()
        return UploadPreview(
            upload=Upload(uuid4().hex, ", ".join(file.name for file in files)),
            files=read,
            added=plan.added,
            changed=tuple(Altered(items[e.id].entry, e) for e in plan.updated),
            retired=retired,
            unchanged=plan.unchanged,
            rejected=rejected,
            warnings=tuple(warnings),
            edits=tuple(_edit(entry, items) for entry in (*plan.added, *plan.updated, *retired)),
        )

    def findings(self, preview: UploadPreview) -> tuple[Finding, ...]:
        """What to look at in the entries that would be added or changed, problems first."""
        entries = {item.entry.id: item.entry for item in self._desk.items()}
        entries |= {edit.entry.id: edit.entry for edit in preview.edits}
        changed = [entry.id for entry in (*preview.added, *(it.after for it in preview.changed))]
        window = encoder_window(self._encoder)
        return check_entries(tuple(entries.values()), changed, window=window)

    def apply(self, preview: UploadPreview, by: User) -> bool:
        """Makes drafts of what a preview showed; False where that was done before.

        Raises:
            EditConflictError: when entries changed since the preview; nothing is kept then.
            NotAllowedError: when `by` is no editor.
        """
        by.check(Role.EDITOR, "upload entries")
        return self._pending.apply(preview.upload, preview.edits, by.name)


def _check_sizes(files: Sequence[UploadedFile]) -> None:
    if not files:
        raise InputError("No file was given. Choose one or drop it here.")
    if len(files) > MAX_FILES:
        raise InputError(f"{len(files)} files are more than {MAX_FILES}. Upload them in parts.")
    for file in files:
        if len(file.data) > MAX_UPLOAD_BYTES:
            raise InputError(
                f"{file.name} has {len(file.data) / MB:.1f} MB, more than "
                f"{MAX_UPLOAD_BYTES // MB} MB. Split it, or use `faqdesk ingest` on the server."
            )


def _read(file: UploadedFile) -> ImportedFile:
    try:
        return read_bytes(file.name, file.data, file.mapping, limit=MAX_UNPACKED_BYTES)
    except ColumnsError as error:
        # Whoever uploads can say which column is which.
        why = (Rejection(Place(file.name), error.problem),)
        return ImportedFile(file.name, (), why, columns=error.columns, header=error.header)
    except SourceError as error:
        return ImportedFile(file.name, (), (Rejection(Place(file.name), str(error)),))


def _planned(drafts: Sequence[Draft], items: Mapping[str, Item], *, replace_all: bool) -> Plan:
    entries = [item.entry for item in items.values()]
    if not drafts:
        # Not one row was understood: nothing says that all should be retired.
        return Plan()
    return plan_changes(drafts, entries, replace_all=replace_all)


def _edit(entry: Entry, items: Mapping[str, Item]) -> Edit:
    item = items.get(entry.id)
    return edit_of(entry, item) if item else Edit(entry, base_revision=None)


def _kept(count: int) -> str:
    return (
        f"{count} entries are not in the files but are kept, because some rows were rejected. "
        "Mend those rows and upload the files again."
    )
