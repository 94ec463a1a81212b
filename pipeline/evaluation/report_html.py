"""A report as one HTML page that needs nothing else: no script, no network, no fonts."""

from __future__ import annotations

import html
import re
from pathlib import Path

from pipeline.evaluation.charts import DRAWINGS, Drawing
from pipeline.evaluation.failures import worst_failures
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
_NAMESPACE = re.compile(r' xmlns(:\w+)?="[^"]*"')


def report_as_html(report: Report) -> str:
    """The page; the same report gives the same text."""
    set_name = text_html(fact_text(report.run.get("questions", "")))
    parts = (
        _section("In short", summary_html(report)),
        f'<div class="fd-charts">{"".join(_figure(it, report) for it in DRAWINGS)}</div>',
        _section("Finding the right entry", retrieval_html(report)),
        _section("Deciding whether to answer", figures_html(report.decisions, DECISIONS)),
        _section("Marking the words that answer", figures_html(report.answers, ANSWERS)),
        _section("Kind of message", figures_html(report.intent, INTENT)),
        _section("Speed", speed_html(report)),
        _section("By category", categories_html(report)),
        _section("The worst failures", _failures(report)),
        _section("What was measured", facts_html(report)),
        _glossary(),
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        # Nothing is loaded and no script runs, whatever a question may hold.
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>How good the answers are</title><style>{_css()}</style></head><body><main>"
        f"<header><p>faqdesk · {set_name}</p><h1>{html.escape(headline(report))}</h1></header>"
        f"{tiles_html(report)}{''.join(parts)}</main></body></html>\n"
    )


def _section(title: str, content: str) -> str:
    return f"<section><h2>{html.escape(title)}</h2>{content}</section>"


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
    drawn = none_html() if drawing.is_empty(report) else _svg(drawing, report)
    return (
        f'<figure class="fd-chart{wide}"><h2>{html.escape(drawing.title)}</h2>'
        f"<figcaption>{html.escape(drawing.text)}</figcaption>{drawn}</figure>"
    )


def _svg(drawing: Drawing, report: Report) -> str:
    import vl_convert

    svg = vl_convert.vegalite_to_svg(drawing.draw(report).to_dict())
    label = html.escape(drawing.title)
    return _NAMESPACE.sub("", svg).replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)


def _glossary() -> str:
    return (
        f"<details><summary>What the figures mean</summary><p>{INTERVAL}</p>"
        f"{glossary_html()}</details>"
    )


def _css() -> str:
    files = (Path(__file__).with_name(name) for name in ("report_parts.css", "report.css"))
    return "".join(file.read_text("utf-8") for file in files)
