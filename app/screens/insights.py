"""What visitors asked in a stretch of days, and what they got.

Session state holds nothing but its widgets.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from importlib import import_module
from pathlib import Path

import streamlit as st

from app import access, resources, times, widgets
from app.insights import words
from app.paging import turned_to
from app.wording import counted
from data.roles import Role
from pipeline import insights_charts, insights_csv
from pipeline.evaluation import report_parts
from pipeline.insights import Insights

RANGES = {7: "7 days", 30: "30 days", 90: "90 days", 365: "A year", 0: "Choose"}
LONGEST_DAYS = 3660


@dataclass(frozen=True, slots=True)
class Days:
    """From one day to another, both included."""

    first: date
    last: date


def show() -> None:
    """Draws the page."""
    access.require(Role.READER)
    widgets.heading("Insights", "What visitors asked, and what they got.")
    st.html(Path(report_parts.__file__).with_name("report_parts.css"))
    with st.container(key="insights", gap="medium"):
        with st.container(horizontal=True, key="insights-pick", vertical_alignment="bottom"):
            days = _days()
            download = st.empty()
        if days is None:
            return
        found = resources.insights(days.first, days.last, times.zone())
        with download.popover("Download", icon=":material/download:", key="insights-download"):
            _downloads(found)
        st.html(f'<h2 class="fd-part">{words.headline(found)}</h2>')
        st.html(words.tiles_html(found))
        if found.total.questions:
            _figures(found)
        _never_shown(found)


def _days() -> Days | None:
    """The days that are looked at; None while somebody is choosing the second one."""
    today = datetime.now(times.zone()).date()
    length = st.segmented_control(
        "Days",
        list(RANGES),
        format_func=lambda days: RANGES[days],
        default=30,
        required=True,
        key="insights-range",
        label_visibility="collapsed",
    )
    if length:
        return Days(today - timedelta(days=length - 1), today)
    chosen = st.date_input(
        "From and to",
        (today - timedelta(days=29), today),
        min_value=today - timedelta(days=LONGEST_DAYS),
        max_value=today,
        key="insights-days",
    )
    return Days(*chosen) if isinstance(chosen, tuple) and len(chosen) == 2 else None


def _figures(found: Insights) -> None:
    # Altair fails on a pandas that another thread is just importing.
    import_module("pandas")
    with st.container(key="insights-charts", gap="small"):
        _chart("days", "Questions a day", "What visitors got for them.", found)
        _chart("categories", "What they are about", "Questions by category.", found)
        _chart(
            "steps",
            "What takes how long",
            "The slowest step first. The bar ends where half of the questions were done, the line "
            "where 95 of 100 were.",
            found,
        )
    st.html('<h2 class="fd-chart-title">Most shown entries</h2>')
    entries = turned_to(found.entries, key="insights-entries", one="entry", many="entries")
    st.html(words.entries_html(entries))
    st.html('<h2 class="fd-chart-title">Questions with no match</h2>')
    if not found.unmatched:
        st.html('<p class="fd-help">For every question there was something to show.</p>')
        return
    st.html('<p class="fd-help">Neither an answer nor anything to suggest.</p>')
    unmatched = turned_to(found.unmatched, key="insights-none", one="question", many="questions")
    st.html(words.unmatched_html(unmatched))


DRAWN = {
    "days": insights_charts.days_chart,
    "categories": insights_charts.categories_chart,
    "steps": insights_charts.steps_chart,
}


def _chart(name: str, title: str, text: str, found: Insights) -> None:
    with st.container(border=True, key=f"card-chart-{name}", gap="small"):
        st.html(f'<h3 class="fd-chart-title">{title}</h3><p class="fd-help">{text}</p>')
        # The theme of Streamlit would put its own colours in the place of ours.
        st.altair_chart(DRAWN[name](found), theme=None, key=f"insights-{name}", alt=title)


def _never_shown(found: Insights) -> None:
    count = len(found.never_shown)
    if not count:
        return
    label = f"{counted(count, 'entry', 'entries')} that nobody was shown"
    with st.expander(label, key="insights-never"):
        shown = turned_to(found.never_shown, key="insights-never", one="entry", many="entries")
        st.html(words.never_html(shown))


def _downloads(found: Insights) -> None:
    """Tables for a spreadsheet, each made when it is asked for."""
    tables: tuple[tuple[str, str, Callable[[Insights], str]], ...] = (
        ("Days", "days", insights_csv.days_csv),
        ("Entries", "entries", insights_csv.entries_csv),
        ("Categories", "categories", insights_csv.categories_csv),
        ("Questions with no match", "no-match", insights_csv.unmatched_csv),
        ("Times of the steps", "steps", insights_csv.steps_csv),
    )
    for label, name, table in tables:
        st.download_button(
            f"{label} (CSV)",
            # With the mark that tells Excel that it is UTF-8.
            table(found).encode("utf-8-sig"),
            file_name=f"{name}-{found.first}-to-{found.last}.csv",
            mime="text/csv",
            key=f"insights-csv-{name}",
            on_click="ignore",
            width="stretch",
        )


with widgets.friendly_errors():
    show()
