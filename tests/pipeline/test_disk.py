"""A disk that is full or refuses: one sentence, the library as it was, and nothing left behind."""

from __future__ import annotations

import errno
import json
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from data.errors import DiskError
from data.exporting import export_entries
from pipeline.build import Faqdesk
from tests.conftest import Publish
from tests.pipeline.looks import Look, index_agrees, look_at, problems
from tests.pipeline.zygote import EXPLAINED, NOBODY, Zygote
from tests.sample_library import ENTRIES

QUESTIONS = [entry.question for entry in ENTRIES]
CHANGED = [replace(entry, answer=f"{entry.answer} Really. {entry.id}") for entry in ENTRIES]


def _folders(faqdesk: Faqdesk) -> list[str]:
    return sorted(path.name for path in faqdesk.settings.generations.iterdir())


@pytest.mark.slow
def test_a_disk_that_fills_up_at_any_point_leaves_the_library_as_it_was(
    filled: Faqdesk, publish: Publish, zygote: Zygote, tmp_path: Path
) -> None:
    publish(*(replace(ENTRIES[0], id=f"copy-{n}") for n in range(40)))
    export_entries(CHANGED[:1], tmp_path / "faq.csv")
    before = look_at(filled, QUESTIONS)
    filled.engine.dispose()
    largest = (filled.settings.generations / "000002" / "vectors.faiss").stat().st_size
    # What does not fill a block is written when the file is closed.
    sizes = [largest * n // 12 for n in range(12)] + [largest - 100, largest - 1, largest * 2]
    outcomes = [
        _ingest_where_files_end_at(size, filled, zygote, tmp_path, before) for size in sizes
    ]
    assert outcomes == [EXPLAINED] * 14 + [0]


def _ingest_where_files_end_at(
    size: int, filled: Faqdesk, zygote: Zygote, folder: Path, before: Look
) -> int:
    home, result, file = folder / f"until {size}", folder / "result.json", str(folder / "faq.csv")
    shutil.copytree(filled.settings.home, home)
    status = zygote.run("ingest", home, file=file, fail_at_size=size, result=str(result))
    desk = Faqdesk(filled.settings.model_copy(update={"home": home}))
    assert problems(desk) == [], size
    assert index_agrees(desk), size
    if status == EXPLAINED:
        _says_what_to_do(json.loads(result.read_text()))
        assert look_at(desk, QUESTIONS) == before, size
    assert desk.ingester.ingest([file]).generation == 3
    assert _folders(desk) == ["000001", "000002", "000003"]
    desk.engine.dispose()
    return status


def _says_what_to_do(result: dict[str, str]) -> None:
    assert result["error"] == "DiskError"
    assert "Free some space" in result["message"]
    assert "\n" not in result["message"]


@pytest.mark.parametrize(
    ("call", "after"),
    [("mkdir", 0), ("mkdir", 1), ("open", 0), ("replace", 0), *(("fsync", n) for n in range(9))],
)
def test_a_disk_that_refuses_one_call_leaves_the_library_as_it_was(
    call: str, after: int, filled: Faqdesk, publish: Publish, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = look_at(filled, QUESTIONS)
    with monkeypatch.context() as patch:
        _refuse(patch, call, after)
        with pytest.raises(DiskError, match="No space left on device"):
            publish(*CHANGED)
    assert look_at(filled, QUESTIONS) == before
    assert problems(filled) == []
    assert publish(*CHANGED) == 2
    assert _folders(filled) == ["000001", "000002"]


def _refuse(patch: pytest.MonkeyPatch, name: str, after: int) -> None:
    """Lets a function of `os` find the disk full from its n-th call for a generation on."""
    call: Callable[..., object] = getattr(os, name)
    calls = count()

    def refusing(first: object, *others: object, **named: object) -> object:
        if (name == "fsync" or "generations" in str(first)) and next(calls) >= after:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return call(first, *others, **named)

    patch.setattr(os, name, refusing)


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that other users can reach, unlike pytest's own."""
    folder = Path(tempfile.mkdtemp(prefix="faqdesk-test-"))
    folder.chmod(0o755)
    yield folder
    for path in folder.rglob("*"):
        if path.is_dir():
            path.chmod(0o755)
    shutil.rmtree(folder)


def _shared_file(shared: Path) -> Path:
    export_entries(CHANGED, shared / "faq.csv")
    (shared / "faq.csv").chmod(0o644)
    (shared / "result").mkdir()
    (shared / "result").chmod(0o777)
    return shared / "faq.csv"


def _refused(zygote: Zygote, do: str, home: Path, shared: Path, **job: object) -> dict[str, str]:
    result = shared / "result" / "result.json"
    job |= {"unprivileged": True, "result": str(result), "questions": QUESTIONS}
    status = zygote.run(do, home, **job, until=str(shared / "faq.csv"))
    answer = json.loads(result.read_text())
    assert status == EXPLAINED, answer
    return dict(answer)


def test_a_home_that_cannot_be_made_is_a_sentence(zygote: Zygote, shared: Path) -> None:
    file = _shared_file(shared)
    (shared / "closed").mkdir(mode=0o555)
    found = _refused(zygote, "ingest", shared / "closed" / "home", shared, file=str(file))
    assert found["error"] == "DiskError"
    assert "cannot be made (Permission denied). Choose another with --home" in found["message"]


@pytest.mark.parametrize("do", ["ingest", "ask"])
def test_a_read_only_home_is_a_sentence(
    do: str, filled: Faqdesk, zygote: Zygote, shared: Path
) -> None:
    file = _shared_file(shared)
    filled.engine.dispose()
    home = shared / "home"
    shutil.copytree(filled.settings.home, home)
    home.chmod(0o555)
    found = _refused(zygote, do, home, shared, file=str(file))
    assert found["error"] in ("DatabaseError", "DiskError"), found
    assert "write to its folder" in found["message"]


def test_read_only_generations_are_a_sentence_and_the_library_stays(
    filled: Faqdesk, zygote: Zygote, shared: Path
) -> None:
    file = _shared_file(shared)
    filled.engine.dispose()
    home = shared / "home"
    shutil.copytree(filled.settings.home, home)
    for path in (home, *home.glob("*.*")):
        if os.getuid() == 0:
            os.chown(path, NOBODY, NOBODY)
    (home / "generations").chmod(0o555)
    found = _refused(zygote, "ingest", home, shared, file=str(file))
    assert found["error"] == "DiskError"
    assert "The new generation could not be written (Permission denied)" in found["message"]
    desk = Faqdesk(filled.settings.model_copy(update={"home": home}))
    assert desk.store.current_generation_number() == 1
    assert problems(desk) == []
    desk.engine.dispose()


def test_whoever_may_read_the_home_may_read_a_generation(filled: Faqdesk) -> None:
    umask = os.umask(0)
    os.umask(umask)
    generation = filled.settings.generations / "000001"
    assert stat.S_IMODE(generation.stat().st_mode) == 0o777 & ~umask


def test_a_file_where_the_home_should_be_is_a_sentence(faqdesk: Faqdesk, home: Path) -> None:
    home.write_text("not a folder")
    with pytest.raises(DiskError, match="cannot be made .*Choose another with --home"):
        faqdesk.ingester.retire(["dogs"], by="test")
