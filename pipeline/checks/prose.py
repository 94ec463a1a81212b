"""Tells Markdown's prose from its code, by lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})([^\n]*)")
_INLINE = re.compile(r"(?<!`)(`{1,2})(?!`)[^`\n]+\1(?!`)")


def prose_of(text: str) -> str:
    """The text, as long as before, with blanks in place of code."""
    if "`" not in text and "~~~" not in text:
        return text
    lines = [" " * len(line) if is_code else line for line, is_code in _lines(text)]
    return _INLINE.sub(lambda match: " " * len(match[0]), "\n".join(lines))


def has_open_fence(text: str) -> bool:
    """Whether a fenced code block is opened and never closed (CommonMark 0.31, 4.5)."""
    *_, (last, is_code) = _lines(text + "\n")
    return is_code and not last


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Each line, and whether it is code or the fence round code."""
    opened = ""
    for line in text.split("\n"):
        fence = _FENCE.fullmatch(line.rstrip("\r"))
        if opened:
            yield line, True
            closes = fence and fence[1].startswith(opened) and not fence[2].strip()
            opened = "" if closes else opened
        elif fence and ("`" not in fence[2] or fence[1][0] == "~"):
            opened = fence[1]
            yield line, True
        else:
            yield line, False
