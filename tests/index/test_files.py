"""Folders reach the disk whole, move in one step and go in one step."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from index.files import move_folder_into_place, remove_folder, sync_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "new" / "inner").mkdir(parents=True)
    (tmp_path / "new" / "inner" / "file").write_text("text")
    return tmp_path / "new"


def test_everything_in_a_folder_is_synced(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced = set()
    monkeypatch.setattr(os, "fsync", lambda number: synced.add(os.fstat(number).st_ino))
    sync_folder(folder)
    paths = (folder, folder / "inner", folder / "inner" / "file")
    assert synced == {path.stat().st_ino for path in paths}


def test_a_folder_takes_the_place_of_another(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "old" / "deep").mkdir(parents=True)
    move_folder_into_place(folder, tmp_path / "old")
    assert [path.name for path in tmp_path.iterdir() if path.name != "home"] == ["old"]
    assert (tmp_path / "old" / "inner" / "file").read_text() == "text"


def test_a_folder_is_renamed_before_it_is_emptied_and_what_an_earlier_try_left_goes_too(
    folder: Path, tmp_path: Path
) -> None:
    (tmp_path / ".removing-new" / "deep").mkdir(parents=True)
    remove_folder(folder)
    remove_folder(tmp_path / "not there")
    assert list(tmp_path.iterdir()) == []
