"""A kept run: its report in words, figures and charts, and what went wrong in it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import import_module

import streamlit as st
from streamlit.elements.lib.mutable_tab_container import TabContainer

from app import resources
from app.quality import state
from app.quality.failing import show_failures
from app.quality.picking import pick
from app.wording import plain_html
from data.records import EvaluationInfo
from pipeline.browse import Shelf
from pipeline.evaluation import report_parts
from pipeline.evaluation.charts import DRAWINGS, Drawing
from pipeline.evaluation.failures import fault_of
from pipeline.evaluation.records import Report
from pipeline.evaluation.report_csv import report_as_csv
from pipeline.evaluation.report_html import report_as_html
from pipeline.evaluation.report_json import report_as_json
from pipeline.evaluation.words import ANSWERS, DECISIONS, INTENT, headline


def show(runs: Sequence[EvaluationInfo], shelf: Shelf) -> None:
    """Draws the picked run, at first the newest."""
    with st.container(horizontal=True, key="quality-pick", vertical_alignment="bottom"):
        run = pick("Run", runs, state.RUN)
        report = resources.report(run)
        with st.popover("Download", icon=":material/download:", key="quality-download"):
            _downloads(report, f"run-{run}")
    st.html(f'<h2 class="fd-part">{plain_html(headline(report))}</h2>')
    st.html(report_parts.tiles_html(report))
    failures = sum(1 for row in report.rows if fault_of(row))
    labels = ("In short", "Figures", f"Failures ({failures:,})", "What was measured")
    short, figures, wrong, facts = _tabs(labels, run)
    with short:
        st.html(report_parts.summary_html(report))
        _charts(report, run)
    with figures:
        _figures(report)
    with wrong:
        show_failures(report, run, shelf)
    with facts:
        st.html(report_parts.facts_html(report))


def _tabs(labels: Sequence[str], run: int) -> Sequence[TabContainer]:
    """The tabs, with that open which was open last, also when somebody comes back to the page."""
    key = f"quality-tab-{run}"
    st.session_state.setdefault(key, labels[st.session_state.get(state.TAB, 0)])
    tabs = st.tabs(labels, key=key, on_change="rerun")
    st.session_state[state.TAB] = labels.index(st.session_state[key])
    return tabs


def _charts(report: Report, run: int) -> None:
    # Altair looks whether pandas is among the modules, and fails on one that another thread, such
    # as that of a run, is just importing. This waits until it is all there.
    import_module("pandas")
    with st.container(key="quality-charts", gap="small"):
        for drawing in DRAWINGS:
            with st.container(border=True, key=f"card-chart-{drawing.key}", gap="small"):
                _chart(drawing, report, run)


def _chart(drawing: Drawing, report: Report, run: int) -> None:
    st.html(f'<h3 class="fd-chart-title">{drawing.title}</h3><p class="fd-help">{drawing.text}</p>')
    if drawing.is_empty(report):
        st.html(report_parts.none_html())
        return
    # The theme of Streamlit would put its own colours in the place of ours.
    st.altair_chart(
        drawing.draw(report), theme=None, key=f"chart-{drawing.key}-{run}", alt=drawing.title
    )


def _figures(report: Report) -> None:
    for title, content in (
        ("Finding the right entry", report_parts.retrieval_html(report)),
        ("Deciding whether to answer", report_parts.figures_html(report.decisions, DECISIONS)),
        ("Marking the words that answer", report_parts.figures_html(report.answers, ANSWERS)),
        ("Kind of message", report_parts.figures_html(report.intent, INTENT)),
        ("By category", report_parts.categories_html(report)),
        ("Speed", report_parts.speed_html(report)),
    ):
        st.html(f'<h3 class="fd-chart-title">{title}</h3>{content}')
    st.html(f'<p class="fd-help">{report_parts.INTERVAL}</p>')


def _downloads(report: Report, name: str) -> None:
    """The report as files, each made when it is asked for."""

    def page() -> bytes:
        return report_as_html(report).encode()

    def values() -> bytes:
        return json.dumps(report_as_json(report), ensure_ascii=False, indent=1).encode()

    def rows() -> bytes:
        # With the mark that tells Excel that it is UTF-8.
        return report_as_csv(report).encode("utf-8-sig")

    for label, ending, mime, data in (
        ("Report with charts (HTML)", "html", "text/html", page),
        ("All figures (JSON)", "json", "application/json", values),
        ("A row a question (CSV)", "csv", "text/csv", rows),
    ):
        st.download_button(
            label,
            data,
            file_name=f"{name}.{ending}",
            mime=mime,
            key=f"download-{ending}",
            on_click="ignore",
            width="stretch",
        )
