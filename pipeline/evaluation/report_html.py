"""A report as one HTML page that needs nothing else: no script, no network, no fonts."""

from __future__ import annotations

import html

from pipeline.evaluation.charts import DRAWINGS, Drawing
from pipeline.evaluation.failures import worst_failures
from pipeline.evaluation.html_page import html_page, section, svg_of
from pipeline.evaluation.records import Report
from pipeline.evaluation.report_parts import (
    INTERVAL,
    categories_html,
    facts_html,
    failures_html,
    faults_html,
    figures_html,
    glossary_html,
    none_html,
    retrieval_html,
    speed_html,
    summary_html,
    text_html,
    tiles_html,
)
from pipeline.evaluation.words import ANSWERS, DECISIONS, INTENT, fact_text, headline

SHOWN_FAILURES = 50


def report_as_html(report: Report) -> str:
    """The page; the same report gives the same text."""
    set_name = text_html(fact_text(report.run.get("questions", "")))
    parts = (
        section("In short", summary_html(report)),
        f'<div class="fd-charts">{"".join(_figure(it, report) for it in DRAWINGS)}</div>',
        section("Finding the right entry", retrieval_html(report)),
        section("Deciding whether to answer", figures_html(report.decisions, DECISIONS)),
        section("Marking the words that answer", figures_html(report.answers, ANSWERS)),
        section("Kind of message", figures_html(report.intent, INTENT)),
        section("Speed", speed_html(report)),
        section("By category", categories_html(report)),
        section("The worst failures", _failures(report)),
        section("What was measured", facts_html(report)),
        _glossary(),
    )
    return html_page(
        "How good the answers are",
        f"<header><p>faqdesk · {set_name}</p><h1>{html.escape(headline(report))}</h1></header>"
        f"{tiles_html(report)}{''.join(parts)}",
    )


def _failures(report: Report) -> str:
    shown = worst_failures(report, SHOWN_FAILURES)
    note = ""
    if len(shown) == SHOWN_FAILURES:
        note = f'<p class="fd-note">The first {SHOWN_FAILURES} of them; the CSV has all.</p>'
    return faults_html(report) + note + failures_html(shown)


def _figure(drawing: Drawing, report: Report) -> str:
    """A chart under its title, with what to see in it."""
    # It scrolls sideways on a phone, and shall do so from the keyboard too.
    wide = ' fd-wide" tabindex="0' if drawing.is_wide else ""
    drawn = none_html() if drawing.is_empty(report) else svg_of(drawing.draw(report), drawing.title)
    return (
        f'<figure class="fd-chart{wide}"><h2>{html.escape(drawing.title)}</h2>'
        f"<figcaption>{html.escape(drawing.text)}</figcaption>{drawn}</figure>"
    )


def _glossary() -> str:
    return (
        f"<details><summary>What the figures mean</summary><p>{INTERVAL}</p>"
        f"{glossary_html()}</details>"
    )
