"""What is drawn: few numbers, our own colours, and nothing where there is nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pipeline.evaluation.charts import DRAWINGS, confidence, confusion, latency, risk_coverage
from pipeline.evaluation.confusions import OTHERS, Cell, cells_of
from pipeline.evaluation.records import Report
from tests.pipeline.evaluation.factories import outcome, report

OUTCOMES = [
    outcome("q1", "a", "a", confidence=0.9, ms={"encode": 3.0, "decide": 1.0}),
    outcome("q2", "b", "cb", confidence=0.92, ms={"encode": 4.0, "decide": 1.0}),
    outcome("q3", "c", "c", confidence=0.3, answered=False, ms={"encode": 5.0, "decide": 1.0}),
]


@pytest.fixture(scope="module")
def made() -> Report:
    return report(OUTCOMES)


def values(chart: Any) -> list[dict[str, Any]]:
    """All that a chart holds."""
    return [item for part in chart.to_dict()["datasets"].values() for item in part]


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda drawing: drawing.key)
def test_charts_are_valid_and_fetch_nothing(drawing: Any, made: Report) -> None:
    spec = drawing.draw(made).to_dict()
    assert not drawing.is_empty(made)
    assert '"url"' not in json.dumps(spec)
    assert spec["usermeta"] == {"embedOptions": {"renderer": "svg"}}


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda drawing: drawing.key)
def test_every_colour_is_the_page_s(drawing: Any, made: Report) -> None:
    import vl_convert

    svg = vl_convert.vegalite_to_svg(drawing.draw(made).to_dict())
    colours = {part.split('"')[0] for part in svg.split('fill="')[1:] + svg.split('stroke="')[1:]}
    assert {it for it in colours if not it.startswith("var(--fd-")} <= {"none", "transparent"}


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda drawing: drawing.key)
def test_without_questions_there_is_no_chart(drawing: Any) -> None:
    assert drawing.is_empty(report([]))


def test_the_histogram_counts_right_and_wrong_first_entries(made: Report) -> None:
    bars = [item for item in values(confidence(made)) if "kind" in item]
    told = [(it["x"], it["kind"], it["n"], it["from"], it["to"]) for it in bars]
    assert told == [
        (0.3, "first entry right", 1, 0, 1),
        (0.9, "first entry wrong", 1, 1, 2),
        (0.9, "first entry right", 1, 0, 1),
    ]


def test_the_threshold_is_drawn_where_it_is_known() -> None:
    assert {"x": 0.6} not in values(confidence(report(OUTCOMES)))
    known = report(OUTCOMES)
    known = Report(
        **{**{f: getattr(known, f) for f in Report.__slots__}, "run": {"answer_at": 0.6}}
    )
    assert {"x": 0.6} in values(confidence(known))


def test_the_ring_is_where_faqdesk_is_now(made: Report) -> None:
    ring = next(item for item in values(risk_coverage(made)) if "text" in item)
    assert ring == {"x": pytest.approx(2 / 3), "y": 0.5, "text": "now: 50 % wrong"}


def test_latency_is_in_words_and_in_the_order_of_the_steps(made: Report) -> None:
    steps = values(latency(made))
    assert [it["step"] for it in steps] == ["Understand the question", "Decide", "All together"]
    assert steps[0]["p50"] == 4.0


def test_confusions_are_coloured_by_whether_they_are_right(made: Report) -> None:
    found = {(it["expected"], it["given"]): it for it in values(confusion(made))}
    assert found["Travel", "Travel"]["colour"] == "var(--fd-accent)"
    assert found["Travel", "Money"]["colour"] == "var(--fd-amber)"
    assert found["Travel", "Money"]["n"] == 1


def test_of_many_categories_those_that_are_mixed_up_are_kept() -> None:
    confusion_ = {"a": {"b": 2}, "c": {"c": 1}, "d": {"d": 5}}
    assert cells_of(confusion_, most=2) == (
        Cell(OTHERS, OTHERS, 6, 1.0),
        Cell("a", "b", 2, 1.0),
    )
    assert cells_of(confusion_, most=3)[-1] == Cell("d", "d", 5, 1.0)


def test_a_big_report_makes_small_charts() -> None:
    many = report(
        [
            outcome(f"q{n}", [f"e{n}"], [f"e{n}"], confidence=n / 3_000, ms={"encode": 1.0})
            for n in range(3_000)
        ]
    )
    assert all(len(values(drawing.draw(many))) <= 210 for drawing in DRAWINGS)
