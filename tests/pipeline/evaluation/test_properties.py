"""What holds for all outcomes."""

from __future__ import annotations

import json
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.evaluation.compare import compare
from pipeline.evaluation.records import Figure, Outcome, Report
from pipeline.evaluation.report_json import report_as_json, report_from_json
from tests.pipeline.evaluation.factories import outcome, report

IDS = "abcd"


@st.composite
def outcomes(draw: st.DrawFn) -> Outcome:
    order = st.lists(st.sampled_from(IDS), unique=True, max_size=4)
    return outcome(
        draw(st.sampled_from(["q1", "q2", "q3"])),
        draw(st.lists(st.sampled_from(IDS), unique=True, max_size=2)),
        draw(order),
        rankings={"bm25": draw(order)},
        confidence=draw(st.sampled_from([0.0, 0.1, 0.35, 0.7, 1.0]) | st.floats(0, 1)),
        answered=draw(st.booleans()),
        gold=draw(st.sampled_from([None, "", "the", "It is a."])),
        kind=draw(st.sampled_from([None, "ask", "bye"])),
        intent=draw(st.sampled_from([None, "ask", "bye"])),
    )


made = st.lists(outcomes(), max_size=12).map(report)
few = settings(max_examples=60, deadline=None)


def all_figures(of: Report) -> list[Figure]:
    parts = [*of.retrieval.values(), of.answers, of.decisions, of.intent, *of.by_category.values()]
    return [figure for part in parts for figure in part.values()]


@few
@given(made)
def test_every_figure_lies_within_its_interval_and_that_within_0_and_1(of: Report) -> None:
    for figure in all_figures(of):
        if figure.value is None or figure.low is None or figure.high is None:
            assert figure == Figure(None, None, None, 0)
        else:
            assert 0 <= figure.low <= figure.value <= figure.high <= 1
            assert 0 < figure.n <= len(of.rows)


@few
@given(made)
def test_coverage_grows_along_the_curve_and_shrinks_with_the_accuracy(of: Report) -> None:
    assert all(a.coverage < b.coverage for a, b in pairwise(of.curve))
    assert not of.rows or of.curve[-1].coverage == 1
    names = ("coverage@0.8", "coverage@0.9", "coverage@0.95")
    reached = [of.decisions[name].value or 0 for name in names]
    assert reached == sorted(reached, reverse=True)


@few
@given(made)
def test_every_question_is_in_one_bin_and_one_row(of: Report) -> None:
    assert sum(bin_.n for bin_ in of.reliability) == len(of.rows)
    parts = ("coverage", "wrong")
    coverage, wrong = (of.decisions[name].value or 0 for name in parts)
    assert wrong <= coverage


@few
@given(made)
def test_every_report_survives_json_and_does_not_differ_from_itself(of: Report) -> None:
    assert report_from_json(json.loads(json.dumps(report_as_json(of), allow_nan=False))) == of
    if of.rows:
        found = compare(of, of, seed=0)
        assert {d.figure.value for d in found.differences.values()} <= {0, None}
        assert found.better == found.worse == ()
