"""From the paths a person gives to the bytes of each file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from data.errors import SourceError
from data.importing.formats import (
    ABOUT_SKIPPED,
    ENDINGS,
    MAX_FILE_BYTES,
    PLAIN_ENDINGS,
    UNKNOWN_SKIPPED,
    is_about_files,
)
from data.importing.notes import printable, quoted

STANDARD_INPUT = "-"
STANDARD_INPUT_NAME = "standard input"


@dataclass(frozen=True, slots=True)
class Found:
    """A path to read, or, with an error or a warning, what is wrong with it."""

    path: str
    error: SourceError | None = None
    warning: str = ""


def expand(paths: Sequence[str]) -> list[Found]:
    """Each file once, folders replaced by the files in them that can be imported."""
    found: dict[str, Found] = {}
    for path in paths:
        for item in _expand_one(path):
            # A folder's warning must not stand in the way of a file, nor of another's.
            key = f"{item.path}\0{item.warning}" if item.warning else os.path.realpath(item.path)
            found.setdefault(key, item)
    return list(found.values())


def name_of(path: str) -> str:
    """How a path is called in messages."""
    return STANDARD_INPUT_NAME if path == STANDARD_INPUT else printable(path)


def load(path: str) -> bytes:
    """The bytes of a file, or of standard input for "-".

    Raises:
        SourceError: it is missing, may not be read, or is too large.
    """
    name = name_of(path)
    try:
        data = _read(path)
    except FileNotFoundError as error:
        raise SourceError(f"{name} is not there. Check the spelling of its path.") from error
    except PermissionError as error:
        raise SourceError(
            f"{name} may not be read. Give yourself permission to read it."
        ) from error
    except IsADirectoryError as error:
        raise SourceError(f"{name} is a folder. Give a file in it.") from error
    except (OSError, ValueError) as error:
        raise SourceError(f"{name} cannot be read ({error}). Copy it and try again.") from error
    if len(data) > MAX_FILE_BYTES:
        size = MAX_FILE_BYTES // 1024**2
        raise SourceError(f"{name} is larger than {size} MB. Split it into several files.")
    return data


def _read(path: str) -> bytes:
    # One byte over the limit is enough to know; a device or a pipe has no size to ask for.
    if path == STANDARD_INPUT:
        return sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
    with Path(path).open("rb") as stream:
        return stream.read(MAX_FILE_BYTES + 1)


def _expand_one(path: str) -> Iterator[Found]:
    if path == STANDARD_INPUT or not os.path.isdir(path):
        yield Found(path)
        return
    files = sorted(_visible_files(path))
    about = [file for file in files if is_about_files(file)]
    known = [file for file in files if file.lower().endswith(ENDINGS) and not is_about_files(file)]
    taken = {*known, *about}
    unknown = [file for file in files if file not in taken]
    if not known:
        reason = f"{printable(path)} has no file that can be imported. Give files ending in "
        yield Found(path, SourceError(reason + ", ".join(PLAIN_ENDINGS) + "."))
        return
    for file in known:
        yield Found(file)
    for skipped, said in ((unknown, UNKNOWN_SKIPPED), (about, ABOUT_SKIPPED)):
        if skipped:
            names = quoted([os.path.relpath(file, path) for file in skipped], limit=10)
            yield Found(path, warning=said.format(names))


def _visible_files(folder: str) -> Iterator[str]:
    for root, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        # "~$" begins the lock files that Excel leaves beside open workbooks.
        for name in files:
            path = os.path.join(root, name)
            if not name.startswith((".", "~$")) and not _is_endless(path):
                yield path


def _is_endless(path: str) -> bool:
    """Whether it is a pipe or a device, which would be waited for without end."""
    return os.path.exists(path) and not os.path.isfile(path)
