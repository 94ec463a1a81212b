"""Files become drafts: what they would change is shown first, and then done or not.

`app.uploading.state` names what is kept in session state. Nothing is written before "Add to
drafts", and then in one transaction: a page that is closed or loaded again leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile as Sent

from app import access, resources, widgets
from app.uploading import choosing, deciding, listing, mapping, state
from app.uploading.state import Asked, AskedFile, Looked
from app.wording import counted
from data.roles import Role
from pipeline.drafting.uploading import UploadedFile


def show() -> None:
    """Draws the page."""
    user = access.require(Role.EDITOR)
    widgets.heading("Upload", "Files become drafts. First you see what would change.")
    with st.container(key="upload", gap="medium"):
        told = st.container()
        files = choosing.files()
        done = state.done()
        # What was done before is no news any more once there are other files.
        if done is not None and not files:
            with told:
                deciding.tell(done, user)
        if files:
            _preview(files)
        else:
            state.forget()
            choosing.explain()


def _preview(files: Sequence[Sent]) -> None:
    replace_all = deciding.whole_library()
    looked = _looked(files, replace_all=replace_all)
    if state.is_wanted(looked.preview.upload.id):
        deciding.apply(looked.preview)
    mapping.show(looked.preview.files, [file.id for file in looked.asked.files])
    deciding.show(looked)
    listing.show(looked)


def _looked(files: Sequence[Sent], *, replace_all: bool) -> Looked:
    """The preview of these files: that which was made before, or a new one."""
    asked = Asked(
        tuple(AskedFile(f.file_id, tuple(state.chosen(f.file_id).items())) for f in files),
        replace_all,
    )
    kept = state.looked()
    if kept is not None and kept.asked == asked:
        return kept
    state.look_again()
    with st.spinner(f"Reading {counted(len(files), 'file', 'files')}…", show_time=True):
        given = [UploadedFile(f.name, f.getvalue(), state.chosen(f.file_id)) for f in files]
        preview = resources.faqdesk().uploads.preview(given, replace_all=replace_all)
        looked = Looked(asked, preview)
        state.keep(looked)
    return looked


with widgets.friendly_errors():
    show()
