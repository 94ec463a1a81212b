"""What is deleted, changed or rolled back is so at the next question, wherever it is asked."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from data.answers import Decision
from data.records import Entry
from index.passages import passages_of
from pipeline.build import Faqdesk
from tests.conftest import Publish
from tests.pipeline.looks import ids_found
from tests.pipeline.zygote import Zygote

WIFI = "Is there wireless internet on board?"


def in_dense_index(faqdesk: Faqdesk, entry: Entry) -> bool:
    wanted = {passage.id for passage in passages_of([entry], faqdesk.encoder)[0]}
    return wanted <= set(faqdesk.library.current().vectors.ids.tolist())


def in_lexical_index(faqdesk: Faqdesk, word: str) -> bool:
    return bool(faqdesk.library.current().lexical.scores(word).any())


@pytest.fixture
def early(filled: Faqdesk, opened: Callable[[], Faqdesk]) -> Faqdesk:
    """A library that was opened, and asked, before anything changes."""
    early = opened()
    assert early.answerer.answer(WIFI).text == "There is free wifi in the lounge."
    return early


def test_a_deleted_entry_is_gone_from_both_indexes_and_from_answers(
    filled: Faqdesk, early: Faqdesk, entries: tuple[Entry, ...]
) -> None:
    wifi = entries[4]
    assert in_dense_index(early, wifi)
    assert in_lexical_index(early, "wireless")
    filled.ingester.retire(["wifi"], by="test")
    assert not in_dense_index(early, wifi)
    assert not in_lexical_index(early, "wireless")
    assert "wifi" not in ids_found(early.answerer, WIFI)
    assert early.answerer.answer(WIFI).decision is not Decision.ANSWERED


def test_an_updated_entry_is_found_by_its_new_words_and_no_more_by_its_old_ones(
    early: Faqdesk, publish: Publish, entries: tuple[Entry, ...]
) -> None:
    wifi = entries[4]
    changed = replace(wifi, question="Does the ferry offer broadband?", answer="Yes, in the bar.")
    publish(changed)
    assert in_dense_index(early, changed)
    assert not in_dense_index(early, wifi)
    assert in_lexical_index(early, "broadband")
    assert not in_lexical_index(early, "wireless")
    answer = early.answerer.answer("Does the ferry offer broadband?")
    assert answer.entry == changed
    assert answer.text == "Yes, in the bar."


def test_an_added_entry_answers_at_once(early: Faqdesk, publish: Publish) -> None:
    night = Entry("night", "Are there midnight crossings?", "In August.")
    publish(night)
    assert in_dense_index(early, night)
    assert in_lexical_index(early, "midnight")
    assert early.answerer.answer("Are there midnight crossings?").entry == night


def test_a_roll_back_takes_away_what_came_later_and_brings_back_what_went(
    filled: Faqdesk, early: Faqdesk, publish: Publish, entries: tuple[Entry, ...]
) -> None:
    publish(Entry("night", "Are there midnight crossings?", "In August."))
    filled.ingester.retire(["wifi"], by="test")
    filled.publisher.roll_back(1, by="test")
    assert in_dense_index(early, entries[4])
    assert not in_lexical_index(early, "midnight")
    assert early.answerer.answer(WIFI).entry == entries[4]
    assert "night" not in ids_found(early.answerer, "Are there midnight crossings?")


@pytest.mark.slow
def test_another_process_answers_from_each_change_as_soon_as_it_is_published(
    filled: Faqdesk, zygote: Zygote, home: Path, tmp_path: Path, entries: tuple[Entry, ...]
) -> None:
    asking = tmp_path / "asking.json"
    job = {"questions": [WIFI], "result": str(asking), "until": str(tmp_path / "until")}
    process = zygote.start("ask", home, **job)
    _wait_for_turns(filled, more_than=3)
    filled.ingester.retire(["wifi"], by="test")
    _wait_for_turns(filled, more_than=3)
    filled.publisher.roll_back(1, by="test")
    (tmp_path / "until").touch()
    assert zygote.wait(process) == 0
    seen = json.loads(asking.read_text())["seen"]
    generations = [generation for generation, *_ in seen]
    first, last = generations.index(2), len(generations) - generations[::-1].index(2)
    assert set(generations[first:last]) == {2}
    assert {name for _, _, name, _ in seen[:first] + seen[last:]} == {"wifi"}
    assert "wifi" not in {name for _, _, name, _ in seen[first:last]}
    assert generations[-1] == 1


def _wait_for_turns(faqdesk: Faqdesk, more_than: int) -> None:
    """Waits until others have asked that many questions from now on."""
    enough = faqdesk.turns.count() + more_than
    for _ in range(1000):
        if faqdesk.turns.count() > enough:
            return
        time.sleep(0.01)
    pytest.fail("the other process asks nothing")
