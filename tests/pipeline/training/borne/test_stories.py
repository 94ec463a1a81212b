"""Invented facts: what is said of them is true where it should be, and untrue where it should."""

from __future__ import annotations

import re
from random import Random

import pytest

from pipeline.training.borne.consequences import CONSEQUENCES
from pipeline.training.borne.facts import (
    Fact,
    consequences,
    drawn_fact,
    on_condition,
    reversals,
    twin,
    ways,
    wrong_ways,
)
from pipeline.training.borne.judged import Judged
from pipeline.training.borne.kinds import KINDS
from pipeline.training.borne.lists import CONDITIONS, LISTS, siblings
from pipeline.training.borne.stories import Story, story_pairs

CHILDREN = Fact("allowed", ("children", "bring a dog|bringing a dog"))
RAIN = ("if it rains", "in case of rain")


def test_a_fact_is_said_in_its_ways() -> None:
    assert {"children may bring a dog", "bringing a dog is allowed for children"} <= set(
        ways(CHILDREN)
    )
    price = Fact("costs", ("audio guide|audio guides", "£5"))
    assert {"an audio guide costs £5", "audio guides are £5 each"} <= set(ways(price))
    limit = Fact("limit", ("members", "borrow # items", "3"))
    assert "members may borrow up to 3 items" in ways(limit)
    assert "members may borrow any number of items" in wrong_ways(limit)


def test_what_follows_says_less_than_the_fact() -> None:
    hours = Fact("hours", ("the pool", "9 17"))
    assert {"the pool opens at 9:00", "the pool closes at 17:00"} <= set(consequences(hours))
    assert not set(consequences(hours)) & {*ways(hours), *wrong_ways(hours)}
    assert consequences(CHILDREN) == []


@pytest.mark.parametrize("name", CONSEQUENCES)
def test_what_follows_from_each_kind_has_no_gap(name: str) -> None:
    random = Random(0)
    for _ in range(20):
        said = consequences(drawn_fact(random, KINDS[name]))
        assert not [text for text in said if re.search(r"[{}|#]|  |^ | $", text)]


def test_the_reverse_is_about_the_same_things() -> None:
    (reverse,) = reversals(CHILDREN)
    assert "children may not bring a dog" in ways(reverse)
    assert "children must bring a dog" in wrong_ways(CHILDREN)


@pytest.mark.parametrize("name", KINDS)
def test_each_kind_can_be_said_in_full(name: str) -> None:
    random = Random(0)
    for _ in range(20):
        fact = drawn_fact(random, KINDS[name])
        said = [*ways(fact), *wrong_ways(fact), *(w for r in reversals(fact) for w in ways(r))]
        assert len(ways(fact)) > 1
        assert not [text for text in said if re.search(r"[{}|#]|  |^ | $", text)]


def test_no_way_of_saying_a_fact_is_one_of_its_wrong_ways() -> None:
    random = Random(0)
    for _ in range(500):
        fact = drawn_fact(random)
        wrong = {*wrong_ways(fact), *(text for claim in reversals(fact) for text in ways(claim))}
        assert not wrong & set(ways(fact))


def test_a_condition_stands_before_or_after() -> None:
    random = Random(0)
    said = {on_condition("dogs stay in", RAIN, random) for _ in range(60)}
    assert {"dogs stay in if it rains", "in case of rain, dogs stay in"} <= said
    assert on_condition("dogs stay in", (), random) == "dogs stay in"
    assert on_condition("dogs pay", ("but not in May",), random) == "dogs pay, but not in May"


def test_siblings_are_of_one_row() -> None:
    assert siblings(LISTS["who"], "children") == ["adults"]
    assert siblings(LISTS["who"], "you") == []
    assert "in winter|during the winter|in the winter months" in siblings(
        CONDITIONS, "in summer|during the summer|in the summer months"
    )


def test_a_twin_is_about_a_sibling() -> None:
    random = Random(0)
    twins = [twin(CHILDREN, random) for _ in range(60)]
    assert Fact("forbidden", ("adults", CHILDREN.values[1])) in twins
    assert {fact.values[0] for fact in twins} == {"children", "adults"}


def test_a_story_tells_its_facts_and_what_follows_from_them() -> None:
    story = Story((CHILDREN,), "Children may bring a dog.", "")
    assert story.tells(CHILDREN)
    assert story.tells(Fact(CHILDREN.kind, CHILDREN.values, RAIN))
    assert not story.tells(CHILDREN.having("who", "adults"))
    limited = Story((Fact(CHILDREN.kind, CHILDREN.values, RAIN),), "", "")
    assert not limited.tells(CHILDREN)


def _of(kind: str, count: int = 30) -> list[Judged]:
    random = Random(1)
    found: list[Judged] = []
    while len(found) < count:
        found += [judged for judged in story_pairs(random) if judged.kind == kind]
    return found


@pytest.mark.parametrize("kind", ["said otherwise", "joined"])
def test_true_sentences_have_nothing_wrong(kind: str) -> None:
    for judged in _of(kind):
        assert not judged.untrue
        assert judged.wrong == ()


@pytest.mark.parametrize(
    "kind",
    ["wrong way", "reversed", "exchanged", "strange", "condition exchanged", "promise"],
)
def test_untrue_sentences_end_once_and_mark_words_of_theirs(kind: str) -> None:
    made = _of(kind)
    assert all(judged.untrue and judged.wrong is not None for judged in made)
    assert not [judged for judged in made if judged.sentence.endswith("..")]
    parts = [(judged.sentence, part) for judged in made for part in judged.wrong or ()]
    assert len(parts) > len(made) / 2
    assert all(0 <= part.start < part.end <= len(sentence) for sentence, part in parts)


def test_a_promise_is_what_is_wrong() -> None:
    for judged in _of("promise", 10):
        part = (judged.wrong or ())[-1]
        assert part.end == len(judged.sentence) - 1


def test_what_only_leaves_out_its_condition_has_no_wrong_word_of_it() -> None:
    assert [judged for judged in _of("condition dropped") if not judged.wrong]


def test_of_a_foreign_fact_no_word_is_known_to_be_wrong() -> None:
    assert all(judged.untrue and judged.wrong is None for judged in _of("foreign", 10))
