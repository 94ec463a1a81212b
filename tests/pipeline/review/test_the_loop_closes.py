"""From a question that fails to one that is answered, on real models and the sample."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from data.answers import Decision, Vote
from data.roles import Role, User
from pipeline.build import Faqdesk, open_faqdesk
from pipeline.evaluation.compare import compare
from pipeline.evaluation.question_sets import read_questions
from pipeline.evaluation.records import LabelledQuestion, Outcome, Report
from pipeline.evaluation.reports import Speed, make_report
from pipeline.evaluation.run import ask_all
from pipeline.review.actions import add_wordings, choose
from pipeline.review.groups import grouped, waiting_turns
from pipeline.review.outcomes import Now, outcomes

pytestmark = pytest.mark.slow

SAMPLE = Path(__file__).parents[3] / "data/sample"
ADA = User("Ada", Role.EDITOR, datetime.now(UTC))
ASKED, FAILING = 90, 8


@pytest.fixture
def sample(home: Path) -> Iterator[Faqdesk]:
    faqdesk = open_faqdesk()
    faqdesk.ingester.ingest([str(SAMPLE / "faq.csv")])
    yield faqdesk
    faqdesk.engine.dispose()


def evaluated(
    faqdesk: Faqdesk, questions: Sequence[LabelledQuestion]
) -> tuple[list[Outcome], Report]:
    found, refused = ask_all(questions, faqdesk.unlogged_answerer, faqdesk.fusion)
    assert refused == []
    return found, make_report(found, {}, categories={}, seed=0, speed=Speed(1, []))


def fails(outcome: Outcome) -> bool:
    """Whether a question that one entry answers is not answered with it."""
    entry = outcome.answer.entry
    given = entry.id if entry and outcome.answer.decision is Decision.ANSWERED else ""
    return len(outcome.question.relevant) == 1 and given not in outcome.question.relevant


def visit(faqdesk: Faqdesk, question: str) -> None:
    """Asks as a visitor does, who says so where the answer is wrong."""
    answer = faqdesk.answerer.answer(question)
    if answer.entry and answer.turn is not None:
        faqdesk.turns.vote(answer.turn, Vote.DOWN)


def test_questions_that_fail_are_reviewed_accepted_published_and_then_answered(
    sample: Faqdesk,
) -> None:
    questions = read_questions(str(SAMPLE / "questions.jsonl"), None).questions[:ASKED]
    found, before = evaluated(sample, questions)
    failing = [outcome.question for outcome in found if fails(outcome)][:FAILING]
    assert len(failing) == FAILING
    for question in failing:
        visit(sample, question.query)

    groups = grouped(waiting_turns(sample, small_talk=True), sample)
    meant = {question.query: next(iter(question.relevant)) for question in failing}
    asked = {turn.id: turn.question for turn in sample.turns.latest(FAILING)}
    for group in groups:
        for each in group.asked:
            entry_id = meant[asked[each.turns[0]]]
            add_wordings(sample, choose(group, [each]), entry_id, ADA)
    assert waiting_turns(sample, small_talk=True) == ()

    with sample.publisher.lock():
        drafts = sample.pending.all()
        sample.publisher.publish([each.entry for each in drafts], "Ada", drafts=drafts)
    assert [outcome.now for outcome in outcomes(sample)] == [Now.ANSWERED] * FAILING
    _, after = evaluated(sample, questions)
    compared = compare(before, after, seed=0)
    assert {question.query for question in failing} <= {c.query for c in compared.better}
    for figure in compared.differences.values():
        assert not figure.verdict.startswith("worse"), figure
