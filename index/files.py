"""Files and folders that appear on disk whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from data.errors import DiskError


@contextmanager
def written_whole(target: Path) -> Iterator[Path]:
    """A file to write to, which takes the target's place once it is on the disk.

    When writing fails, the target stays as it was and nothing is left behind.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    scratch = target.with_name(f".{target.name}-{os.getpid()}-{secrets.token_hex(4)}")
    try:
        yield scratch
        _sync(scratch)
        scratch.replace(target)
    finally:
        scratch.unlink(missing_ok=True)


def removed(file: Path) -> bool:
    """Removes a file; whether there was one.

    Raises:
        DiskError: when it cannot be removed.
    """
    try:
        file.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise DiskError(
            f"{file} cannot be removed ({error.strerror}). Mend its permissions, or remove it."
        ) from error
    return True


def scratch_folder(parent: Path, purpose: str) -> Path:
    """A new folder with a name that nothing else has; what is finished in it is moved on."""
    folder = parent / f".{purpose}-{os.getpid()}-{secrets.token_hex(4)}"
    folder.mkdir(parents=True)
    return folder


def sync_folder(folder: Path) -> None:
    """Makes sure that a folder and everything in it has reached the disk."""
    for path in folder.rglob("*"):
        _sync(path)
    _sync(folder)


def move_folder_into_place(folder: Path, target: Path) -> None:
    """Renames a finished folder to its name; something unfinished that is there makes way."""
    if target.exists():
        remove_folder(target)
    os.replace(folder, target)
    _sync(target.parent)


def remove_folder(folder: Path) -> None:
    """Removes a folder; a process killed at it leaves nothing half-empty under the folder's name.

    What cannot be removed stays: it is tried again after the next publish.
    """
    doomed = folder
    if not folder.name.startswith("."):
        doomed = folder.with_name(f".removing-{folder.name}")
        shutil.rmtree(doomed, ignore_errors=True)
        with suppress(OSError):
            folder.rename(doomed)
    shutil.rmtree(doomed, ignore_errors=True)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
