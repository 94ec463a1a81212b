"""Where sentences end."""

from __future__ import annotations

import re
from collections.abc import Iterator

_SENTENCE_END = re.compile(r"(?<=[.!?。！？؟])[\"'”’)\]]*\s+|\n+|(?<=[。！？])")


def sentence_edges(text: str) -> list[int]:
    """Where each sentence of a text ends, blanks after it included; the last edge is the end."""
    return [*(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """The `[start, end)` of each sentence, without the blanks around it; blank ones are left out.

    Example: "Yes.  It is." gives (0, 4) and (6, 12).
    """
    start = 0
    for end in sentence_edges(text):
        words = text[start:end]
        if words.strip():
            yield start + len(words) - len(words.lstrip()), start + len(words.rstrip())
        start = end


def sentences_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The `[start, end)` of the sentences that `[start, end)` touches, blanks at the ends left out.

    Example: in "Yes. It is free. Go.", the words "is free" give those of "It is free."
    """
    touched = [(a, b) for a, b in sentences(text) if a < end and start < b]
    return min((start, *(a for a, _ in touched))), max((end, *(b for _, b in touched)))
