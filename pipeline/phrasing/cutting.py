"""Cuts texts into sentences: an answer with its lists and tables, and words as they stream in.

A list is one sentence with what leads up to it, and so is each row of a table, with the names of
its columns: "| S | £7 |" below "| Plan | Price |" gives "S: Plan S, Price £7".
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Sequence

from index.sentences import sentences
from pipeline.phrasing.vocabulary import words

# Past so many characters without an end a sentence ends wherever a word does.
LONGEST = 1500

_ITEM = re.compile(r"\s*(?:[-*•+]|\(?\d{1,2}[.)]|\(?[a-z]\))\s+")
_ROW = re.compile(r"\s*\|.*\|\s*$")
_RULE = re.compile(r"[\s|:-]+$")
_END = re.compile(r"[.!?…][\"'”’)\]*_]*(?=\s)|[。！？](?=.)|\n")
_SHORT = words(
    "e.g i.e etc. approx no nos tel mr mrs ms dr prof st vs cf ca incl excl ext fig art par p pp "
    "mon tue wed thu fri sat sun jan feb mar apr jun jul aug sep sept oct nov dec a.m p.m u.s u.k "
    "z.b d.h bzw ave rd inc ltd co min max hr hrs"
)
# After these, a point may well end a sentence: what follows tells.
_EITHER = words("etc a.m p.m u.s u.k inc ltd co min max hr hrs no p st sat sun mar")
_LAST_WORD = re.compile(r"[\w.]*\w$")


def sentences_of(pieces: Iterable[str]) -> Generator[str]:
    """The sentences of a text that arrives in pieces, each as soon as it is whole.

    An empty piece, which says that work goes on, is passed on. No sentence ends within "e.g.",
    "3.5" or "www.x.com", nor after the number of a list's item.
    """
    held = ""
    for piece in pieces:
        if not piece:
            yield ""
        held += piece
        end = _end_of_first(held)
        while end:
            yield from _worded(held[:end])
            held = held[end:]
            end = _end_of_first(held)
    yield from _worded(held)


def _worded(text: str) -> Iterator[str]:
    if text.strip():
        yield text.strip()


def _end_of_first(text: str) -> int:
    """Where the first whole sentence of a text ends, 0 where none is whole yet."""
    for match in _END.finditer(text):
        end = match.end()
        if text[:end].strip() and not _goes_on(text, match):
            return end
    if len(text) > LONGEST:
        blank = text.rfind(" ", 0, LONGEST)
        return blank if blank > 0 else LONGEST
    return 0


def _goes_on(text: str, match: re.Match[str]) -> bool:
    """Whether a point is none that ends a sentence, by the words on both sides of it."""
    if not match.group().startswith("."):
        return False
    before = text[: match.start()]
    after = text[match.end() :].lstrip()
    if _ITEM.fullmatch(before.rsplit("\n", 1)[-1] + ". "):
        return True
    last = _LAST_WORD.search(before[-20:])
    word = last.group().lower() if last else ""
    if len(word) == 1 and word.isalpha() and word != "i":
        return True
    if word in _EITHER:
        return not after[:1].isupper()
    return word in _SHORT


def source_sentences(text: str) -> list[str]:
    """The sentences of an answer in order."""
    found: list[str] = []
    header: list[str] = []
    for line in text.splitlines():
        if _ROW.fullmatch(line):
            header = _add_row(line, header, found)
            continue
        header = []
        item = _ITEM.match(line)
        if item and found and (found[-1].rstrip(" *_").endswith(":") or "\n" in found[-1]):
            found[-1] += "\n" + line[item.end() :].strip()
        elif line.strip():
            found += _cut(line[item.end() :] if item else line)
    return found


def spelled_out(text: str) -> str:
    """A text whose tables are sentences, a line for each row."""
    lines: list[str] = []
    header: list[str] = []
    for line in text.splitlines():
        if _ROW.fullmatch(line):
            header = _add_row(line, header, lines)
        else:
            header = []
            lines.append(line)
    return "\n".join(lines)


def _cut(line: str) -> list[str]:
    """The sentences of a line, where abbreviations end none."""
    whole: list[str] = []
    for start, end in sentences(line):
        if whole and _goes_on(whole[-1] + " ", _point(whole[-1])):
            whole[-1] += " " + line[start:end]
        else:
            whole.append(line[start:end])
    return whole


def _point(text: str) -> re.Match[str]:
    match = re.search(r"[.!?]?[^\w\s]*$", text)
    assert match is not None
    return match


def _add_row(line: str, header: list[str], found: list[str]) -> list[str]:
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    if not header:
        return cells
    if not _RULE.fullmatch(line):
        found.append(_row(header, cells))
    return header


def _row(header: Sequence[str], cells: Sequence[str]) -> str:
    key = cells[0] if cells else ""
    named = [
        f"{key} {name} {cell}".strip() for name, cell in zip(header[1:], cells[1:], strict=False)
    ]
    return "; ".join(named) or key
