"""Plain lists: one text on each line."""

from __future__ import annotations

from data.importing.notes import Notes
from data.importing.sources import load, name_of
from data.importing.text import decode


def read_lines(path: str) -> list[str]:
    """The lines of a text file that are not blank, or of standard input for "-".

    Raises:
        SourceError: the file is missing, may not be read, is too large or is not text.
    """
    text = decode(name_of(path), load(path), Notes())
    return [line.strip() for line in text.splitlines() if line.strip()]
