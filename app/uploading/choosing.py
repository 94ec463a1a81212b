"""Files go in, and what they may look like."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile as Sent

from app.uploading import state
from app.wording import plain_html
from data.importing import ENDINGS, FIELDS
from data.importing.cells import guard, join_alternates
from pipeline.drafting.uploading import MAX_FILES, MAX_UPLOAD_BYTES, MB
from pipeline.evaluation.report_parts import table_html

MAX_MB = MAX_UPLOAD_BYTES // MB
EXAMPLE = (
    ("How do I book a ticket?", "Go to our shop, or **call us**.", "Where can I reserve a seat?"),
    ("Can I bring my dog?", "Dogs are welcome on all boats.", ""),
)


def files() -> Sequence[Sent]:
    """The files that were given, in a field that takes several."""
    return st.file_uploader(
        f"Files with questions and answers, each up to {MAX_MB} MB",
        accept_multiple_files=True,
        key=state.files_key(),
        max_upload_size=MAX_MB,
        help=f"At most {MAX_FILES} at once. On the server, faqdesk ingest takes larger ones.",
    )


def explain() -> None:
    """Says what a file may look like, and gives an example."""
    with st.expander("What a file may look like", key="upload-kinds"):
        rows = [[plain_html(text) or "–" for text in line] for line in EXAMPLE]
        st.html(
            "<p>Most simply, a table with a row for each question. Other columns may hold "
            f"{', '.join(FIELDS[3:-1])} and {FIELDS[-1]}; their names may be others, and you can "
            f"say which is which.</p>{table_html(('question', 'answer', 'alternates'), rows)}"
        )
        st.html(f"<p>Files may end in {', '.join(kinds())}. A .zip may hold several.</p>")
        st.download_button(
            "Example as CSV",
            example_csv().encode(),
            file_name="questions-and-answers.csv",
            mime="text/csv",
            key="upload-example",
            icon=":material/download:",
            on_click="ignore",
        )


def kinds() -> tuple[str, ...]:
    """The endings of files that can be uploaded, without those of compressed ones."""
    return tuple(ending for ending in ENDINGS if not ending.endswith(".gz"))


def example_csv() -> str:
    """The example as CSV, marked as UTF-8 for Excel."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(("question", "answer", "alternates"))
    for question, answer, other in EXAMPLE:
        cells = (question, answer, join_alternates((other,) if other else ()))
        writer.writerow(map(guard, cells))
    return "\ufeff" + stream.getvalue()
