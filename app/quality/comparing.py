"""Two kept runs, and whether the second is better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from app import resources
from app.paging import turned_to
from app.quality.failing import PAGE, entry_links
from app.quality.picking import pick
from app.wording import plain_html
from data.records import Entry, EvaluationInfo
from pipeline.browse import Shelf
from pipeline.evaluation.compare import Change, Comparison, Difference
from pipeline.evaluation.records import Row
from pipeline.evaluation.report_parts import named_html, none_html, table_html, text_html
from pipeline.evaluation.words import MEANINGS, meaning

VERDICTS = ("better", "worse")


def show(runs: Sequence[EvaluationInfo], shelf: Shelf) -> None:
    """Draws the comparison of two picked runs, at first of the newest with the one before it."""
    if len(runs) < 2:
        st.html(
            '<section class="fd-empty"><h2>One run cannot be compared</h2>'
            "<p>Change something, an answer or an alternate, and run the same question file again. "
            "Then this page says whether it helped.</p></section>"
        )
        return
    with st.container(horizontal=True, key="quality-two", vertical_alignment="bottom"):
        before = pick("Before", runs, "quality-before", first=_earlier(runs))
        after = pick("After", runs, "quality-after")
    if before == after:
        st.html('<p class="fd-found" role="status">These are one and the same run.</p>')
        return
    draw(resources.comparison(before, after), f"{before}-{after}", shelf)


def _earlier(runs: Sequence[EvaluationInfo]) -> int:
    """The place of the run before the newest, if there is one of the same question file."""
    same = (at for at, info in enumerate(runs) if at and info.name == runs[0].name)
    return next(same, 1)


def draw(comparison: Comparison, key: str, shelf: Shelf) -> None:
    """Draws a comparison; `key` tells its widgets from those of another one."""
    st.html(_verdict_html(comparison))
    figures, better, worse = st.tabs(
        ["Figures", f"Better ({len(comparison.better):,})", f"Worse ({len(comparison.worse):,})"]
    )
    with figures:
        st.html(_differences_html(comparison))
    entries = {entry.id: entry for entry in shelf.entries}
    with better:
        _changes(comparison.better, f"better-{key}", entries)
    with worse:
        _changes(comparison.worse, f"worse-{key}", entries)


def _verdict_html(comparison: Comparison) -> str:
    """The verdict in words, what else changed, and what could not be compared."""
    word, rest = _said(comparison.verdict)
    name = next(
        name for name, it in comparison.differences.items() if it.verdict == comparison.verdict
    )
    label = meaning(MEANINGS, name).label
    change = plain_html(rest.replace(f" {name} (", " ("))
    sides = "".join(_side_html(comparison, side) for side in VERDICTS)
    remarks = "".join(f"<p>{text_html(remark)}</p>" for remark in comparison.remarks)
    return (
        f'<section class="fd-verdict fd-verdict-{word.replace(" ", "-")}" role="status">'
        f"<h2>{plain_html(f'{label}: {word}')}</h2><p>{change}, "
        f"on {comparison.questions:,} questions that are in both runs.</p>"
        f"{sides}{remarks}</section>"
    )


def _said(verdict: str) -> tuple[str, str]:
    """The word of a verdict and the rest: "better" and "+3.1 points hit@1 (…)"."""
    word, _, rest = verdict.partition(": ")
    return word, rest


def _side_html(comparison: Comparison, side: str) -> str:
    """The figures that got better, or worse, by more than chance."""
    names = [name for name, it in comparison.differences.items() if _said(it.verdict)[0] == side]
    labels = ", ".join(meaning(MEANINGS, name).label for name in names)
    return (
        f"<p><b>{side.capitalize()}</b> by more than chance: {plain_html(labels)}.</p>"
        if names
        else ""
    )


def _differences_html(comparison: Comparison) -> str:
    bounds = [abs(it or 0.0) for d in comparison.differences.values() for it in _bounds(d)]
    scale = max(bounds, default=0.0) or 1.0
    rows = [
        [named_html(meaning(MEANINGS, name)), _change_html(difference, scale)]
        for name, difference in comparison.differences.items()
    ]
    return table_html(("Figure", "Change in points, 95 % interval"), rows)


def _bounds(difference: Difference) -> tuple[float | None, float | None]:
    return difference.figure.low, difference.figure.high


def _change_html(difference: Difference, scale: float) -> str:
    """By how much a figure changed, and its interval on a line with no change in the middle."""
    figure = difference.figure
    if figure.value is None or figure.low is None or figure.high is None:
        return none_html()
    low, high, value = (50 + 50 * it / scale for it in (figure.low, figure.high, figure.value))
    return (
        f"<b>{_points(figure.value)}</b> {_chip(difference)}"
        f"<small>{_points(figure.low)} to {_points(figure.high)}</small>"
        '<div class="fd-range fd-range-zero" aria-hidden="true">'
        f'<i style="left:{low:.1f}%;width:{high - low:.1f}%"></i>'
        f'<b style="left:{value:.1f}%"></b></div>'
    )


def _points(share: float) -> str:
    return f"{round(100 * share, 1) + 0.0:+.1f}".replace("-", "−").replace("+0.0", "0.0")


def _chip(difference: Difference) -> str:
    """Whether the change is good; nothing where none was found."""
    word, _ = _said(difference.verdict)
    if word not in VERDICTS:
        return ""
    return f'<span class="fd-fault fd-verdict-{word}">{word}</span>'


@st.fragment
def _changes(changes: Sequence[Change], key: str, entries: Mapping[str, Entry]) -> None:
    if not changes:
        st.html('<p class="fd-found" role="status">No question.</p>')
        return
    shown = turned_to(changes, key, one="question", many="questions", size=PAGE)
    for place, change in enumerate(shown):
        with st.container(border=True, key=f"card-{key}-{place}", gap="small"):
            st.html(
                f'<p class="fd-asked">{text_html(change.query)}</p><dl class="fd-facts">'
                f"<dt>Before</dt><dd>{row_words(change.before)}</dd>"
                f"<dt>After</dt><dd>{row_words(change.after)}</dd></dl>"
            )
            entry_links(change.after, entries)


def row_words(row: Row) -> str:
    """What became of a question: "answered, and right", "not answered, right entry in place 3"."""
    if row.got is not None:
        right = "right" if row.got in row.expected else "wrong"
        return f"answered, and {right} ({_sure(row)})"
    if not row.expected:
        return f"not answered, which is right ({_sure(row)})"
    place = f"right entry in place {row.rank}" if row.rank else "right entry not found"
    return f"not answered, {place} ({_sure(row)})"


def _sure(row: Row) -> str:
    return f"{100 * row.confidence:.0f} % sure"
