"""Files that are damaged, missing or foreign are refused by name, and mended from the database."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from data.errors import GenerationDamagedError
from data.records import Entry
from index.encoder import HashEncoder
from pipeline.build import Faqdesk
from pipeline.doctor import FIX, Mending, Severity
from pipeline.status import library_status
from tests.conftest import Publish
from tests.pipeline.looks import index_agrees, look_at, problems
from tests.sample_library import ENTRIES, UNKNOWN

QUESTIONS = [*(entry.question for entry in ENTRIES), UNKNOWN]
FILES = [
    "bm25/data.csc.index.npy",
    "bm25/indices.csc.index.npy",
    "bm25/indptr.csc.index.npy",
    "bm25/params.index.json",
    "bm25/vocab.index.json",
    "entries.json",
    "manifest.json",
    "passages.npz",
    "vectors.faiss",
]
Opened = Callable[[], Faqdesk]


class OtherEncoder(HashEncoder):
    """An encoder with other weights."""

    name = "other"
    digest = "2" * 64


@pytest.fixture
def generation(filled: Faqdesk) -> Path:
    """The folder of the live generation."""
    return filled.settings.generations / "000001"


def refused_and_mended(opened: Opened, reason: str) -> None:
    """A damaged library refuses to answer and says why, and the doctor heals it."""
    desk = opened()
    with pytest.raises(GenerationDamagedError, match=f"{reason}.*Run `faqdesk doctor --fix`"):
        desk.answerer.answer(QUESTIONS[0])
    assert "faqdesk doctor --fix" in library_status(desk).problem
    (found,) = [f for f in desk.doctor.examine() if f.severity is Severity.PROBLEM]
    assert found.mend == FIX
    assert desk.doctor.mend().left == ()
    healed(desk)
    healed(opened())


def healed(desk: Faqdesk) -> None:
    """Every entry answers again, and nothing is left to complain of."""
    assert desk.doctor.examine() == []
    assert index_agrees(desk)
    for entry in ENTRIES:
        assert desk.answerer.answer(entry.question).entry == entry


def test_these_are_the_files_of_a_generation(generation: Path) -> None:
    files = [path for path in generation.rglob("*") if path.is_file()]
    assert sorted(str(path.relative_to(generation)) for path in files) == FILES


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("share", [0, 0.5, 0.999])
def test_a_flipped_bit(name: str, share: float, generation: Path, opened: Opened) -> None:
    data = bytearray((generation / name).read_bytes())
    data[int(len(data) * share)] ^= 0x04
    (generation / name).write_bytes(data)
    refused_and_mended(opened, "manifest.json" if name == "manifest.json" else name)


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file(name: str, generation: Path, opened: Opened) -> None:
    (generation / name).unlink()
    refused_and_mended(opened, f"{name} is missing")


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("share", [0, 0.5, 0.99])
def test_a_truncated_file(name: str, share: float, generation: Path, opened: Opened) -> None:
    data = (generation / name).read_bytes()
    (generation / name).write_bytes(data[: int(len(data) * share)])
    refused_and_mended(opened, name)


def test_a_folder_where_a_file_should_be(generation: Path, opened: Opened) -> None:
    (generation / "entries.json").unlink()
    (generation / "entries.json").mkdir()
    refused_and_mended(opened, "entries.json is missing or unreadable")


def test_a_missing_folder(generation: Path, opened: Opened) -> None:
    shutil.rmtree(generation)
    refused_and_mended(opened, "manifest.json is missing")


def test_a_missing_folder_of_all_generations(generation: Path, opened: Opened) -> None:
    shutil.rmtree(generation.parent)
    refused_and_mended(opened, "manifest.json is missing")


def test_no_bit_of_the_manifest_can_change_unseen(generation: Path, filled: Faqdesk) -> None:
    sound = (generation / "manifest.json").read_bytes()
    for position in range(len(sound)):
        data = bytearray(sound)
        data[position] ^= 1 << position % 8
        (generation / "manifest.json").write_bytes(data)
        with pytest.raises(GenerationDamagedError, match="faqdesk doctor --fix"):
            filled.library.current()


@pytest.mark.parametrize("content", ["[]", "{}", "null", "7", '"text"', "\0", "", "{" * 5000])
def test_a_manifest_that_is_something_else(content: str, generation: Path, opened: Opened) -> None:
    (generation / "manifest.json").write_text(content)
    refused_and_mended(opened, "manifest.json is missing or damaged")


def test_a_manifest_of_another_format(generation: Path, opened: Opened) -> None:
    manifest = json.loads((generation / "manifest.json").read_text())
    (generation / "manifest.json").write_text(json.dumps(manifest | {"format": 99}))
    refused_and_mended(opened, "its format is 99")


def test_a_generation_made_by_another_encoder(filled: Faqdesk, opened: Opened) -> None:
    desk = opened()
    vars(desk)["encoder"] = OtherEncoder()
    with pytest.raises(GenerationDamagedError, match="made by the encoder hash, not by other"):
        desk.answerer.answer(QUESTIONS[0])
    assert desk.doctor.mend().left == ()
    healed(desk)
    assert desk.vector_cache.count() == filled.vector_cache.count()
    with pytest.raises(GenerationDamagedError, match="made by the encoder other, not by hash"):
        opened().answerer.answer(QUESTIONS[0])


def test_a_generation_of_another_library(
    generation: Path, tmp_path: Path, filled: Faqdesk, opened: Opened
) -> None:
    other = Faqdesk(filled.settings.model_copy(update={"home": tmp_path / "other"}))
    other.publisher.publish([Entry("dogs", "Can I bring my dog?", "Never.")], by="test")
    other.engine.dispose()
    shutil.rmtree(generation)
    shutil.copytree(tmp_path / "other" / "generations" / "000001", generation)
    refused_and_mended(opened, "it was not made from this database")


def test_a_damaged_older_generation_is_removed_and_the_live_one_is_left_alone(
    generation: Path, filled: Faqdesk, publish: Publish
) -> None:
    publish(Entry("night", "Are there midnight crossings?", "In August."))
    before = look_at(filled, QUESTIONS)
    (generation / "entries.json").write_text("[]")
    assert problems(filled) == ["The files of generation 1, which is not live, are damaged"]
    assert filled.doctor.mend().left == ()
    assert look_at(filled, QUESTIONS) == before
    assert not generation.exists()


def test_leftovers_are_a_note_and_are_swept(filled: Faqdesk) -> None:
    for name in (".building-1-ab", ".removing-000007", "000031"):
        (filled.settings.generations / name / "bm25").mkdir(parents=True)
    (found,) = filled.doctor.examine()
    assert found.severity is Severity.NOTE
    assert "3 unfinished folders" in found.what
    mending = filled.doctor.mend()
    assert (mending.mended, mending.left) == ((found,), ())
    assert [path.name for path in filled.settings.generations.iterdir()] == ["000001"]
    assert filled.store.current_generation_number() == 1


def test_a_sound_library_is_left_as_it_is(filled: Faqdesk) -> None:
    before = look_at(filled, QUESTIONS)
    assert filled.doctor.examine() == []
    assert filled.doctor.mend() == Mending((), ())
    assert look_at(filled, QUESTIONS) == before


def test_an_empty_library_is_a_note(faqdesk: Faqdesk) -> None:
    (found,) = faqdesk.doctor.examine()
    assert (found.severity, found.mend) == (Severity.NOTE, "faqdesk ingest FILE")
    assert faqdesk.doctor.mend().left == (found,)
    assert faqdesk.store.current_generation_number() is None
