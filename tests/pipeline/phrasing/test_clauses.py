"""What a clause says: words and whether they are negated, numbers and what bounds them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.phrasing.clauses import clauses_of
from pipeline.phrasing.polarity import Cue


def negated(text: str) -> list[str]:
    return [w.text for clause in clauses_of(text) for w in clause.words if w.negated]


def test_a_no_reaches_as_far_as_its_clause() -> None:
    first, second = clauses_of("Food is not allowed inside, but you may eat in the foyer.")
    assert first.noes == 1
    assert second.noes == 0


def test_free_says_that_there_is_no_fee() -> None:
    assert negated("Dogs travel free") == negated("Dogs pay nothing") == ["@sum"]


def test_two_noes_make_a_yes() -> None:
    assert negated("We are not closed") == []


def test_a_number_is_bounded_by_the_words_beside_it() -> None:
    bounds = [f.bound for c in clauses_of("Up to 5 kg, at least 3 days, 4 m") for f in c.facts]
    assert bounds == ["most", "least", ""]


def test_no_later_than_is_no_denial() -> None:
    (clause,) = clauses_of("Send the form no later than 9:00")
    assert clause.noes == 0
    assert clause.facts[0].bound == "most"


def test_words_of_scope_are_seen() -> None:
    (clause,) = clauses_of("All rooms can only be booked online")
    assert {Cue.ALL, Cue.ONLY} <= clause.cues
    assert clause.universals == {"all rooms"}


def test_may_is_also_a_month() -> None:
    (clause,) = clauses_of("Meters are read in May")
    assert "maymonth" in {word.text for word in clause.words}


@given(st.text(max_size=300))
@settings(max_examples=200)
def test_any_text_has_clauses(text: str) -> None:
    for clause in clauses_of(text):
        assert clause.words or clause.facts
