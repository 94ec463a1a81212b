"""A whole report, its JSON, and its worst failures."""

from __future__ import annotations

import json
from typing import Any

import pytest

from data.errors import SourceError
from pipeline.evaluation.failures import Fault, worst_failures
from pipeline.evaluation.records import Figure, Row
from pipeline.evaluation.report_json import report_as_json, report_from_json
from tests.pipeline.evaluation.factories import outcome, report

OUTCOMES = [
    outcome("q1", gold="It is a.", kind="ask", intent="ask", ms={"encode": 3.0, "read": 1.0}),
    outcome("q2", "bz", "cb", confidence=0.8, span="It", kind="ask", intent="bye"),
    outcome("q3", "c", "dac", confidence=0.3, answered=False, ms={"encode": 5.0}),
    outcome("q4", "", "a", confidence=0.6),
    outcome("q5", "d", "", confidence=0.0),
]
FIGURE_KEYS = {"value", "low", "high", "n"}
DECISIONS = ["coverage", "accuracy", "wrong", "withheld", "false_answers"]
DECISIONS += [
    "coverage@0.8",
    "coverage@0.9",
    "coverage@0.95",
    "aurc",
    "auroc",
    "answerable_auroc",
    "ece",
]


def as_json() -> dict[str, Any]:
    written: dict[str, Any] = json.loads(json.dumps(report_as_json(report(OUTCOMES))))
    return written


def test_the_json_has_the_documented_structure() -> None:
    written = as_json()
    assert list(written["retrieval"]) == ["dense", "bm25", "fused", "final"]
    measures = ["hit@1", "hit@5", "mrr@10", "ndcg@10", "map", "recall@20"]
    assert all(list(each) == measures for each in written["retrieval"].values())
    assert list(written["answers"]) == ["em", "f1"]
    assert list(written["decisions"]) == DECISIONS
    assert list(written["intent"]) == ["accuracy", "macro_f1"]
    assert written["run"] == {"set": "made up"}
    parts = [*written["retrieval"].values(), written["answers"], written["decisions"]]
    parts += [written["intent"], *written["by_category"].values()]
    assert all(set(figure) == FIGURE_KEYS for part in parts for figure in part.values())
    further = {"by_category", "reliability", "curve", "confusion", "rows"}
    assert set(written) == {"retrieval", "answers", "decisions", "intent", "speed", "run"} | further


def test_speed_is_given_for_each_step_and_for_all_together() -> None:
    speed = as_json()["speed"]
    assert speed["qps"] == 5 / 2
    # Of 3 and 5: the median is 4 and the 95th percentile 3 + .95 · 2. Totals are 4 and 5.
    assert speed["encode"] == {"p50": 4.0, "p95": 4.9, "p99": 4.98}
    assert speed["read"] == {"p50": 1.0, "p95": 1.0, "p99": 1.0}
    assert speed["total"]["p50"] == 4.5


def test_a_row_says_what_became_of_a_question() -> None:
    assert report(OUTCOMES).rows[1] == Row(
        query="q2",
        expected=("b", "z"),
        got="c",
        first="c",
        rank=2,
        confidence=0.8,
        decision="answered",
        span="It",
        ms=0,
        category="Travel",
        scores={
            "question": 0.8,
            "alternate": 0,
            "answer": 0.5,
            "lexical": 0.4,
            "presence": 0.626,
            "fused": 0.64,
            "final": 0.64,
        },
    )


def test_a_question_without_an_answer_or_candidates_has_a_row_too() -> None:
    unanswerable, nothing = report(OUTCOMES).rows[3:]
    assert (unanswerable.expected, unanswerable.category, unanswerable.rank) == ((), "", 0)
    assert (nothing.first, nothing.got, nothing.rank, nothing.scores) == (None, None, 0, {})


def test_categories_have_figures_over_their_own_questions() -> None:
    by_category = report(OUTCOMES).by_category
    assert list(by_category) == ["Money", "Travel"]
    assert by_category["Travel"]["hit@1"].value == 0.5
    assert by_category["Travel"]["mrr@10"].value == (1 + 1 / 2) / 2
    assert by_category["Money"]["coverage"] == Figure(0, 0, 0, 2)
    assert by_category["Money"]["accuracy"] == Figure(None, None, None, 0)


def test_a_library_without_categories_has_none_of_those_figures() -> None:
    assert report([outcome("q", "zz", "y")]).by_category == {}


