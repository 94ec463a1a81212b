"""Markdown for text that comes with its own markup, as it does in Word and on web pages.

Answers are shown with line breaks kept, so that a single new line is a line break here too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

_BLANKS = re.compile(r"[ \t\r\f\v\xa0]+")
_BACKTICKS = re.compile("`+")
_NOWHERE = re.compile(r"#|javascript:|data:|vbscript:|about:|blob:|file:", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text in one style; `href` is where it leads, or "" where it is no link."""

    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False
    href: str = ""


def inline(pieces: Iterable[Piece]) -> str:
    """The pieces as one Markdown text, neighbours of the same style joined."""
    written = []
    for href, linked in groupby((piece for piece in pieces if piece.text), lambda it: it.href):
        text = "".join(
            _styled("".join(piece.text for piece in same), bold, italic, code)
            for (bold, italic, code), same in groupby(
                linked, lambda it: (it.bold, it.italic, it.code)
            )
        )
        written.append(_link(text, href) if href else text)
    return tidy("".join(written))


def tidy(text: str) -> str:
    """The text without needless blanks: within lines, at their ends, and around the whole."""
    lines = (_BLANKS.sub(" ", line).strip() for line in text.split("\n"))
    return "\n".join(lines).strip()


def one_line(text: str) -> str:
    """The text with each stretch of blank space made one blank."""
    return " ".join(text.split())


def is_link(href: str) -> bool:
    """Whether an address leads out of the page that it stands on, and runs no script."""
    return bool(href.strip()) and not _NOWHERE.match(href.strip())


def table(rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table whose first row is its header; one column alone becomes lines."""
    width = max((len(row) for row in rows), default=0)
    if width < 2:
        return "\n\n".join(row[0] for row in rows if row and row[0])
    cells = [[*map(_cell, row), *[""] * (width - len(row))] for row in rows if any(row)]
    lines = ["| " + " | ".join(row) + " |" for row in cells]
    return "\n".join([*lines[:1], "|" + " --- |" * width, *lines[1:]]) if lines else ""


def bulleted(marker: str, text: str) -> str:
    """An item of a list: the marker, and further lines moved in so that they belong to it."""
    first, *rest = text.split("\n")
    indent = " " * len(marker)
    return "\n".join([marker + first, *(indent + line if line else "" for line in rest)])


def fenced(code: str) -> str:
    """A block of code between fences that are longer than any in it."""
    longest = max((len(run) for run in _BACKTICKS.findall(code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{code.strip(chr(10))}\n{fence}"


def _cell(text: str) -> str:
    return one_line(text).replace("|", "\\|")


def _link(text: str, href: str) -> str:
    before, inner, after = _parted(text)
    href = href.strip()
    if not inner or inner in (href, href.removeprefix("mailto:"), href.removeprefix("tel:")):
        return text
    address = f"<{href}>" if re.search(r"[\s()]", href) and not re.search("[<>\n]", href) else href
    return f"{before}[{inner}]({address}){after}"


def _styled(text: str, bold: bool, italic: bool, code: bool) -> str:
    """The text in its style, line by line, since emphasis must not reach over an empty line."""
    mark = "`" if code else "**" * bold + "*" * italic
    if not mark:
        return text
    return "\n".join(_marked(line, mark) for line in text.split("\n"))


def _marked(line: str, mark: str) -> str:
    # Emphasis holds only where it touches a word on the inside.
    before, inner, after = _parted(line)
    if not inner or (mark == "`" and "`" in inner):
        return line
    return f"{before}{mark}{inner}{mark}{after}"


def _parted(text: str) -> tuple[str, str, str]:
    inner = text.strip()
    if not inner:
        return text, "", ""
    start = text.index(inner)
    return text[:start], inner, text[start + len(inner) :]
