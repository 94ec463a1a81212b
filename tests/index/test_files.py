from __future__ import annotations

from pathlib import Path

import pytest

from index.files import written_whole


def test_a_file_takes_its_place_once_it_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "folder" / "file.json"
    with written_whole(target) as scratch:
        scratch.write_text("new", "utf-8")
        assert not target.exists()
    assert target.read_text("utf-8") == "new"
    assert list(target.parent.iterdir()) == [target]


def test_what_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "file.json"
    target.write_text("old", "utf-8")
    with pytest.raises(ValueError, match="half"), written_whole(target) as scratch:
        scratch.write_text("half", "utf-8")
        raise ValueError("half")
    assert target.read_text("utf-8") == "old"
    assert list(tmp_path.iterdir()) == [target]
