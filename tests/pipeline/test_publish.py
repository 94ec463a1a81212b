"""Publishing, rolling back and pruning: what is embedded, what is kept, what is answered."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from data.answers import Decision
from data.errors import UnknownEntryError, UnknownGenerationError
from data.exporting import export_entries
from data.records import Entry, IngestReport, Status
from index.encoder import HashEncoder, Progress, Vectors
from pipeline.build import Faqdesk
from tests.conftest import Publish
from tests.pipeline.looks import index_agrees, look_at, problems
from tests.sample_library import ENTRIES, UNKNOWN

QUESTIONS = [*(entry.question for entry in ENTRIES), UNKNOWN]
NIGHT = Entry("night", "Are there midnight crossings?", "In August.")


class CountingEncoder(HashEncoder):
    """Keeps the texts that it was given."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        self.texts += texts
        return super().encode(texts, progress)


@pytest.fixture
def encoder(faqdesk: Faqdesk) -> CountingEncoder:
    """The encoder of the library, which tells what it was given."""
    encoder = vars(faqdesk)["encoder"] = CountingEncoder()
    return encoder


@pytest.fixture
def ingest(faqdesk: Faqdesk, tmp_path: Path) -> Callable[..., IngestReport]:
    """Ingests entries from a file."""

    def ingest_file(entries: Sequence[Entry], *, replace_all: bool = False) -> IngestReport:
        export_entries(list(entries), tmp_path / "faq.csv")
        return faqdesk.ingester.ingest([str(tmp_path / "faq.csv")], replace_all=replace_all)

    return ingest_file


def numbers(faqdesk: Faqdesk) -> list[int]:
    return [info.number for info in faqdesk.store.generations()]


def folders(faqdesk: Faqdesk) -> list[str]:
    return sorted(path.name for path in faqdesk.settings.generations.iterdir())


def test_an_ingest_that_changes_nothing_publishes_and_embeds_nothing(
    encoder: CountingEncoder, faqdesk: Faqdesk, ingest: Callable[..., IngestReport]
) -> None:
    first = ingest(ENTRIES)
    assert (first.added, first.generation, first.embedded) == (12, 1, 27)
    encoder.texts.clear()
    again = ingest(ENTRIES, replace_all=True)
    assert (again.unchanged, again.accepted, again.embedded) == (12, 12, 0)
    assert again.generation == 1
    assert numbers(faqdesk) == [1]
    assert encoder.texts == []


def test_a_changed_answer_embeds_its_new_passages_alone(
    encoder: CountingEncoder, publish: Publish, faqdesk: Faqdesk
) -> None:
    publish(*ENTRIES)
    encoder.texts.clear()
    publish(replace(ENTRIES[0], answer="Dogs now pay half the fare."))
    assert encoder.texts == ["Dogs now pay half the fare."]
    assert faqdesk.answerer.answer(ENTRIES[0].question).text == "Dogs now pay half the fare."
    assert problems(faqdesk) == []


def test_an_answer_that_comes_back_is_not_embedded_again(
    encoder: CountingEncoder, publish: Publish
) -> None:
    publish(*ENTRIES)
    publish(replace(ENTRIES[0], answer="Never."))
    encoder.texts.clear()
    publish(ENTRIES[0])
    assert encoder.texts == []


def test_one_text_in_several_entries_is_embedded_once(
    encoder: CountingEncoder, publish: Publish, faqdesk: Faqdesk
) -> None:
    publish(*(Entry(f"copy-{n}", "Same question?", "Same answer.") for n in range(5)))
    assert sorted(encoder.texts) == ["Same answer.", "Same question?"]
    assert len(faqdesk.library.current().vectors) == 10


def test_a_change_that_touches_no_text_embeds_nothing_but_is_published(
    encoder: CountingEncoder, publish: Publish, faqdesk: Faqdesk
) -> None:
    publish(*ENTRIES)
    encoder.texts.clear()
    assert publish(replace(ENTRIES[0], category="Pets")) == 2
    assert encoder.texts == []
    answer = faqdesk.answerer.answer(ENTRIES[0].question)
    assert answer.entry
    assert answer.entry.category == "Pets"


def test_a_library_from_which_all_was_deleted_still_says_that_it_has_no_answer(
    filled: Faqdesk, publish: Publish
) -> None:
    report = filled.ingester.retire([entry.id for entry in ENTRIES], by="test")
    assert (report.retired, report.generation) == (12, 2)
    for question in QUESTIONS:
        answer = filled.answerer.answer(question)
        assert answer.decision is Decision.UNANSWERED
        assert answer.candidates == ()
    assert problems(filled) == []
    publish(NIGHT)
    assert filled.answerer.answer(NIGHT.question).entry == NIGHT


def test_retiring_what_is_retired_already_publishes_nothing(filled: Faqdesk) -> None:
    filled.ingester.retire(["dogs"], by="test")
    report = filled.ingester.retire(["dogs", "dogs"], by="test")
    assert (report.retired, report.unchanged, report.generation) == (0, 1, 2)


def test_retiring_an_unknown_entry_retires_none(filled: Faqdesk) -> None:
    with pytest.raises(UnknownEntryError, match="no entry with the id 'ghost'.*faqdesk list"):
        filled.ingester.retire(["dogs", "ghost"], by="test")
    assert numbers(filled) == [1]


