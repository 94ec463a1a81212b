"""The whole way of a file: bytes, sheets, columns, drafts, duplicates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from data.errors import SourceError
from data.importing.archive import read_archive
from data.importing.columns import (
    Columns,
    check_mapping,
    report_unused,
    resolve,
)
from data.importing.complaints import complaint, missing_columns
from data.importing.drafts import DraftMaker
from data.importing.duplicates import settle
from data.importing.formats import is_archive, room_for, sheets_in
from data.importing.notes import Notes, quoted
from data.importing.shapes import adapt
from data.importing.sheets import Sheet
from data.importing.sources import expand, load, name_of
from data.records import Draft, ImportedFile, Place, Rejection

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class _Part:
    """What one sheet gave."""

    drafts: tuple[Draft, ...]
    rejections: tuple[Rejection, ...]
    columns: tuple[tuple[str, str], ...]


def read_sources(
    paths: Sequence[str],
    mapping: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    *,
    allow_empty_answer: bool = False,
) -> Iterator[ImportedFile]:
    """What was understood of each file, one by one.

    `-` is standard input, and a folder stands for the files in it, in order, with a warning of
    its own (an ImportedFile without drafts) for those of an unknown kind. A file that cannot be
    imported raises when it is the only one; among several it is yielded as an ImportedFile whose
    one rejection has no row, and the others go on. `progress` is called before each file with its
    name, how many are done and how many there are.

    Raises:
        SourceError: the mapping is wrong, no path was given, or the only file cannot be imported.
    """
    check_mapping(mapping or {})
    found = expand(paths)
    if not found:
        raise SourceError("No file was given. Name one, or a folder, or - for standard input.")
    files = [item for item in found if not item.warning]
    for done, item in enumerate(found):
        name = name_of(item.path)
        if progress:
            progress(name, done, len(found))
        if item.warning:
            yield ImportedFile(name, (), warnings=(item.warning,))
            continue
        try:
            if item.error:
                raise item.error
            yield read_source(item.path, mapping, allow_empty_answer=allow_empty_answer)
        except SourceError as error:
            if len(files) == 1:
                raise
            yield ImportedFile(name, (), (Rejection(Place(name), str(error)),))


def read_source(
    path: str, mapping: Mapping[str, str] | None = None, *, allow_empty_answer: bool = False
) -> ImportedFile:
    """What was understood of one file, or of standard input for "-".

    `mapping` names the file's column for our fields where they should not be told by their names.
    `allow_empty_answer` keeps entries without an answer, for banks that have only questions.

    Raises:
        SourceError: the file cannot be imported at all; the message says what to do.
    """
    return read_bytes(name_of(path), load(path), mapping, allow_empty_answer=allow_empty_answer)


def read_bytes(
    name: str,
    data: bytes,
    mapping: Mapping[str, str] | None = None,
    *,
    allow_empty_answer: bool = False,
    limit: int | None = None,
) -> ImportedFile:
    """What was understood of a file that is already in memory, such as an upload.

    Of an archive it is what all files in it gave, each under `archive.zip/its name`. `limit` is how
    many bytes a packed file may unpack to, where that shall be less than MAX_FILE_BYTES.

    Raises:
        SourceError: the file cannot be imported at all; the message says what to do.
    """
    mapping = mapping or {}
    check_mapping(mapping)

    def read(inner: str, content: bytes) -> ImportedFile:
        return _read(inner, content, mapping, allow_empty_answer, limit)

    if is_archive(name, data):
        return read_archive(name, data, read, room_for(limit))
    return read(name, data)


def _read(
    name: str,
    data: bytes,
    mapping: Mapping[str, str],
    allow_empty_answer: bool,
    limit: int | None,
) -> ImportedFile:
    notes = Notes()
    sheets = [adapt(sheet) for sheet in sheets_in(name, data, mapping, notes, limit)]
    usable = _usable(name, sheets, mapping, allow_empty_answer, notes)
    parts = [_read_sheet(sheet, mapping, allow_empty_answer) for sheet in usable]
    if not any(part.drafts or part.rejections for part in parts):
        raise SourceError(f"{name} has a header and no rows. Add at least one question.")
    settled = settle((draft for part in parts for draft in part.drafts), notes)
    _note_without_id(settled.drafts, parts, notes)
    _note_expired(settled.drafts, date.today(), notes)
    rejections = [rejection for part in parts for rejection in part.rejections]
    return ImportedFile(
        name=name,
        drafts=tuple(settled.drafts),
        rejections=tuple(sorted(rejections + settled.rejections, key=_order(usable))),
        warnings=(*notes.texts(), *_sheet_warnings(usable)),
        columns=tuple(dict.fromkeys(pair for part in parts for pair in part.columns)),
        header=tuple(dict.fromkeys(name for sheet in usable for name in sheet.header if name)),
    )


def _usable(
    name: str,
    sheets: Sequence[Sheet],
    mapping: Mapping[str, str],
    allow_empty_answer: bool,
    notes: Notes,
) -> list[Sheet]:
    """The sheets with a question and an answer; the others are named in a warning."""
    problems = {
        at: missing_columns(
            name,
            sheet,
            _columns(sheet, mapping),
            sheet.mapping(mapping),
            allow_empty_answer,
        )
        for at, sheet in enumerate(sheets)
    }
    usable = [sheet for at, sheet in enumerate(sheets) if not problems[at]]
    if not usable:
        raise complaint(problems[0], sheets[0], _columns(sheets[0], mapping))
    skipped = [sheet.title for at, sheet in enumerate(sheets) if problems[at]]
    if skipped:
        notes.say(f"sheets without a question and an answer column were skipped: {quoted(skipped)}")
    return usable


def _columns(sheet: Sheet, mapping: Mapping[str, str]) -> Columns:
    return resolve(sheet.header, {**sheet.hints, **sheet.mapping(mapping)})


def _read_sheet(sheet: Sheet, mapping: Mapping[str, str], allow_empty_answer: bool) -> _Part:
    columns = _columns(sheet, mapping)
    filled = {position for row in sheet.rows for position in row.cells}
    report_unused(sheet.header, columns, filled, sheet.notes)
    maker = DraftMaker(sheet, columns, sheet.notes, allow_empty_answer)
    made = [maker.make(row) for row in sheet.rows if row.cells]
    return _Part(
        tuple(item for item in made if isinstance(item, Draft)),
        (*sheet.rejections, *(item for item in made if isinstance(item, Rejection))),
        columns.named(sheet.header),
    )


def _note_without_id(drafts: Sequence[Draft], parts: Sequence[_Part], notes: Notes) -> None:
    """Warn of entries without an id in files in which others have one."""
    if any(field == "id" for part in parts for field, _ in part.columns):
        for draft in drafts:
            if draft.id is None:
                notes.at(draft.place.row, "no id in {rows}: one will be made from the question")


def _note_expired(drafts: Sequence[Draft], today: date, notes: Notes) -> None:
    """Warn of entries whose last day has passed, which is at times the year mistyped."""
    for draft in drafts:
        end = draft.valid_until.day if draft.valid_until else None
        if end and end < today:
            notes.at(
                draft.place.row,
                "expired in {rows}: visitors do not get what is past its valid_until",
            )


def _sheet_warnings(sheets: Sequence[Sheet]) -> Iterator[str]:
    for sheet in sheets:
        start = f"sheet '{sheet.title}': " if sheet.title else ""
        yield from (start + text for text in sheet.notes.texts())


def _order(sheets: Sequence[Sheet]) -> Callable[[Rejection], tuple[int, int]]:
    """Rejections in the order of the file."""
    places = {sheet.file: at for at, sheet in enumerate(sheets)}
    return lambda rejection: (places[rejection.place.file], rejection.place.row or 0)
