"""Whether the right thing was done with what was found, and what the confidence is worth.

The risk–coverage curve (Geifman and El-Yaniv 2017, "Selective Classification for Deep Neural
Networks"): were the surest share `coverage` of the questions answered, each with the entry that
came first, then the share `risk` of the answers would be wrong. Questions of one confidence are
answered together or not at all. `aurc` is the mean, over the questions, of the risk that is run
once each is answered, which is the area under that curve drawn as steps (Geifman, Uziel and
El-Yaniv 2019). A question that nothing answers is never right.

Worked example, surest first:

    confidence    .9    .8    .8    .5
    right          1     1     0     0
    coverage      1/4        3/4     1      (.8 twice: one step)
    risk           0         1/3    1/2

    aurc = (1·0 + 2·1/3 + 1·1/2) / 4 = .292    coverage@0.9 = 1/4    coverage@0.5 = 1

`ece` is the expected calibration error over ten bins of equal width (Guo et al. 2017, "On
Calibration of Modern Neural Networks"): the mean, over the questions, of how far the mean
confidence of their bin is from the share of it that is right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.evaluation.bootstrap import (
    FEWER_RESAMPLES,
    Floats,
    Measure,
    Statistic,
    among,
    figures,
    rounded,
    share,
)
from pipeline.evaluation.records import Bin, CurvePoint, Figure, Row
from pipeline.evaluation.roc import auroc

NAMES = ("coverage", "accuracy", "wrong", "withheld", "false_answers")
CONFIDENCE_NAMES = (
    "coverage@0.8",
    "coverage@0.9",
    "coverage@0.95",
    "aurc",
    "auroc",
    "answerable_auroc",
    "ece",
)
LOWER_IS_BETTER = frozenset({"wrong", "withheld", "false_answers", "aurc", "ece"})

ACCURACIES = (0.8, 0.9, 0.95)
BINS = 10
MAX_POINTS = 200
# 9 right of 10 are 90 %, whatever 0.9 · 10 comes to.
_TOLERANCE = 1e-9


def decision_figures(rows: Sequence[Row], seed: int) -> dict[str, Figure]:
    """All figures about decisions and confidence, each 0 to 1."""
    confidence = confidence_statistics(rows)
    return {
        **figures(decision_statistics(rows), len(rows), seed),
        **figures(confidence, len(rows), seed, FEWER_RESAMPLES),
    }


def decision_statistics(rows: Sequence[Row]) -> dict[str, Statistic]:
    """Coverage, accuracy, wrong, withheld and false answers.

    Coverage is the share of questions that got an entry, accuracy how many of those entries were
    right, and wrong the share of all questions that got a wrong one. Withheld is the share of the
    questions with an answer whose right entry came first and was not given, false answers the share
    of those without one that got an entry.
    """
    answered = np.array([row.got is not None for row in rows], dtype=bool)
    answerable = _answerable(rows)
    right = np.array([is_right(row) for row in rows], dtype=bool)
    return {
        "coverage": share(answered),
        "accuracy": among(right, answered),
        "wrong": share(answered & ~right),
        "withheld": among(_first_is_right(rows) & ~answered, answerable),
        "false_answers": among(answered, ~answerable),
    }


def confidence_statistics(rows: Sequence[Row]) -> dict[str, Statistic]:
    """What the confidence says of whether the first entry is right, given or withheld.

    `answerable_auroc` is what the first entry's presence says of whether any entry answers at all.
    """
    if not rows:
        return {name: Statistic(np.ravel, 0) for name in CONFIDENCE_NAMES}
    confidence, right = _confidence(rows), _first_is_right(rows)
    measures = confidence_measures(confidence, right)
    found = {name: Statistic(measure, len(rows)) for name, measure in measures.items()}
    found["auroc"] = auroc(confidence, right)
    scores = np.array([row.scores.get("presence", 0.0) for row in rows], dtype=np.float64)
    found["answerable_auroc"] = auroc(scores, _answerable(rows))
    return {name: found[name] for name in CONFIDENCE_NAMES}


def confidence_measures(confidence: Floats, right: NDArray[np.bool_]) -> dict[str, Measure]:
    """Coverage at several accuracies, area under the curve and calibration error."""
    steps = _Steps.of(confidence, right)
    coverage = {f"coverage@{accuracy}": steps.coverage_at(accuracy) for accuracy in ACCURACIES}
    return {**coverage, "aurc": steps.aurc, "ece": _calibration_error(confidence, right)}


def is_right(row: Row) -> bool:
    """Whether an entry was given and is one of those that answer."""
    return row.got is not None and row.got in row.expected


def reliability(rows: Sequence[Row]) -> tuple[Bin, ...]:
    """The bins of the calibration error that hold a question, least sure first."""
    confidence, right = _confidence(rows), _first_is_right(rows)
    members = [_bins(confidence) == at for at in range(BINS)]
    return tuple(
        Bin(rounded(confidence[bin_].mean()), rounded(right[bin_].mean()), int(bin_.sum()))
        for bin_ in members
        if bin_.any()
    )


def risk_coverage(rows: Sequence[Row]) -> tuple[CurvePoint, ...]:
    """The risk–coverage curve, surest first, in at most 200 points; the last has coverage 1."""
    if not rows:
        return ()
    steps = _Steps.of(_confidence(rows), _first_is_right(rows))
    drawn, correct = steps.climb(np.ones((1, len(rows))))
    coverage, risk = drawn[0] / len(rows), 1 - correct[0] / drawn[0]
    kept = np.unique(np.linspace(0, len(risk) - 1, MAX_POINTS).round().astype(int))
    return tuple(CurvePoint(rounded(coverage[at]), rounded(risk[at])) for at in kept)


@dataclass(frozen=True, slots=True)
class _Steps:
    """Questions in `order`, surest first; `starts` are where another confidence begins."""

    order: NDArray[np.intp]
    starts: NDArray[np.intp]
    right: NDArray[np.bool_]

    @classmethod
    def of(cls, confidence: Floats, right: NDArray[np.bool_]) -> _Steps:
        order = np.argsort(-confidence, kind="stable")
        changes = np.flatnonzero(np.diff(confidence[order])) + 1
        return cls(order, np.concatenate([[0], changes]), right[order])

    def climb(self, weights: Floats) -> tuple[Floats, Floats]:
        """How many are answered and how many of them right after each step: (draws, steps)."""
        drawn = weights[:, self.order]
        answered = np.add.reduceat(drawn, self.starts, axis=1)
        correct = np.add.reduceat(drawn * self.right, self.starts, axis=1)
        return answered.cumsum(axis=1), correct.cumsum(axis=1)

    def aurc(self, weights: Floats) -> Floats:
        answered, correct = self.climb(weights)
        wrong = (answered - correct) / np.maximum(answered, 1)
        sizes = np.diff(answered, axis=1, prepend=0)
        area: Floats = (sizes * wrong).sum(axis=1) / answered[:, -1]
        return area

    def coverage_at(self, accuracy: float) -> Measure:
        def measure(weights: Floats) -> Floats:
            answered, correct = self.climb(weights)
            enough = correct >= accuracy * answered - _TOLERANCE
            best: Floats = (answered * enough).max(axis=1) / answered[:, -1]
            return best

        return measure


def _calibration_error(confidence: Floats, right: NDArray[np.bool_]) -> Measure:
    gaps = np.zeros((len(confidence), BINS))
    gaps[np.arange(len(confidence)), _bins(confidence)] = confidence - right

    def measure(weights: Floats) -> Floats:
        error: Floats = np.abs(weights @ gaps).sum(axis=1) / weights.sum(axis=1)
        return error

    return measure


def _bins(confidence: Floats) -> NDArray[np.intp]:
    """The bin of each confidence: above its lower edge, up to and with its upper one."""
    return np.digitize(confidence, np.arange(1, BINS) / BINS, right=True)


def _confidence(rows: Sequence[Row]) -> Floats:
    return np.array([row.confidence for row in rows], dtype=np.float64)


def _first_is_right(rows: Sequence[Row]) -> NDArray[np.bool_]:
    return np.array([row.rank == 1 for row in rows], dtype=bool)


def _answerable(rows: Sequence[Row]) -> NDArray[np.bool_]:
    return np.array([bool(row.expected) for row in rows], dtype=bool)