def test_rejected_rows_keep_a_replacing_ingest_from_retiring(
    filled: Faqdesk, tmp_path: Path
) -> None:
    (tmp_path / "faq.csv").write_text("id,question,answer\nx,How?,So.\ny,Why?,\n")
    report = filled.ingester.ingest([str(tmp_path / "faq.csv")], replace_all=True)
    assert (report.added, report.retired, len(report.rejected)) == (1, 0, 1)
    assert "12 entries are not in the files but were kept" in report.warnings[-1]


@pytest.mark.parametrize("keep", [2, 3])
def test_old_folders_are_pruned_and_their_generations_remembered(
    keep: int, hashing: None, opened: Callable[[], Faqdesk], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAQDESK_KEEP_GENERATIONS", str(keep))
    desk = opened()
    for n in range(6):
        desk.publisher.publish([replace(NIGHT, answer=f"Number {n}.")], by="test")
    assert folders(desk) == [f"{n:06d}" for n in range(7 - keep, 7)]
    assert numbers(desk) == [6, 5, 4, 3, 2, 1]
    assert problems(desk) == []


def test_a_roll_back_to_a_pruned_generation_rebuilds_it_and_answers_as_it_did(
    filled: Faqdesk, publish: Publish
) -> None:
    before = look_at(filled, QUESTIONS)
    publish(
        replace(ENTRIES[0], question="May cats come?"), replace(ENTRIES[3], status=Status.RETIRED)
    )
    shutil.rmtree(filled.settings.generations / "000001")
    published = filled.publisher.roll_back(1, by="test")
    assert (published.generation, published.embedded) == (1, 0)
    after = look_at(filled, QUESTIONS)
    assert after.answers == before.answers
    assert after.generation == 1
    assert problems(filled) == []


def test_a_roll_back_mends_the_folder_that_it_goes_to(filled: Faqdesk, publish: Publish) -> None:
    before = look_at(filled, QUESTIONS)
    publish(NIGHT)
    (filled.settings.generations / "000001" / "vectors.faiss").write_bytes(b"damaged")
    filled.publisher.roll_back(1, by="test")
    assert look_at(filled, QUESTIONS).answers == before.answers
    assert problems(filled) == []


def test_a_roll_back_to_an_unknown_generation_changes_nothing(filled: Faqdesk) -> None:
    with pytest.raises(UnknownGenerationError, match="7 was never published.*faqdesk generations"):
        filled.publisher.roll_back(7, by="test")
    assert filled.store.current_generation_number() == 1


def test_a_roll_back_retires_what_came_later_and_keeps_all_history(
    filled: Faqdesk, publish: Publish
) -> None:
    publish(NIGHT, replace(ENTRIES[0], answer="Never."))
    filled.publisher.roll_back(1, by="rollback 1")
    night = filled.store.current_revision("night")
    assert night.entry == replace(NIGHT, status=Status.RETIRED)
    assert night.created_by == "rollback 1"
    assert [r.entry for r in filled.store.history("night")] == [NIGHT, night.entry]
    assert [r.entry.answer for r in filled.store.history("dogs")][-1] == "Never."
    assert filled.store.current_revision("dogs").entry == ENTRIES[0]
    assert index_agrees(filled)


def test_a_roll_back_brings_back_what_was_retired(filled: Faqdesk) -> None:
    filled.ingester.retire(["dogs", "bikes"], by="test")
    filled.publisher.roll_back(1, by="test")
    assert [r.entry for r in filled.store.current_revisions()] == list(ENTRIES)
    assert problems(filled) == []


def test_rolling_back_and_forth_ends_where_it_began(filled: Faqdesk, publish: Publish) -> None:
    publish(NIGHT)
    latest = look_at(filled, [*QUESTIONS, NIGHT.question])
    filled.publisher.roll_back(1, by="test")
    filled.publisher.roll_back(2, by="test")
    assert look_at(filled, [*QUESTIONS, NIGHT.question]).answers == latest.answers
    assert numbers(filled) == [2, 1]
    assert problems(filled) == []


def test_a_publish_after_a_roll_back_builds_on_what_is_live(
    filled: Faqdesk, publish: Publish
) -> None:
    publish(NIGHT)
    filled.publisher.roll_back(1, by="test")
    cabins = Entry("cabins", "Can I book a cabin?", "Yes.")
    assert publish(cabins) == 3
    live = [revision.entry for revision in filled.store.current_revisions()]
    assert live == [*ENTRIES, cabins]
    assert problems(filled) == []


def test_revisions_of_a_library_with_many_entries_are_all_found(
    publish: Publish, faqdesk: Faqdesk
) -> None:
    many = [Entry(f"e{n}", f"What is number{n}?", f"It is {n}.") for n in range(1200)]
    publish(*many)
    publish(NIGHT)
    faqdesk.publisher.roll_back(1, by="test")
    assert [r.entry for r in faqdesk.store.current_revisions()] == many
    assert faqdesk.answerer.answer("What is number1199?").entry == many[-1]
    assert problems(faqdesk) == []
