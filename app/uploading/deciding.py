"""What an upload would do in all, and the choice whether it does."""

from __future__ import annotations

import streamlit as st

from app import access, resources, widgets
from app.navigation import managing
from app.uploading import listing, state
from app.uploading.state import Done, Looked
from app.wording import counted, plain_html, shortened
from data.errors import FaqdeskError
from data.roles import User
from pipeline.drafting.uploading import UploadPreview

PUBLISH = "publish"
SHOWN_NAME = 80
SIGN_IN_AGAIN = "You are no longer signed in. Sign in and upload the files again."


def whole_library() -> bool:
    """Whether the files are all that there shall be, as somebody says with a switch."""
    return st.toggle(
        "These files are the whole library: retire what is not in them",
        key=state.REPLACE,
        help="Left off, entries that are not in the files stay as they are.",
    )


def show(looked: Looked) -> None:
    """Draws the counts, what to beware of, and the two buttons."""
    preview = looked.preview
    st.html(counts_html(preview))
    if looked.asked.replace_all:
        _beware(preview)
    if state.problem():
        _problem()
        return
    with st.container(horizontal=True, key="upload-choice"):
        st.button(
            "Add to drafts",
            key="upload-apply",
            type="primary",
            icon=":material/playlist_add:",
            disabled=not preview.edits,
            on_click=state.want,
            args=(preview.upload.id,),
        )
        st.button("Cancel", key="upload-cancel", on_click=state.start_over)
    st.html('<p class="fd-help">Drafts change nothing for visitors until they are published.</p>')


def counts_html(preview: UploadPreview) -> str:
    """How many entries would be added, changed and so on."""
    counts = (
        ("added", len(preview.added)),
        ("changed", len(preview.changed)),
        ("to be retired", len(preview.retired)),
        ("as they are", preview.unchanged),
        ("rejected", len(preview.rejected)),
    )
    tiles = "".join(
        f'<div class="fd-count-tile{" fd-none" if not count else ""}"><b>{count:,}</b> {name}</div>'
        for name, count in counts
    )
    nothing = "" if preview.edits else "<p>Nothing would change.</p>"
    return f'<div class="fd-counts" role="status">{tiles}</div>{nothing}'


def _beware(preview: UploadPreview) -> None:
    if preview.retired:
        entries = counted(len(preview.retired), "entry is", "entries are")
        widgets.problem_box(
            f"{entries} not in these files and would be retired: once published, visitors are no "
            "longer given them. What the files have no column for is emptied in the others."
        )
    elif preview.rejected:
        widgets.problem_box(
            "Nothing is retired as long as rows are rejected, for they may be missing entries. "
            "Mend those rows and upload the files again."
        )


def _problem() -> None:
    widgets.problem_box(state.problem())
    with st.container(horizontal=True, key="upload-choice"):
        st.button("Look again", key="upload-again", type="primary", on_click=state.look_again)
        st.button("Cancel", key="upload-cancel", on_click=state.start_over)


def apply(preview: UploadPreview) -> None:
    """Makes drafts of a preview that somebody wants, and shows the page anew."""
    entries = counted(len(preview.edits), "entry", "entries")
    with st.spinner(f"Adding {entries} to the drafts…", show_time=True):
        _apply(preview)
    st.rerun()


def _apply(preview: UploadPreview) -> None:
    """Nothing is drawn in here, for a second click could end it halfway there."""
    try:
        user = access.signed_in()
        if user is None:
            state.fail(SIGN_IN_AGAIN)
            return
        applied = resources.faqdesk().uploads.apply(preview, user)
    except FaqdeskError as error:
        state.fail(str(error))
        return
    counts = (len(preview.added), len(preview.changed), len(preview.retired))
    done = Done(preview.upload.name, *counts, again=not applied, rejected=preview.rejected)
    state.finish(done)


def tell(done: Done, user: User) -> None:
    """Says what an upload has done, and where it goes on."""
    name = plain_html(shortened(done.name, SHOWN_NAME))
    title = "These were in the drafts already" if done.again else "Added to the drafts"
    st.html(
        f'<section class="fd-verdict fd-verdict-better" role="status"><h2>{title}</h2>'
        f"<p>{name}: {_changes(done)}. Visitors are given this once it is published.</p></section>"
    )
    if done.rejected:
        rows = counted(len(done.rejected), "row was", "rows were")
        widgets.problem_box(
            f"{rows} rejected and left out. Download them, mend them and upload that file."
        )
        listing.download_rejected(done.rejected, "upload-left-out-rows")
    if any(screen.file == PUBLISH for screen in managing(user)):
        st.page_link(
            f"screens/{PUBLISH}.py",
            label="Look at the drafts and publish",
            icon=":material/publish:",
        )
    else:
        st.html('<p class="fd-help">Somebody with the role owner can publish it.</p>')


def _changes(done: Done) -> str:
    counts = ((done.added, "added"), (done.changed, "changed"), (done.retired, "to be retired"))
    parts = [f"{count:,} {what}" for count, what in counts if count]
    return ", ".join(parts)
