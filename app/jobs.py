"""Long work in the background: it goes on when the page that began it is closed.

One thread works off what was asked for, in order; it ends when there is nothing left to do and is
begun again when there is. What is handed in and out is frozen, so that any session may read it.
"""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Protocol

from data.answers import Refusal
from data.errors import FaqdeskError
from index.building import BuildSteps
from pipeline.build import Faqdesk

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
class Outcome:
    """What came of a task.

    `run` is the number under which a report was kept, `refused` are the questions that could not
    be asked, and `said` is what whoever began it is told.
    """

    run: int | None = None
    refused: tuple[Refusal, ...] = ()
    said: str = ""


class Task(Protocol):
    """What a job does."""

    @property
    def name(self) -> str:
        """What it is about, for people."""

    @property
    def unit(self) -> str:
        """What its steps are: "question" or "text"."""

    def run(self, faqdesk: Faqdesk, steps: BuildSteps) -> Outcome:
        """Does it, telling how many steps there are and how many more are done."""


@dataclass(frozen=True, slots=True)
class Job:
    """A task and how far it is: `done` of `total` steps; `total` is 0 until it has begun.

    `problem` says why it failed, and `seconds` is how long it has been running.
    """

    number: int
    name: str
    unit: str = "question"
    state: JobState = JobState.WAITING
    done: int = 0
    total: int = 0
    seconds: float = 0.0
    outcome: Outcome = Outcome()
    problem: str = ""

    @property
    def run(self) -> int | None:
        """The number under which a report was kept."""
        return self.outcome.run

    @property
    def refused(self) -> tuple[Refusal, ...]:
        """The questions that could not be asked."""
        return self.outcome.refused

    @property
    def share(self) -> float:
        """How much is done, 0 to 1."""
        return min(1.0, self.done / self.total) if self.total else 0.0

    @property
    def seconds_left(self) -> float | None:
        """How long it will take to do the rest; None while that cannot be told."""
        if not self.done or self.done >= self.total:
            return None
        return self.seconds / self.done * (self.total - self.done)


class _StoppedError(Exception):
    """Somebody stopped the job; it never leaves this module."""


class Jobs:
    """All jobs of a process, the newest last."""

    def __init__(self, faqdesk: Faqdesk) -> None:
        self._faqdesk = faqdesk
        self._lock = threading.Lock()
        self._jobs: dict[int, Job] = {}
        self._tasks: dict[int, Task] = {}
        self._to_stop: set[int] = set()
        self._next = 1
        self._worker: threading.Thread | None = None

    def submit(self, task: Task) -> Job:
        """Takes a task on; it begins when those before it have ended."""
        with self._lock:
            job = Job(self._next, task.name, task.unit)
            self._next += 1
            self._jobs[job.number] = job
            self._tasks[job.number] = task
            if self._worker is None:
                # A daemon, for the server shall not be kept from ending by an evaluation.
                self._worker = threading.Thread(target=self._work, name="jobs", daemon=True)
                self._worker.start()
            return job

    def all(self) -> tuple[Job, ...]:
        """Every job that is remembered, the oldest first."""
        with self._lock:
            return tuple(self._jobs.values())

    def stop(self, number: int) -> None:
        """Ends a job that waits or runs, at its next step."""
        with self._lock:
            job = self._jobs.get(number)
            if job and job.state is JobState.WAITING:
                del self._tasks[number]
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
            number = next(iter(self._tasks), None)
            if number is None:
                self._worker = None
            else:
                self._jobs[number] = replace(self._jobs[number], state=JobState.RUNNING)
            return number

    def _run(self, number: int) -> None:
        task = self._tasks[number]
        try:
            outcome = task.run(self._faqdesk, _Steps(self, number))
            self._change(number, state=JobState.DONE, outcome=outcome)
        except _StoppedError:
            self._change(number, state=JobState.STOPPED)
        except FaqdeskError as error:
            self._change(number, state=JobState.FAILED, problem=str(error))
        except Exception:  # noqa: BLE001  (the worker has to live on for the next job)
            _LOG.exception("the job %s failed", task.name)
            self._change(number, state=JobState.FAILED, problem=WENT_WRONG)
        finally:
            with self._lock:
                self._tasks.pop(number, None)
                self._to_stop.discard(number)

    def begin_steps(self, number: int, total: int) -> None:
        """Notes how many steps a running job has."""
        self._change(number, total=total)

    def count(self, number: int, more: int, seconds: float) -> None:
        """Notes that a running job has done more steps.

        Raises:
            _StoppedError: when somebody stopped it.
        """
        with self._lock:
            if number in self._to_stop:
                raise _StoppedError
            done = self._jobs[number].done + more
            self._jobs[number] = replace(self._jobs[number], done=done, seconds=seconds)

    def _change(self, number: int, **fields: Any) -> None:
        with self._lock:
            self._jobs[number] = replace(self._jobs[number], **fields)

    def _forget_the_oldest(self) -> None:
        with self._lock:
            ended = [job.number for job in self._jobs.values() if job.state not in ACTIVE]
            for number in ended[: max(0, len(ended) - MAX_ENDED)]:
                del self._jobs[number]


class _Steps:
    """What a task tells of its progress to."""

    def __init__(self, jobs: Jobs, number: int) -> None:
        self._jobs = jobs
        self._number = number
        self._started = time.monotonic()

    def total(self, count: int) -> None:
        self._jobs.begin_steps(self._number, count)

    def advance(self, more: int) -> None:
        self._jobs.count(self._number, more, time.monotonic() - self._started)
