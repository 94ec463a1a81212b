from __future__ import annotations

from random import Random

import pytest
from scipy.stats import binom

from pipeline.guarantee import (
    DOUBT,
    Labelled,
    binomial_tail,
    choose,
    fewest_answers,
    questions_needed,
)


def drawn(count: int, random: Random) -> list[Labelled]:
    """Questions whose confidence is a little too high."""
    sure = [random.random() for _ in range(count)]
    return [Labelled(c, random.random() < c**1.3) for c in sure]


def wrong_share(answer_at: float) -> float:
    """The true share of wrong answers from a confidence on, for questions so drawn."""
    right = (1 - answer_at**2.3) / 2.3
    return 1 - right / (1 - answer_at)


def test_the_worked_example_holds() -> None:
    assert fewest_answers(0.05, doubt=0.1) == 45
    assert binomial_tail(0, 45, 0.05) == pytest.approx(0.0994, abs=1e-4)


@pytest.mark.parametrize(("wrong", "answered"), [(0, 10), (3, 40), (40, 1000), (7, 7)])
def test_the_tail_is_that_of_the_binomial_distribution(wrong: int, answered: int) -> None:
    assert binomial_tail(wrong, answered, 0.07) == pytest.approx(binom.cdf(wrong, answered, 0.07))


def test_the_promise_is_broken_no_more_often_than_it_may() -> None:
    broken = kept = 0
    for seed in range(300):
        choice = choose(drawn(600, Random(seed)), max_wrong=0.2)
        if choice:
            kept += 1
            broken += wrong_share(choice.answer_at) > 0.2
    assert kept > 250
    assert broken <= DOUBT * 300


def test_more_questions_allow_more_answers() -> None:
    few, many = (choose(drawn(n, Random(1)), 0.2) for n in (300, 5000))
    assert few is not None
    assert many is not None
    assert many.answer_at < few.answer_at


def test_too_few_questions_give_nothing_and_say_how_many_it_takes() -> None:
    right = [Labelled(0.9, right=True)] * 20
    assert choose(right, 0.05) is None
    needed = questions_needed(right, 0.05)
    assert needed is not None
    assert choose([Labelled(0.9, right=True)] * needed, 0.05) is not None


def test_where_the_surest_are_wrong_no_number_of_questions_helps() -> None:
    assert questions_needed([Labelled(0.9, right=False)] * 50, 0.05) is None
    assert questions_needed([], 0.05) == fewest_answers(0.05)


def test_equally_sure_questions_are_answered_together_or_not_at_all() -> None:
    half = [Labelled(0.9, right=n % 2 == 0) for n in range(400)]
    assert choose(half, 0.1) is None


def test_what_is_never_answered_does_not_count() -> None:
    sure = [Labelled(0.99, right=True)] * 200
    never = [Labelled(1.0, right=False, answerable=False)] * 200
    choice = choose([*sure, *never], 0.05)
    assert choice is not None
    assert (choice.answered, choice.wrong) == (200, 0)
