from __future__ import annotations

import numpy as np
import pytest

from data.answers import Evidence
from data.records import Entry
from pipeline.presence import Presence
from pipeline.training.banks import Asked, Bank
from pipeline.training.presence import Library, fitted, looked_up, part_of, told

ENTRIES = [Entry(f"e{n}", f"Where is harbour number {n}?", "So.") for n in range(10)]
ASKED = [Asked(f"harbour {n}", frozenset({f"e{n}"})) for n in range(10)]
BANK = Bank("harbours", ENTRIES, [*ASKED, Asked("what else?", frozenset())])


def library(rows: list[tuple[float, float, float, bool]], bank: str = "b") -> Library:
    """Of cosines to the question, shares of words, cosines to the answer and what is true."""
    evidence = [Evidence("e", 1, near, 0, answer, words) for near, words, answer, _ in rows]
    return Library(bank, evidence, np.array([row[-1] for row in rows]))


def test_what_asks_for_an_entry_that_was_left_out_has_no_answer() -> None:
    part = part_of(BANK, 4, seed=0)
    names = {entry.id for entry in part.entries}
    assert len(names) == 4
    # The question that nothing answered anyway is not one of them.
    assert {q.text for q in part.questions} == {q.text for q in ASKED}
    for question in part.questions:
        (name,) = BANK.questions[int(question.text.split()[1])].relevant
        assert question.relevant == ({name} & names)


def test_other_seeds_leave_out_other_entries() -> None:
    assert part_of(BANK, 4, seed=0).entries == part_of(BANK, 4, seed=0).entries
    assert part_of(BANK, 4, seed=0).entries != part_of(BANK, 4, seed=1).entries


@pytest.mark.usefixtures("hashing")
def test_the_first_entry_is_looked_up_for_every_question() -> None:
    found = looked_up(part_of(BANK, 4, seed=0))
    assert len(found.evidence) == len(found.answerable) == 10
    assert found.answerable.sum() == 4


def test_banks_count_alike_however_often_they_were_drawn() -> None:
    good = library([(0.9, 0, 0, True), (0.1, 0, 0, False)], "good")
    bad = library([(0.1, 0, 0, True), (0.9, 0, 0, False)], "bad")
    assert told([good, good, good, bad], Presence(0.0, 0.0)) == 0.5


def test_words_and_answers_get_a_share_where_they_tell() -> None:
    words = library([(0.5, 0.9, 0, True), (0.6, 0.1, 0, False)])
    answers = library([(0.5, 0.5, 0.9, True), (0.6, 0.5, 0.1, False)])
    deaf = library([(0.6, 0.5, 0.5, True), (0.5, 0.5, 0.5, False)])
    # .1 · ¼ of the cosine is less than .8 · .15 of the words; .05 is too little, .1 · .95 more.
    assert fitted([words], [deaf]) == Presence(0.15, 0.0)
    assert fitted([words], [answers]).answer > 0