def test_the_same_outcomes_give_the_same_json() -> None:
    assert as_json() == as_json()
    other = report_as_json(report(OUTCOMES, seed=7))
    assert other["decisions"] != as_json()["decisions"]


def test_without_any_outcome_every_figure_is_empty() -> None:
    made = report([])
    figures = [*made.answers.values(), *made.decisions.values(), *made.intent.values()]
    figures += [figure for found in made.retrieval.values() for figure in found.values()]
    assert set(figures) == {Figure(None, None, None, 0)}
    assert (made.rows, made.speed, made.questions_per_second) == ((), {}, 0.0)


def test_json_comes_back_as_the_same_report() -> None:
    assert report_from_json(as_json()) == report(OUTCOMES)


@pytest.mark.parametrize(
    ("way", "value", "complaint"),
    [
        (["retrieval"], None, "retrieval is no object"),
        (["decisions", "wrong"], {"low": 0, "high": 0, "n": 1}, "it has no decisions.wrong.value"),
        (["decisions", "wrong", "n"], -1, "decisions.wrong.n is no count"),
        (["answers", "em", "value"], "0.5", "answers.em.value is no number"),
        (["speed"], {}, "it has no speed.qps"),
        (["rows", 3, "rank"], True, r"rows\[3\].rank is no count"),
        (["rows", 0, "query"], 5, r"rows\[0\].query is no text"),
        (["rows"], {}, "rows is no list"),
        (["curve", 0], {"coverage": 1}, r"it has no curve\[0\].risk"),
    ],
)
def test_a_report_that_was_tampered_with_is_refused(
    way: list[Any], value: object, complaint: str
) -> None:
    written: Any = as_json()
    inner = written
    for key in way[:-1]:
        inner = inner[key]
    inner[way[-1]] = value
    with pytest.raises(SourceError, match=f"This is no report of faqdesk: {complaint}"):
        report_from_json(written)


@pytest.mark.parametrize(
    ("foreign", "complaint"),
    [({}, "it has no retrieval"), ([], "it is no object"), (None, "it is no object")],
)
def test_a_foreign_file_is_refused(foreign: object, complaint: str) -> None:
    with pytest.raises(SourceError, match=f"{complaint}. Give a file that was written by faqdesk"):
        report_from_json(foreign)


def test_the_worst_failures_come_first() -> None:
    made = report(
        [
            outcome("missed", "a", "bca", confidence=0.2, answered=False),
            outcome("lost", "a", "bc", confidence=0.1, answered=False),
            outcome("false", "", "a", confidence=0.99),
            outcome("withheld", confidence=0.4, answered=False),
            outcome("nearly", confidence=0.1, answered=False),
            outcome("wrong", "a", "b", confidence=0.7),
            outcome("very wrong", "a", "b", confidence=0.9),
            outcome("right"),
            outcome("rightly unanswered", "", "a", answered=False),
        ]
    )
    found = worst_failures(made, limit=20)
    assert [(failure.fault, failure.row.query) for failure in found] == [
        (Fault.WRONG, "very wrong"),
        (Fault.WRONG, "wrong"),
        (Fault.WITHHELD, "nearly"),
        (Fault.WITHHELD, "withheld"),
        (Fault.FALSE, "false"),
        (Fault.MISSED, "lost"),
        (Fault.MISSED, "missed"),
    ]
    assert worst_failures(made, limit=2) == found[:2]


def test_a_failure_says_what_was_retrieved_and_why() -> None:
    scores = (
        "question 0.80, alternate 0.00, answer 0.50, lexical 0.40, presence 0.63, fused 0.64, "
        "final 0.64"
    )
    made = report([*OUTCOMES, outcome("q6", "a", "bc", confidence=0.1, answered=False)])
    why = {failure.row.query: failure.why for failure in worst_failures(made, limit=9)}
    assert why == {
        "q2": f"'c' was given with confidence 0.80; expected 'b' and 'z', found in place 2; "
        f"scores of 'c': {scores}",
        "q3": "'d' came first with confidence 0.30 and was not given; "
        f"expected 'c', found in place 3; scores of 'd': {scores}",
        "q4": f"'a' was given with confidence 0.60; scores of 'a': {scores}",
        "q5": "nothing was retrieved; expected 'd', not among the candidates",
        "q6": "'b' came first with confidence 0.10 and was not given; "
        f"expected 'a', not among the candidates; scores of 'b': {scores}",
    }
