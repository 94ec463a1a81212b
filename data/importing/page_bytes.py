"""From the bytes of a saved web page to its text: the charset that it states, and MHTML."""

from __future__ import annotations

import codecs
import re
from email import message_from_bytes, policy
from email.errors import MessageError

from data.errors import SourceError
from data.importing.notes import Notes
from data.importing.text import decode

_AGAIN = "Save the page again, as 'HTML only'."
_HEAD_BYTES = 4096
_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_CHARSET = re.compile(
    rb"<(?:meta|\?xml)[^>]{0,500}?(?:charset|encoding)\s*=\s*[\"']?([\w.:-]{1,40})", re.IGNORECASE
)
# Those that pages are written in; what browsers read as another one is read so here.
# https://encoding.spec.whatwg.org/#names-and-labels
_ALIASES = {
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
    "us-ascii": "cp1252",
    "ascii": "cp1252",
    "iso-8859-9": "cp1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "x-sjis": "cp932",
    "ks_c_5601-1987": "cp949",
    "euc-kr": "cp949",
    "utf8": "utf-8",
}
_KNOWN = re.compile(
    r"utf-8|cp\d{3,4}|windows-(?:125\d|874)|iso-8859-\d{1,2}|koi8-[ru]|euc-jp|iso-2022-jp|"
    r"big5|gb18030|macintosh"
)


def decode_page(name: str, data: bytes, notes: Notes) -> str:
    """The text of a page, in the charset that it states if its bytes are of it.

    Raises:
        SourceError: the bytes are not text.
    """
    stated = _stated(data)
    if stated and not data.startswith(_MARKS):
        try:
            return data.decode(stated)
        except (UnicodeDecodeError, LookupError):
            notes.say(f"the page says that it is in {stated}, and is not")
    return decode(name, data, notes)


def _stated(data: bytes) -> str:
    found = _CHARSET.search(data[:_HEAD_BYTES])
    label = found[1].decode("ascii", "replace").lower() if found else ""
    label = _ALIASES.get(label, label)
    return label if _KNOWN.fullmatch(label) else ""


def page_of_mhtml(name: str, data: bytes, notes: Notes) -> str:
    """The text of the page in an MHTML file, in which browsers save a page with its pictures.

    Raises:
        SourceError: there is no page in it.
    """
    try:
        message = message_from_bytes(data, policy=policy.compat32)
        for part in message.walk():
            if part.get_content_type() in ("text/html", "application/xhtml+xml"):
                content = part.get_payload(decode=True)
                charset = str(part.get_content_charset() or "").lower()
                if isinstance(content, bytes):
                    return _text(name, content, charset, notes)
    except (MessageError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise SourceError(f"{name} is damaged ({type(error).__name__}). {_AGAIN}") from error
    raise SourceError(f"{name} holds no web page. {_AGAIN}")


def _text(name: str, content: bytes, charset: str, notes: Notes) -> str:
    if _KNOWN.fullmatch(_ALIASES.get(charset, charset)):
        try:
            return content.decode(_ALIASES.get(charset, charset))
        except (UnicodeDecodeError, LookupError):
            pass
    return decode_page(name, content, notes)
