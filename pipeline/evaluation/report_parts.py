"""The parts of a report as HTML, the same in the HTML report and on the Quality page.

Whatever comes from questions, files or the library is escaped here; `report.css` and app/style.css
say how the classes look.
"""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from pipeline.evaluation.failures import Failure, Fault, fault_of
from pipeline.evaluation.records import Figure, Figures, Report
from pipeline.evaluation.reports import PERCENTILES
from pipeline.evaluation.words import (
    DECISIONS,
    FACTS,
    GLOSSARY,
    MEANINGS,
    NO_QUESTIONS,
    PERCENT,
    RETRIEVAL,
    SOURCES,
    Meaning,
    category_text,
    fact_text,
    interval_text,
    meaning,
    step_text,
    summary,
    value_text,
)

# Those that say most to an owner, and where each stands.
TILES = ("coverage", "accuracy", "false_answers")

INTERVAL = (
    "Each figure comes from the questions that were asked. Others of the kind would have given "
    "another one: the 95 % interval is where it would be for 95 of 100 such sets. Two figures "
    "whose intervals overlap may well be the same."
)
FAULTS = {
    Fault.WRONG: "an entry was given that does not answer",
    Fault.WITHHELD: "the right entry came first and was not given, for want of confidence",
    Fault.FALSE: "an entry was given though nothing in the library answers",
    Fault.MISSED: "no entry was given, and the right one did not come first",
}


def text_html(text: str) -> str:
    """Text of unknown origin: every character of it shown, in its own direction, nothing obeyed."""
    return f'<bdi dir="auto">{html.escape(text)}</bdi>'


def summary_html(report: Report) -> str:
    """What came out, a sentence an item."""
    items = "".join(f"<li>{html.escape(sentence)}</li>" for sentence in summary(report))
    return f'<ul class="fd-summary">{items}</ul>'


def tiles_html(report: Report) -> str:
    """The four figures that matter most, each with its interval drawn."""
    first = _tile(report.retrieval["final"]["hit@1"], RETRIEVAL["hit@1"])
    others = (_tile(report.decisions[name], DECISIONS[name]) for name in TILES)
    return f'<div class="fd-tiles">{first}{"".join(others)}</div>'


def _tile(figure: Figure, meant: Meaning) -> str:
    if figure.value is None:
        return (
            f'<div class="fd-tile"><p>{html.escape(meant.label)}</p>'
            f'<p class="fd-none">{NO_QUESTIONS}</p></div>'
        )
    return (
        f'<div class="fd-tile"><p>{html.escape(meant.label)}</p>'
        f'<p class="fd-big">{100 * figure.value:.0f}<small>{PERCENT}</small></p>{_range(figure)}'
        f"<p>{interval_text(figure, meant)} <span>of {figure.n:,}</span></p></div>"
    )


def _range(figure: Figure) -> str:
    """The interval on a line from 0 to 1, for the eye only."""
    low, high, value = (100 * (it or 0.0) for it in (figure.low, figure.high, figure.value))
    return (
        '<div class="fd-range" aria-hidden="true">'
        f'<i style="left:{low:.1f}%;width:{high - low:.1f}%"></i>'
        f'<b style="left:{value:.1f}%"></b></div>'
    )


def figures_html(figures: Figures, group: Mapping[str, Meaning]) -> str:
    """A row a figure: what it means, its value with its interval, and from how many questions."""
    if all(figure.value is None for figure in figures.values()):
        return none_html()
    rows = [
        [named_html(meant), _valued(figure, meant), f"{figure.n:,}"]
        for name, figure in figures.items()
        for meant in [meaning(group, name)]
    ]
    return table_html(("Figure", "Value, 95 % interval", "Questions"), rows)


def named_html(meant: Meaning) -> str:
    """A figure's name with what it means below."""
    return f"<b>{html.escape(meant.label)}</b><small>{html.escape(meant.text)}</small>"


def _valued(figure: Figure, meant: Meaning) -> str:
    if figure.value is None:
        return none_html()
    drawn = _range(figure) if meant.is_share else ""
    return f"<b>{value_text(figure, meant)}</b><small>{interval_text(figure, meant)}</small>{drawn}"


