"""Evaluations in the background, one after another."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from app.jobs import WENT_WRONG, Job, Jobs, JobState
from app.tasks import EvaluationTask
from data.answers import Refusal
from data.errors import ModelError
from data.records import Entry
from pipeline.build import Faqdesk, open_faqdesk
from pipeline.evaluation.question_sets import QuestionSet, questions_in
from pipeline.evaluation.report_json import report_from_json
from pipeline.evaluation.service import Choice, Evaluation, evaluate_library

Publish = Callable[[Path, Sequence[Entry]], None]
WAIT_S = 20
QUESTIONS = b"""\
{"query": "where can I reserve a seat?", "relevant": ["book"]}
{"query": "may my dog come aboard?", "relevant": ["dog"]}
{"query": "zebra quantum", "relevant": []}
"""


@pytest.fixture
def desk(
    tmp_path: Path, publish: Publish, entries: Sequence[Entry], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Faqdesk]:
    monkeypatch.setenv("FAQDESK_ENCODER", "hash")
    monkeypatch.setenv("FAQDESK_READER", "overlap")
    publish(tmp_path, entries)
    opened = open_faqdesk(tmp_path)
    yield opened
    opened.engine.dispose()


@pytest.fixture
def questions() -> QuestionSet:
    return questions_in("questions.jsonl", QUESTIONS, None)


class Gate:
    """An evaluation that begins, says that it has, and goes on when it is let."""

    def __init__(self) -> None:
        self.begun, self.open = threading.Event(), threading.Event()
        self.order: list[str] = []

    def __call__(
        self,
        faqdesk: Faqdesk,
        questions: QuestionSet,
        entries: Sequence[Entry],
        choice: Choice,
        progress: Callable[[int], None] | None = None,
    ) -> Evaluation:
        assert progress is not None
        self.order.append(questions.name)
        progress(1)
        self.begun.set()
        assert self.open.wait(WAIT_S)
        progress(2)
        return evaluate_library(faqdesk, questions, entries, choice)


def failing(error: Exception) -> Callable[..., Evaluation]:
    def evaluate(*_: object) -> Evaluation:
        raise error

    return evaluate


def ended(jobs: Jobs) -> Job:
    assert jobs.wait(WAIT_S)
    return jobs.all()[-1]


def test_a_run_is_kept_with_its_report(desk: Faqdesk, questions: QuestionSet) -> None:
    jobs = Jobs(desk)
    assert jobs.submit(EvaluationTask(questions, Choice())).state is JobState.WAITING
    job = ended(jobs)
    assert (job.state, job.done, job.total, job.run) == (JobState.DONE, 3, 3, 1)
    (info,) = desk.evaluations.runs()
    assert (info.name, info.generation) == ("questions.jsonl", 1)
    report = report_from_json(desk.evaluations.report(1))
    assert [row.query for row in report.rows] == [q.query for q in questions.questions]


def test_progress_can_be_read_while_it_runs(desk: Faqdesk, questions: QuestionSet) -> None:
    gate = Gate()
    jobs = Jobs(desk)
    jobs.submit(EvaluationTask(questions, Choice(), evaluate=gate))
    assert gate.begun.wait(WAIT_S)
    (job,) = jobs.all()
    assert (job.state, job.done, job.total) == (JobState.RUNNING, 1, 3)
    assert job.share == pytest.approx(1 / 3)
    assert job.seconds_left == pytest.approx(2 * job.seconds)
    gate.open.set()
    assert ended(jobs).share == 1.0


def test_one_runs_at_a_time_in_the_order_they_came(desk: Faqdesk, questions: QuestionSet) -> None:
    gate = Gate()
    jobs = Jobs(desk)
    names = ["a.jsonl", "b.jsonl", "c.jsonl"]
    for name in names:
        jobs.submit(EvaluationTask(QuestionSet(name, questions.questions), Choice(), evaluate=gate))
    assert gate.begun.wait(WAIT_S)
    states = [job.state for job in jobs.all()]
    assert states == [JobState.RUNNING, JobState.WAITING, JobState.WAITING]
    gate.open.set()
    ended(jobs)
    assert gate.order == names
    assert [info.name for info in desk.evaluations.runs()] == names[::-1]


def test_what_is_expected_to_go_wrong_is_said_in_its_own_words(
    desk: Faqdesk, questions: QuestionSet
) -> None:
    jobs = Jobs(desk)
    jobs.submit(
        EvaluationTask(
            questions, Choice(), evaluate=failing(ModelError("The encoder is not here. Get it."))
        )
    )
    job = ended(jobs)
    assert (job.state, job.problem) == (JobState.FAILED, "The encoder is not here. Get it.")
    assert desk.evaluations.runs() == []


def test_what_nobody_expects_is_logged_and_the_next_job_runs(
    desk: Faqdesk, questions: QuestionSet, caplog: pytest.LogCaptureFixture
) -> None:
    jobs = Jobs(desk)
    jobs.submit(EvaluationTask(questions, Choice(), evaluate=failing(ZeroDivisionError("of ours"))))
    jobs.submit(EvaluationTask(questions, Choice(), evaluate=failing(ZeroDivisionError("of ours"))))
    assert jobs.wait(WAIT_S)
    assert [job.problem for job in jobs.all()] == [WENT_WRONG, WENT_WRONG]
    logged = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert len(logged) == 2
    assert "ZeroDivisionError: of ours" in caplog.text


def test_a_choice_that_leaves_no_question_is_explained(
    desk: Faqdesk, questions: QuestionSet
) -> None:
    jobs = Jobs(desk)
    jobs.submit(EvaluationTask(questions, Choice(category="Prices")))
    assert "has no question about the category 'Prices'" in ended(jobs).problem


def test_the_choice_is_kept_to(desk: Faqdesk, questions: QuestionSet) -> None:
    jobs = Jobs(desk)
    jobs.submit(EvaluationTask(questions, Choice(limit=2)))
    assert ended(jobs).total == 2


def test_questions_that_cannot_be_asked_are_told(desk: Faqdesk, questions: QuestionSet) -> None:
    refused = (Refusal("too long", "The question is too long."),)

    def evaluate(*given: object) -> Evaluation:
        return Evaluation(evaluate_library(*given).report, refused)  # type: ignore[arg-type]

    jobs = Jobs(desk)
    jobs.submit(EvaluationTask(questions, Choice(), evaluate=evaluate))
    assert ended(jobs).refused == refused


def test_a_run_can_be_stopped_whether_it_waits_or_runs(
    desk: Faqdesk, questions: QuestionSet
) -> None:
    gate = Gate()
    jobs = Jobs(desk)
    running, waiting = (
        jobs.submit(EvaluationTask(questions, Choice(), evaluate=gate)).number for _ in range(2)
    )
    assert gate.begun.wait(WAIT_S)
    jobs.stop(waiting)
    jobs.stop(running)
    gate.open.set()
    assert jobs.wait(WAIT_S)
    assert [job.state for job in jobs.all()] == [JobState.STOPPED, JobState.STOPPED]
    assert desk.evaluations.runs() == []
    assert len(gate.order) == 1


def test_what_has_ended_can_be_dismissed_and_what_has_not_cannot(
    desk: Faqdesk, questions: QuestionSet
) -> None:
    gate = Gate()
    jobs = Jobs(desk)
    number = jobs.submit(EvaluationTask(questions, Choice(), evaluate=gate)).number
    assert gate.begun.wait(WAIT_S)
    jobs.dismiss(number)
    assert len(jobs.all()) == 1
    gate.open.set()
    ended(jobs)
    jobs.dismiss(number)
    assert jobs.all() == ()


def test_jobs_that_ended_long_ago_are_forgotten(
    desk: Faqdesk, questions: QuestionSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.jobs.MAX_ENDED", 2)
    jobs = Jobs(desk)
    for _ in range(4):
        jobs.submit(EvaluationTask(questions, Choice(), evaluate=failing(ModelError("No."))))
    assert jobs.wait(WAIT_S)
    assert [job.number for job in jobs.all()] == [3, 4]


def test_many_sessions_may_submit_at_once(desk: Faqdesk, questions: QuestionSet) -> None:
    jobs = Jobs(desk)
    sessions = [
        threading.Thread(
            target=jobs.submit,
            args=(EvaluationTask(questions, Choice(), evaluate=failing(ModelError("No."))),),
        )
        for _ in range(16)
    ]
    for session in sessions:
        session.start()
    for session in sessions:
        session.join()
    assert jobs.wait(WAIT_S)
    assert {job.number for job in jobs.all()} == set(range(1, 17))
    assert all(job.state is JobState.FAILED for job in jobs.all())
