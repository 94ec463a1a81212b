"""Exact match and F1 as SQuAD defines them."""

from __future__ import annotations

import pytest

from pipeline.evaluation.records import Figure
from pipeline.evaluation.spans import answer_figures, exact_match, normalised, token_f1
from tests.pipeline.evaluation.factories import outcome


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("The Cat", "cat"),
        ("a cat, an owl & the dog!", "cat owl dog"),
        ("U.S.A.", "usa"),
        ("well-known", "wellknown"),
        ("  two \n words\t", "two words"),
        ("Theatre analysis area", "theatre analysis area"),
        ("the a an", ""),
        ("?!", ""),
        # Only ASCII punctuation goes, as in the published script.
        ("“so”", "“so”"),
        # Punctuation goes before articles: what is left of "a." is an article.
        ("vitamin a.", "vitamin"),
    ],
)
def test_the_published_normalisation(text: str, bare: str) -> None:
    assert normalised(text) == bare


def test_the_worked_example() -> None:
    # [930, boat] and [930, boat, from, oban]: precision 2/2, recall 2/4.
    given, gold = "the 9:30 boat", ["9:30 boat from Oban"]
    assert exact_match(given, gold) == 0
    assert token_f1(given, gold) == pytest.approx(2 * 1 * 0.5 / 1.5)


def test_a_word_counts_as_often_as_it_is_in_both() -> None:
    # Two of three are common: precision 2/3, recall 2/2.
    assert token_f1("no no no", ["no no"]) == pytest.approx(2 * (2 / 3) * 1 / (2 / 3 + 1))


def test_the_best_gold_text_counts() -> None:
    golds = ["at noon", "12:00"]
    assert exact_match("12:00.", golds) == 1
    assert token_f1("noon", golds) == pytest.approx(2 * 1 * 0.5 / 1.5)


@pytest.mark.parametrize(
    ("given", "gold", "score"),
    [("", [""], 1), ("", [], 1), ("x", [], 0), ("", ["x"], 0), ("the", ["a"], 1)],
)
def test_no_answer_is_right_only_where_none_is_expected(
    given: str, gold: list[str], score: float
) -> None:
    assert exact_match(given, gold) == score
    assert token_f1(given, gold) == score


def test_figures_take_the_span_then_the_whole_answer_then_nothing() -> None:
    outcomes = [
        outcome(gold="9:30", span="9:30"),
        outcome(gold="9:30", text="At 9:30."),  # [at, 930]: precision 1/2, recall 1/1
        outcome(gold="9:30", text="9:30", answered=False),
        outcome(span="9:30"),
    ]
    found = answer_figures(outcomes, seed=0)
    assert found["em"].value == pytest.approx(1 / 3, abs=1e-6)
    assert found["f1"].value == pytest.approx((1 + 2 / 3 + 0) / 3, abs=1e-6)
    assert found["f1"].n == 3


def test_without_gold_words_there_are_no_figures() -> None:
    empty = Figure(None, None, None, 0)
    assert answer_figures([outcome()], seed=0) == {"em": empty, "f1": empty}
