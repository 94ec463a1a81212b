"""Reading the questions of an evaluation: JSON lines, JSON, CSV, TSV and XLSX, as people have them.

    {"query": "when does it sail?", "relevant": ["times"], "answer": "9:30", "kind": "question"}

`relevant` holds the ids of the entries that answer, as a list or in one text with a comma,
semicolon, vertical bar or line break between them; where it is empty, nothing should answer.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from data.errors import SourceError
from data.importing.cells import clean, plain, same_question_key, several, tags_in
from data.importing.columns import normalised, resolve
from data.importing.formats import sheets_in
from data.importing.json_items import SHAPE
from data.importing.notes import Notes, listing, quoted, rows_text
from data.importing.sheets import Row, Sheet
from data.importing.sources import load, name_of
from data.records import Place, Rejection
from pipeline.evaluation.records import LabelledQuestion

# What columns and keys may be called, best first, without case, blank space and underscores.
_NAMES = {
    "query": "query question q text utterance",
    "relevant": "relevant relevantids expected expectedids expectedid ids entries entryids"
    " entry entryid id",
    "gold": "gold answer",
    "kind": "kind",
}
_NEEDED = {"query": "the question (query)", "relevant": "the ids that answer it (relevant)"}
# Tells the readers of FAQs which row of a sheet is its header.
_HEADER = {"question": "query", "answer": "relevant"}
_OUR_SHAPE = 'Give a line for each question such as {"query": "…", "relevant": ["…"]}.'


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """The questions of a file, in order, the rows that could not be used, and what to look at."""

    name: str
    questions: tuple[LabelledQuestion, ...]
    rejections: tuple[Rejection, ...] = ()
    warnings: tuple[str, ...] = ()


class _RowError(Exception):
    """Why a row is no question; it never leaves this module."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(reason)
        self.field = field


def read_questions(path: str, known_ids: Container[str] | None) -> QuestionSet:
    """The questions of a file, or of standard input for "-".

    A question that expects an id which is not among `known_ids` is rejected; None takes any id.

    Raises:
        SourceError: the file cannot be read, has not the columns, is one of entries, or holds no
            question to ask.
    """
    return questions_in(name_of(path), load(path), known_ids)


def questions_in(name: str, data: bytes, known_ids: Container[str] | None) -> QuestionSet:
    """The questions of a file that is already in memory, such as an upload.

    Raises:
        SourceError: as `read_questions`.
    """
    notes = Notes()
    sheets = _usable(name, _sheets(name, data, notes), notes)
    questions: list[LabelledQuestion] = []
    rejections: list[Rejection] = []
    for sheet in sheets:
        columns = _columns(sheet)
        made = [_made(sheet, columns, row, known_ids, notes) for row in sheet.rows]
        questions += [item for item in made if isinstance(item, LabelledQuestion)]
        refused = [item for item in made if isinstance(item, Rejection)]
        rejections += sorted([*sheet.rejections, *refused], key=lambda item: item.place.row or 0)
    _check_not_empty(name, questions, rejections)
    _note_contradictions(questions, notes)
    warnings = (*notes.texts(), *_sheet_warnings(sheets))
    return QuestionSet(name, tuple(questions), tuple(rejections), warnings)


def _sheets(name: str, data: bytes, notes: Notes) -> list[Sheet]:
    try:
        return sheets_in(name, data, _HEADER, notes)
    except SourceError as error:
        raise SourceError(str(error).replace(SHAPE, _OUR_SHAPE)) from error


def _usable(name: str, sheets: Sequence[Sheet], notes: Notes) -> list[Sheet]:
    """The sheets with both columns; the others are named in a warning."""
    asking = [sheet for sheet in sheets if not _holds_entries(sheet)]
    usable = [sheet for sheet in asking if _NEEDED.keys() <= _columns(sheet).keys()]
    if not asking:
        raise SourceError(_entries_instead(name, sheets[0]))
    if not usable:
        raise SourceError(_missing_columns(name, asking[0]))
    skipped = [sheet.title for sheet in sheets if sheet not in usable]
    if skipped:
        notes.say(f"sheets without both columns were skipped: {quoted(skipped)}")
    return usable


def _holds_entries(sheet: Sheet) -> bool:
    """Whether it has questions, answers and ids at the most, as a file of entries has.

    Taken for labelled questions, each would ask for itself, in the very words that are in the
    library, and show an accuracy that visitors never see.
    """
    names = {field: normalised(sheet.header[at]) for field, at in _columns(sheet).items()}
    asks_as_visitors_do = names.get("query") == "query"
    # Entries most often call their own ids "id".
    labelled = names.get("relevant", "id") != "id" or names.get("gold") == "gold"
    return resolve(sheet.header, {}).complete and not asks_as_visitors_do and not labelled


