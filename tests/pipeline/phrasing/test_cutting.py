"""Sentences of a stream and of an answer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.phrasing.cutting import LONGEST, sentences_of, source_sentences


def test_a_sentence_comes_as_soon_as_it_is_whole() -> None:
    taken: list[str] = []

    def stream() -> Iterator[str]:
        for piece in ["It costs £3", ".5", "0. You ", "pay ", "here."]:
            taken.append(piece)
            yield piece

    first = next(sentences_of(stream()))
    assert first == "It costs £3.50."
    assert taken[-1] == "0. You "


@pytest.mark.parametrize(
    "text",
    [
        "Bring proof, e.g. a gas bill.",
        "It is 3.5 km away.",
        "See www.lib.example/a.b for more.",
        "Ask Mr. Pell at 9 a.m. on weekdays.",
        "1. Sign in",
        "Write to J. Pell.",
    ],
)
def test_a_point_within_a_sentence_ends_none(text: str) -> None:
    assert list(sentences_of(list(text))) == [text]


def test_marks_that_end_sentences_are_kept_with_them() -> None:
    assert list(sentences_of(["Really? Yes! He said “no.” Fine"])) == [
        "Really?",
        "Yes!",
        "He said “no.”",
        "Fine",
    ]


def test_a_line_break_ends_a_sentence() -> None:
    assert list(sentences_of(["You need:\n- a card\n- a photo"])) == [
        "You need:",
        "- a card",
        "- a photo",
    ]


def test_an_endless_sentence_is_cut() -> None:
    cut = list(sentences_of(["word " * 1000]))
    assert all(len(sentence) <= LONGEST for sentence in cut)
    assert "".join(cut).count("word") == 1000


@given(st.lists(st.text(max_size=30), max_size=12))
def test_no_sign_is_lost(pieces: list[str]) -> None:
    whole = "".join(pieces)
    assert "".join("".join(sentences_of(pieces)).split()) == "".join(whole.split())


@given(st.text(max_size=120))
def test_pieces_make_no_difference(text: str) -> None:
    whole = list(filter(None, sentences_of([text])))
    assert list(filter(None, sentences_of(list(text)))) == whole


def test_a_list_is_one_sentence_with_what_leads_up_to_it() -> None:
    assert source_sentences("Hello. Bring:\n\n- a card\n- a photo\n\nBye.") == [
        "Hello.",
        "Bring:\na card\na photo",
        "Bye.",
    ]


def test_a_row_of_a_table_is_a_sentence_with_its_columns() -> None:
    table = "| Plan | Price | Data |\n|---|---|---|\n| S | £7 | 4 GB |\n| M | £12 | 20 GB |"
    assert source_sentences(table) == ["S Price £7; S Data 4 GB", "M Price £12; M Data 20 GB"]
