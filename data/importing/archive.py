"""Zip archives: each file in one is read as if it had been given by itself."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from data.errors import SourceError
from data.importing.complaints import BesideQuestionsError
from data.importing.formats import (
    ABOUT_SKIPPED,
    ENDINGS,
    UNKNOWN_SKIPPED,
    is_about_files,
    is_archive,
)
from data.importing.notes import printable, quoted
from data.importing.packed import Room, check_stated, opened, unpacked
from data.records import Draft, ImportedFile, Place, Rejection

MAX_FILES = 1_000
_AGAIN = "Pack the files into a new zip archive and try again."
_DRIVE = re.compile(r"[A-Za-z]:")
# What operating systems and programs put beside the files of a person.
_CLUTTER = ("__macosx", "thumbs.db", "desktop.ini")

Read = Callable[[str, bytes], ImportedFile]


@dataclass(slots=True)
class _Gathered:
    """What the files of an archive have given so far."""

    drafts: list[Draft] = field(default_factory=list)
    rejections: list[Rejection] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    columns: dict[tuple[str, str], None] = field(default_factory=dict)
    failures: list[SourceError] = field(default_factory=list)


def read_archive(name: str, data: bytes, read: Read, limit: int) -> ImportedFile:
    """What was understood of the files in an archive, in the order of their names.

    They may unpack to `limit` bytes. `read` makes of each name and its bytes what it would of a
    file by itself. What cannot be imported is a rejection without a row, and the others go on.

    Raises:
        SourceError: the archive is damaged, has a password, unpacks to more than is safe, holds
            names that lead out of it, or holds nothing that can be imported.
    """
    gathered, room = _Gathered(), Room(limit)
    with opened(name, data, _AGAIN) as archive:
        parts = list(_files(name, archive))
        about = [part for part in parts if is_about_files(_readable(part))]
        known = [it for it in parts if _readable(it).lower().endswith(ENDINGS) and it not in about]
        check_stated(name, known, room)
        known.sort(key=_readable)
        contents = [unpacked(name, archive, part, room) for part in known]
    for part, content in zip(known, contents, strict=True):
        _read_one(name, _readable(part), content, read, gathered)
    if not known:
        raise SourceError(f"{name} holds no file that can be imported. Put some into it.")
    if not (gathered.drafts or gathered.rejections):
        raise SourceError(f"{name} holds no questions. {gathered.failures[0]}")
    unknown = [part for part in parts if part not in known and part not in about]
    for skipped, said in ((unknown, UNKNOWN_SKIPPED), (about, ABOUT_SKIPPED)):
        if skipped:
            gathered.warnings.append(said.format(quoted(list(map(_readable, skipped)), limit=10)))
    return ImportedFile(
        name,
        tuple(gathered.drafts),
        tuple(gathered.rejections),
        tuple(gathered.warnings),
        tuple(gathered.columns),
    )


def _read_one(name: str, path: str, content: bytes, read: Read, gathered: _Gathered) -> None:
    inner = f"{name}/{path}"
    try:
        if is_archive(inner, content):
            raise SourceError(
                f"{inner} is an archive inside an archive. Unpack it, and give its files."
            )
        result = read(inner, content)
    except BesideQuestionsError as error:
        gathered.failures.append(error)
        # Warnings are shown with the name of the archive in front.
        gathered.warnings.append(f"skipped: {str(error).removeprefix(f'{name}/')}")
    except SourceError as error:
        gathered.failures.append(error)
        gathered.rejections.append(Rejection(Place(inner), str(error)))
    else:
        gathered.drafts += result.drafts
        gathered.rejections += result.rejections
        gathered.warnings += [f"{path}: {warning}" for warning in result.warnings]
        gathered.columns |= dict.fromkeys(result.columns)


def _files(name: str, archive: zipfile.ZipFile) -> Iterator[zipfile.ZipInfo]:
    """The files of an archive without hidden ones."""
    count = 0
    for part in archive.infolist():
        _check_name(name, part)
        if part.is_dir() or _is_clutter(_readable(part)):
            continue
        count += 1
        if count > MAX_FILES:
            raise SourceError(f"{name} holds more than {MAX_FILES:,} files. Split it into several.")
        yield part


def _readable(part: zipfile.ZipInfo) -> str:
    return printable(part.filename.replace("\\", "/"))


def _check_name(name: str, part: zipfile.ZipInfo) -> None:
    # zipfile cuts a name at a NUL, so that only the original one can be trusted.
    path = part.orig_filename.replace("\\", "/")
    if path.startswith("/") or _DRIVE.match(path) or ".." in path.split("/") or "\0" in path:
        raise SourceError(
            f"{name} holds a file with a name that leads out of the archive: {quoted([path])}. "
            f"{_AGAIN}"
        )


def _is_clutter(path: str) -> bool:
    folders = path.lower().split("/")
    return any(it.startswith((".", "~$")) or it in _CLUTTER for it in folders)
