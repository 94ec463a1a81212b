"""Numbers, codes and addresses, written in one way however a text has them."""

from __future__ import annotations

import pytest

from pipeline.phrasing.clauses import Fact, clauses_of
from pipeline.phrasing.given import is_given
from pipeline.phrasing.source import Source


def facts(text: str) -> list[Fact]:
    return [fact for clause in clauses_of(text) for fact in clause.facts if not fact.vague]


def all_given(said: str, answer: str, question: str = "") -> bool:
    source = Source.of(question, answer)
    return all(is_given(fact, source) for fact in facts(said))


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("5–7 business days", "It takes five to seven working days."),
        ("thirty-eight currencies", "There are 38 currencies."),
        ("ten thousand calls", "You have 10,000 calls."),
        ("one week before", "Seven days before."),
        ("half an hour earlier", "It closes 30 minutes earlier."),
        ("at 4 pm", "Open until 16:00."),
        ("half past six", "By 6:30 in the morning."),
        ("at noon", "At 12:00."),
        ("7 euros", "You pay €7."),
        ("1.5 percent", "We charge 1.5 %."),
        ("£0.20 a page", "20p a page."),
        ("on October 6th", "From 6 October."),
        ("two times", "You can renew twice."),
        ("form sl240", "Use form SL-240."),
        ("see www.lib.example/rooms.", "Book at https://lib.example/rooms/"),
        ("call +44 1632 960455", "Ring 01632 960 455."),
        ("mail HELP@lib.example", "Write to help@lib.example."),
        ("4 to 7 working days", "One to two working days here and four to seven in Europe."),
        ("2 km", "It is 2,000 m away."),
    ],
)
def test_the_same_fact_is_known_in_another_spelling(said: str, answer: str) -> None:
    assert facts(said)
    assert all_given(said, answer)


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("90 days", "Within 30 days."),
        ("30 weeks", "Within 30 days."),
        ("5 days", "Five working days."),
        ("€30", "It costs £30."),
        ("2.5 %", "We charge 1.5 %."),
        ("at 5 pm", "Open until 16:00."),
        ("E-131", "This is E-113."),
        ("on 6 November", "From 6 October."),
        ("help@other.example", "Write to help@lib.example."),
        ("https://lib.example/fees", "Book at https://lib.example/rooms"),
        ("01632 960 554", "Ring 01632 960 455."),
        ("16:00", "It takes one to four working days."),
        ("40 mm", "Holes deeper than 40 cm."),
        ("10 litres", "Bring 10 kg."),
    ],
)
def test_another_fact_is_not_given(said: str, answer: str) -> None:
    assert not all_given(said, answer)


def test_a_code_may_be_named_that_only_the_question_has() -> None:
    assert all_given("E-113 means that the card was declined", "Your card was declined.", "E-113?")


def test_but_not_beside_others_of_its_sort() -> None:
    assert not all_given("On R3 it costs £15", "On R12 it costs £15.", "What is it on R3?")


def test_numbers_of_the_question_are_no_support() -> None:
    assert not all_given("You have 90 days", "You have 30 days.", "Is it 90 days?")
