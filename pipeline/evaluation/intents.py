"""Whether messages are taken for what they are, and which categories are mistaken for each other.

Macro-F1 is the mean, over the kinds of message that occur, of the harmonic mean of precision and
recall of each (scikit-learn's f1_score), so that a rare kind counts as much as a common one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from pipeline.evaluation.bootstrap import (
    FEWER_RESAMPLES,
    Floats,
    Statistic,
    figures,
    mean_with_interval,
)
from pipeline.evaluation.records import Figure, Outcome

NAMES = ("accuracy", "macro_f1")

# How often each value was given where another one, or the same, was expected.
Confusion = dict[str, dict[str, int]]


def intent_figures(outcomes: Sequence[Outcome], seed: int) -> dict[str, Figure]:
    """Accuracy and macro-F1, 0 to 1, over the questions whose kind is known and was told."""
    kinds = _kinds(outcomes)
    expected, given = [kind for kind, _ in kinds], [kind for _, kind in kinds]
    right = [kind == other for kind, other in kinds]
    return {
        "accuracy": mean_with_interval(right, seed),
        **figures({"macro_f1": macro_f1(expected, given)}, len(kinds), seed, FEWER_RESAMPLES),
    }


def macro_f1(expected: Sequence[str], given: Sequence[str]) -> Statistic:
    """The macro-F1 of labels against those that were expected, as a function of weights."""
    from sklearn.metrics import f1_score

    if not expected:
        return Statistic(np.ravel, 0)
    labels, positions = np.unique([*expected, *given], return_inverse=True)
    sides = np.eye(len(labels))[positions]
    truth, guesses = sides[: len(expected)], sides[len(expected) :]
    value = float(f1_score(expected, given, average="macro"))

    # The library takes one resample at a time, which is a hundred times slower.
    def measure(weights: Floats) -> Floats:
        both, either = weights @ (truth * guesses), weights @ (truth + guesses)
        f1 = np.divide(2 * both, either, out=np.zeros_like(either), where=either > 0)
        mean: Floats = f1.sum(axis=1) / (either > 0).sum(axis=1)
        return mean

    return Statistic(measure, len(expected), value)


def kind_confusion(outcomes: Sequence[Outcome]) -> Confusion:
    """For each kind of message that was expected, how often each was told."""
    return _counted(_kinds(outcomes))


def category_confusion(outcomes: Sequence[Outcome], categories: Mapping[str, str]) -> Confusion:
    """For each category that was expected, those of the entries that were given.

    `categories` are those of the library's entries by id. A right entry is in the category that
    was expected; for a wrong one that is the category of the first entry that would have answered.
    """
    return _counted(
        (
            categories.get(o.answer.entry.id if o.is_right else o.question.relevant[0], ""),
            categories.get(o.answer.entry.id, ""),
        )
        for o in outcomes
        if o.answer.entry is not None and o.question.relevant
    )


def _kinds(outcomes: Sequence[Outcome]) -> list[tuple[str, str]]:
    return [
        (outcome.question.kind, outcome.answer.intent.kind)
        for outcome in outcomes
        if outcome.question.kind is not None and outcome.answer.intent is not None
    ]


def _counted(pairs: Iterable[tuple[str, str]]) -> Confusion:
    confusion: Confusion = {}
    for (expected, given), count in sorted(Counter(pairs).items()):
        confusion.setdefault(expected, {})[given] = count
    return confusion
