"""The live generation: what happens when it is replaced, pruned, damaged or repaired meanwhile."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from data.errors import DatabaseError, GenerationDamagedError, NothingPublishedError
from data.records import Entry, GenerationInfo
from data.store import Store
from pipeline.build import Faqdesk
from pipeline.live import ATTEMPTS, LiveLibrary
from pipeline.making import make_gpus
from tests.conftest import Publish

NIGHT = Entry("night", "Are there midnight crossings?", "In August.")


@dataclass
class Interrupted(Store):
    """A store in which something happens between reading a generation's number and opening it."""

    store: Store
    happens: list[Callable[[], object]]

    @property
    def engine(self) -> object:  # type: ignore[override]
        return self.store.engine

    def generation(self, number: int) -> GenerationInfo:
        if self.happens:
            self.happens.pop(0)()
        return super().generation(number)


@pytest.fixture
def interrupted(filled: Faqdesk) -> Callable[..., LiveLibrary]:
    """A live library with events between reading the number and opening, one an attempt."""

    def library(*happens: Callable[[], object]) -> LiveLibrary:
        store = Interrupted(filled.store, list(happens))
        gpus = make_gpus(filled.settings)
        return LiveLibrary(store, filled.settings.generations, filled.encoder, gpus)

    return library


def replaced_and_pruned(filled: Faqdesk, publish: Publish) -> Callable[[], None]:
    def happens() -> None:
        before = filled.store.current_generation_number()
        publish(replace(NIGHT, answer=f"After generation {before}."))
        shutil.rmtree(filled.settings.generations / f"{before:06d}")

    return happens


def test_without_a_generation_it_says_how_to_make_one(faqdesk: Faqdesk) -> None:
    with pytest.raises(NothingPublishedError, match="Run `faqdesk ingest FILE`"):
        faqdesk.library.current()


def test_the_first_generation_is_noticed_after_that(faqdesk: Faqdesk, publish: Publish) -> None:
    with pytest.raises(NothingPublishedError, match="The library is empty"):
        faqdesk.answerer.answer(NIGHT.question)
    publish(NIGHT)
    assert faqdesk.answerer.answer(NIGHT.question).entry == NIGHT


def test_a_generation_is_opened_once_and_kept(filled: Faqdesk) -> None:
    assert filled.library.current() is filled.library.current()


def test_a_question_under_way_keeps_the_generation_that_it_began_with(
    filled: Faqdesk, publish: Publish
) -> None:
    before = filled.library.current()
    publish(NIGHT)
    shutil.rmtree(filled.settings.generations / "000001")
    assert before.evidence(["wifi"], filled.encoder.encode(["wifi"]), 3)
    assert filled.library.current().number == 2


@pytest.mark.parametrize("times", range(1, ATTEMPTS))
def test_a_generation_pruned_before_it_is_opened_is_survived(
    times: int, filled: Faqdesk, publish: Publish, interrupted: Callable[..., LiveLibrary]
) -> None:
    library = interrupted(*[replaced_and_pruned(filled, publish)] * times)
    assert library.current().number == times + 1


def test_a_roll_back_before_it_is_opened_is_survived(
    filled: Faqdesk, publish: Publish, interrupted: Callable[..., LiveLibrary]
) -> None:
    publish(NIGHT)

    def rolled_back() -> None:
        filled.publisher.roll_back(1, by="test")
        shutil.rmtree(filled.settings.generations / "000002")

    assert interrupted(rolled_back).current().number == 1


def test_a_library_that_never_holds_still_is_given_up_with_a_sentence(
    filled: Faqdesk, publish: Publish, interrupted: Callable[..., LiveLibrary]
) -> None:
    library = interrupted(*[replaced_and_pruned(filled, publish)] * ATTEMPTS)
    with pytest.raises(GenerationDamagedError, match="000003 cannot be used.*doctor --fix"):
        library.current()
    assert library.current().number == ATTEMPTS + 1


def test_a_damaged_new_generation_is_refused_and_once_mended_it_answers(
    filled: Faqdesk, publish: Publish
) -> None:
    filled.library.current()
    publish(NIGHT)
    path = filled.settings.generations / "000002" / "vectors.faiss"
    sound = path.read_bytes()
    path.write_bytes(sound[:-1])
    for _ in range(2):
        with pytest.raises(GenerationDamagedError, match="vectors.faiss has been altered"):
            filled.answerer.answer(NIGHT.question)
    path.write_bytes(sound)
    assert filled.answerer.answer(NIGHT.question).entry == NIGHT


def test_a_damaged_generation_is_left_behind_by_the_next_publish(
    filled: Faqdesk, publish: Publish, opened: Callable[[], Faqdesk]
) -> None:
    (filled.settings.generations / "000001" / "entries.json").write_text("[]")
    desk = opened()
    with pytest.raises(GenerationDamagedError, match="entries.json has been altered"):
        desk.library.current()
    publish(NIGHT)
    assert desk.library.current().number == 2
    assert desk.answerer.answer(NIGHT.question).entry == NIGHT


def test_a_database_that_goes_away_is_a_sentence_at_the_next_question(
    filled: Faqdesk, home: Path
) -> None:
    filled.library.current()
    filled.engine.dispose()
    (home / "faqdesk.db-wal").unlink(missing_ok=True)
    (home / "faqdesk.db").write_bytes(b"gone" * 2000)
    with pytest.raises(DatabaseError, match="could not be used"):
        filled.answerer.answer(NIGHT.question)
