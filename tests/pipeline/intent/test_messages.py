from __future__ import annotations

import pytest

from pipeline.intent.messages import heart_of, questions_in


@pytest.mark.parametrize(
    ("message", "heart"),
    [
        ("hi, thanks, but how do I cancel?", "how do I cancel?"),
        ("hello there can I bring my dog", "can I bring my dog"),
        ("what is the price? thanks", "what is the price?"),
        ("ok thanks, and what does it cost? bye", "what does it cost?"),
        ("I want to cancel, thank you very much", "I want to cancel"),
        ("where is it? Thanks in advance", "where is it?"),
        ("Dear team, my parcel never came", "my parcel never came"),
    ],
)
def test_pleasantries_around_a_question_are_no_part_of_it(message: str, heart: str) -> None:
    assert heart_of(message) == heart


@pytest.mark.parametrize(
    "message",
    [
        "hi",
        "thanks!",
        "hello kitty mugs in stock?",
        "thank you points, how do they work",
        "good morning delivery possible?",
        "say goodbye to my old contract",
        "how do I say bye",
        "morning shifts: when do they begin?",
        "",
        "?!",
    ],
)
def test_what_only_looks_like_a_pleasantry_stays(message: str) -> None:
    assert heart_of(message) in (message, message.removeprefix("morning shifts: "))


def test_two_questions_are_told_apart() -> None:
    assert questions_in("When do you open? And what does a locker cost?") == [
        "When do you open?",
        "what does a locker cost?",
    ]


@pytest.mark.parametrize(
    "message",
    [
        "When do you open?",
        "Is it free? How long?",
        "My parcel never came. Where is it?",
        "What is it? What does it cost? When is it open? Who runs it? Why is that so?",
    ],
)
def test_one_question_or_ones_that_lean_on_each_other_stay_together(message: str) -> None:
    assert questions_in(message) == []


@pytest.mark.parametrize(
    "message", ["?!,." * 5000, "a" + " ,." * 6000, "hi, " * 5000, "x" * 20_000]
)
def test_a_hostile_message_does_not_take_for_ever(message: str) -> None:
    # Backtracking over all of it would take minutes: the test is that it ends.
    assert heart_of(message)
    assert len(questions_in(message)) <= 3


def test_repeated_question_marks_end_one_question() -> None:
    assert questions_in("When do you open??? And what does a locker cost??") == [
        "When do you open?",
        "what does a locker cost?",
    ]
