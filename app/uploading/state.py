"""What the Upload page keeps in session state, apart from its widgets.

A preview is kept with what it was made of, so that a rerun shows it and does not make it again: its
id is given once, and by that the drafts know whether it was applied.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import streamlit as st

from data.records import Rejection
from pipeline.checks import Finding
from pipeline.drafting.uploading import UploadPreview

REPLACE = "upload-replace"
_ROUND = "upload-round"
_LOOKED = "upload-looked"
_COLUMNS = "upload-columns"
_TO_APPLY = "upload-to-apply"
_PROBLEM = "upload-problem"
_DONE = "upload-done"


@dataclass(frozen=True, slots=True)
class AskedFile:
    """A file by the id of its upload, with the columns that were chosen, by our fields."""

    id: str
    columns: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a preview is made of."""

    files: tuple[AskedFile, ...]
    replace_all: bool


@dataclass(frozen=True, slots=True)
class Looked:
    """A preview, and what the checks found in it; None while they have not looked."""

    asked: Asked
    preview: UploadPreview = field(repr=False)
    findings: tuple[Finding, ...] | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """What an upload has done to the drafts and left out; `again` where it had done so before."""

    name: str
    added: int
    changed: int
    retired: int
    again: bool = False
    rejected: tuple[Rejection, ...] = field(default=(), repr=False)


def files_key() -> str:
    """The key of the file uploader: each upload has one of its own, empty at first."""
    return f"upload-files-{st.session_state.get(_ROUND, 0)}"


def chosen(file_id: str) -> Mapping[str, str]:
    """The columns of a file that somebody chose, by our fields."""
    columns: Mapping[str, Mapping[str, str]] = st.session_state.get(_COLUMNS, {})
    return columns.get(file_id, {})


def choose(file_id: str, name: str, column: str | None) -> None:
    """Notes the column of a field ("": it has none; None: as its name says)."""
    # A column that is wanted for one field is no longer the one of another.
    kept = {
        other: its
        for other, its in chosen(file_id).items()
        if other != name and (not its or its != column)
    }
    kept |= {} if column is None else {name: column}
    st.session_state[_COLUMNS] = {**st.session_state.get(_COLUMNS, {}), file_id: kept}


def looked() -> Looked | None:
    """The preview that was made last, if it is still of use."""
    found: Looked | None = st.session_state.get(_LOOKED)
    return found


def keep(found: Looked) -> None:
    """Keeps a preview in place of any other."""
    st.session_state[_LOOKED] = found


def keep_findings(findings: tuple[Finding, ...]) -> None:
    """Notes what the checks found in the preview."""
    found = looked()
    if found is not None:
        keep(replace(found, findings=findings))


def want(upload_id: str) -> None:
    """Notes that a preview is to be applied, if it is still the one that is shown."""
    found = looked()
    if found is not None and found.preview.upload.id == upload_id:
        st.session_state[_TO_APPLY] = upload_id


def is_wanted(upload_id: str) -> bool:
    """Whether a preview is to be applied."""
    return bool(st.session_state.get(_TO_APPLY) == upload_id)


def finish(done: Done) -> None:
    """Notes what an upload has done, and makes room for another."""
    start_over()
    st.session_state[_DONE] = done


def done() -> Done | None:
    """What the last upload has done, until there is another."""
    found: Done | None = st.session_state.get(_DONE)
    return found


def fail(problem: str) -> None:
    """Notes why an upload was not applied."""
    st.session_state.pop(_TO_APPLY, None)
    st.session_state[_PROBLEM] = problem


def problem() -> str:
    """Why the upload was not applied; "" where it was not tried, or was."""
    return str(st.session_state.get(_PROBLEM, ""))


def look_again() -> None:
    """Makes the preview anew at the next run, of the same files."""
    for key in (_LOOKED, _TO_APPLY, _PROBLEM):
        st.session_state.pop(key, None)


def start_over() -> None:
    """Forgets the files and all that was chosen for them."""
    look_again()
    forget()
    st.session_state[_ROUND] = int(st.session_state.get(_ROUND, 0)) + 1


def forget() -> None:
    """Forgets what belongs to files that are no longer there."""
    for key in (_LOOKED, _COLUMNS, _TO_APPLY, _PROBLEM, REPLACE):
        st.session_state.pop(key, None)
