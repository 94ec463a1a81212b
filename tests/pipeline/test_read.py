"""What every reader must do, tried on the stand-in, and what the stand-in marks."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.read import ANSWERS_AT, OverlapReader, Reader

PASSAGES = [
    "It is free. Dogs travel for 3 euros. Cats may not travel.",
    "",
    "  \n ",
    "Ferries sail at 9:30.\r\n\r\nDogs  travel\u00a0free 🐕! مرحبا بكم. 犬は無料です。猫も。",
    "No sign ends this",
]
QUESTION = "May dogs travel on a ferry?"


@pytest.fixture(params=[OverlapReader])
def reader(request: pytest.FixtureRequest) -> Reader:
    return request.param()


def test_each_passage_gets_a_reading(reader: Reader) -> None:
    assert len(reader.read(QUESTION, PASSAGES)) == len(PASSAGES)
    assert len(reader.read(QUESTION, PASSAGES, ["a heading"] * len(PASSAGES))) == len(PASSAGES)
    assert reader.read(QUESTION, []) == []


def test_marked_words_are_those_of_the_passage(reader: Reader) -> None:
    for passage, reading in zip(PASSAGES, reader.read(QUESTION, PASSAGES), strict=True):
        assert 0 <= reading.start <= reading.end <= len(passage)
        assert passage[reading.start : reading.end] == reading.text
        assert 0 <= reading.answers <= 1


def test_an_empty_passage_has_no_words_and_does_not_answer(reader: Reader) -> None:
    reading = reader.read(QUESTION, [""])[0]
    assert (reading.start, reading.end, reading.text) == (0, 0, "")
    assert reading.answers < ANSWERS_AT


def test_order_and_company_make_no_difference(reader: Reader) -> None:
    together = reader.read(QUESTION, PASSAGES)
    alone = [reader.read(QUESTION, [passage])[0] for passage in reversed(PASSAGES)]
    assert together == alone[::-1]


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=30), st.text(max_size=200))
def test_offsets_are_exact_whatever_the_text_holds(question: str, passage: str) -> None:
    (reading,) = OverlapReader().read(question, [passage])
    assert passage[reading.start : reading.end] == reading.text
    assert reading.text == reading.text.strip()
    assert bool(reading.text) == (reading.score > 0)


def test_the_sentence_with_most_of_the_words_is_marked() -> None:
    passage = "It is free. Dogs travel for 3 euros."
    (reading,) = OverlapReader().read("dog price for travelling?", [passage])
    assert reading.text == "Dogs travel for 3 euros."
    assert (reading.start, reading.score, reading.answers) == (12, 0.75, 0.75)


def test_of_equal_sentences_the_first_is_marked() -> None:
    (reading,) = OverlapReader().read("dogs", ["Dogs bark. Dogs bite."])
    assert reading.text == "Dogs bark."


@pytest.mark.parametrize("question", ["", "?!", "quantum"])
def test_without_a_shared_word_nothing_is_marked(question: str) -> None:
    (reading,) = OverlapReader().read(question, ["Dogs bark."])
    assert (reading.text, reading.score, reading.answers) == ("", 0, 0)


def test_scores_compare_across_passages() -> None:
    worse, better = OverlapReader().read("dogs on ferries", ["Dogs bark.", "Dogs on a ferry."])
    assert better.score > worse.score