def _entries_instead(name: str, sheet: Sheet) -> str:
    return (
        f"{name} holds entries (its columns are {quoted([c for c in sheet.header if c])}) and no "
        "labelled questions. Those have a column query, what visitors ask, and a column relevant, "
        "the ids of the entries that answer it. Without any, `faqdesk evaluate --self` measures "
        "how well the entries find themselves."
    )


def _missing_columns(name: str, sheet: Sheet) -> str:
    columns = _columns(sheet)
    missing = listing([words for field, words in _NEEDED.items() if field not in columns])
    found = quoted([column for column in sheet.header if column]) or "none that has a name"
    return f"{name} has no column for {missing}. It has these: {found}. Add or rename what lacks."


def _columns(sheet: Sheet) -> dict[str, int]:
    """The position of each field that the sheet has; a column serves one field."""
    names = [normalised(column) for column in sheet.header]
    found: dict[str, int] = {}
    for field, meanings in _NAMES.items():
        known = [name for name in meanings.split() if name in names]
        free = [names.index(name) for name in known if names.index(name) not in found.values()]
        found |= {field: free[0]} if free else {}
    return found


def _made(
    sheet: Sheet,
    columns: Mapping[str, int],
    row: Row,
    known_ids: Container[str] | None,
    notes: Notes,
) -> LabelledQuestion | Rejection:
    values = {field: row.cells[at] for field, at in columns.items() if at in row.cells}
    try:
        return LabelledQuestion(
            row.number,
            _query(values.get("query")),
            _relevant(values.get("relevant"), known_ids),
            _gold(row.number, values.get("gold"), notes),
            _text("kind", values.get("kind")),
        )
    except _RowError as error:
        place = Place(sheet.file, row.number, sheet.header[columns[error.field]])
        return Rejection(place, str(error))


def _query(value: object) -> str:
    query = _text("query", value)
    if query is None:
        raise _RowError("query", "the question is empty: write one, or delete the row")
    return query


def _text(field: str, value: object) -> str | None:
    """The text of a value, None where it is blank."""
    if isinstance(value, list | dict):
        raise _RowError(field, "this is no text: give one")
    return clean(plain(value)) or None


def _relevant(value: object, known_ids: Container[str] | None) -> tuple[str, ...]:
    try:
        ids = tuple(dict.fromkeys(_ids(value, known_ids)))
    except TypeError as error:
        raise _RowError("relevant", f"these are no ids ({error}): give a list of ids") from error
    unknown = [id_ for id_ in ids if known_ids is not None and id_ not in known_ids]
    if unknown:
        reason = f"no entry has the id {quoted(unknown)}: correct it, or import that entry"
        raise _RowError("relevant", reason)
    return ids


def _ids(value: object, known_ids: Container[str] | None) -> list[str]:
    if isinstance(value, str):
        text = clean(value)
        # An id may well have a comma in it.
        whole = known_ids is not None and text in known_ids
        items = [text] if whole else tags_in(text)
    else:
        items = several(value if isinstance(value, list) else [value])
    return [id_ for id_ in map(clean, items) if id_]


def _gold(line: int, value: object, notes: Notes) -> str | None:
    if isinstance(value, list) and value:
        if len(value) > 1:
            notes.at(line, "only the first of several gold answers is used in {rows}")
        value = value[0]
    return _text("gold", value)


def _check_not_empty(
    name: str, questions: Sequence[LabelledQuestion], rejections: Sequence[Rejection]
) -> None:
    if questions:
        return
    if not rejections:
        raise SourceError(f"{name} has a header and no rows. Add at least one question.")
    first = rejections[0]
    raise SourceError(
        f"None of the {len(rejections):,} rows of {name} can be used. "
        f"The first is {first.place.row}: {first.reason}."
    )


def _note_contradictions(questions: Iterable[LabelledQuestion], notes: Notes) -> None:
    """Warn of questions that are there more than once and do not expect the same entries."""
    asked: dict[str, list[LabelledQuestion]] = {}
    for question in questions:
        asked.setdefault(same_question_key(question.query), []).append(question)
    contrary = [same for same in asked.values() if len({frozenset(q.relevant) for q in same}) > 1]
    if contrary:
        named = [f"'{s[0].query[:60]}' ({rows_text([q.line for q in s])})" for s in contrary]
        notes.say(
            f"the same question expects different entries in different rows: {listing(named, 5)}"
        )


def _sheet_warnings(sheets: Sequence[Sheet]) -> Iterator[str]:
    for sheet in sheets:
        start = f"sheet '{sheet.title}': " if sheet.title else ""
        yield from (start + text for text in sheet.notes.texts())
