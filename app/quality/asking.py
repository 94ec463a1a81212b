"""A new run: a file of questions goes in."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from app import resources, widgets
from app.quality import state
from app.tasks import EvaluationTask
from app.wording import counted, example_entries, plain_html
from data.importing.cells import guard
from data.records import Entry, Rejection
from pipeline.browse import Shelf
from pipeline.evaluation.question_sets import QuestionSet, questions_in
from pipeline.evaluation.report_parts import table_html
from pipeline.evaluation.service import Choice

KINDS = ["jsonl", "ndjson", "json", "csv", "tsv", "xlsx", "xlsm", "gz"]
# What .streamlit/config.toml lets a browser send.
MAX_MB = 15
SHOWN_REJECTIONS = 100
NOT_ANSWERED = "what is the meaning of life"


@dataclass(frozen=True, slots=True)
class Example:
    """A line of the question file that shows how one looks."""

    query: str
    relevant: str


def show(shelf: Shelf, *, is_first: bool) -> None:
    """Draws the form; `is_first` explains more, for nobody has seen a run yet."""
    st.html(
        '<h2 class="fd-part">Ask many questions at once</h2><p class="fd-lead">Give a file of '
        "questions and say which entry answers each. faqdesk asks them all, as visitors would, "
        "keeps no record of them, and reports how it did.</p>"
    )
    with st.expander("What a question file looks like", expanded=is_first, key="question-file"):
        _explain(shelf)
    uploaded = st.file_uploader(
        "Question file",
        type=KINDS,
        key=f"quality-file-{state.uploads()}",
        max_upload_size=MAX_MB,
        help="JSON lines, CSV or XLSX, with a column for the question and one for the ids.",
    )
    if uploaded is not None:
        with widgets.friendly_errors():
            _offer(_read(uploaded.name, uploaded.getvalue(), shelf), shelf)


def _read(name: str, data: bytes, shelf: Shelf) -> QuestionSet:
    return questions_in(name, data, {entry.id for entry in shelf.entries})


def _offer(questions: QuestionSet, shelf: Shelf) -> None:
    """What was understood of the file, and the button that begins."""
    _found(questions)
    _left_out(questions.rejections)
    if questions.warnings:
        items = "".join(f"<li>{plain_html(warning)}</li>" for warning in questions.warnings)
        st.html(f'<div class="fd-problem" role="status"><ul>{items}</ul></div>')
    with st.container(horizontal=True, key="quality-choice", vertical_alignment="bottom"):
        category = _category(shelf)
        limit = _limit(len(questions.questions))
    st.button(
        "Start",
        key="quality-start",
        type="primary",
        icon=":material/play_arrow:",
        on_click=_start,
        args=(questions, Choice(limit, category)),
    )


def _found(questions: QuestionSet) -> None:
    total = counted(len(questions.questions), "question", "questions")
    unanswerable = sum(not question.relevant for question in questions.questions)
    extra = f", {unanswerable:,} of them without an entry that answers" if unanswerable else ""
    left_out = counted(len(questions.rejections), "row", "rows")
    rest = f" {left_out} cannot be used." if questions.rejections else ""
    st.html(f'<p class="fd-found" role="status"><b>{total}</b> found{extra}.{rest}</p>')


def _left_out(rejections: Sequence[Rejection]) -> None:
    """The rows that cannot be used, each with its line and what is wrong with it."""
    if not rejections:
        return
    rows = [
        [f"{it.place.row or '–'}", plain_html(it.place.column or "–"), plain_html(it.reason)]
        for it in rejections[:SHOWN_REJECTIONS]
    ]
    st.html(table_html(("Line", "Column", "Left out because"), rows))
    if len(rejections) > SHOWN_REJECTIONS:
        more = len(rejections) - SHOWN_REJECTIONS
        st.html(f'<p class="fd-help">And {counted(more, "row", "rows")} more.</p>')


def _category(shelf: Shelf) -> str:
    return st.selectbox(
        "Questions about",
        ("", *shelf.categories),
        key="quality-category",
        format_func=lambda name: name or "All categories",
        help="Of a category, only the questions are asked that one of its entries answers.",
    )


def _limit(most: int) -> int | None:
    return st.number_input(
        "At most",
        min_value=1,
        max_value=most,
        value=None,
        key="quality-limit",
        placeholder="all of them",
        help="So many are drawn by lot, the same each time.",
    )


def _start(questions: QuestionSet, choice: Choice) -> None:
    state.begin(resources.jobs().submit(EvaluationTask(questions, choice)))


# ----------------------------------------------------------------------------------------- examples


def _explain(shelf: Shelf) -> None:
    lines = examples(shelf.entries)
    rows = [[plain_html(line.query), f"<code>{plain_html(line.relevant)}</code>"] for line in lines]
    st.html(
        "<p>One question a row. <b>query</b> is the question in a visitor's own words, "
        "<b>relevant</b> the id of the entry that answers it: it stands at the end of each entry. "
        "Several ids have a comma between them; with none, nothing should answer. "
        "<b>answer</b> (the exact words) and <b>kind</b> (of message) are optional. "
        "These examples are made from your own entries. What visitors really asked tells more, for "
        "faqdesk knows these words already:</p>" + table_html(("query", "relevant"), rows)
    )
    with st.container(horizontal=True, key="quality-examples"):
        for label, text, mime in (
            ("csv", as_csv(lines), "text/csv"),
            ("jsonl", as_json_lines(lines), "application/jsonl"),
        ):
            st.download_button(
                f"Example as {label.upper()}",
                text.encode(),
                file_name=f"questions.{label}",
                mime=mime,
                key=f"example-{label}",
                icon=":material/download:",
                on_click="ignore",
            )


def examples(entries: Sequence[Entry]) -> tuple[Example, ...]:
    """Questions that entries answer, in other words where they have any, and one that none does."""
    chosen = example_entries(entries) or tuple(entries[:1])
    asked = [Example(next(iter(entry.alternates), entry.question), entry.id) for entry in chosen]
    return (*asked, Example(NOT_ANSWERED, ""))


def as_csv(lines: Sequence[Example]) -> str:
    """The example as CSV, marked as UTF-8 for Excel."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(("query", "relevant"))
    writer.writerows((guard(line.query), guard(line.relevant)) for line in lines)
    return "\ufeff" + stream.getvalue()


def as_json_lines(lines: Sequence[Example]) -> str:
    """The example as JSON lines."""
    items = ({"query": it.query, "relevant": [it.relevant] if it.relevant else []} for it in lines)
    return "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in items)
