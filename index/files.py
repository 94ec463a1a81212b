"""Folders that appear on disk whole or not at all."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


def sync_folder(folder: Path) -> None:
    """Makes sure that a folder and every file in it has reached the disk."""
    for path in folder.rglob("*"):
        if path.is_file():
            _sync(path)
    _sync(folder)


def move_folder_into_place(folder: Path, target: Path) -> None:
    """Renames a finished folder to its name; something unfinished that is there makes way."""
    if target.exists():
        shutil.rmtree(target, ignore_errors=True)
    os.replace(folder, target)
    _sync(target.parent)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
