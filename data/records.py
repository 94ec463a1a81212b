"""The vocabulary of the library: entries, files and generations.

Frozen dataclasses like these, and those in `data.answers`, are all that crosses a layer.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum


class Status(StrEnum):
    """Whether visitors can be given an entry."""

    LIVE = "live"
    RETIRED = "retired"


@dataclass(frozen=True, slots=True)
class Entry:
    """One question with its answer, as the owner wrote it.

    Visitors are given it from `valid_from` to `valid_until`, both days included.
    """

    id: str
    question: str
    answer: str
    alternates: tuple[str, ...] = ()
    category: str = ""
    tags: tuple[str, ...] = ()
    source: str = ""
    url: str = ""
    status: Status = Status.LIVE
    valid_from: date | None = None
    valid_until: date | None = None

    @property
    def forms(self) -> tuple[str, ...]:
        """The ways in which it is asked: the question, then each alternate that is another text."""
        return tuple(dict.fromkeys((self.question, *self.alternates)))

    def is_valid(self, day: date) -> bool:
        """Whether visitors may be given it on a day."""
        begun = self.valid_from is None or self.valid_from <= day
        return begun and (self.valid_until is None or day <= self.valid_until)

    @property
    def digest(self) -> str:
        """SHA-256, in hex, of everything the entry says; equal digests mean equal entries."""
        fields = [self.id, self.question, self.answer, list(self.alternates), self.category]
        fields += [list(self.tags), self.source, self.url, str(self.status)]
        # Only where there are any, so that entries from before there were keep their digest.
        if self.valid_from or self.valid_until:
            fields += [str(self.valid_from), str(self.valid_until)]
        return hashlib.sha256(json.dumps(fields, ensure_ascii=False).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Revision:
    """One state of an entry, kept for ever under a number that is never used again."""

    number: int
    entry: Entry
    created_at: datetime
    created_by: str


@dataclass(frozen=True, slots=True)
class PendingChange:
    """An entry as it will be at the next publish.

    `base_revision` is the revision that it was made from, None for a new entry; `version` grows
    with each change.
    """

    entry: Entry
    base_revision: int | None
    version: int
    changed_at: datetime
    changed_by: str


@dataclass(frozen=True, slots=True)
class Limit:
    """From or until when a file says that an entry is valid; no day means without limit."""

    day: date | None


@dataclass(frozen=True, slots=True)
class Draft:
    """What a file says about one entry. `None` means that the file has no such column."""

    place: Place
    question: str
    answer: str
    id: str | None = None
    alternates: tuple[str, ...] | None = None
    category: str | None = None
    tags: tuple[str, ...] | None = None
    source: str | None = None
    url: str | None = None
    valid_from: Limit | None = None
    valid_until: Limit | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file something stands: row counts from 1 and the header is row 1."""

    file: str
    row: int | None = None
    column: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one column of a row says."""

    column: str
    text: str


@dataclass(frozen=True, slots=True)
class Rejection:
    """A row that was not imported, and why; `cells` is what it says, where it could be read."""

    place: Place
    reason: str
    cells: tuple[Cell, ...] = ()

    @property
    def sentence(self) -> str:
        """File, row, column and reason in one line."""
        row = "" if self.place.row is None else f", row {self.place.row}"
        column = f", column {self.place.column}" if self.place.column else ""
        return f"{self.place.file}{row}{column}: {self.reason}"


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """What was understood of one file.

    `columns` maps our field names to the file's own, and `header` is all that the file has.
    """

    name: str
    drafts: tuple[Draft, ...]
    rejections: tuple[Rejection, ...] = ()
    warnings: tuple[str, ...] = ()
    columns: tuple[tuple[str, str], ...] = ()
    header: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What an ingest changed: counts of entries, rejected rows and the generation now live."""

    added: int = 0
    updated: int = 0
    unchanged: int = 0
    retired: int = 0
    rejected: tuple[Rejection, ...] = ()
    warnings: tuple[str, ...] = ()
    generation: int | None = None
    embedded: int = 0

    @property
    def accepted(self) -> int:
        """How many rows of the files are in the library now."""
        return self.added + self.updated + self.unchanged


@dataclass(frozen=True, slots=True)
class GenerationInfo:
    """One published state of the library. `digest` fixes which revisions it holds."""

    number: int
    created_at: datetime
    created_by: str
    entries: int
    digest: str
    note: str = ""


class PassageKind(StrEnum):
    """Which part of an entry a passage is."""

    QUESTION = "question"
    ALTERNATE = "alternate"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class Passage:
    """One piece of text that is embedded.

    `id` is 63 bits of a hash of the other fields, so the same passage has the same id in every
    generation. `start` and `end` are code points: of the answer for an answer passage, of the text
    itself otherwise.
    """

    id: int
    entry_id: str
    kind: PassageKind
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class EvaluationInfo:
    """One kept evaluation run: when, of which question set, against which generation."""

    id: int
    created_at: datetime
    name: str
    generation: int
