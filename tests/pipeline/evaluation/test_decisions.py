"""Decisions and confidence, against numbers worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from pipeline.evaluation.bootstrap import EMPTY
from pipeline.evaluation.decisions import (
    CONFIDENCE_NAMES,
    MAX_POINTS,
    NAMES,
    confidence_statistics,
    decision_figures,
    reliability,
    risk_coverage,
)
from pipeline.evaluation.records import Bin, CurvePoint, Figure, Row
from tests.pipeline.evaluation.factories import row

SIX = [
    row(0.95),  # right
    row(0.85, rank=2),  # wrong
    row(0.75),  # right
    row(0.45, answered=False),  # right and withheld
    row(0.35, rank=0, answered=False),
    row(0.65, answerable=False, rank=0),  # a false answer
]


def values(rows: list[Row]) -> dict[str, float | None]:
    return {name: figure.value for name, figure in decision_figures(rows, seed=0).items()}


def counts(rows: list[Row]) -> dict[str, int]:
    return {name: figure.n for name, figure in decision_figures(rows, seed=0).items()}


def test_each_decision_counts_where_it_belongs() -> None:
    found = values(SIX)
    assert found["coverage"] == pytest.approx(4 / 6, abs=1e-6)
    assert found["accuracy"] == pytest.approx(2 / 4)
    assert found["wrong"] == pytest.approx(2 / 6, abs=1e-6)
    assert found["withheld"] == pytest.approx(1 / 5)
    assert found["false_answers"] == 1
    assert [counts(SIX)[name] for name in NAMES] == [6, 4, 6, 5, 1]


def test_an_entry_that_was_right_all_the_same_is_never_right_for_a_question_without_one() -> None:
    found = values([row(0.9, answerable=False, rank=1), row(0.8)])
    assert found["wrong"] == 0.5
    assert found["auroc"] == 0


def test_presence_tells_what_has_an_answer_whatever_the_confidence() -> None:
    present = replace(row(0.1), scores={"presence": 0.6, "final": 0.1})
    absent = replace(row(0.9, answerable=False), scores={"presence": 0.4, "final": 0.9})
    assert values([present, absent])["answerable_auroc"] == 1


def test_the_worked_example_of_the_risk_coverage_curve() -> None:
    rows = [row(0.9), row(0.8), row(0.8, rank=2), row(0.5, rank=0)]
    assert risk_coverage(rows) == (
        CurvePoint(0.25, 0),
        CurvePoint(0.75, pytest.approx(1 / 3, abs=1e-6)),
        CurvePoint(1, 0.5),
    )
    found = values(rows)
    assert found["aurc"] == pytest.approx((1 * 0 + 2 / 3 + 1 / 2) / 4, abs=1e-6)
    assert found["coverage@0.9"] == 0.25


def test_without_ties_the_area_is_the_mean_of_the_risks() -> None:
    rows = [row(0.9), row(0.8, rank=2), row(0.7), row(0.6, answerable=False)]
    assert values(rows)["aurc"] == pytest.approx((0 + 1 / 2 + 1 / 3 + 2 / 4) / 4, abs=1e-6)


@pytest.mark.parametrize("shuffle", range(3))
def test_the_order_of_the_questions_makes_no_difference(shuffle: int) -> None:
    order = np.random.default_rng(shuffle).permutation(len(SIX))
    assert values([SIX[at] for at in order]) == values(SIX)


def test_coverage_at_an_accuracy_is_the_largest_that_reaches_it() -> None:
    # Right, wrong, then eight right ones: 1/1, 1/2, … 7/8 at the eighth is .875, 9/10 at the tenth.
    rows = [row(1 - at / 20, rank=2 if at == 1 else 1) for at in range(10)]
    found = values(rows)
    assert (found["coverage@0.8"], found["coverage@0.9"], found["coverage@0.95"]) == (1, 1, 0.1)


def test_coverage_is_none_at_all_where_even_the_surest_are_wrong() -> None:
    assert values([row(0.9, rank=2), row(0.8)])["coverage@0.8"] == 0
    # Of two that are equally sure one is wrong, and neither can be taken without the other.
    assert values([row(0.9, rank=2), row(0.9)])["coverage@0.8"] == 0


def test_auroc_is_the_share_of_pairs_in_the_right_order() -> None:
    # Right .9 and .5, wrong .7 and .5: in order (.9, .7), (.9, .5); tied (.5, .5); not (.5, .7).
    rows = [row(0.9), row(0.5), row(0.7, rank=2), row(0.5, rank=2)]
    assert values(rows)["auroc"] == pytest.approx((1 + 1 + 0.5 + 0) / 4)
    right, confidence = [1, 1, 0, 0], [0.9, 0.5, 0.7, 0.5]
    assert values(rows)["auroc"] == pytest.approx(roc_auc_score(right, confidence))


@pytest.mark.parametrize("seed", range(5))
def test_a_resampled_auroc_is_what_the_library_says_of_those_weights(seed: int) -> None:
    random = np.random.default_rng(seed)
    right, confidence = random.random(40) < 0.6, random.integers(0, 12, 40) / 12
    rows = [row(c, rank=1 if r else 2) for r, c in zip(right, confidence, strict=True)]
    weights = random.integers(0, 4, 40).astype(float)
    by_library = roc_auc_score(right, confidence, sample_weight=weights)
    found = confidence_statistics(rows)["auroc"].measure(np.stack([weights, np.zeros(40)]))
    assert found == pytest.approx([by_library, np.nan], nan_ok=True)


def test_auroc_needs_both_right_and_wrong() -> None:
    assert decision_figures([row(0.9), row(0.5)], seed=0)["auroc"] == EMPTY


def test_the_calibration_error_is_worked_out_by_bins() -> None:
    # (.9, 1]: .95 and .97, both right: |.96 − 1| · 2. (.6, .7]: .7 and .65, one right:
    # |.675 − .5| · 2. [0, .1]: 0, wrong: 0 · 1. In all (.08 + .35 + 0) / 5.
    rows = [row(0.95), row(0.97), row(0.7), row(0.65, rank=2), row(0.0, rank=0)]
    assert values(rows)["ece"] == pytest.approx((0.04 * 2 + 0.175 * 2) / 5, abs=1e-6)
    assert reliability(rows) == (Bin(0, 0, 1), Bin(0.675, 0.5, 2), Bin(0.96, 1, 2))


@pytest.mark.parametrize("edge", [at / 10 for at in range(1, 11)])
def test_an_upper_edge_belongs_to_its_bin(edge: float) -> None:
    assert len(reliability([row(edge), row(edge - 0.05)])) == 1


def test_the_curve_is_thinned_and_ends_with_all_questions() -> None:
    rows = [row(at / 1000, rank=1 + at % 3) for at in range(1000)]
    curve = risk_coverage(rows)
    assert len(curve) == MAX_POINTS
    assert curve[0].coverage == 0.001
    assert curve[-1] == CurvePoint(1, pytest.approx(666 / 1000))


def test_without_questions_nothing_is_measured() -> None:
    found = decision_figures([], seed=0)
    assert list(found) == [*NAMES, *CONFIDENCE_NAMES]
    assert set(found.values()) == {Figure(None, None, None, 0)}
    assert (reliability([]), risk_coverage([])) == ((), ())
