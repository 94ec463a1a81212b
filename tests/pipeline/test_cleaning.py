from __future__ import annotations

import pytest

from data.errors import QuestionError
from pipeline.cleaning import clean_question


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("  How much?  ", "How much?"),
        ("two\nlines\tand a tab", "two lines and a tab"),
        ("NUL\x00 and bell\x07", "NUL and bell"),
        ("\ufeffbyte order mark", "byte order mark"),
        ("Cafe\u0301", "Café"),
        ("re\u00adfund for jo\u200b@example.com", "refund for jo@example.com"),
        ("the family 👩\u200d👧 of नी\u200dल", "the family 👩\u200d👧 of नी\u200dल"),
        ("NOT in lower case", "NOT in lower case"),
        ("lone \ud800 surrogate", "lone surrogate"),
        ("😀 مرحبا 返品", "😀 مرحبا 返品"),
    ],
)
def test_a_question_is_tidied_and_means_the_same(typed: str, asked: str) -> None:
    assert clean_question(typed, 100) == asked


@pytest.mark.parametrize("typed", ["", "  ", "\n\t", "\x00\x01", "\ufeff", "\u200b\u200b"])
def test_an_empty_question_is_refused(typed: str) -> None:
    with pytest.raises(QuestionError, match="The question is empty"):
        clean_question(typed, 100)


def test_a_long_question_is_refused_with_the_limit() -> None:
    with pytest.raises(QuestionError, match=r"has 100,000 characters and the limit is 2,000"):
        clean_question("x" * 100_000, 2000)
