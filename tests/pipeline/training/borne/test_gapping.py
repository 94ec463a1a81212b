"""Two facts in one sentence."""

from __future__ import annotations

from random import Random

import pytest

from pipeline.training.borne.facts import Fact
from pipeline.training.borne.gapping import WAYS, told_together
from pipeline.training.borne.kinds import KINDS
from pipeline.training.borne.stories import drawn_story

CHILDREN = Fact("price", ("children", "£5", ""))
ADULTS = Fact("price", ("adults", "£9", ""))
LOCKERS = Fact("free", ("locker|lockers",))
TOWELS = Fact("charged", ("towel|towels",))


def _said(*facts: Fact) -> set[str]:
    found = (told_together(facts, Random(seed)) for seed in range(200))
    return {together.said for together in found if together}


def test_what_both_share_is_said_once() -> None:
    said = _said(CHILDREN, ADULTS)
    assert {"children pay £5, adults £9", "adults pay £9 and children £5"} <= said


def test_what_differs_by_a_no_alone_ends_with_it() -> None:
    said = _said(LOCKERS, TOWELS)
    assert {"lockers are free, but towels are not", "towels are not free; lockers are"} <= said


def test_two_that_are_both_forbidden_are_joined_by_or() -> None:
    one, other = (Fact("forbidden", ("you", act)) for act in ("eat|eating", "smoke|smoking"))
    assert _said(one, other) == {"you may not eat or smoke", "you may not smoke or eat"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (CHILDREN, Fact("price", ("children", "£9", ""))),
        (CHILDREN, Fact("price", ("adults", "£9", ""), ("if it rains",))),
        (CHILDREN, LOCKERS),
    ],
)
def test_what_would_say_something_else_stays_apart(one: Fact, other: Fact) -> None:
    assert told_together([one, other], Random(0)) is None


def test_each_way_is_of_kinds_and_slots_that_there_are() -> None:
    for way in WAYS:
        for kind in way.kinds:
            assert set(way.same) <= set(KINDS[kind].slots)


def test_passages_tell_some_facts_together() -> None:
    random = Random(0)
    passages = [drawn_story(random).passage for _ in range(300)]
    assert any(" are free, " in passage or " while " in passage for passage in passages)
