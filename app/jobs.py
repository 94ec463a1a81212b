"""Evaluations in the background: they go on when the page that began them is closed.

One thread works off what was asked for, in order; it ends when there is nothing left to do and is
begun again when there is. What is handed in and out is frozen, so that any session may read it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Protocol

from data.answers import Refusal
from data.errors import FaqdeskError
from data.records import Entry
from pipeline.build import Faqdesk
from pipeline.evaluation.question_sets import QuestionSet
from pipeline.evaluation.report_json import report_as_json
from pipeline.evaluation.service import (
    Choice,
    Evaluation,
    chosen_questions,
    evaluate_library,
    live_entries,
)

WENT_WRONG = (
    "Something went wrong that faqdesk did not expect. "
    "Whoever looks after the server finds in its log what it was."
)
# How many that ended are remembered.
MAX_ENDED = 20

_LOG = logging.getLogger(__name__)


class JobState(StrEnum):
    """How far a job is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"


ACTIVE = (JobState.WAITING, JobState.RUNNING)


@dataclass(frozen=True, slots=True)
class JobPlan:
    """What is to be evaluated."""

    questions: QuestionSet
    choice: Choice


@dataclass(frozen=True, slots=True)
class Job:
    """A plan and how far it is: `done` of `total` questions; `total` is 0 until it has begun.

    `run` is the number under which the report was kept, `refused` are the questions that could not
    be asked, and `problem` says why it failed. `seconds` is how long it has been running.
    """

    number: int
    name: str
    state: JobState = JobState.WAITING
    done: int = 0
    total: int = 0
    seconds: float = 0.0
    run: int | None = None
    refused: tuple[Refusal, ...] = ()
    problem: str = ""

    @property
    def share(self) -> float:
        """How much is done, 0 to 1."""
        return min(1.0, self.done / self.total) if self.total else 0.0

    @property
    def seconds_left(self) -> float | None:
        """How long it will take to ask the rest; None while that cannot be told."""
        if not self.done or self.done >= self.total:
            return None
        return self.seconds / self.done * (self.total - self.done)


class Evaluate(Protocol):
    """What a job does: `evaluate_library`, or a stand-in for it."""

    def __call__(
        self,
        faqdesk: Faqdesk,
        questions: QuestionSet,
        entries: Sequence[Entry],
        choice: Choice,
        progress: Callable[[int], None] | None = None,
    ) -> Evaluation:
        """The evaluation of the chosen questions."""


class _StoppedError(Exception):
    """Somebody stopped the job; it never leaves this module."""


class Jobs:
    """All jobs of a process, the newest last."""

    def __init__(self, faqdesk: Faqdesk, evaluate: Evaluate = evaluate_library) -> None:
        self._faqdesk = faqdesk
        self._evaluate = evaluate
        self._lock = threading.Lock()
        self._jobs: dict[int, Job] = {}
        self._plans: dict[int, JobPlan] = {}
        self._to_stop: set[int] = set()
        self._next = 1
        self._worker: threading.Thread | None = None

    def submit(self, questions: QuestionSet, choice: Choice) -> Job:
        """Takes a plan on; it begins when those before it have ended."""
        with self._lock:
            job = Job(self._next, questions.name)
            self._next += 1
            self._jobs[job.number] = job
            self._plans[job.number] = JobPlan(questions, choice)
            if self._worker is None:
                # A daemon, for the server shall not be kept from ending by an evaluation.
                self._worker = threading.Thread(target=self._work, name="evaluations", daemon=True)
                self._worker.start()
            return job

    def all(self) -> tuple[Job, ...]:
        """Every job that is remembered, the oldest first."""
        with self._lock:
            return tuple(self._jobs.values())

    def stop(self, number: int) -> None:
        """Ends a job that waits or runs, as soon as the questions that are being asked are."""
        with self._lock:
            job = self._jobs.get(number)
            if job and job.state is JobState.WAITING:
                del self._plans[number]
                self._jobs[number] = replace(job, state=JobState.STOPPED)
            elif job and job.state is JobState.RUNNING:
                self._to_stop.add(number)

    def dismiss(self, number: int) -> None:
        """Forgets a job that has ended."""
        with self._lock:
            if number in self._jobs and self._jobs[number].state not in ACTIVE:
                del self._jobs[number]

    def wait(self, timeout: float) -> bool:
        """Waits for what was taken on; returns whether all of it has ended, for use in tests."""
        worker = self._worker
        if worker is not None:
            worker.join(timeout)
        return all(job.state not in ACTIVE for job in self.all())

    def _work(self) -> None:
        while (number := self._begin()) is not None:
            self._run(number)
            self._forget_the_oldest()

    def _begin(self) -> int | None:
        """The next job, now running; None and no worker any more where there is none."""
        with self._lock:
            number = next(iter(self._plans), None)
            if number is None:
                self._worker = None
            else:
                self._jobs[number] = replace(self._jobs[number], state=JobState.RUNNING)
            return number

    def _run(self, number: int) -> None:
        plan = self._plans[number]
        try:
            run, refused = self._evaluated(number, plan)
            self._change(number, state=JobState.DONE, run=run, refused=refused)
        except _StoppedError:
            self._change(number, state=JobState.STOPPED)
        except FaqdeskError as error:
            self._change(number, state=JobState.FAILED, problem=str(error))
        except Exception:  # noqa: BLE001  (the worker has to live on for the next job)
            _LOG.exception("the evaluation of %s failed", plan.questions.name)
            self._change(number, state=JobState.FAILED, problem=WENT_WRONG)
        finally:
            with self._lock:
                self._plans.pop(number, None)
                self._to_stop.discard(number)

    def _evaluated(self, number: int, plan: JobPlan) -> tuple[int, tuple[Refusal, ...]]:
        """The number under which the report was kept, and the questions that were refused."""
        entries = live_entries(self._faqdesk)
        categories = {entry.id: entry.category for entry in entries}
        chosen = chosen_questions(plan.questions, plan.choice, categories)
        self._change(number, total=len(chosen))
        evaluation = self._evaluate(
            self._faqdesk, plan.questions, entries, plan.choice, self._counter(number)
        )
        run = evaluation.report.run
        kept = self._faqdesk.evaluations.add(
            str(run["questions"]), int(str(run["generation"])), report_as_json(evaluation.report)
        )
        return kept, evaluation.refused

    def _counter(self, number: int) -> Callable[[int], None]:
        """What is told of each question that was asked."""
        started = time.monotonic()

        def count(more: int) -> None:
            with self._lock:
                if number in self._to_stop:
                    raise _StoppedError
                job = self._jobs[number]
                seconds = time.monotonic() - started
                self._jobs[number] = replace(job, done=job.done + more, seconds=seconds)

        return count

    def _change(self, number: int, **fields: Any) -> None:
        with self._lock:
            self._jobs[number] = replace(self._jobs[number], **fields)

    def _forget_the_oldest(self) -> None:
        with self._lock:
            ended = [job.number for job in self._jobs.values() if job.state not in ACTIVE]
            for number in ended[: max(0, len(ended) - MAX_ENDED)]:
                del self._jobs[number]
