"""From bytes to text: the encoding of a file, found out or guessed."""

from __future__ import annotations

import codecs
import re

from data.errors import SourceError
from data.importing.notes import Notes

# UTF-32 comes first because its little-endian mark begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WESTERN = ["cp1252", "cp1250", "cp1254", "cp1257"]
_OTHER = ["cp1251", "cp1253", "cp1255", "cp1256", "koi8_r", "cp874"]
_OTHER += ["cp932", "euc_jp", "gb18030", "big5", "cp949"]
_NOT_ASCII = re.compile(rb"[\x80-\xff]")
_LETTERS = re.compile(rb"[A-Za-z\x80-\xff]")
_JUNK = re.compile("[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]")

SAMPLE_BYTES = 64 * 1024
# A guess must fit this much better than Windows-1252, the likeliest, to be preferred to it.
CLEARLY_BETTER = 0.05
# Texts in other scripts have more letters outside ASCII than this; Western ones have fewer.
OTHER_SCRIPT_SHARE = 0.3
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
    encoding = _guess(_telling_part(data))
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        encoding, text = "cp1252", data.decode("cp1252", errors="replace")
    shown = encoding.replace("cp125", "Windows-125")
    notes.say(f"the encoding was guessed to be {shown}; if accents look wrong, save it as UTF-8")
    return text


def _telling_part(data: bytes) -> bytes:
    """The lines that are not plain ASCII, as far as they are needed to tell the encoding."""
    part = bytearray()
    for line in data.splitlines(keepends=True):
        part += line if _NOT_ASCII.search(line) else b""
        if len(part) > SAMPLE_BYTES:
            break
    return bytes(part)


def _guess(sample: bytes) -> str:
    from charset_normalizer import from_bytes

    share = len(_NOT_ASCII.findall(sample)) / max(1, len(_LETTERS.findall(sample)))
    if share >= OTHER_SCRIPT_SHARE:
        match = from_bytes(sample, cp_isolation=_OTHER).best()
        return match.encoding if match else "cp1252"
    fits = {match.encoding: match.coherence for match in from_bytes(sample, cp_isolation=_WESTERN)}
    best = max(fits, key=lambda encoding: fits[encoding], default="cp1252")
    return best if fits.get(best, 0) > fits.get("cp1252", 0) + CLEARLY_BETTER else "cp1252"
