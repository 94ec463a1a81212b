"""The kinds of invented facts and what they are about: each is said in one way only once."""

from __future__ import annotations

from random import Random

import pytest

from pipeline.training.borne.facts import Fact, drawn_value, reversals, twin, ways, wrong_ways
from pipeline.training.borne.kinds import KINDS
from pipeline.training.borne.lists import CONDITIONS, LISTS, acting, with_s


@pytest.mark.parametrize("name", KINDS)
def test_no_kind_has_a_way_twice_or_a_reverse_about_other_things(name: str) -> None:
    kind = KINDS[name]
    said = [*kind.ways, *kind.wrong]
    assert len(set(said)) == len(said)
    for reverse in kind.reverse:
        assert KINDS[reverse].slots == kind.slots
        assert not set(KINDS[reverse].ways) & set(kind.ways)


def test_each_condition_has_several_wordings_and_none_is_anothers() -> None:
    cells = [cell.split("|") for row in CONDITIONS for cell in row]
    wordings = [wording for cell in cells for wording in cell]
    assert all(len(cell) >= 3 for cell in cells)
    assert len(set(wordings)) == len(wordings)


@pytest.mark.parametrize("slot", LISTS)
def test_no_row_has_the_same_thing_twice(slot: str) -> None:
    assert not [row for row in LISTS[slot] if len(set(row)) < len(row) or "" in row]


def test_forms_that_follow_a_rule_are_made() -> None:
    acts = ["swap shifts", "take off shoes", "see a vet", "unplug it", "hold on"]
    assert [acting(act).split()[0] for act in acts] == [
        "swapping", "taking", "seeing", "unplugging", "holding",
    ]  # fmt: skip
    assert [with_s(word) for word in ("copy", "key", "box", "watch", "card")] == [
        "copies", "keys", "boxes", "watches", "cards",
    ]  # fmt: skip


def test_what_stands_in_the_plural_has_a_plural_verb() -> None:
    bins = Fact("frequency", ("the bins|emptied", "every week|once a week"))
    pool = bins.having("upkeep", "the pool|cleaned")
    assert "the bins are emptied once a week" in ways(bins)
    assert "the pool is cleaned every week" in ways(pool)


def test_of_two_prices_the_lower_comes_first() -> None:
    random = Random(0)
    for _ in range(50):
        lower, higher = drawn_value("prices", random).split()
        assert lower[0] == higher[0]
        assert int(lower[1:]) < int(higher[1:])
    saving = Fact("instead_of", ("members", "£5 £9"))
    assert "members pay £5 instead of £9" in ways(saving)
    assert "members pay £9" in wrong_ways(saving)


def test_two_steps_have_the_other_order_as_their_twin() -> None:
    steps = "pay the fee|paying the fee|book the test|booking the test"
    fact = Fact("order", (steps,))
    assert "you must pay the fee before you can book the test" in ways(fact)
    assert "book the test before you pay the fee" in wrong_ways(fact)
    random = Random(0)
    turned = {twin(fact, random) for _ in range(40)} - {fact}
    assert "first book the test, then pay the fee" in ways(turned.pop())


def test_who_pays_may_be_mistaken_for_another_who_pays() -> None:
    fact = Fact("who_pays", ("the tenant", "the repair"))
    random = Random(0)
    said = {text for _ in range(80) for text in ways(twin(fact, random))}
    assert {"the landlord pays for the repair", "the tenant pays for the inspection"} <= said


def test_cover_is_reversed_by_none() -> None:
    (reverse,) = reversals(Fact("covers", ("the warranty", "wear and tear")))
    assert "wear and tear is not covered by the warranty" in ways(reverse)
