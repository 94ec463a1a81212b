"""How sure a measured value is: the percentile bootstrap over questions.

As many questions as there are get drawn with replacement, many times; the middle 95 % of the
values that come out are the interval (Efron and Tibshirani 1993, "An Introduction to the
Bootstrap", chapter 13). What was drawn is held as weights, how often each question is in it. So a
figure is a function of weights, and its value is that function with a weight of 1 for each:

    hits           1    0    1        share of hits
    weights        1    1    1        2 / 3
    one resample   0    2    1        1 / 3

The same seed and number of questions give the same weights. So the difference of two functions is
the paired bootstrap of two runs on the same questions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pipeline.evaluation.records import Figure

Floats = NDArray[np.float64]
# From weights of shape (draws, questions) to values of shape (draws,), NaN where there is none.
Measure = Callable[[Floats], Floats]

RESAMPLES = 1000
# For figures that are no means and take longer.
FEWER_RESAMPLES = 300
INTERVAL = (2.5, 97.5)
# A thousandth of what 1,000 questions can tell; rounding makes reports the same on any machine.
DIGITS = 6
# Weights drawn at once: 1 MB, which stays in a processor's cache.
BLOCK = 2**17

EMPTY = Figure(None, None, None, 0)


@dataclass(frozen=True, slots=True)
class Statistic:
    """A figure as a function of weights, and from how many questions it comes.

    `value` is that for weights of 1, where a library gives it.
    """

    measure: Measure
    n: int
    value: float | None = None

    def of_all(self, questions: int) -> float:
        """The value itself, NaN where there is none."""
        if self.value is not None:
            return self.value
        return float(self.measure(np.ones((1, questions)))[0])


def share(part: ArrayLike, whole: ArrayLike | None = None) -> Statistic:
    """The sum of `part` over that of `whole`; a mean without one, and without any `part`, none.

    Both have a number for each question. `n` is the sum of `whole`.
    """
    parts = np.asarray(part, dtype=np.float64)
    wholes = np.ones_like(parts) if whole is None else np.asarray(whole, dtype=np.float64)

    def measure(weights: Floats) -> Floats:
        drawn = weights @ wholes
        return np.divide(weights @ parts, drawn, out=np.full_like(drawn, np.nan), where=drawn > 0)

    return Statistic(measure, int(wholes.sum()))


def among(values: ArrayLike, chosen: ArrayLike) -> Statistic:
    """The mean of the values of the chosen questions."""
    mask = np.asarray(chosen, dtype=np.float64)
    return share(np.asarray(values, dtype=np.float64) * mask, mask)


def difference(before: Statistic, after: Statistic) -> Statistic:
    """By how much `after` is larger on the same questions; `n` is the smaller one."""
    value = None
    if before.value is not None and after.value is not None:
        value = after.value - before.value

    def measure(weights: Floats) -> Floats:
        return after.measure(weights) - before.measure(weights)

    return Statistic(measure, min(before.n, after.n), value)


def figures(
    statistics: Mapping[str, Statistic], questions: int, seed: int, resamples: int = RESAMPLES
) -> dict[str, Figure]:
    """Each figure with its 95 % interval; empty where `n` is 0 or the value is not defined.

    An interval always holds the value, which that of a biased figure, such as the calibration
    error, would else not do.
    """
    used = {name: statistic for name, statistic in statistics.items() if statistic.n}
    drawn: dict[str, list[Floats]] = {name: [] for name in used}
    for weights in _draws(questions, resamples, seed) if used else ():
        for name, statistic in used.items():
            drawn[name].append(statistic.measure(weights))
    made = {
        name: _figure(statistic.of_all(questions), np.concatenate(drawn[name]), statistic.n)
        for name, statistic in used.items()
    }
    return {name: made.get(name, EMPTY) for name in statistics}


def mean_with_interval(values: ArrayLike, seed: int) -> Figure:
    """The mean of the values with its 95 % interval; empty without any."""
    mean = share(values)
    return figures({"mean": mean}, mean.n, seed)["mean"]


def rounded(value: float) -> float:
    """The value as reports hold it, with six decimals and without a negative zero."""
    return round(float(value), DIGITS) + 0.0


def _draws(questions: int, resamples: int, seed: int) -> Iterator[Floats]:
    """Weights in blocks of shape (some, questions), in all `resamples` of them."""
    generator = np.random.default_rng(seed)
    rows = max(1, BLOCK // questions)
    for start in range(0, resamples, rows):
        size = min(rows, resamples - start)
        chosen = generator.integers(0, questions, (size, questions))
        chosen += np.arange(size)[:, None] * questions
        counts = np.bincount(chosen.ravel(), minlength=size * questions)
        yield counts.reshape(size, questions).astype(np.float64)


def _figure(value: float, draws: Floats, n: int) -> Figure:
    if np.isnan(value):
        return EMPTY
    draws = draws[~np.isnan(draws)]
    low, high = np.percentile(draws, INTERVAL) if len(draws) else (value, value)
    return Figure(rounded(value), rounded(min(low, value)), rounded(max(high, value)), n)
