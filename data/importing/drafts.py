"""From a row to a draft: values made clean, and rows that cannot be used turned away."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date

from data.importing.cells import (
    BLANK,
    CONTROL,
    LINE_ENDS,
    SURROGATE,
    WINDOWS,
    alternates_in,
    as_cell,
    clean,
    date_in,
    plain,
    same_question_key,
    tags_in,
)
from data.importing.columns import Columns, plain_header
from data.importing.notes import Notes
from data.importing.sheets import Row, Sheet
from data.records import Cell, Draft, Limit, Place, Rejection

MAX_QUESTION = 1_000
MAX_ANSWER = 100_000
MAX_ALTERNATE = 1_000
MAX_ID = 200
# Longer ones come from a column that holds something else, and fill the pages.
MAX_NAME = 200
MAX_SOURCE = 2_000
NEVER = "is before the day from which the entry is valid: put one of the two right"


class _RowError(Exception):
    """A row that cannot be used, with the field at fault and what to do about it."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(reason)
        self.field = field


@dataclass(frozen=True, slots=True)
class DraftMaker:
    """Makes drafts of the rows of one sheet."""

    sheet: Sheet
    columns: Columns
    notes: Notes
    allow_empty_answer: bool = False

    def make(self, row: Row) -> Draft | Rejection:
        """The draft that a row holds, or why it holds none."""
        try:
            return self._draft(row)
        except _RowError as error:
            place = Place(self.sheet.file, row.number, self._column(error.field))
            return Rejection(place, str(error), self._cells(row))

    def _draft(self, row: Row) -> Draft:
        asked = self._asked(row)
        begin, end = self._limit(row, "valid_from"), self._limit(row, "valid_until")
        if begin and end and is_never(begin.day, end.day):
            raise _RowError("valid_until", f"{end.day} {NEVER}")
        return Draft(
            place=Place(self.sheet.file, row.number),
            question=self._question(asked),
            answer=self._answer(row),
            id=self._id(row),
            alternates=self._alternates(row, asked),
            category=self._short(row, "category", MAX_NAME),
            tags=self._tags(row),
            source=self._short(row, "source", MAX_SOURCE),
            url=self._short(row, "url", MAX_SOURCE),
            valid_from=begin,
            valid_until=end,
        )

    def _cells(self, row: Row) -> tuple[Cell, ...]:
        """What the row says, column by column, to be mended by whoever wrote it."""
        header = plain_header(self.sheet.header, self.columns)
        # Empty ones too, so that the columns stay in the order of the file.
        named = ((name, row.cells.get(at, "")) for at, name in enumerate(header) if name)
        return tuple(Cell(name, as_cell(value)) for name, value in named)

    def _asked(self, row: Row) -> list[str]:
        """All that stands in the question columns: the question and perhaps alternates."""
        asked: list[str] = []
        for value in self._values(row, "question"):
            items = value if isinstance(value, list) else [value]
            asked += [self._clean(row, text) for text in self._plain("question", items)]
        return [text for text in asked if text]

    def _question(self, asked: list[str]) -> str:
        if not asked:
            raise _RowError("question", "the question is empty: write one, or delete the row")
        if len(asked[0]) > MAX_QUESTION:
            raise _RowError(
                "question",
                f"the question has {len(asked[0]):,} characters, more than {MAX_QUESTION:,}: "
                "shorten it",
            )
        return asked[0]

    def _answer(self, row: Row) -> str:
        answer = self._text(row, "answer") or ""
        if not answer and not self.allow_empty_answer:
            raise _RowError("answer", "the answer is empty: write one, or delete the row")
        if len(answer) > MAX_ANSWER:
            raise _RowError(
                "answer",
                f"the answer has {len(answer):,} characters, more than {MAX_ANSWER:,}: "
                "split it over several questions",
            )
        return answer

    def _id(self, row: Row) -> str | None:
        raw = "".join(self._plain("id", self._values(row, "id"))).strip(BLANK)
        if CONTROL.search(raw) or LINE_ENDS.search(raw) or "\n" in raw or "\t" in raw:
            raise _RowError("id", "the id has a line break or control character in it: remove it")
        if len(raw) > MAX_ID:
            raise _RowError("id", f"the id is longer than {MAX_ID} characters: shorten it")
        return self._clean(row, raw) or None

    def _alternates(self, row: Row, asked: list[str]) -> tuple[str, ...] | None:
        values = list(self._values(row, "alternates"))
        lists = any(isinstance(value, list) for value in self._values(row, "question"))
        several = len(self.columns.fields["question"]) > 1
        if not (lists or several or "alternates" in self.columns.fields):
            return None
        found = asked[1:] + self._each(row, "alternates", alternates_in, values)
        fitting = self._fitting(row, "alternates", found, MAX_ALTERNATE)
        return _distinct(fitting, same_question_key, but=asked[0])

    def _tags(self, row: Row) -> tuple[str, ...] | None:
        if "tags" not in self.columns.fields:
            return None
        tags = self._each(row, "tags", tags_in, self._values(row, "tags"))
        return _distinct(self._fitting(row, "tags", tags, MAX_NAME), str)

    def _fitting(self, row: Row, field: str, texts: list[str], limit: int) -> list[str]:
        """The texts that are no longer than the limit; it is noted where others were left out."""
        fitting = [text for text in texts if len(text) <= limit]
        if len(fitting) < len(texts):
            self.notes.at(
                row.number,
                f"{field} longer than {limit:,} characters were left out in {{rows}}",
            )
        return fitting

    def _each(
        self,
        row: Row,
        field: str,
        take_apart: Callable[[object], list[str]],
        values: Iterable[object],
    ) -> list[str]:
        try:
            texts = [text for value in values for text in take_apart(value)]
        except TypeError as error:
            raise _RowError(field, f"{error}: give texts") from error
        return [self._clean(row, text) for text in texts]

    def _text(self, row: Row, field: str) -> str | None:
        if field not in self.columns.fields:
            return None
        return self._clean(row, "".join(self._plain(field, self._values(row, field))))

    def _short(self, row: Row, field: str, limit: int) -> str | None:
        text = self._text(row, field)
        if text is not None and len(text) > limit:
            self.notes.at(
                row.number,
                f"a {field} longer than {limit:,} characters was left out in {{rows}}: shorten it",
            )
            return None
        return text

    def _limit(self, row: Row, field: str) -> Limit | None:
        text = self._text(row, field)
        if not text:
            return None if text is None else Limit(None)
        try:
            return Limit(date_in(text))
        except ValueError as error:
            raise _RowError(
                field, f"'{text[:40]}' is not a date: write it as 2026-03-31 or 31.03.2026"
            ) from error

    def _plain(self, field: str, values: Iterable[object]) -> list[str]:
        try:
            return [plain(value) for value in values]
        except TypeError as error:
            raise _RowError(field, f"the {field} is not text ({error}): give a text") from error

    def _values(self, row: Row, field: str) -> Iterable[object]:
        positions = self.columns.fields.get(field, ())
        return (row.cells[position] for position in positions if position in row.cells)

    def _clean(self, row: Row, text: str) -> str:
        if CONTROL.search(text):
            self.notes.at(row.number, "control characters were removed in {rows}")
        if WINDOWS.search(text):
            self.notes.at(row.number, "quotes and dashes from Windows were put right in {rows}")
        if SURROGATE.search(text):
            self.notes.at(row.number, "half characters were replaced by \ufffd in {rows}")
        return clean(text)

    def _column(self, field: str) -> str:
        positions = self.columns.fields.get(field, ())
        return self.sheet.header[positions[0]] if positions else ""


def is_never(begin: date | None, end: date | None) -> bool:
    """Whether an entry with these limits would never be valid."""
    return begin is not None and end is not None and end < begin


def _distinct(texts: Iterable[str], key: Callable[[str], str], but: str = "") -> tuple[str, ...]:
    """The texts, each only once and none that is blank or the same as `but`."""
    found = {key(but): but}
    for text in texts:
        found.setdefault(key(text), text)
    return tuple(text for text in found.values() if text and text != but)
