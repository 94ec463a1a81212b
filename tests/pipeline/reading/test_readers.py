"""What every reader must do, tried on the stand-in, and what the stand-in marks."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.reading.overlap import OverlapReader
from pipeline.reading.reader import ANSWERS_AT, Reader, ToRead

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


def items(passages: Sequence[str], heading: str = "") -> list[ToRead]:
    return [ToRead(QUESTION, passage, heading) for passage in passages]


def test_each_passage_gets_a_reading(reader: Reader) -> None:
    assert len(reader.read(items(PASSAGES))) == len(PASSAGES)
    assert len(reader.read(items(PASSAGES, "a heading"))) == len(PASSAGES)
    assert reader.read([]) == []


def test_marked_words_are_those_of_the_passage(reader: Reader) -> None:
    for passage, reading in zip(PASSAGES, reader.read(items(PASSAGES)), strict=True):
        assert 0 <= reading.start <= reading.end <= len(passage)
        assert passage[reading.start : reading.end] == reading.text
        assert 0 <= reading.relevance <= 1
        assert 0 <= reading.answers <= 1


def test_an_empty_passage_has_no_words_and_does_not_answer(reader: Reader) -> None:
    (reading,) = reader.read(items([""]))
    assert (reading.start, reading.end, reading.text) == (0, 0, "")
    assert reading.answers < ANSWERS_AT


def test_order_and_company_make_no_difference(reader: Reader) -> None:
    together = reader.read(items(PASSAGES))
    alone = [reader.read(items([passage]))[0] for passage in reversed(PASSAGES)]
    assert [r.text for r in together] == [r.text for r in alone[::-1]]
    for one, other in zip(together, alone[::-1], strict=True):
        assert one.answers == pytest.approx(other.answers, abs=0.02)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=30), st.text(max_size=200))
def test_offsets_are_exact_whatever_the_text_holds(question: str, passage: str) -> None:
    (reading,) = OverlapReader().read([ToRead(question, passage)])
    assert passage[reading.start : reading.end] == reading.text
    assert reading.text == reading.text.strip()
    assert bool(reading.text) == (reading.score > 0)


def test_the_sentence_with_most_of_the_words_is_marked() -> None:
    passage = "It is free. Dogs travel for 3 euros."
    (reading,) = OverlapReader().read([ToRead("dog price for travelling?", passage)])
    assert reading.text == "Dogs travel for 3 euros."
    assert (reading.start, reading.score, reading.answers) == (12, 0.75, 0.75)


def test_of_equal_sentences_the_first_is_marked() -> None:
    (reading,) = OverlapReader().read([ToRead("dogs", "Dogs bark. Dogs bite.")])
    assert reading.text == "Dogs bark."


@pytest.mark.parametrize("question", ["", "?!", "quantum"])
def test_without_a_shared_word_nothing_is_marked(question: str) -> None:
    (reading,) = OverlapReader().read([ToRead(question, "Dogs bark.")])
    assert (reading.text, reading.score, reading.answers) == ("", 0, 0)


def test_scores_compare_across_passages() -> None:
    worse, better = OverlapReader().read(
        [ToRead("dogs on ferries", x) for x in ["Dogs bark.", "Dogs on a ferry."]]
    )
    assert better.score > worse.score
