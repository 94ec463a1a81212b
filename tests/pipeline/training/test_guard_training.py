"""Fitting the guard's weights."""

from __future__ import annotations

import numpy as np

from index.encoder import HashEncoder
from pipeline.evaluation.guard import GuardCase
from pipeline.phrasing.evidence import FEATURES
from pipeline.phrasing.source import Source
from pipeline.training.guard import (
    as_numbers,
    fitted,
    numbers_of,
    sentences_in,
    threshold_of,
)


class Undecided:
    """A trained check that thinks nothing."""

    def against(self, sentence: str, source: Source) -> float:
        return 0.0 * len(sentence) * len(source.texts)


def cases() -> list[GuardCase]:
    made: list[GuardCase] = []
    for number in range(12):
        answer = f"Bags number {number} may be stored. Dogs may not enter."
        made += [
            GuardCase(number, "What may I do?", answer, "Dogs may not enter.", True),
            GuardCase(number, "What may I do?", answer, "Dogs may enter.", False),
        ]
    return made


def test_sentences_are_told_apart_by_what_speaks_against_them() -> None:
    sentences = sentences_in(cases(), HashEncoder())
    wrong = np.array([not cases()[number].faithful for number in sentences.case])
    weights = fitted(sentences.values, wrong)
    assert len(weights) == len(FEATURES) + 1
    doubts = sentences.values @ weights[:-1] + weights[-1]
    assert doubts[wrong].min() > doubts[~wrong].max()


def test_only_length_may_speak_for_a_sentence() -> None:
    random = np.random.default_rng(0)
    values = random.random((200, len(FEATURES)))
    wrong = values[:, 0] + 0.3 * random.random(200) > 0.6
    weights = fitted(values, wrong)
    assert (weights[: FEATURES.index("length")] >= 0).all()
    assert weights[FEATURES.index("against")] == weights[:-1].max()


def test_the_threshold_keeps_both_targets_where_it_can() -> None:
    made = cases()
    doubts = np.array([0.3 if case.faithful else 0.6 for case in made])
    assert 0.3 <= threshold_of(doubts, made) < 0.6


def test_numbers_are_named() -> None:
    numbers = as_numbers(np.arange(len(FEATURES) + 1, dtype=float), 0.5)
    assert numbers["weights"] == {name: float(n) for n, name in enumerate(FEATURES)}
    assert numbers["bias"] == len(FEATURES)


def test_with_the_trained_check_there_is_one_number_more() -> None:
    sentences = sentences_in(cases(), HashEncoder(), Undecided())
    assert sentences.values.shape[1] == len(FEATURES) + 1
    numbers = numbers_of(sentences, cases())
    assert isinstance(numbers["weights"], dict)
    assert numbers["weights"]["unentailed"] == 0
