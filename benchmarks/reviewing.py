"""What reviewing twenty questions is worth: `python -m benchmarks.reviewing`.

Twenty questions of the sample that fail today are asked as visitors ask them, reviewed, added to
the entries that they mean, and published. Then all of the sample's questions are asked again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from data.answers import Decision, Vote
from data.roles import Role, User
from pipeline.build import Faqdesk
from pipeline.evaluation.compare import Comparison, compare
from pipeline.evaluation.question_sets import read_questions
from pipeline.evaluation.records import LabelledQuestion, Outcome, Report, Row
from pipeline.evaluation.reports import Speed, make_report
from pipeline.evaluation.run import ask_all
from pipeline.evaluation.scratch import scratch_library
from pipeline.evaluation.service import entries_of
from pipeline.review.actions import add_wordings, choose
from pipeline.review.groups import grouped, waiting_turns
from pipeline.review.outcomes import Outcome as Since
from pipeline.review.outcomes import outcomes
from pipeline.settings import load_settings

SAMPLE = Path(__file__).parents[1] / "data/sample"
EDITOR = User("editor", Role.EDITOR, datetime.now(UTC))
FAILING = 20


@dataclass(frozen=True, slots=True)
class Loop:
    """What came of questions that failed, and of all questions before and after."""

    failing: tuple[LabelledQuestion, ...]
    groups: int
    since: tuple[Since, ...]
    compared: Comparison


def close_loop(faqdesk: Faqdesk, questions: Sequence[LabelledQuestion], failing: int) -> Loop:
    """Asks the first questions that fail, reviews and publishes them, and asks all again."""
    found, before = _evaluated(faqdesk, questions)
    wrong = tuple(outcome.question for outcome in found if _fails(outcome))[:failing]
    for question in wrong:
        _visit(faqdesk, question.query)
    groups = _review(faqdesk, wrong)
    with faqdesk.publisher.lock():
        drafts = faqdesk.pending.all()
        faqdesk.publisher.publish([each.entry for each in drafts], EDITOR.name, drafts=drafts)
    _, after = _evaluated(faqdesk, questions)
    return Loop(wrong, groups, outcomes(faqdesk), compare(before, after, seed=0))


def _evaluated(
    faqdesk: Faqdesk, questions: Sequence[LabelledQuestion]
) -> tuple[list[Outcome], Report]:
    found, _ = ask_all(questions, faqdesk.unlogged_answerer, faqdesk.fusion)
    return found, make_report(found, {}, categories={}, seed=0, speed=Speed(1, []))


def _fails(outcome: Outcome) -> bool:
    """Whether a question that one entry answers is not answered with it."""
    entry = outcome.answer.entry
    given = entry.id if entry and outcome.answer.decision is Decision.ANSWERED else ""
    return len(outcome.question.relevant) == 1 and given not in outcome.question.relevant


def _visit(faqdesk: Faqdesk, question: str) -> None:
    """Asks as a visitor does, who says so where the answer is wrong."""
    answer = faqdesk.answerer.answer(question)
    if answer.entry and answer.turn is not None:
        faqdesk.turns.vote(answer.turn, Vote.DOWN)


def _review(faqdesk: Faqdesk, failing: Sequence[LabelledQuestion]) -> int:
    """Adds each question that waits to the entry that it means; returns how many groups waited."""
    meant = {question.query: next(iter(question.relevant)) for question in failing}
    asked = {turn.id: turn.question for turn in faqdesk.turns.latest(len(failing))}
    groups = grouped(waiting_turns(faqdesk, small_talk=True), faqdesk)
    for group in groups:
        for each in group.asked:
            entry_id = meant[asked[each.turns[0]]]
            add_wordings(faqdesk, choose(group, [each]), entry_id, EDITOR)
    return len(groups)


def main() -> None:
    """Prints what became of the twenty questions, and of all others."""
    questions = read_questions(str(SAMPLE / "questions.jsonl"), None).questions
    with scratch_library(load_settings(), entries_of(str(SAMPLE / "faq.csv"))) as faqdesk:
        loop = close_loop(faqdesk, questions, FAILING)
    answered = sum(since.now == "answered" for since in loop.since)
    asked = {question.query for question in loop.failing}
    print(f"{len(asked)} questions in {loop.groups} groups; {answered} are answered now")
    others = [c for c in (*loop.compared.better, *loop.compared.worse) if c.query not in asked]
    rest = len(questions) - len(asked)
    print(f"of the {rest} others {len(others)} fare otherwise, mostly by rank")
    for change in others:
        before, after = _got(change.before), _got(change.after)
        if before != after:
            print(f"  “{change.query}”: {before}, now {after}")
    for figure in loop.compared.differences.values():
        print(figure.verdict)


def _got(row: Row) -> str:
    """What a visitor gets, and whether it is right."""
    if row.decision != Decision.ANSWERED:
        return row.decision
    return "answered rightly" if row.got in row.expected else "answered wrongly"


if __name__ == "__main__":
    main()
