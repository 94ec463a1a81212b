"""A generation on disk and in use: who is found, what is compared, and what is not trusted."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from data.answers import Evidence
from data.errors import GenerationDamagedError
from data.records import Entry, GenerationInfo
from index.building import folder_name
from index.encoder import HashEncoder
from index.generation import Generation, IndexedEntry, load_entries, save_entries
from index.lexical import LexicalIndex
from index.manifest import read_manifest
from index.passage_table import PassageTable
from index.passages import passages_of
from pipeline.build import Faqdesk
from tests.conftest import Publish
from tests.sample_library import ENTRIES

ENCODER = HashEncoder()


def evidence_for(generation: Generation, question: str, limit: int = 20) -> dict[str, Evidence]:
    found = generation.evidence([question], ENCODER.encode([question]), limit)[0]
    return {item.entry_id: item for item in found}


@pytest.fixture
def generation(filled: Faqdesk) -> Generation:
    """A generation of the twelve entries."""
    return filled.library.current()


@pytest.fixture
def folder(filled: Faqdesk) -> Path:
    return filled.settings.generations / folder_name(1)


def test_it_says_what_is_in_it(generation: Generation) -> None:
    assert generation.number == 1
    assert [entry.id for entry in generation.entries] == [entry.id for entry in ENTRIES]
    assert [entry.revision for entry in generation.entries] == list(range(1, 13))
    manifest = generation.manifest
    assert (manifest.entries, manifest.passages) == (12, len(generation.vectors))
    assert manifest.dimension == generation.vectors.dimension == 256
    assert manifest.created.tzinfo is UTC
    assert manifest.created <= datetime.now(UTC)


def test_each_entry_has_its_own_passages(generation: Generation) -> None:
    for row, passages in enumerate(passages_of(ENTRIES, ENCODER)):
        table = generation.passages_of(row)
        assert sorted(table.ids.tolist()) == sorted(passage.id for passage in passages)


def test_evidence_compares_question_alternates_answer_and_words(generation: Generation) -> None:
    found = evidence_for(generation, "Are pets allowed?")["dogs"]
    question, alternate, answer = ENCODER.encode(
        [ENTRIES[0].question, ENTRIES[0].alternates[0], ENTRIES[0].answer]
    )
    vector = ENCODER.encode(["Are pets allowed?"])[0]
    assert found.revision == 1
    assert found.alternate == pytest.approx(1) == pytest.approx(float(alternate @ vector))
    assert found.question == pytest.approx(float(question @ vector), abs=1e-6)
    assert found.answer == pytest.approx(float(answer @ vector), abs=1e-6)
    assert 0 < found.lexical <= 1
    text = ENTRIES[0].answer[found.answer_start : found.answer_end]
    assert text == "Dogs travel free on a lead."


def test_an_entry_without_alternates_has_no_similarity_to_one(generation: Generation) -> None:
    assert evidence_for(generation, "Where do I ask about lost property?")["lost"].alternate == 0


def test_words_find_what_vectors_do_not(publish: Publish, faqdesk: Faqdesk) -> None:
    near = [Entry(f"near-{n}", "Rare code?", f"It is {n}.") for n in range(5)]
    publish(*near, Entry("code", "Something else entirely?", "Use SKU-2023 on the form, please."))
    found = evidence_for(faqdesk.library.current(), "Rare code? SKU-2023", limit=2)
    assert "code" in found


def test_an_entry_with_very_many_alternates_does_not_hide_the_others(
    publish: Publish, faqdesk: Faqdesk
) -> None:
    alternates = tuple(f"Which colour is ship{n}?" for n in range(300))
    crowd = Entry("crowd", "Which colour is the ship?", "White.", alternates)
    others = [Entry(f"other-{n}", f"Colour of boat{n}", "Blue.") for n in range(3)]
    publish(crowd, *others)
    vector = ENCODER.encode(["Which colour is it?"])
    generation = faqdesk.library.current()
    (found,) = generation.evidence(["zzz"], vector, 4)
    assert {item.entry_id for item in found} == {"crowd", "other-0", "other-1", "other-2"}


def test_several_questions_at_once_find_what_each_finds_alone(generation: Generation) -> None:
    questions = [entry.question for entry in ENTRIES]
    together = generation.evidence(questions, ENCODER.encode(questions), 3)
    for question, found in zip(questions, together, strict=True):
        alone = evidence_for(generation, question, 3)
        assert [item.entry_id for item in found] == list(alone)
        for item in found:
            assert item.question == pytest.approx(alone[item.entry_id].question, abs=1e-6)


def test_an_empty_generation_finds_nothing(publish: Publish, faqdesk: Faqdesk) -> None:
    publish()
    assert evidence_for(faqdesk.library.current(), "Can I bring my dog?") == {}


def test_it_is_refused_under_another_number_digest_or_encoder(
    filled: Faqdesk, folder: Path
) -> None:
    info = filled.store.generation(1)
    other = HashEncoder()
    other.digest = "f" * 64
    for strange in (replace(info, number=2), replace(info, digest="0" * 64)):
        with pytest.raises(GenerationDamagedError, match="it was not made from this database"):
            Generation.open(folder, strange, ENCODER)
    with pytest.raises(GenerationDamagedError, match="made by the encoder hash, not by hash"):
        Generation.open(folder, info, other)
    assert Generation.open(folder, info, None).number == 1


def test_passages_cut_in_another_way_are_refused(
    filled: Faqdesk, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("index.generation.CUTTING_VERSION", 99)
    with pytest.raises(GenerationDamagedError, match="another version of faqdesk cut its passages"):
        Generation.open(folder, filled.store.generation(1), ENCODER)


@pytest.mark.parametrize("content", [None, "", "{", "7", "[[1]]", '[["a", "b"]]', "\ud800"])
def test_an_entry_list_that_makes_no_sense_is_damaged(content: str | None, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "entries.json").write_bytes(content.encode("utf-8", "surrogatepass"))
    with pytest.raises(GenerationDamagedError, match="entries.json is missing or damaged"):
        load_entries(tmp_path)


def test_an_entry_list_comes_back_as_it_was(tmp_path: Path) -> None:
    entries = [IndexedEntry("犬 🐕", 7), IndexedEntry("x", 2**40)]
    save_entries(tmp_path, entries)
    assert load_entries(tmp_path) == entries


def _truncated(data: bytes) -> bytes:
    return data[: len(data) // 2]


def _flipped_in_the_middle(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 0xFF]) + data[middle + 1 :]


@pytest.mark.parametrize(
    "damage",
    [_truncated, _flipped_in_the_middle, lambda _: b"", lambda _: b"PK\3\4 no zip", lambda _: b"x"],
)
def test_a_passage_table_that_cannot_be_read_is_damaged(
    damage: Callable[[bytes], bytes], folder: Path, tmp_path: Path
) -> None:
    data = (folder / "passages.npz").read_bytes()
    (tmp_path / "passages.npz").write_bytes(damage(data))
    with pytest.raises(GenerationDamagedError, match="passages.npz is missing or damaged"):
        PassageTable.load(tmp_path)


def test_a_passage_table_with_other_columns_is_damaged(tmp_path: Path) -> None:
    np.savez(tmp_path / "passages.npz", ids=np.zeros(3))
    with pytest.raises(GenerationDamagedError, match="passages.npz is missing or damaged"):
        PassageTable.load(tmp_path)


@pytest.mark.parametrize("name", ["params.index.json", "vocab.index.json", "data.csc.index.npy"])
@pytest.mark.parametrize("damage", [_truncated, lambda _: b"", lambda _: b"[]"])
def test_bm25_files_that_cannot_be_read_are_damaged(
    name: str, damage: Callable[[bytes], bytes], folder: Path
) -> None:
    path = folder / "bm25" / name
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(GenerationDamagedError, match="BM25 files .* are missing or damaged"):
        LexicalIndex.load(folder / "bm25")


def test_the_manifest_says_who_made_it_when(filled: Faqdesk, folder: Path) -> None:
    manifest, info = read_manifest(folder), filled.store.generation(1)
    found = GenerationInfo(
        manifest.generation,
        manifest.created,
        manifest.created_by,
        manifest.entries,
        manifest.digest,
    )
    assert found == info
    assert manifest.recall == 1
    assert json.loads((folder / "manifest.json").read_text())["encoder"] == "hash"
