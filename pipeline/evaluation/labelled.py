"""Files of labelled texts: CSV, CLINC JSON, and folders with a file of texts and one of labels."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from data.errors import SourceError
from data.importing.notes import Notes, quoted
from data.importing.sources import load
from data.importing.text import decode

TEXT_COLUMNS = ("text", "query", "question", "utterance")
LABEL_COLUMNS = ("category", "label", "intent", "kind")
SHAPE = "Give CSV with text and category, JSON like CLINC's, or a folder with seq.in and label."


class Role(StrEnum):
    """What a file of texts is for."""

    TRAIN = "train"
    TEST = "test"
    OUT_OF_SCOPE = "out of scope"


# The parts of a CLINC file that are read for each role; those in oos_… have no label.
CLINC_PARTS = {
    Role.TRAIN: ("train",),
    Role.TEST: ("test", "oos_test"),
    Role.OUT_OF_SCOPE: ("oos_test",),
}


@dataclass(frozen=True, slots=True)
class LabelledText:
    """A text and its label, None where it is of none; `place` says where it stands."""

    place: str
    text: str
    label: str | None


def read_texts(path: str | Path, role: Role) -> list[LabelledText]:
    """The texts of a CSV, TSV or CLINC JSON file, or of a folder with `seq.in` and `label`.

    A text with an empty label is of none; for training each needs one. A file for the role out of
    scope needs no labels, and those that it has are not looked at.

    Raises:
        SourceError: naming the line and what is wrong with it.
    """
    name = str(path)
    if Path(path).is_dir():
        pairs = _in_folder(name, role)
    elif name.lower().endswith(".json"):
        pairs = _in_json(name, role)
    else:
        pairs = _in_table(name, role)
    texts = [_labelled(pair, role) for pair in pairs]
    if not texts:
        raise SourceError(f"{name} holds no texts. {SHAPE}")
    return texts


@dataclass(frozen=True, slots=True)
class _Raw:
    """A text and its label as the file has them, which may be anything."""

    place: str
    text: object
    label: object


def _labelled(raw: _Raw, role: Role) -> LabelledText:
    if not isinstance(raw.text, str) or not raw.text.strip():
        raise _fault(raw.place, "there is no text", "Write one, or delete it.")
    if role is Role.OUT_OF_SCOPE:
        return LabelledText(raw.place, raw.text.strip(), None)
    if not isinstance(raw.label, str):
        raise _fault(raw.place, "the label is not text", SHAPE)
    label = raw.label.strip() or None
    if label is None and role is Role.TRAIN:
        raise _fault(raw.place, "there is no label", "Write one: each text is learnt with its own.")
    return LabelledText(raw.place, raw.text.strip(), label)


def _in_folder(name: str, role: Role) -> Iterator[_Raw]:
    texts = _lines(name, "seq.in")
    labels = [""] * len(texts) if role is Role.OUT_OF_SCOPE else _lines(name, "label")
    if len(texts) != len(labels):
        problem = f"seq.in has {len(texts)} lines and label has {len(labels)}"
        raise _fault(name, problem, "Give each text its label on the line of the same number.")
    for number, (text, label) in enumerate(zip(texts, labels, strict=True), start=1):
        yield _Raw(f"{name}/seq.in, line {number}", text, label)


def _lines(folder: str, file: str) -> list[str]:
    return _decoded(str(Path(folder) / file)).removesuffix("\n").split("\n")


def _decoded(name: str) -> str:
    return decode(name, load(name), Notes())


def _in_json(name: str, role: Role) -> Iterator[_Raw]:
    try:
        value = json.loads(_decoded(name))
    except (ValueError, RecursionError) as error:
        raise _fault(name, f"it is not valid JSON ({error})", "Mend it there.") from error
    if not isinstance(value, dict):
        raise _fault(name, "it is not an object with parts such as train and test", SHAPE)
    for part in CLINC_PARTS[role]:
        yield from _in_part(name, part, value.get(part))


def _in_part(name: str, part: str, items: object) -> Iterator[_Raw]:
    if not isinstance(items, list):
        raise _fault(name, f"there is no list '{part}'", SHAPE)
    for number, item in enumerate(items, start=1):
        place = f"{name}, {part} {number}"
        if not isinstance(item, list) or len(item) != 2:
            raise _fault(place, "it is not a pair of a text and a label", SHAPE)
        yield _Raw(place, item[0], "" if part.startswith("oos_") else item[1])


def _in_table(name: str, role: Role) -> Iterator[_Raw]:
    text = _decoded(name)
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        columns = [cell.strip().lower() for cell in next(reader, [])]
        wanted = _column(name, columns, TEXT_COLUMNS)
        label = -1 if role is Role.OUT_OF_SCOPE else _column(name, columns, LABEL_COLUMNS)
        for row in reader:
            cells = dict(enumerate(row))
            if any(row):
                place = f"{name}, line {reader.line_num}"
                yield _Raw(place, cells.get(wanted), cells.get(label, ""))
    except csv.Error as error:
        place = f"{name}, line {reader.line_num}"
        raise _fault(place, f"it cannot be read ({error})", "Mend it there.") from error


def _column(name: str, columns: Sequence[str], meanings: Sequence[str]) -> int:
    for meaning in meanings:
        if meaning in columns:
            return columns.index(meaning)
    problem = f"there is no column '{meanings[0]}', only {quoted(columns) or 'nothing'}"
    raise _fault(name, problem, "Put a header above the rows that names it.")


def _fault(place: str, problem: str, remedy: str) -> SourceError:
    return SourceError(f"{place}: {problem}. {remedy}")
