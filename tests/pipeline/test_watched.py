from __future__ import annotations

from pathlib import Path

from pipeline.watched import WatchedFile


def test_a_file_is_read_again_only_when_it_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "file"
    read: list[str] = []

    def content() -> str:
        read.append(file.read_text("utf-8") if file.exists() else "nothing")
        return read[-1]

    watched = WatchedFile(file, content)
    assert [watched.content() for _ in range(3)] == ["nothing"] * 3
    file.write_text("something", "utf-8")
    assert [watched.content() for _ in range(3)] == ["something"] * 3
    file.unlink()
    assert watched.content() == "nothing"
    assert read == ["nothing", "something", "nothing"]
