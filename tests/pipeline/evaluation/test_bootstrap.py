"""Intervals: what they hold, what they ignore, and that a seed fixes them."""

from __future__ import annotations

import numpy as np
import pytest

from pipeline.evaluation.bootstrap import (
    EMPTY,
    Statistic,
    among,
    difference,
    figures,
    mean_with_interval,
    rounded,
    share,
)
from pipeline.evaluation.records import Figure

HALF = [0, 1] * 50


def test_the_interval_of_a_share_is_that_of_the_binomial() -> None:
    # Half of 100: a standard error of √(.25/100) = .05, so .5 ± 1.96 · .05 = .402 to .598.
    figure = mean_with_interval(HALF, seed=0)
    assert (figure.value, figure.n) == (0.5, 100)
    assert (figure.low, figure.high) == pytest.approx((0.402, 0.598), abs=0.015)


def test_it_shrinks_with_the_root_of_the_number_of_questions() -> None:
    few, many = mean_with_interval(HALF, seed=0), mean_with_interval(HALF * 16, seed=0)
    assert few.high is not None and many.high is not None
    assert (few.high - 0.5) / (many.high - 0.5) == pytest.approx(4, rel=0.15)


def test_a_seed_fixes_it() -> None:
    assert mean_with_interval(HALF, seed=1) == mean_with_interval(HALF, seed=1)
    values = np.random.default_rng(0).random(40)
    assert mean_with_interval(values, seed=1) != mean_with_interval(values, seed=2)


def test_values_that_are_all_the_same_leave_no_doubt() -> None:
    assert mean_with_interval([0.1] * 7, seed=0) == Figure(0.1, 0.1, 0.1, 7)
    assert mean_with_interval([1.0], seed=0) == Figure(1, 1, 1, 1)


def test_nothing_is_averaged_over_no_questions() -> None:
    assert mean_with_interval([], seed=0) == EMPTY
    assert figures({"x": among([1, 1], [0, 0])}, 2, seed=0) == {"x": EMPTY}


def test_a_share_among_some_ignores_the_others() -> None:
    figure = figures({"x": among([1, 0, 1, 1], [1, 1, 0, 0])}, 4, seed=0)["x"]
    assert (figure.value, figure.n) == (0.5, 2)


def test_draws_without_a_value_are_left_out() -> None:
    # In 1 of 4 resamples of two questions the only one that counts is not drawn.
    assert figures({"x": among([1, 0], [1, 0])}, 2, seed=0)["x"] == Figure(1, 1, 1, 1)
    undefined = Statistic(lambda weights: np.full(len(weights), np.nan), 2)
    assert figures({"x": undefined}, 2, seed=0)["x"] == EMPTY


def test_the_interval_of_a_biased_figure_still_holds_its_value() -> None:
    # Drawn from few questions the largest count is always above 1, its value for the whole.
    largest = Statistic(lambda weights: weights.max(axis=1), 50)
    figure = figures({"x": largest}, 50, seed=0)["x"]
    assert (figure.value, figure.low) == (1, 1)


def test_differences_are_paired() -> None:
    # The same gain of .5 for each question: how hard each is drops out.
    values = np.random.default_rng(0).random(60) / 2
    gain = difference(share(values), share(values + 0.5))
    assert figures({"x": gain}, 60, seed=0)["x"] == Figure(0.5, 0.5, 0.5, 60)


def test_as_many_draws_are_made_as_asked_for() -> None:
    seen: list[int] = []

    def measure(weights: np.ndarray) -> np.ndarray:
        seen.append(len(weights))
        assert (weights.sum(axis=1) == 3000).all()
        return weights.mean(axis=1)

    figures({"x": Statistic(measure, 3000)}, 3000, seed=0, resamples=100)
    assert sum(seen[:-1]) == 100
    assert seen[-1] == 1


def test_rounding_leaves_no_negative_zero() -> None:
    assert str(rounded(-1e-9)) == "0.0"
