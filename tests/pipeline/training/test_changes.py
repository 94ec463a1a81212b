"""Questions with one fact changed."""

from __future__ import annotations

from random import Random

import pytest

from pipeline.training.changes import OPPOSITES, changed

PASSAGE = (
    "Ferries leave Oban at 9 and Mallaig at 10. In 1998 the Dunlin was built, in 2004 the Teal."
)


def all_changes(question: str, passage: str = PASSAGE) -> set[str | None]:
    return {changed(question, passage, Random(seed)) for seed in range(200)}


@pytest.mark.parametrize(
    ("question", "others"),
    [
        ("When do ferries leave Oban?", {"When do ferries leave Mallaig?"}),
        ("What was built in 1998?", {"What was built in 2004?"}),
        ("Which ship is larger?", {"Which ship is smaller?"}),
        ("How long is the crossing?", {None}),
        ("What is it?", {None}),
    ],
)
def test_one_fact_is_changed(question: str, others: set[str | None]) -> None:
    found = all_changes(question)
    assert others <= found
    assert question not in found


def test_a_number_makes_way_for_one_of_its_length() -> None:
    assert "What was built in 10?" not in all_changes("What was built in 1998?")


def test_every_opposite_goes_both_ways() -> None:
    assert all(word in OPPOSITES[other] for word, others in OPPOSITES.items() for other in others)
