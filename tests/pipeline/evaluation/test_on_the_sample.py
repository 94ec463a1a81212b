"""The evaluation on real models and the sample: what a person would see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.build import Faqdesk, open_faqdesk
from pipeline.evaluation.compare import compare
from pipeline.evaluation.question_sets import read_questions
from pipeline.evaluation.records import Outcome, Report
from pipeline.evaluation.reports import Speed, make_report
from pipeline.evaluation.run import ask_all

pytestmark = pytest.mark.slow

SAMPLE = Path(__file__).parents[3] / "data/sample"


@pytest.fixture
def sample(home: Path) -> Iterator[Faqdesk]:
    faqdesk = open_faqdesk()
    faqdesk.ingester.ingest([str(SAMPLE / "faq.csv")])
    yield faqdesk
    faqdesk.engine.dispose()


def report(outcomes: Sequence[Outcome], source: str) -> Report:
    """The report of a run in which visitors would have got the order of one source."""
    as_if = [replace(o, rankings={**o.rankings, "final": o.rankings[source]}) for o in outcomes]
    return make_report(as_if, {"questions": "q"}, categories={}, seed=0, speed=Speed(1, []))


def test_the_fused_order_is_better_than_bm25_and_surely_so(sample: Faqdesk) -> None:
    questions = read_questions(str(SAMPLE / "questions.jsonl"), None).questions
    outcomes, refused = ask_all(questions, sample.unlogged_answerer, sample.fusion)
    assert refused == []
    found = compare(report(outcomes, "bm25"), report(outcomes, "fused"), seed=0)
    gain = found.differences["hit@1"].figure
    assert gain.low is not None
    assert gain.low > 0
    assert found.verdict.startswith("better: +")


def test_what_a_run_keeps_of_a_question_does_not_grow_with_the_candidates(sample: Faqdesk) -> None:
    questions = read_questions(str(SAMPLE / "questions.jsonl"), None).questions[:40]
    outcomes, _ = ask_all(questions, sample.unlogged_answerer, sample.fusion)
    assert {len(outcome.answer.candidates) for outcome in outcomes} == {1}
    assert max(len(outcome.rankings["final"]) for outcome in outcomes) > 5
