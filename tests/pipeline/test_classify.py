"""What every classifier must do, tried on the linear one with the stand-in encoder."""

from __future__ import annotations

import numpy as np
import pytest

from data.errors import InputError
from index.encoder import HashEncoder
from pipeline.classify import (
    IN_SCOPE_AT,
    Classifier,
    Head,
    LinearClassifier,
)
from pipeline.intent.belonging import Scope, nearness
from pipeline.intent.kinds import BUCKETS

TOPICS = {
    "dogs": ["dog", "puppy", "leash", "kennel", "bark", "paws"],
    "fares": ["fare", "price", "ticket", "euros", "cost", "refund"],
    "times": ["sail", "depart", "timetable", "morning", "late", "hour"],
}
TEXTS = [
    (f"{first} {second}", topic)
    for topic, words in TOPICS.items()
    for first in words
    for second in words
    if first != second
]


def fitted(texts: list[tuple[str, str]], seed: int = 0) -> LinearClassifier:
    return LinearClassifier.fit(
        HashEncoder(), [text for text, _ in texts], [label for _, label in texts], seed=seed
    )


@pytest.fixture(scope="module", params=["linear"])
def classifier(request: pytest.FixtureRequest) -> Classifier:
    return fitted(TEXTS)


def test_each_text_gets_a_verdict_in_range(classifier: Classifier) -> None:
    verdicts = classifier.classify(["dog leash", "", "ticket 🎫", "word " * 500])
    assert len(verdicts) == 4
    assert all(verdict.label in TOPICS for verdict in verdicts)
    assert all(0 <= value <= 1 for v in verdicts for value in (v.confidence, v.in_scope))


def test_no_texts_get_no_verdicts(classifier: Classifier) -> None:
    assert classifier.classify([]) == []


def test_the_order_and_the_company_of_texts_make_no_difference(classifier: Classifier) -> None:
    texts = ["dog leash", "ticket price", "late hour"]
    together = classifier.classify(texts)
    assert [v.label for v in together] == ["dogs", "fares", "times"]
    for text, verdict in zip(texts, together, strict=True):
        (alone,) = classifier.classify([text])
        assert alone.label == verdict.label
        assert alone.confidence == pytest.approx(verdict.confidence, abs=1e-5)
        assert alone.in_scope == pytest.approx(verdict.in_scope, abs=1e-5)


def test_known_texts_are_in_scope_and_foreign_ones_are_not(classifier: Classifier) -> None:
    known, foreign = classifier.classify(["dog puppy", "quantum chromodynamics"])
    assert known.in_scope >= IN_SCOPE_AT > foreign.in_scope


def test_most_training_texts_are_in_scope(classifier: Classifier) -> None:
    verdicts = classifier.classify([text for text, _ in TEXTS])
    assert np.mean([v.in_scope >= IN_SCOPE_AT for v in verdicts]) >= 0.9


def test_the_same_seed_gives_the_same_classifier() -> None:
    texts = ["dog price", "late"]
    assert fitted(TEXTS, 3).classify(texts) == fitted(TEXTS, 3).classify(texts)


def test_two_labels_are_told_apart_with_probabilities_that_add_up() -> None:
    two = fitted([pair for pair in TEXTS if pair[1] != "times"])
    dog, fare = two.classify(["dog leash", "ticket price"])
    assert (dog.label, fare.label) == ("dogs", "fares")
    assert 0.5 < dog.confidence < 1


def test_labels_with_a_single_text_each_can_be_learnt() -> None:
    single = fitted([("dog", "dogs"), ("fare", "fares"), ("sail", "times")])
    assert [v.label for v in single.classify(["sail", "dog"])] == ["times", "dogs"]


@pytest.mark.parametrize("texts", [[], [("dog", "dogs"), ("puppy", "dogs")]])
def test_fewer_than_two_labels_cannot_be_learnt(texts: list[tuple[str, str]]) -> None:
    with pytest.raises(InputError, match=r"at least two labels.*Add texts"):
        fitted(texts)


def test_progress_counts_the_texts_that_are_learnt() -> None:
    done: list[int] = []
    texts = [text for text, _ in TEXTS]
    LinearClassifier.fit(HashEncoder(), texts, [label for _, label in TEXTS], progress=done.append)
    assert sum(done) == len(TEXTS)


def test_in_scope_is_as_worked_by_hand() -> None:
    scope = Scope(9, 2, 0.7, 0.1, bar=-2.5)
    in_scope = scope.in_scope(np.array([5.0, 8.0]), np.array([0.6, 0.5]))
    # −2 − 1 = −3 is half a step below the bar; −0.5 − 2 = −2.5 is on it.
    assert in_scope == pytest.approx([1 / (1 + np.exp(0.5)), 0.5])


def test_the_bar_leaves_three_held_out_texts_in_a_hundred_below() -> None:
    logits, cosines = np.arange(200.0), np.linspace(0, 1, 200)
    scope = Scope.from_held_out(logits, cosines)
    assert (scope.in_scope(logits, cosines) < IN_SCOPE_AT).sum() == 6


def test_nearness_is_the_mean_cosine_to_the_nearest_five() -> None:
    angles = np.radians([0, 10, 20, 30, 40, 50, 60])
    known = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    expected = np.cos(angles[:5]).mean()
    assert nearness(known[:1], known) == pytest.approx([expected], abs=1e-6)
    past_itself = np.cos(angles[1:6]).mean()
    assert nearness(known[:1], known, skip=1) == pytest.approx([past_itself], abs=1e-6)


def test_logits_are_weights_times_vector_plus_bias() -> None:
    head = Head(np.array([[1, 0], [0, 2]], np.float32), np.array([0.5, -1], np.float32))
    assert head.logits(np.array([[3, 4]], np.float32)).tolist() == [[3.5, 7.0]]


@pytest.fixture
def many() -> list[tuple[str, str]]:
    """So many texts that the head takes spelling too, and there is no second opinion."""
    return [(f"{text} {number}", topic) for number in range(40) for text, topic in TEXTS]


def test_many_texts_are_told_apart_by_vectors_and_spelling(
    many: list[tuple[str, str]],
) -> None:
    learnt = fitted(many)
    assert learnt.alike is None
    assert learnt.head.weights.shape == (3, HashEncoder().dimension + BUCKETS)
    verdicts = learnt.classify(["dog leash", "ticket price", "quantum chromodynamics"])
    assert [v.label for v in verdicts[:2]] == ["dogs", "fares"]
    assert verdicts[0].in_scope >= IN_SCOPE_AT > verdicts[2].in_scope
