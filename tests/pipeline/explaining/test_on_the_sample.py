"""Explanations with the real models, and what they cost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.build import Faqdesk, open_faqdesk
from pipeline.evaluation.question_sets import read_questions
from pipeline.explaining.explain import explain
from tests.pipeline.explaining.test_explain import check_same

pytestmark = pytest.mark.slow

SAMPLE = Path(__file__).parents[3] / "data/sample"
QUESTIONS = 200


@pytest.fixture
def sample(home: Path) -> Iterator[Faqdesk]:
    faqdesk = open_faqdesk()
    faqdesk.ingester.ingest([str(SAMPLE / "faq.csv")])
    yield faqdesk
    faqdesk.engine.dispose()


def test_200_questions_are_explained_with_the_scores_of_their_answers(sample: Faqdesk) -> None:
    every = read_questions(str(SAMPLE / "questions.jsonl"), None).questions
    step = len(every) // QUESTIONS
    for question in every[::step][:QUESTIONS]:
        check_same(explain(sample, question.query), sample.unlogged_answerer.answer(question.query))


def test_what_the_reader_weighs_is_taken_apart(sample: Faqdesk) -> None:
    [path] = explain(sample, "which pets can i bring").paths
    reading = path.candidates[0].reading
    assert reading is not None
    assert reading.none != 0
    assert reading.text in path.text
