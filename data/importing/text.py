"""From bytes to text: the encoding of a file, found out or guessed."""

from __future__ import annotations

import codecs
import re

from data.errors import SourceError
from data.importing.guessing import SAMPLE_BYTES, guess_encoding, shown
from data.importing.notes import Notes

# UTF-32 comes first because its little-endian mark begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_JUNK = re.compile("[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]")

JUNK_SHARE = 0.02


def decode(name: str, data: bytes, notes: Notes) -> str:
    """The text of a file without its byte-order mark; a guess at the encoding is noted.

    Raises:
        SourceError: the bytes are not text.
    """
    text = _decode(data, notes)
    sample = text[:SAMPLE_BYTES]
    if "\0" in text or len(_JUNK.findall(sample)) > JUNK_SHARE * len(sample):
        raise SourceError(f"{name} is not a text file. Save it as CSV (UTF-8) or XLSX first.")
    return text


def _decode(data: bytes, notes: Notes) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _with_mark(data[len(mark) :], encoding, notes)
    wide = _unmarked_utf16(data)
    if wide:
        notes.say(f"the encoding looks like {wide.upper()}; save the file as UTF-8 to be sure")
        return data.decode(wide)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return _guessed(data, notes)


def _with_mark(data: bytes, encoding: str, notes: Notes) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        notes.say(f"some characters are not valid {encoding.upper()} and were replaced by \ufffd")
        return data.decode(encoding, errors="replace")


def _unmarked_utf16(data: bytes) -> str:
    """The byte order of UTF-16 without a mark, or "": all its zero bytes are on one side."""
    sample = data[:SAMPLE_BYTES]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if bool(even) == bool(odd) or len(data) % 2:
        return ""
    encoding = "utf-16-be" if even else "utf-16-le"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return ""
    # Zeros in other binary files fall on one side by chance too, but then no lines come out.
    return encoding if "\n" in text or "\r" in text else ""


def _guessed(data: bytes, notes: Notes) -> str:
    encoding = guess_encoding(data)
    notes.say(
        f"the encoding was guessed to be {shown(encoding)}; if letters look wrong, "
        "save the file as UTF-8 (in Excel: CSV UTF-8) and give it again"
    )
    text = data.decode(encoding, errors="replace")
    if "\ufffd" in text:
        notes.say("some characters are not valid in that encoding and were replaced by \ufffd")
    return text
