"""How the figures would move: the drafts are asked a known question set before they are live.

Session state holds `publish-measured`: the job numbers of the two runs that were begun here.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app import resources, widgets
from app.jobs import ACTIVE, Job
from app.quality.comparing import draw
from app.quality.running import progress_words
from app.tasks import EvaluationTask
from app.wording import as_label, counted
from data.records import EvaluationInfo
from pipeline.evaluation.asked import questions_of
from pipeline.evaluation.service import Choice

MEASURED = "publish-measured"
EVERY_S = 1.0


def show() -> None:
    """Draws the offer to measure, what is running, and the comparison."""
    runs = [run for run in resources.faqdesk().evaluations.runs() if not _of_drafts(run)]
    if not runs:
        st.html(
            '<p class="fd-help">To see how the figures would move, evaluate a question file once '
            "on the Quality page. Then it can be asked of the drafts here.</p>"
        )
        return
    jobs = _jobs()
    if any(job.state in ACTIVE for job in jobs):
        st.fragment(_progress, run_every=EVERY_S)()
    elif len(jobs) == 2 and all(job.run for job in jobs):
        _compared(jobs)
    else:
        for job in jobs:
            if job.problem:
                widgets.problem_box(job.problem)
    _offer(runs)


def _of_drafts(run: EvaluationInfo) -> bool:
    return run.name.endswith("(drafts)")


def _jobs() -> list[Job]:
    """The two runs that this session began, while they are remembered."""
    begun: tuple[int, ...] = st.session_state.get(MEASURED, ())
    return [job for job in resources.jobs().all() if job.number in begun]


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
    live = jobs.submit(EvaluationTask(questions, Choice()))
    drafts = jobs.submit(EvaluationTask(questions, Choice(), of_drafts=True))
    st.session_state[MEASURED] = (live.number, drafts.number)
    asked = counted(len(questions.questions), "question", "questions")
    st.toast(f"{asked} are being asked, twice.")
