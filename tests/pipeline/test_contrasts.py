from __future__ import annotations

import pytest

from pipeline.contrasts import Clash, clash, marks, nearly_same


def test_the_worked_example_holds() -> None:
    against = clash("refund after 90 days", "Can I get a refund within 30 days?", "Yes.")
    assert against == Clash(numbers=1.0, codes=0.0, negation=0.0, missing=1.0)
    assert clash("can I not return it", "Can I return it?", "Yes.").negation == 1


@pytest.mark.parametrize(
    ("question", "form"),
    [
        ("refund after ninety days", "Refund after 90 days?"),
        ("what does error e113 mean", "Error E-113"),
        ("the 2nd reminder", "What is the second reminder for the 2 fees?"),
        ("I can't not pay", "Can I pay?"),
        ("dogs?", "May I bring 2 dogs?"),
        ("non-refundable ticket", "The ticket is not refundable"),
        ("isn’t it included", "What isn't included?"),
        ("is it original", "How to see if it is original or not"),
    ],
)
def test_what_says_the_same_does_not_clash(question: str, form: str) -> None:
    against = clash(question, form, "")
    assert (against.numbers, against.codes, against.negation) == (0, 0, 0)


@pytest.mark.parametrize(
    ("question", "form", "what"),
    [
        ("form SL-204", "What is form SL-240 for?", "codes"),
        ("is version 2.1 safe", "Is version 2.10 safe?", "numbers"),
        ("two adults", "Rooms for three adults", "numbers"),
        ("members", "non-members", "negation"),
        ("with breakfast", "without breakfast", "negation"),
    ],
)
def test_what_says_something_else_clashes(question: str, form: str, what: str) -> None:
    assert getattr(clash(question, form, ""), what) == 1


def test_numbers_that_only_the_answer_says_are_not_missing() -> None:
    assert clash("is 20 kg too much", "Luggage", "Up to 20 kg.").missing == 0
    assert clash("is 20 kg too much", "Luggage", "Up to 30 kg.").missing == 1
    assert clash("is it too much", "Luggage", "Up to 30 kg.").missing == 0


def test_one_and_its_like_are_no_numbers() -> None:
    assert marks("is there one for the first time").numbers == frozenset()


def test_questions_that_share_most_words_are_nearly_the_same() -> None:
    assert nearly_same("When can I return swimwear?", "When can I not return swimwear?")
    assert not nearly_same("When can I return swimwear?", "What does parking cost?")
    assert not nearly_same("", "What?")