def retrieval_html(report: Report) -> str:
    """A row a measure and a column a source."""
    sources = list(report.retrieval)
    names = list(report.retrieval["final"])
    if all(report.retrieval["final"][name].value is None for name in names):
        return none_html()
    rows = [
        [named_html(meant), *(_brief(report.retrieval[source][name], meant) for source in sources)]
        for name in names
        for meant in [meaning(RETRIEVAL, name)]
    ]
    return table_html(("Measure", *(SOURCES.get(source, source) for source in sources)), rows)


def categories_html(report: Report) -> str:
    """A row a category of the entries that should answer."""
    if not report.by_category:
        return none_html()
    names = list(next(iter(report.by_category.values())))
    labels = [meaning(MEANINGS, name).label for name in names]
    rows = [
        [
            f"<b>{text_html(category_text(category))}</b>",
            str(max(figure.n for figure in figures.values())),
            *(_brief(figures[name], meaning(MEANINGS, name)) for name in names),
        ]
        for category, figures in report.by_category.items()
    ]
    return table_html(("Category", "Questions", *labels), rows)


def _brief(figure: Figure, meant: Meaning) -> str:
    if figure.value is None:
        return '<span class="fd-none" title="no questions of this kind">–</span>'
    return f"{value_text(figure, meant)}<small>{interval_text(figure, meant)}</small>"


def speed_html(report: Report) -> str:
    """A row a step: the milliseconds in which half, 95 and 99 of 100 questions were done."""
    if not report.speed:
        return none_html()
    rows = [
        [f"<b>{text_html(step_text(step))}</b>", *(f"{taken[name]:.2f}" for name in PERCENTILES)]
        for step, taken in report.speed.items()
    ]
    heads = ("Step, in milliseconds", "Half are faster", "95 of 100", "99 of 100")
    rate = f"Many at once: {report.questions_per_second:,.0f} questions a second."
    return f'{table_html(heads, rows)}<p class="fd-note">{rate}</p>'


def facts_html(report: Report) -> str:
    """What was measured."""
    items = (
        f"<dt>{html.escape(FACTS.get(name, name))}</dt><dd>{text_html(fact_text(value))}</dd>"
        for name, value in report.run.items()
    )
    return f'<dl class="fd-facts">{"".join(items)}</dl>'


def failures_html(failures: Sequence[Failure]) -> str:
    """Each failure: what was done wrongly, the question, and what was retrieved and why."""
    if not failures:
        return '<p class="fd-note">Nothing went wrong.</p>'
    items = (f"<li>{failure_html(failure)}</li>" for failure in failures)
    return f'<ol class="fd-failures">{"".join(items)}</ol>'


def faults_html(report: Report) -> str:
    """How many questions went wrong in each way."""
    counts = Counter(fault_of(row) for row in report.rows)
    items = (
        f"<li>{_fault_chip(fault)} {html.escape(FAULTS[fault])} <b>{counts[fault]:,}</b></li>"
        for fault in Fault
    )
    return f'<ul class="fd-faults">{"".join(items)}</ul>'


def _fault_chip(fault: Fault) -> str:
    kind = f"fd-fault fd-fault-{fault.name.lower()}"
    return f'<span class="{kind}">{html.escape(fault)}</span>'


def failure_html(failure: Failure) -> str:
    """One failure."""
    reasons = "".join(f"<li>{text_html(reason)}</li>" for reason in failure.why.split("; "))
    return (
        f'<p class="fd-kind">{_fault_chip(failure.fault)}</p>'
        f'<p class="fd-asked">{text_html(failure.row.query)}</p>'
        f'<ul class="fd-why">{reasons}</ul>'
    )


def glossary_html() -> str:
    """What each figure means."""
    groups = (
        f"<h3>{html.escape(title)}</h3><dl>{_meanings(group.values())}</dl>"
        for title, group in GLOSSARY.items()
    )
    return "".join(groups)


def _meanings(group: Iterable[Meaning]) -> str:
    return "".join(
        f"<dt>{html.escape(meant.label)}</dt><dd>{html.escape(meant.text)}</dd>" for meant in group
    )


def table_html(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table that scrolls sideways where it must; `rows` are HTML, the first cell a heading."""
    head = "".join(f'<th scope="col">{html.escape(text)}</th>' for text in heads)
    body = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'
        for first, *cells in rows
    )
    return (
        '<div class="fd-scroll fd-figures" role="region" aria-label="Table" tabindex="0"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def none_html() -> str:
    """In place of figures for which there were no questions."""
    return f'<p class="fd-none">{NO_QUESTIONS.capitalize()}.</p>'
