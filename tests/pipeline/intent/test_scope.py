"""Questions that are marked as out of scope, and what counts as one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from data.answers import Answer, Decision, Evidence, MessageKind
from data.records import Entry
from data.scope import ScopeMarks
from index.encoder import HashEncoder
from pipeline.build import Faqdesk
from pipeline.intent.scope import OutOfScope
from pipeline.retrieve import Found
from tests.conftest import Publish

POOL = "is there a swimming pool on your ship"
NOTHING = Found((), ())


def kind(answer: Answer) -> MessageKind:
    assert answer.intent is not None
    return answer.intent.kind


def near(question: float, alternate: float = 0.0) -> Found:
    return Found((), (Evidence("pool", 1, question, alternate, 0.99, 0.0),))


@pytest.fixture
def scope(faqdesk: Faqdesk) -> OutOfScope:
    """With one question that is marked."""
    faqdesk.scope_marks.add([f"Hello, {POOL}?"], "Ada")
    return OutOfScope(faqdesk.scope_marks, faqdesk.encoder, faqdesk.vector_cache)


def test_what_asks_the_same_counts_and_what_only_shares_words_does_not(scope: OutOfScope) -> None:
    texts = [POOL, f"{POOL} now", "is there a café on board"]
    found = scope.likeness(HashEncoder().encode(texts), [NOTHING] * 3)
    assert found[0] == pytest.approx(1)
    assert 0.85 <= found[1] < 1
    assert found[2] == 0


def test_an_entry_keeps_a_question_to_which_it_is_as_near(scope: OutOfScope) -> None:
    vectors = HashEncoder().encode([f"{POOL} now"])
    [cosine] = scope.likeness(vectors, [NOTHING])
    for found in (near(cosine), near(0.2, cosine), near(cosine + 0.01)):
        assert scope.likeness(vectors, [found]) == [0]
    assert scope.likeness(vectors, [near(cosine - 0.01)]) == [cosine]


def test_an_entry_that_asks_it_answers_it_whatever_is_marked(
    filled: Faqdesk, publish: Publish
) -> None:
    filled.scope_marks.add(["Is there a swimming pool?"], "Ada")
    assert kind(filled.answerer.answer("is there a swimming pool")) is MessageKind.OFF_TOPIC
    publish(Entry("pool", "Is there a swimming pool?", "No."))
    assert filled.answerer.answer("is there a swimming pool").text == "No."


def test_marks_come_and_go_in_a_process_that_is_running(
    filled: Faqdesk, opened: Callable[[], Faqdesk]
) -> None:
    other = opened()
    assert kind(other.answerer.answer(POOL)) is MessageKind.QUESTION
    filled.scope_marks.add([POOL], "Ada")
    answer = other.answerer.answer(POOL)
    assert (kind(answer), answer.decision) == (MessageKind.OFF_TOPIC, Decision.UNANSWERED)
    assert (answer.text, answer.suggestions) == (filled.settings.off_topic_text, ())
    filled.scope_marks.remove([POOL], "Ada")
    assert kind(other.answerer.answer(POOL)) is MessageKind.QUESTION


def test_a_question_among_several_is_told_apart(filled: Faqdesk) -> None:
    filled.scope_marks.add([POOL], "Ada")
    answer = filled.answerer.answer(f"Can I bring my dog? {POOL}?")
    every = (answer, *answer.further)
    assert any(each.entry and each.entry.id == "dogs" for each in every)


def test_each_mark_is_embedded_once(
    faqdesk: Faqdesk, scope: OutOfScope, monkeypatch: pytest.MonkeyPatch
) -> None:
    vectors = faqdesk.encoder.encode([POOL])
    first = scope.likeness(vectors, [NOTHING])
    monkeypatch.setattr(HashEncoder, "encode", lambda *_: pytest.fail("embedded again"))
    another = OutOfScope(faqdesk.scope_marks, faqdesk.encoder, faqdesk.vector_cache)
    assert another.likeness(vectors, [NOTHING]) == first


def test_without_marks_nothing_is_compared(
    faqdesk: Faqdesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ScopeMarks, "all", lambda *_: pytest.fail("marks were read"))
    scope = OutOfScope(faqdesk.scope_marks, faqdesk.encoder, faqdesk.vector_cache)
    assert scope.likeness(np.ones((2, 256), np.float32), [NOTHING, near(0.5)]) == [0, 0]


def test_answers_without_marks_are_what_they_were(filled: Faqdesk) -> None:
    question = "is there wireless internet"
    before = replace(filled.unlogged_answerer.answer(question), timings=())
    filled.scope_marks.add([POOL], "Ada")
    assert replace(filled.unlogged_answerer.answer(question), timings=()) == before


def test_the_nearest_mark_is_named(faqdesk: Faqdesk, scope: OutOfScope) -> None:
    vector = faqdesk.encoder.encode([POOL])[0]
    assert scope.nearest(vector) == f"Hello, {POOL}?"
    faqdesk.scope_marks.remove([f"Hello, {POOL}?"], "Ada")
    assert scope.nearest(vector) == ""
