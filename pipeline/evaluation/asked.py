"""The questions of a run that was kept, to be asked again."""

from __future__ import annotations

from pipeline.evaluation.question_sets import QuestionSet
from pipeline.evaluation.records import LabelledQuestion, Report


def questions_of(name: str, report: Report) -> QuestionSet:
    """The questions that a report is about, in its order; the words that answer are not kept."""
    questions = (
        LabelledQuestion(line, row.query, row.expected)
        for line, row in enumerate(report.rows, start=1)
    )
    return QuestionSet(name, tuple(questions))
