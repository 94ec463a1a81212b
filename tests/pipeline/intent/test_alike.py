"""What a few texts teach by what they are like."""

from __future__ import annotations

import numpy as np
import pytest

from index.encoder import HashEncoder
from pipeline.intent.alike import RIDGE, SPELLING_WEIGHT, learn_alike

TEXTS = [
    "does the ferry sail",
    "when will the ferry sail",
    "ticket price",
    "what price is a ticket",
]
LABELS = np.eye(2, dtype=np.float32)[[0, 0, 1, 1]]


def vectors(*texts: str) -> np.ndarray:
    return HashEncoder().encode(texts)


def test_a_text_with_typos_is_like_those_that_it_was_meant_as() -> None:
    alike = learn_alike(TEXTS, vectors(*TEXTS), LABELS, np.ones(4, np.float32)).alike
    asked = ["wen wil the fery sial", "tickets prise"]
    scores = alike.scores(asked, vectors(*asked))
    assert scores.shape == (2, 2)
    assert scores.argmax(axis=1).tolist() == [0, 1]


def test_what_is_said_of_a_text_left_out_is_what_the_others_would_say() -> None:
    lesson = learn_alike(TEXTS, vectors(*TEXTS), LABELS, np.ones(4, np.float32))
    others = learn_alike(TEXTS[1:], vectors(*TEXTS[1:]), LABELS[1:], np.ones(3, np.float32)).alike
    # The shares of the labels are those of all texts.
    above = others.scores(TEXTS[:1], vectors(TEXTS[0])) - others.shares
    told = lesson.left_out[0] - lesson.alike.shares
    assert told.argmax() == above[0].argmax() == 0
    assert lesson.left_out[0][0] < lesson.alike.scores(TEXTS[:1], vectors(TEXTS[0]))[0][0]


def test_scores_are_as_worked_by_hand() -> None:
    orthogonal = np.eye(2, 256, dtype=np.float32)
    lesson = learn_alike(
        ["a", "b"], orthogonal, np.eye(2, dtype=np.float32), np.ones(2, np.float32)
    )
    (own, other), _ = lesson.alike.scores(["a", "b"], orthogonal)
    # Both kernels leave a little likeness between any two texts, and so a little doubt.
    assert own == pytest.approx(0.5 + 0.5 * (1 + SPELLING_WEIGHT) / (1.6 + RIDGE), abs=0.01)
    assert own + other == pytest.approx(1, abs=1e-5)
    assert lesson.left_out == pytest.approx(np.full((2, 2), 0.5), abs=0.15)
