"""Sentences beside passages, and which of their words are wrong."""

from __future__ import annotations

import json
from random import Random

import pytest

from pipeline.training.borne.judged import (
    OPENINGS,
    Judged,
    Span,
    capital,
    nearest,
    opened,
    small,
    wrong_parts,
)

UNTRUE = Judged("dogs pay £3.", "Dogs pay £5.", untrue=True, kind="strange", wrong=(Span(9, 11),))


@pytest.mark.parametrize(
    ("sentence", "true", "wrong"),
    [
        ("Adults pay £5.", "Children pay £5.", ["Adults"]),
        ("Stay two days.", "Stay 2 days.", []),
        ("It is not free.", "It is free.", ["not"]),
        ("It is free.", "It is free on Mondays.", []),
        ("Ask the seller or the buyer.", "Ask the buyer.", ["the seller or"]),
    ],
)
def test_what_the_true_sentence_has_not_is_wrong(
    sentence: str, true: str, wrong: list[str]
) -> None:
    assert [sentence[part.start : part.end] for part in wrong_parts(sentence, true)] == wrong


def test_a_friendly_beginning_moves_what_is_wrong() -> None:
    random = Random(0)
    for made in (opened(UNTRUE, random) for _ in range(60)):
        assert made.sentence.startswith(tuple(filter(None, OPENINGS)) + ("Dogs",))
        (part,) = made.wrong or ()
        assert made.sentence[part.start : part.end] == "£3"


def test_after_a_comma_the_sentence_goes_on_small() -> None:
    random = Random(0)
    said = {opened(UNTRUE, random).sentence for _ in range(200)}
    assert "Yes, dogs pay £3." in said
    assert "Thanks for asking! Dogs pay £3." in said
    assert "Dogs pay £3." in said


def test_names_stay_large() -> None:
    assert small("The dog stays.") == "the dog stays."
    assert small("Oban is far.") == "Oban is far."
    assert capital("oban") == "Oban"


def test_the_nearest_shares_most_words() -> None:
    assert nearest("dogs may stay", ["staying is fine", "dogs may not stay", "cats stay"]) == (
        "dogs may not stay"
    )


def test_a_line_says_what_training_reads() -> None:
    assert json.loads(UNTRUE.line()) == {
        "h": "dogs pay £3.", "q": "", "p": "Dogs pay £5.", "y": 1, "k": "strange", "s": [[9, 11]],
    }  # fmt: skip
    assert "s" not in json.loads(Judged("a b", "c", untrue=True, kind="", wrong=None).line())


def test_what_is_too_long_or_no_sentence_does_not_fit() -> None:
    assert UNTRUE.fits
    assert not Judged("Dogs.", "Dogs pay.", untrue=True, kind="").fits
    assert not Judged("Dogs pay.", "dog " * 121, untrue=True, kind="").fits
    assert not Judged("dog " * 46, "Dogs pay.", untrue=True, kind="").fits
