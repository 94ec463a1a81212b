"""What runs in the background, as everybody sees it."""

from __future__ import annotations

import streamlit as st

from app import resources, widgets
from app.jobs import ACTIVE, Job, JobState
from app.quality import state
from app.wording import as_label, counted, shortened

EVERY_S = 1.0
_SEEN = "quality-seen"


def show() -> None:
    """Draws the runs that wait, run or went wrong, and follows them while there are any."""
    active = _active(resources.jobs().all())
    st.session_state[_SEEN] = active
    st.fragment(_draw, run_every=EVERY_S if active else None)()


def _draw() -> None:
    jobs = resources.jobs().all()
    ended = set(st.session_state.get(_SEEN, ())) - set(_active(jobs))
    if ended:
        _open_own([job for job in jobs if job.number in ended])
        st.rerun()
    for job in jobs:
        if job.state in ACTIVE:
            _progress(job)
        elif job.problem or job.refused:
            _ended(job)


def _active(jobs: tuple[Job, ...]) -> tuple[int, ...]:
    return tuple(job.number for job in jobs if job.state in ACTIVE)


def _open_own(ended: list[Job]) -> None:
    """Shows whoever began a run its report."""
    for job in ended:
        if job.run is not None and job.number in state.begun():
            state.show_next(job.run)
            st.toast(f"Run {job.run} is done.", icon=":material/check:")


def _progress(job: Job) -> None:
    with st.container(border=True, key=f"card-job-{job.number}", gap="small"):
        st.progress(job.share, text=as_label(f"{_name(job)}: {progress_words(job)}"))
        with st.container(horizontal=True, vertical_alignment="center"):
            st.html('<p class="fd-help">You may close this page. The run goes on.</p>')
            st.button(
                "Stop", key=f"stop-{job.number}", on_click=resources.jobs().stop, args=(job.number,)
            )


def progress_words(job: Job) -> str:
    """How far a job is: "120 of 434 questions asked, about 20 seconds left"."""
    if job.state is JobState.WAITING:
        return "waiting for the run before it"
    if not job.total:
        return "making ready"
    if job.done >= job.total:
        return f"{counted(job.total, 'question', 'questions')} asked, working out the figures"
    asked = f"{job.done:,} of {counted(job.total, 'question', 'questions')} asked"
    return asked if job.seconds_left is None else f"{asked}, {time_words(job.seconds_left)} left"


def time_words(seconds: float) -> str:
    """A time, roughly: "about 20 seconds", "about 3 minutes"."""
    if seconds < 10:
        return "a few seconds"
    if seconds < 90:
        return f"about {round(seconds, -1):.0f} seconds"
    return f"about {seconds / 60:.0f} minutes"


def _ended(job: Job) -> None:
    """What went wrong, until somebody has read it."""
    with st.container(key=f"ended-{job.number}", gap="small"):
        if job.problem:
            widgets.problem_box(f"{_name(job)} was not evaluated. {job.problem}")
        else:
            questions = counted(len(job.refused), "question", "questions")
            first = job.refused[0]
            widgets.problem_box(
                f"{questions} of {_name(job)} could not be asked and are in no figure of run "
                f"{job.run}. The first is “{first.question}”: {first.reason}"
            )
        st.button(
            "Dismiss",
            key=f"dismiss-{job.number}",
            on_click=resources.jobs().dismiss,
            args=(job.number,),
        )


def _name(job: Job) -> str:
    return shortened(job.name, 80)
