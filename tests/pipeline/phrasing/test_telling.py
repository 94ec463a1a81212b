"""Which sentences of an entry a reply is made from."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pipeline.phrasing.source import Source
from pipeline.phrasing.telling import SHORT, told

FARES = "From 65 you pay less. Choose Senior. It is simple. R7 and R9 aren't reduced."
TABLE = "Fares:\n\n| Route | Car |\n|---|---|\n| R1 | £34 |\n| R3 | £46 |"
LONG = f"We like gas. {'It burns well. ' * 60}At most two bottles. No more than three cartridges."


def chosen(
    answer: str, span: str, like: Sequence[int] = (), most: int = 3, cosine: float = 0.6
) -> str:
    """What is told where these sentences, the likest first, are like the question."""
    source = Source.of("What is it?", answer)
    likeness = [0.0] * len(source.texts)
    for place, number in enumerate(like):
        likeness[number] = cosine - place / 100
    return told(source, answer, span, likeness, most)


def test_the_first_sentence_of_a_short_answer_comes_with_the_marked_one() -> None:
    assert chosen(FARES, "R7") == "From 65 you pay less. R7 and R9 aren't reduced."


def test_the_sentence_that_is_most_like_the_question_comes_too() -> None:
    assert chosen(FARES, "R7", [1]) == (
        "From 65 you pay less. Choose Senior. R7 and R9 aren't reduced."
    )


@pytest.mark.parametrize(
    ("most", "expected"),
    [
        (1, "R7 and R9 aren't reduced."),
        (2, "Choose Senior. R7 and R9 aren't reduced."),
    ],
)
def test_where_few_sentences_are_wanted_the_marked_one_stays(most: int, expected: str) -> None:
    assert chosen(FARES, "R7", [1], most) == expected


def test_of_a_long_answer_two_sentences_like_the_question_come_and_not_the_first() -> None:
    assert len(LONG) > SHORT
    last = len(Source.of("", LONG).texts) - 1
    assert chosen(LONG, "three", [last - 1, 5]) == (
        "It burns well. At most two bottles. No more than three cartridges."
    )
    assert chosen(LONG, "three", [last - 1], cosine=0.2) == "No more than three cartridges."


def test_a_first_sentence_that_would_stand_alone_gets_company_if_any_is_like_the_question() -> None:
    assert chosen(FARES, "65", [0, 2]) == "From 65 you pay less. It is simple."
    assert chosen(FARES, "65", [0, 2], cosine=0.2) == "From 65 you pay less."


def test_words_marked_in_several_sentences_bring_all_of_them() -> None:
    assert chosen(FARES, "Senior. It is", most=2) == "Choose Senior. It is simple."


def test_a_row_of_a_table_is_told_with_the_names_of_its_columns() -> None:
    assert chosen(TABLE, "£46", [2]) == "Fares: R3 Car £46."


def test_without_marked_words_nothing_is_picked_out() -> None:
    assert chosen(FARES, "") == ""
    assert chosen(FARES, "not in it", [1]) == ""


def test_a_sentence_of_one_word_is_told_with_the_next() -> None:
    boats = "Two. The Dunlin has steps. It is small. The Kittiwake has stairs only."
    assert chosen(boats, "Kittiwake") == (
        "Two. The Dunlin has steps. The Kittiwake has stairs only."
    )


def test_what_leads_up_to_a_table_is_told_with_the_row_most_like_the_question() -> None:
    assert chosen(TABLE, "Fares", [2]) == "Fares: R3 Car £46."
    assert chosen(TABLE + "\n\nDogs go free.", "Dogs", [1]) == "Fares: R1 Car £34. Dogs go free."


def test_what_leads_up_to_code_is_told_with_it() -> None:
    code = "Type the code, hyphens included:\n\n```\nGV-XXXX\n```\n\nThe amount comes off."
    assert chosen(code, "Type", []) == "Type the code, hyphens included: GV-XXXX."
