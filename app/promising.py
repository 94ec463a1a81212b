"""The part of the Settings page in which an owner promises how few answers are wrong."""

from __future__ import annotations

import streamlit as st

from app import resources, widgets
from app.jobs import ACTIVE, Job
from app.quality.running import progress_words
from app.tasks import OF_DRAFTS, CalibrationTask
from app.wording import as_label
from data.records import EvaluationInfo
from data.roles import User
from pipeline.calibration import Calibration, load_calibration, remove_calibration
from pipeline.evaluation.asked import questions_of
from pipeline.status import stale_calibration

EVERY_S = 1.0
# In percent.
CHOICES = (1, 2, 5, 10, 15, 20)


def show(user: User) -> None:
    """Draws what is promised, and how to promise something else."""
    _promised()
    jobs = [job for job in resources.promises().all() if job.state in ACTIVE]
    if jobs:
        st.fragment(_follow, run_every=EVERY_S)()
        return
    # Only the last: what was refused before it is no news any more.
    for job in resources.promises().all()[-1:]:
        _ended(job)
    _offer(user)


def _promised() -> None:
    desk = resources.faqdesk()
    calibration = load_calibration(desk.settings.home)
    if calibration is None:
        return
    st.html(f'<p class="fd-found">{promised_words(calibration)}</p>')
    if stale := stale_calibration(desk):
        widgets.problem_box(stale)
    if "answer_at" in desk.live_settings().model_fields_set:
        widgets.problem_box("The slider below was set by hand and goes before the promise.")
    else:
        st.html(
            '<p class="fd-help">The first slider below counts only if you move it and save: it '
            "then goes before the promise.</p>"
        )
    st.button("Take the promise back", key="promise-back", on_click=_take_back)


def promised_words(calibration: Calibration) -> str:
    """What is promised and what it costs, in a few sentences."""
    return (
        f"Promised: at most {100 * calibration.max_wrong:.3g} in 100 answers are wrong. It answers "
        f"where it is {100 * calibration.answer_at:.3g} % sure or more, which is "
        f"{calibration.answered:,} of the {calibration.questions:,} questions that this was "
        "judged by."
    )


def _take_back() -> None:
    remove_calibration(resources.faqdesk().settings.home)


def _follow() -> None:
    jobs = [job for job in resources.promises().all() if job.state in ACTIVE]
    if not jobs:
        st.rerun()
    for job in jobs:
        st.progress(job.share, text=as_label(f"{job.name}: {progress_words(job)}"))


def _ended(job: Job) -> None:
    """Why it was refused, until somebody has read it."""
    if job.problem:
        widgets.problem_box(job.problem)
        st.button(
            "Dismiss",
            key=f"promise-dismiss-{job.number}",
            on_click=resources.promises().dismiss,
            args=(job.number,),
        )


def _offer(user: User) -> None:
    runs: dict[str, EvaluationInfo] = {}
    for run in resources.faqdesk().evaluations.runs():
        if not run.name.endswith(OF_DRAFTS):
            runs.setdefault(run.name, run)
    if not runs:
        st.html(
            '<p class="fd-help">Evaluate a file of labelled questions once on the Quality page. '
            "Then you can say here how many of the answers may be wrong, instead of a threshold."
            "</p>"
        )
        return
    st.html(
        '<p class="fd-help">Say how many of its answers may be wrong. It then finds out how sure '
        "it must be, and says that it has no answer more often the less may be wrong.</p>"
    )
    with st.container(horizontal=True, key="promise", vertical_alignment="bottom"):
        share = st.selectbox(
            "Answers that may be wrong",
            CHOICES,
            index=CHOICES.index(5),
            key="promise-share",
            format_func=lambda percent: f"at most {percent} in 100",
        )
        run = st.selectbox(
            "Judged by the questions of",
            tuple(runs.values()),
            key="promise-questions",
            format_func=lambda info: info.name,
        )
        st.button("Promise", key="promise-make", on_click=_begin, args=(share, run, user))


def _begin(percent: int, run: EvaluationInfo, user: User) -> None:
    questions = questions_of(run.name, resources.report(run.id))
    resources.promises().submit(CalibrationTask(questions, percent / 100, user))
