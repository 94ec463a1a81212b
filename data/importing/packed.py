"""What is in a zip archive, read so that a hostile one does no harm.

The sizes that an archive states may be lies, and one part may be listed many times. So what is
counted is what comes out, piece by piece, and nothing is written to disk.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from data.errors import SourceError

PIECE_BYTES = 64 * 1024
# Each part has a header of this form in the table of contents, which is read as a whole.
_HEADER = b"PK\x01\x02"
MAX_HEADERS = 50_000
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_PASSWORD_BIT = 0x1
_TOO_MUCH = (
    "{} unpacks to more than is safe. Give its files one by one, "
    "without pictures and other attachments."
)
_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
)


@dataclass(slots=True)
class Room:
    """How many bytes may still be unpacked."""

    left: int


@contextmanager
def opened(name: str, data: bytes, again: str) -> Iterator[zipfile.ZipFile]:
    """The archive, with its failures told as ours; `again` says how to make a sound one.

    Raises:
        SourceError: it is damaged, has a password, or holds too many parts.
    """
    if data.count(_HEADER) > MAX_HEADERS:
        raise SourceError(f"{name} holds more than {MAX_HEADERS:,} parts. Split it into several.")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for part in archive.infolist():
                _check(name, part, again)
            yield archive
    except _DAMAGED as error:
        raise SourceError(f"{name} is damaged ({type(error).__name__}). {again}") from error


def check_stated(name: str, parts: Sequence[zipfile.ZipInfo], room: Room) -> None:
    """Makes sure, before anything is unpacked, that there is room for what the archive states.

    Raises:
        SourceError: there is not.
    """
    if sum(part.file_size for part in parts) > room.left:
        raise SourceError(_TOO_MUCH.format(name))


def unpacked(name: str, archive: zipfile.ZipFile, part: zipfile.ZipInfo, room: Room) -> bytes:
    """The bytes of one part, taken off the room that there is.

    Raises:
        SourceError: they are more than there is room for.
    """
    content = bytearray()
    with archive.open(part) as stream:
        while piece := stream.read(PIECE_BYTES):
            room.left -= len(piece)
            if room.left < 0:
                raise SourceError(_TOO_MUCH.format(name))
            content += piece
    return bytes(content)


def holds(data: bytes, part: str) -> bool:
    """Whether the bytes are a zip archive with a part of this name."""
    if data.count(_HEADER) > MAX_HEADERS:
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return part in archive.namelist()
    except _DAMAGED:
        return False


def _check(name: str, part: zipfile.ZipInfo, again: str) -> None:
    if part.flag_bits & _PASSWORD_BIT:
        raise SourceError(f"{name} has a password. Save it without one and try again.")
    if part.compress_type not in _METHODS:
        raise SourceError(f"{name} is packed in a way that is not supported. {again}")
