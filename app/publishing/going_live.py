"""The publish itself, and how far it is. It runs in the background, whoever looks at it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app import resources, widgets
from app.jobs import ACTIVE, Job, JobState
from app.tasks import PublishTask
from app.wording import as_label, counted
from data.roles import Role, User
from pipeline.drafting.items import Item

EVERY_S = 0.5
NOTE_LENGTH = 500


def show_progress() -> bool:
    """Draws what is being published or went wrong; whether something is under way."""
    jobs = resources.publications().all()
    under_way = any(job.state in ACTIVE for job in jobs)
    if under_way:
        st.fragment(_follow, run_every=EVERY_S)()
    # Only the last that ended: what was live before is no news, nor is what went wrong before it.
    ended = [job for job in jobs if job.state not in ACTIVE]
    for job in ended[-1:]:
        _ended(job)
    return under_way


def _follow() -> None:
    active = [job for job in resources.publications().all() if job.state in ACTIVE]
    if not active:
        st.rerun()
    for job in active:
        with st.container(border=True, key=f"card-job-{job.number}", gap="small"):
            st.progress(job.share, text=as_label(f"{job.name}: {_words(job)}"))
            st.html('<p class="fd-help">You may close this page. It goes on.</p>')


def _words(job: Job) -> str:
    if job.state is JobState.WAITING:
        return "waiting for the one before it"
    if not job.total:
        return "making ready"
    texts = counted(job.total, "text", "texts")
    return f"{job.done:,} of {texts} read" if job.done < job.total else "writing the index"


def _ended(job: Job) -> None:
    """What came of it, until somebody has read it."""
    with st.container(key=f"ended-{job.number}", gap="small"):
        if job.problem:
            widgets.problem_box(
                f"{job.name} did not succeed; visitors get what they got before. {job.problem}"
            )
        else:
            st.success(job.outcome.said, icon=":material/check_circle:")
        st.button(
            "Dismiss",
            key=f"dismiss-{job.number}",
            on_click=_dismiss,
        )


def _dismiss() -> None:
    for job in resources.publications().all():
        resources.publications().dismiss(job.number)


def show_button(drafts: Sequence[Item], user: User) -> None:
    """Draws the note and the button, for owners."""
    if not user.role.allows(Role.OWNER):
        st.html('<p class="fd-help">An owner publishes these drafts.</p>')
        return
    note = st.text_input(
        "A note on what changes, for later",
        key="publish-note",
        max_chars=NOTE_LENGTH,
        placeholder="New prices from March",
    )
    changes = counted(len(drafts), "change", "changes")
    st.button(
        f"Publish {changes}",
        key="publish",
        type="primary",
        icon=":material/publish:",
        on_click=_publish,
        args=(note or "", user),
        disabled=any(item.is_outdated for item in drafts),
    )


def _publish(note: str, user: User) -> None:
    # A second click while the first is being worked off would find nothing to publish.
    if not any(job.state in ACTIVE for job in resources.publications().all()):
        resources.publications().submit(PublishTask(user, note))
