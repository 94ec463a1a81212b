from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from data.answers import Decision, MessageKind
from index.encoder import HashEncoder
from pipeline.build import Faqdesk
from pipeline.decide import Verdict
from pipeline.intent.deciding import Guesses, category_belief, intent_of
from pipeline.intent.kinds import MESSAGES, KindClassifier, KindGuess, spelling
from tests.pipeline.test_retrieve_and_decide import candidate

ENCODER = HashEncoder()


def messages(split: str) -> list[dict[str, str]]:
    lines = MESSAGES.with_name(f"{split}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_messages_are_of_every_kind_and_those_to_measure_with_are_not_learnt() -> None:
    texts = {}
    for split in ("train", "test"):
        rows = messages(split)
        counts = Counter(row["kind"] for row in rows)
        assert set(counts) == set(MessageKind)
        assert min(counts.values()) >= 50
        texts[split] = {" ".join(row["text"].lower().split()) for row in rows}
    assert not texts["train"] & texts["test"]


def guessed(classifier: KindClassifier, text: str) -> MessageKind:
    (guess,) = classifier.classify([text], ENCODER.encode([text]))
    return guess.kind


def test_what_was_learnt_is_kept_and_read_again(tmp_path: Path) -> None:
    texts = ["hello", "thank you so much", "goodbye", "how do I reset my password?"]
    first = KindClassifier(ENCODER, tmp_path)
    guesses = first.classify(texts, ENCODER.encode(texts))
    assert [guess.kind for guess in guesses] == ["greeting", "thanks", "goodbye", "question"]
    again = KindClassifier(ENCODER, tmp_path)
    assert again.classify(texts, ENCODER.encode(texts)) == guesses
    (file,) = tmp_path.glob("kinds-*.safetensors")
    assert load_file(file)["weights"].shape == (len(messages("train")), len(MessageKind))


def test_a_damaged_file_is_learnt_anew(tmp_path: Path) -> None:
    KindClassifier(ENCODER, tmp_path).ready()
    (file,) = tmp_path.glob("kinds-*.safetensors")
    file.write_bytes(b"broken")
    assert guessed(KindClassifier(ENCODER, tmp_path), "hello") == "greeting"


def test_where_nothing_can_be_kept_it_still_works(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert guessed(KindClassifier(ENCODER, tmp_path / "file"), "hello") == "greeting"


def test_spelling_gives_units_whatever_the_text() -> None:
    lengths = np.linalg.norm(spelling(["hello there", "?", "🍕", "a" * 5000]), axis=1)
    assert lengths == pytest.approx(1)
    assert np.linalg.norm(spelling([""])) == 0


def verdict(decision: Decision, confidence: float, near: float = 0.5) -> Verdict:
    best = candidate("best", near) if decision is Decision.ANSWERED else None
    return Verdict(decision, confidence, best, ())


@pytest.mark.parametrize(
    ("kind", "sure", "told", "taken"),
    [
        ("greeting", 0.9, verdict(Decision.UNANSWERED, 0.1), True),
        ("greeting", 0.9, verdict(Decision.SUGGESTED, 0.5), True),
        ("thanks", 0.99, verdict(Decision.ANSWERED, 0.7, near=0.5), True),
        ("greeting", 0.99, verdict(Decision.ANSWERED, 0.7, near=0.9), False),
        ("greeting", 0.85, verdict(Decision.ANSWERED, 0.9), False),
        ("greeting", 0.5, verdict(Decision.SUGGESTED, 0.3), False),
        ("person", 0.99, verdict(Decision.ANSWERED, 0.7), False),
        ("person", 0.99, verdict(Decision.SUGGESTED, 0.5), True),
        ("off-topic", 0.9, verdict(Decision.SUGGESTED, 0.3), False),
        ("off-topic", 0.4, verdict(Decision.UNANSWERED, 0.1), True),
        ("unintelligible", 0.9, verdict(Decision.ANSWERED, 0.9), False),
        ("question", 0.9, verdict(Decision.UNANSWERED, 0.1), False),
    ],
)
def test_small_talk_is_what_no_entry_has_a_better_claim_to(
    kind: str, sure: float, told: Verdict, taken: bool
) -> None:
    guess = KindGuess(MessageKind(kind), sure)
    intent = intent_of(Guesses(guess, None), told, [], 30)
    assert intent.kind == (kind if taken else "question")


def test_a_kept_file_of_another_shape_is_learnt_anew(tmp_path: Path) -> None:
    KindClassifier(ENCODER, tmp_path).ready()
    (file,) = tmp_path.glob("kinds-*.safetensors")
    names = ("vectors", "spelt", "weights", "shares")
    save_file({name: np.ones((3, 3), np.float32) for name in names}, file)
    assert guessed(KindClassifier(ENCODER, tmp_path), "hello") == "greeting"


def test_the_category_is_the_one_most_believed_in() -> None:
    from dataclasses import replace

    def of(name: str, score: float, category: str):  # noqa: ANN202
        one = candidate(name, score)
        return replace(one, entry=replace(one.entry, category=category))

    candidates = [of("a", 0.60, "Pets"), of("b", 0.59, "Fares"), of("c", 0.59, "Fares")]
    belief = category_belief(candidates, sharpness=30)
    assert sum(belief.values()) == pytest.approx(1)
    guess = Guesses(KindGuess(MessageKind.QUESTION, 0.9), None)
    intent = intent_of(guess, verdict(Decision.SUGGESTED, 0.5), candidates, 30)
    assert (intent.category, intent.category_confidence) == ("Fares", belief["Fares"])


def test_a_greeting_is_greeted_and_kept_as_one(filled: Faqdesk) -> None:
    answer = filled.answerer.answer("hello")
    assert answer.intent is not None
    assert answer.intent.kind is MessageKind.GREETING
    assert answer.text == filled.settings.greeting_text
    assert (answer.entry, answer.suggestions) == (None, ())
    assert filled.turns.latest(1)[0].kind is MessageKind.GREETING


def test_two_questions_are_answered_one_after_the_other(filled: Faqdesk) -> None:
    entries = [revision.entry for revision in filled.store.current_revisions()][:2]
    first, second = (entry.question for entry in entries)
    answer = filled.answerer.answer(f"{first} {second}")
    assert [a.entry and a.entry.id for a in (answer, *answer.further)] == [e.id for e in entries]
    assert [turn.question for turn in filled.turns.latest(2)] == [second, answer.question]
    assert [a.turn for a in (answer, *answer.further)] == [1, 2]


def test_a_question_can_be_limited_to_a_category(filled: Faqdesk) -> None:
    entries = [revision.entry for revision in filled.store.current_revisions()]
    names = {entry.category for entry in entries if entry.category}
    for name in names:
        answer = filled.answerer.answer(entries[0].question, category=name.upper())
        assert {candidate.entry.category for candidate in answer.candidates} == {name}


def test_one_question_that_has_an_entry_is_answered_beside_one_that_has_none(
    filled: Faqdesk,
) -> None:
    first = filled.store.current_revisions()[0].entry
    answer = filled.answerer.answer(f"{first.question} What is the capital of Peru?")
    given = [a.entry.id for a in (answer, *answer.further) if a.entry]
    assert given == [first.id]
