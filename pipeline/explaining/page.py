"""An explanation as one HTML page that needs nothing else."""

from __future__ import annotations

import html
from collections.abc import Sequence

from pipeline.evaluation.html_page import html_page, section, svg_of
from pipeline.evaluation.report_parts import text_html
from pipeline.explaining import parts
from pipeline.explaining.charts import confidence_chart, scores_chart
from pipeline.explaining.records import Change, Explanation, Path


def explanation_as_html(explanation: Explanation, changes: Sequence[Sequence[Change]]) -> str:
    """The page; `changes` are those of each path of the explanation."""
    of_several = len(explanation.paths) > 1
    paths = (
        _path(explanation, path, tried, titled=of_several)
        for path, tried in zip(explanation.paths, changes, strict=True)
    )
    state = f"faqdesk · generation {explanation.generation}"
    return html_page(
        "Why this answer",
        f"<header><p>{state}</p><h1>{text_html(explanation.cleaned)}</h1></header>{''.join(paths)}",
    )


def _path(explanation: Explanation, path: Path, changes: Sequence[Change], *, titled: bool) -> str:
    title = f"<h2>{text_html(path.question)}</h2>" if titled else ""
    told = (
        f"<section>{title}{parts.headline_html(path)}",
        f"{parts.story_html(explanation, path)}</section>",
        section("What was found", _note(parts.FOUND) + parts.candidates_html(path)),
        _charts(path),
        section(
            "What would have changed it", _note(parts.CHANGES) + parts.changes_html(changes, path)
        ),
        section("What it was taken for", parts.wanted_html(path)),
        section("Step by step", parts.steps_html(explanation, path)),
    )
    return "".join(told)


def _charts(path: Path) -> str:
    if not path.candidates:
        return ""
    drawn = (
        ("Why this order", parts.ORDER, scores_chart(path)),
        ("How sure, and why", parts.SURE, confidence_chart(path)),
    )
    figures = "".join(
        f'<figure class="fd-chart"><h2>{html.escape(title)}</h2>'
        f"<figcaption>{html.escape(text)}</figcaption>{svg_of(chart, title)}</figure>"
        for title, text, chart in drawn
    )
    return f'<div class="fd-charts">{figures}</div>{parts.reading_html(path)}'


def _note(text: str) -> str:
    return f'<p class="fd-note">{html.escape(text)}</p>'
