"""From a question that fails to one that is answered, on real models and the sample."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks.reviewing import SAMPLE, close_loop
from pipeline.build import Faqdesk, open_faqdesk
from pipeline.evaluation.question_sets import read_questions
from pipeline.review.groups import waiting_turns
from pipeline.review.outcomes import Now

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("home")]

ASKED, FAILING = 90, 8


@pytest.fixture
def sample() -> Iterator[Faqdesk]:
    faqdesk = open_faqdesk()
    faqdesk.ingester.ingest([str(SAMPLE / "faq.csv")])
    yield faqdesk
    faqdesk.engine.dispose()


def test_questions_that_fail_are_reviewed_accepted_published_and_then_answered(
    sample: Faqdesk,
) -> None:
    questions = read_questions(str(SAMPLE / "questions.jsonl"), None).questions[:ASKED]
    loop = close_loop(sample, questions, FAILING)
    assert len(loop.failing) == FAILING
    assert waiting_turns(sample, small_talk=True) == ()
    assert [since.now for since in loop.since] == [Now.ANSWERED] * FAILING
    assert {q.query for q in loop.failing} <= {change.query for change in loop.compared.better}
    for figure in loop.compared.differences.values():
        assert not figure.verdict.startswith("worse"), figure
