r"""How text is held in one cell of a file, in both directions: importing and exporting.

A cell with several alternates joins them with `|`; a new line and `;;` part them too. A backslash
before a separator makes it part of the text (`\|`), and only backslashes that stand right before a
separator or at the end of an alternate are doubled, so that `C:\temp` needs no escaping:

    ("a|b", "c\")  <->  a\|b|c\\

What would be misread in that form is written as a JSON array, which any such cell may hold.

A spreadsheet takes text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return for a
formula. Exported cells that begin so get an apostrophe in front, and importing removes it again;
text that has such an apostrophe of its own gets one more: `=1` <-> `'=1`, `'=1` <-> `''=1`.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

# Everything str.strip() removes, and what looks like nothing: byte-order mark, zero-width space,
# word joiner.
BLANK = (
    "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006"
    "\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\u200b\u2060"
)
LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\u2028\u2029]")
CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f\x81\x8d\x8f\x90\x9d]")
# Quotes and dashes of Windows-1252 that some program took for Latin-1; HTML reads them so too.
WINDOWS = re.compile("[\x80\x82-\x8c\x8e\x91-\x9c\x9e\x9f]")
SURROGATE = re.compile("[\ud800-\udfff]")
# Looking behind keeps the match linear in a long run of backslashes.
_SEPARATOR = re.compile(r"(?<!\\)(\\*)(;;|[|\n]|\Z)")
_TAG_SEPARATOR = re.compile(r"[,;|\n]")
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
# The year first: 03/04/2026 is March to some and April to others. Many programs add midnight.
_DATE = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?", re.ASCII)
# With dots the day comes first wherever dates are written so; with strokes nobody can tell.
_DOTTED_DATE = re.compile(r"(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})", re.ASCII)


class Number(str):
    """A number as its file writes it, so that no digit of it is lost."""

    __slots__ = ()


def clean(text: str) -> str:
    r"""The text in NFC with `\n` line ends, without control characters or outer blank space."""
    text = CONTROL.sub("", LINE_ENDS.sub("\n", text))
    text = WINDOWS.sub(lambda match: match[0].encode("latin-1").decode("cp1252"), text)
    return unicodedata.normalize("NFC", SURROGATE.sub("\ufffd", text)).strip(BLANK)


def same_question_key(text: str) -> str:
    """Equal for questions that differ in nothing but case, blank space or composition."""
    return " ".join(unicodedata.normalize("NFC", text).split()).casefold()


def plain(value: object) -> str:
    """A value as one text: yes and no as a spreadsheet shows them, a list joined with commas.

    Raises:
        TypeError: the value is an object, or a list that holds more than plain values.
    """
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, list):
        return ", ".join(several(value))
    raise TypeError("an object is not text")


def several(values: Iterable[object]) -> list[str]:
    """Each of the values as text.

    Raises:
        TypeError: one of them is a list or an object.
    """
    values = list(values)
    if any(isinstance(value, list) for value in values):
        raise TypeError("a list inside a list is not text")
    return [plain(value) for value in values]


def alternates_in(value: object) -> list[str]:
    """The alternates in a cell or a JSON value, not yet cleaned.

    Raises:
        TypeError: the value holds more than plain values.
    """
    if isinstance(value, list):
        return several(value)
    text = LINE_ENDS.sub("\n", plain(value)).strip(BLANK)
    items = _json_array(text)
    return _split_escaped(text) if items is None else several(items)


def tags_in(value: object) -> list[str]:
    """The tags in a cell or a JSON value; a name with a value becomes "name:value".

    Raises:
        TypeError: the value holds more than plain values.
    """
    if isinstance(value, dict):
        return [f"{name}:{plain(inner)}" for name, inner in value.items()]
    if isinstance(value, list):
        return [tag for item in value for tag in _tags_of_item(item)]
    text = plain(value).strip(BLANK)
    items = _json_array(text)
    return _TAG_SEPARATOR.split(text) if items is None else tags_in(items)


def _tags_of_item(item: object) -> list[str]:
    if isinstance(item, dict) and set(item) == {"name", "value"}:
        return [f"{plain(item['name'])}:{plain(item['value'])}"]
    return tags_in(item) if isinstance(item, dict) else several([item])


def date_in(text: str) -> date:
    """The day that a text writes with the year first, or with dots and the day first.

    Raises:
        ValueError: it is written in another way, or there is no such day.
    """
    dotted = _DOTTED_DATE.fullmatch(text)
    if dotted is not None:
        return date(int(dotted[3]), int(dotted[2]), int(dotted[1]))
    match = _DATE.fullmatch(text)
    if match is None:
        raise ValueError(f"'{text}' is not a date with the year first")
    return date(int(match[1]), int(match[3]), int(match[4]))


def join_alternates(alternates: Sequence[str]) -> str:
    """One cell that `alternates_in` takes apart into the same alternates."""
    joined = "|".join(_SEPARATOR.sub(_escape, text) for text in alternates)
    return _as_json(alternates) if joined.startswith("[") else joined


def join_tags(tags: Sequence[str]) -> str:
    """One cell that `tags_in` takes apart into the same tags."""
    joined = "|".join(tags)
    risky = joined.startswith("[") or any(_TAG_SEPARATOR.search(tag) for tag in tags)
    return _as_json(tags) if risky else joined


def as_cell(value: object) -> str:
    """Any value of a row as the text of one cell, also one that cannot be imported."""
    try:
        return plain(value)
    except TypeError:
        return json.dumps(value, ensure_ascii=False, default=str)


def guard(text: str) -> str:
    """The text, with an apostrophe in front where a spreadsheet would compute it."""
    return "'" + text if _FORMULA.match(text) else text


def unguard(text: str) -> str:
    """The text as it was before `guard`."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def load_json(text: str, repeated: list[str] | None = None) -> Any:
    """The JSON value, with numbers (and NaN) as they are written.

    Names that stand twice in one object, of which the last one counts, go into `repeated`.

    Raises:
        ValueError: the text is not JSON.
        RecursionError: it is nested too deep.
    """

    def noted(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if repeated is not None and len(found) < len(pairs):
            counts = Counter(name for name, _ in pairs)
            repeated.extend(name for name, count in counts.items() if count > 1)
        return found

    return json.loads(
        text,
        parse_int=Number,
        parse_float=Number,
        parse_constant=Number,
        object_pairs_hook=None if repeated is None else noted,
    )


def _json_array(text: str) -> list[object] | None:
    if not (text.startswith("[") and text.endswith("]")):
        return None
    try:
        value = load_json(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, list) else None


def _as_json(texts: Sequence[str]) -> str:
    return json.dumps(list(texts), ensure_ascii=False)


def _escape(match: re.Match[str]) -> str:
    backslashes, separator = match.groups()
    return backslashes * 2 + ("\\" + separator if separator else "")


def _split_escaped(text: str) -> list[str]:
    parts, part, end = [], "", 0
    for match in _SEPARATOR.finditer(text):
        backslashes, separator = match.groups()
        part += text[end : match.start()] + "\\" * (len(backslashes) // 2)
        end = match.end()
        escaped = len(backslashes) % 2 == 1
        if escaped:
            part += separator or "\\"
        elif separator:
            parts.append(part)
            part = ""
    return [*parts, part]
