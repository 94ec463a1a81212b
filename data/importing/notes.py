"""Warnings gathered while a file is read, each said once with the rows it is about."""

from __future__ import annotations

import re
from collections.abc import Sequence

ROWS = "{rows}"
MAX_ROWS_NAMED = 5
# Bytes of a file's name that are no text (PEP 383), and signs that a terminal acts upon.
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")


class Notes:
    """Collects warnings; those of one kind are joined into one sentence that names the rows."""

    def __init__(self) -> None:
        self._rows: dict[str, list[int]] = {}

    def say(self, text: str) -> None:
        """Keep a warning about the file as a whole; saying it again changes nothing."""
        self._rows.setdefault(text, [])

    def at(self, row: int | None, text: str) -> None:
        """Keep a warning about one row; `{rows}` in the text becomes the rows it was said of."""
        rows = self._rows.setdefault(text, [])
        if row is not None and (not rows or rows[-1] != row):
            rows.append(row)

    def repeated(self, names: Sequence[str]) -> None:
        """Keep a warning about names that stand twice in one object, if there are any."""
        if names:
            self.say(
                f"names that stand twice in one object: {quoted(names, limit=5)}; only the last of "
                "each was read, so give each question an object of its own"
            )

    def texts(self) -> tuple[str, ...]:
        """The sentences, in the order in which they first came up."""
        return tuple(_sentence(text, rows) for text, rows in self._rows.items())


def _sentence(text: str, rows: Sequence[int]) -> str:
    return text.replace(ROWS, rows_text(rows)) if rows else text


def rows_text(rows: Sequence[int]) -> str:
    """Rows in words: [4] is "row 4", [4, 9] is "rows 4 and 9"; long lists are cut short."""
    if len(rows) == 1:
        return f"row {rows[0]}"
    return f"rows {listing([str(row) for row in rows], MAX_ROWS_NAMED)}"


def listing(names: Sequence[str], limit: int = 20) -> str:
    """Names in words: "a, b and c", and "a, b and 7 more" past the limit."""
    shown, rest = list(names[:limit]), len(names) - limit
    if rest > 0:
        return f"{', '.join(shown)} and {rest} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else "".join(shown)


def quoted(names: Sequence[str], limit: int = 20) -> str:
    """Names in words, each in quotes and cut to a length that can be read."""
    return listing([f"'{printable(name[:60])}'" for name in names], limit)


def printable(name: str) -> str:
    """A name as it can be shown and stored anywhere, with � for each sign that cannot."""
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", name)
