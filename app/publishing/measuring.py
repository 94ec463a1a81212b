"""How the figures would move: the drafts are asked a known question set before they are live.

It is always two runs, of what is live and of the drafts; they are found among the jobs by their
names, so that whoever loads the page sees them.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app import resources, widgets
from app.jobs import ACTIVE, Job
from app.quality.comparing import draw
from app.quality.running import progress_words
from app.tasks import OF_DRAFTS, EvaluationTask
from app.wording import as_label, counted
from data.records import EvaluationInfo
from pipeline.evaluation.asked import questions_of
from pipeline.evaluation.service import Choice

EVERY_S = 1.0


def show() -> None:
    """Draws the offer to measure, what is running, and the comparison."""
    runs = [run for run in resources.faqdesk().evaluations.runs() if not _of_drafts(run)]
    if not runs:
        st.html(
            '<p class="fd-help">To see whether answers get better or worse, evaluate a question '
            "file once on the Quality page. Then its questions can be asked of the drafts here.</p>"
        )
        return
    jobs = _jobs()
    if any(job.state in ACTIVE for job in jobs):
        st.fragment(_progress, run_every=EVERY_S)()
    elif jobs and all(job.run for job in jobs):
        if _is_current(jobs[1]):
            _compared(jobs)
    else:
        for job in jobs:
            if job.problem:
                widgets.problem_box(job.problem)
    _offer(runs)


def _of_drafts(run: EvaluationInfo) -> bool:
    return run.name.endswith(OF_DRAFTS)


def _jobs() -> list[Job]:
    """The newest two that belong together, before and after, or none."""
    jobs = resources.jobs().all()
    for place in range(len(jobs) - 1, 0, -1):
        before, after = jobs[place - 1 : place + 1]
        if after.name == f"{before.name}{OF_DRAFTS}":
            return [before, after]
    return []


def _is_current(job: Job) -> bool:
    """Whether nothing was published since the drafts were asked."""
    runs = {run.id: run for run in resources.faqdesk().evaluations.runs()}
    newest = resources.faqdesk().store.generations()
    numbers = [info.number for info in newest]
    return job.run in runs and runs[job.run].generation == max(numbers, default=0) + 1


def _progress() -> None:
    jobs = _jobs()
    if not any(job.state in ACTIVE for job in jobs):
        st.rerun()
    for job in jobs:
        if job.state in ACTIVE:
            st.progress(job.share, text=as_label(f"{job.name}: {progress_words(job)}"))


def _compared(jobs: Sequence[Job]) -> None:
    before, after = (job.run or 0 for job in jobs)
    draw(resources.comparison(before, after), f"drafts-{before}-{after}", resources.shelf())


def _offer(runs: Sequence[EvaluationInfo]) -> None:
    latest: dict[str, EvaluationInfo] = {}
    for run in runs:
        latest.setdefault(run.name, run)
    with st.container(horizontal=True, key="publish-measure", vertical_alignment="bottom"):
        chosen = st.selectbox(
            "Questions", tuple(latest.values()), key="publish-questions", format_func=_named
        )
        st.button(
            "Measure the drafts",
            key="measure",
            on_click=_begin,
            args=(chosen,),
            help="Asks the questions of what is live and of the drafts, and compares.",
        )


def _named(run: EvaluationInfo) -> str:
    return f"{run.name}, as in run {run.id}"


def _begin(run: EvaluationInfo) -> None:
    questions = questions_of(run.name, resources.report(run.id))
    jobs = resources.jobs()
    jobs.submit(EvaluationTask(questions, Choice()))
    jobs.submit(EvaluationTask(questions, Choice(), of_drafts=True))
    asked = counted(len(questions.questions), "question", "questions")
    st.toast(f"{asked} are being asked, twice.")
