"""Saying the same in other words."""

from __future__ import annotations

from random import Random

import pytest

from pipeline.training.borne.figures import with_other_numbers, with_other_times
from pipeline.training.borne.synonyms import synonyms
from pipeline.training.borne.wording import (
    replaced,
    reworded,
    with_contraction,
    with_synonym,
)


def test_a_word_has_those_of_its_meaning_in_the_same_form() -> None:
    assert synonyms("usually", "It is ", " late.")[-1] == "in most cases"
    assert "picked up" in synonyms("collected", "It is ", " here.")
    assert "give back" in synonyms("return", "You must ", " the key.")


@pytest.mark.parametrize(
    ("word", "before", "after"),
    [
        ("return", "Use the ", " of the key."),
        ("up to", "Cancel ", " 24 hours before it."),
        ("May", "It opens in ", " again."),
        ("about", "We talk ", " dogs."),
        ("14 days", "It takes 7 to ", "."),
    ],
)
def test_a_word_of_another_meaning_stays(word: str, before: str, after: str) -> None:
    assert synonyms(word, before, after) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dogs travel far.", "Dogs go far."),
        ("Children must not do it.", "Kids must not do it."),
        ("Give an invalid ticket.", "Give a not valid ticket."),
    ],
)
def test_a_synonym_keeps_its_form_and_its_capital(text: str, expected: str) -> None:
    assert with_synonym(text, Random(0)) == expected


def test_what_has_no_synonym_stays() -> None:
    assert with_synonym("Cats purr.", Random(0)) is None
    assert reworded("Cats purr.", Random(0), 3) == "Cats purr."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Send it within 14 days.", "Send it within fourteen days."),
        ("Send it within fourteen days.", "Send it within 14 days."),
        ("It costs £5.", None),
        ("It takes 5–7 days.", None),
        ("Ask on 12 May.", None),
        ("The gene is SEPT9.", None),
    ],
)
def test_numbers_of_things_are_written_otherwise(text: str, expected: str | None) -> None:
    assert with_other_numbers(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Open until 18:00.", "Open until 6 pm."),
        ("Open until 12:00.", "Open until 12 pm."),
        ("Open until 6 pm.", "Open until 18:00."),
        ("Open until 12 am.", "Open until 0:00."),
        ("Open.", None),
    ],
)
def test_times_are_written_otherwise(text: str, expected: str | None) -> None:
    assert with_other_times(text) == expected


def test_contractions_are_made_and_undone() -> None:
    assert with_contraction("You cannot stay.", Random(0)) == "You can't stay."
    assert with_contraction("It's late.", Random(0)) == "It is late."
    assert with_contraction("Late.", Random(0)) is None


def test_only_whole_words_are_replaced() -> None:
    assert replaced("Over all, all stay.", "all", "some") == "Over some, all stay."
    assert replaced("We call a re-call.", "all", "some") is None
