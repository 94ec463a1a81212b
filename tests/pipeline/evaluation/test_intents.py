"""Kinds of message and categories."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import f1_score

from pipeline.evaluation.bootstrap import EMPTY
from pipeline.evaluation.intents import (
    category_confusion,
    intent_figures,
    kind_confusion,
    macro_f1,
)
from tests.pipeline.evaluation.factories import CATEGORIES, outcome

KINDS = [("ask", "ask"), ("ask", "ask"), ("ask", "thanks"), ("thanks", "thanks"), ("bye", "ask")]


def test_accuracy_and_macro_f1_by_hand() -> None:
    # ask: precision 2/3, recall 2/3, F1 2/3. thanks: 1/2 and 1, F1 2/3. bye: never told, F1 0.
    found = intent_figures([outcome(kind=kind, intent=told) for kind, told in KINDS], seed=0)
    assert (found["accuracy"].value, found["accuracy"].n) == (0.6, 5)
    assert found["macro_f1"].value == pytest.approx((2 / 3 + 2 / 3 + 0) / 3, abs=1e-6)


def test_a_resample_is_what_the_library_says_of_the_drawn_questions() -> None:
    expected, told = [kind for kind, _ in KINDS], [kind for _, kind in KINDS]
    drawn = [0, 2, 2, 3, 3]
    weights = np.bincount(drawn, minlength=5)[None].astype(float)
    by_hand = f1_score([expected[at] for at in drawn], [told[at] for at in drawn], average="macro")
    assert macro_f1(expected, told).measure(weights) == pytest.approx([by_hand])


def test_questions_of_no_known_kind_or_without_an_intent_are_left_out() -> None:
    outcomes = [outcome(kind="ask"), outcome(intent="ask"), outcome(kind="ask", intent="ask")]
    assert intent_figures(outcomes, seed=0)["accuracy"].n == 1
    assert intent_figures(outcomes[:2], seed=0) == {"accuracy": EMPTY, "macro_f1": EMPTY}


def test_kinds_that_are_mistaken_for_each_other_are_counted() -> None:
    outcomes = [outcome(kind=kind, intent=told) for kind, told in KINDS]
    assert kind_confusion(outcomes) == {
        "ask": {"ask": 2, "thanks": 1},
        "bye": {"ask": 1},
        "thanks": {"thanks": 1},
    }


def test_categories_of_given_entries_are_set_against_those_expected() -> None:
    outcomes = [
        outcome(relevant="a", ranking="a"),
        outcome(relevant="a", ranking="c"),
        # Right by its second entry, so that Money was expected too.
        outcome(relevant="ac", ranking="c"),
        outcome(relevant="a", ranking="c", answered=False),
        outcome(relevant="", ranking="c"),
    ]
    assert category_confusion(outcomes, CATEGORIES) == {
        "Money": {"Money": 1},
        "Travel": {"Money": 1, "Travel": 1},
    }
