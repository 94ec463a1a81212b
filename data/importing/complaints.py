"""What to tell a person whose file has no column for the question or the answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from data.errors import SourceError
from data.importing.columns import Columns, absent
from data.importing.notes import listing, quoted
from data.importing.shapes import is_settings, is_synonyms
from data.importing.sheets import Sheet

# Names of columns are shorter than this; questions are mostly longer, or end in "?".
LONGEST_NAME = 40
_OPTIONS = re.compile(r", for example --map .*", re.DOTALL)


class BesideQuestionsError(SourceError):
    """A file that an export has beside its questions, and that holds none itself."""


class ColumnsError(SourceError):
    """A file of which it cannot be told which columns hold the question and the answer.

    `problem` is the message without the options of the command that would mend it, `header` all
    that the file has, and `columns` pairs of our field and its own name for it.
    """

    def __init__(self, message: str, sheet: Sheet, columns: Columns) -> None:
        super().__init__(message)
        self.problem = _OPTIONS.sub(".", message)
        self.header = tuple(dict.fromkeys(name for name in sheet.header if name))
        self.columns = columns.named(sheet.header)


def complaint(problem: str, sheet: Sheet, columns: Columns) -> SourceError:
    """What to raise for a sheet whose columns have this problem."""
    if is_synonyms(sheet.header) or is_settings(sheet.header):
        return BesideQuestionsError(problem)
    return ColumnsError(problem, sheet, columns)


def missing_columns(
    name: str,
    sheet: Sheet,
    columns: Columns,
    mapping: Mapping[str, str],
    allow_empty_answer: bool,
) -> str:
    """What is wrong with the columns and how to mend it, or "" where nothing is."""
    lost = absent(sheet.header, mapping)
    if lost:
        return f"{name} has no column {quoted(lost)}. It has these: {_names(sheet)}."
    needed = ("question",) if allow_empty_answer else ("question", "answer")
    missing = [field for field in needed if field not in columns.fields]
    if not missing:
        return ""
    if is_synonyms(sheet.header):
        return f"{name} holds synonyms and no questions. Leave it out, or give the questions."
    if is_settings(sheet.header):
        return f"{name} holds settings and no questions. Leave it out, or give the questions."
    return f"{name} has no column for the {listing(missing)}. {_remedy(sheet, columns)}"


def _remedy(sheet: Sheet, columns: Columns) -> str:
    if _is_data(sheet.header):
        return (
            "Its first row looks like a question with its answer and not like a header: "
            "put a row above it that says question and answer."
        )
    named = [column for column in sheet.header if column]
    if len(named) < 2:
        return f"It has only {_names(sheet)}. Give it a column question and a column answer."
    return (
        f"It has these: {_names(sheet)}. Say which is which, for example {_flags(sheet, columns)}."
    )


def _flags(sheet: Sheet, columns: Columns) -> str:
    """`--map` options that would do: recognised columns where there are, others by position."""
    free = [name for at, name in enumerate(sheet.header) if name and at not in columns.used]
    free += [name for name in sheet.header if name]
    flags = []
    for field in ("question", "answer"):
        known = columns.fields.get(field)
        column = sheet.header[known[0]] if known else free.pop(0)
        flags.append(f"--map {_shell_word(f'{field}={column}')}")
    return " ".join(flags)


def _shell_word(text: str) -> str:
    return f'"{text}"' if " " in text else text


def _is_data(header: Sequence[str]) -> bool:
    """Whether a first row is no header: one of its cells is a sentence."""
    return any(name.endswith(("?", ".", "!")) or len(name) > LONGEST_NAME for name in header)


def _names(sheet: Sheet) -> str:
    return quoted([name for name in sheet.header if name]) or "a column without a name"
