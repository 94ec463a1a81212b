"""The charts of a report, for the HTML report and for the Quality page.

Colours are CSS variables (`--fd-ink` and others of app/style.css and report.css), so that a chart
follows the theme of the page that it is on; that needs them to be drawn as SVG. Everything is
counted here, so that a chart holds a few dozen numbers however many questions were asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pipeline.evaluation.chart_style import (
    CARD,
    DASHED,
    INK,
    RIGHT,
    SOFT,
    WRONG,
    chart_of,
    percent_axis,
    share_scale,
    share_tip,
    styled,
)
from pipeline.evaluation.confusions import Cell, cells_of
from pipeline.evaluation.records import Report
from pipeline.evaluation.words import category_text, step_text

if TYPE_CHECKING:
    import altair as alt


BARS = 20
FIRST = {True: "first entry right", False: "first entry wrong"}
# Cells are never so dark that the ink on them is hard to read, in either theme.
DARKEST = 0.42
LABEL_LENGTH = 220
# The heat map: a row of it, and what the labels below need.
WIDE, ROW, ROOM = 860, 34, 170


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart with its title and what to see in it, made from a report when it is asked for.

    `source` names the part of the report that it is drawn from.
    """

    key: str
    title: str
    text: str
    source: str
    draw: Callable[[Report], alt.LayerChart]
    is_wide: bool = False

    def is_empty(self, report: Report) -> bool:
        """Whether a report has no questions for it."""
        return not getattr(report, self.source)


def risk_coverage(report: Report) -> alt.LayerChart:
    """The share of wrong answers against the share of questions answered, surest first."""
    import altair as alt

    points = [{"x": point.coverage, "y": point.risk} for point in report.curve]
    x = alt.X("x:Q", title="Questions answered", axis=percent_axis(), scale=share_scale())
    y = alt.Y("y:Q", title="Answers that are wrong", axis=percent_axis())
    tip = [share_tip("x", "Answered"), share_tip("y", "Wrong")]
    base = chart_of(points).encode(x=x, y=y)
    # Questions of one confidence are answered together: the step is as wide as they are many.
    area = base.mark_area(interpolate="step-before", fill=WRONG, opacity=0.14)
    line = base.mark_line(interpolate="step-before", stroke=WRONG, strokeWidth=2)
    hover = base.mark_point(size=60, opacity=0, filled=True, fill=WRONG, aria=False).encode(
        tooltip=tip
    )
    return styled(alt.layer(area, line, hover, *_today(report, x, y)))


def _today(report: Report, x: alt.X, y: alt.Y) -> list[alt.Chart]:
    """A ring at what is answered now and how many of those answers are wrong."""
    covered, right = report.decisions["coverage"].value, report.decisions["accuracy"].value
    if covered is None or right is None:
        return []
    now = {"x": covered, "y": 1 - right, "text": f"now: {100 * (1 - right):.0f} % wrong"}
    base = chart_of([now]).encode(x=x, y=y)
    ring = base.mark_point(size=110, stroke=INK, strokeWidth=2.5, fill=CARD, opacity=1)
    # The curve mostly rises, so there is room below it on the right and above it on the left.
    place: dict[str, Any] = {"align": "left", "dx": 8, "dy": 16}
    if covered > 0.6:
        place = {"align": "right", "dx": -8, "dy": -16}
    text = base.mark_text(**place, fill=INK, fontSize=12, fontWeight=600)
    return [ring, text.encode(text="text:N")]


def reliability(report: Report) -> alt.LayerChart:
    """How often the first entry was right against how sure faqdesk was, a dot a bin."""
    import altair as alt

    bins = [{"x": bin_.confidence, "y": bin_.accuracy, "n": bin_.n} for bin_ in report.reliability]
    x = alt.X("x:Q", title="How sure", axis=percent_axis(), scale=share_scale())
    y = alt.Y("y:Q", title="How often right", axis=percent_axis(), scale=share_scale())
    ideal = (
        chart_of([{"x": 0, "y": 0}, {"x": 1, "y": 1}])
        .mark_line(stroke=SOFT, **DASHED)
        .encode(x=x, y=y)
    )
    base = chart_of(bins).encode(x=x, y=y)
    line = base.mark_line(stroke=RIGHT, strokeWidth=2, opacity=0.55)
    size = alt.Size("n:Q", legend=None, scale=alt.Scale(domainMin=0, range=[20, 320]))
    tip = [share_tip("x", "Sure"), share_tip("y", "Right"), alt.Tooltip("n:Q", title="Questions")]
    dots = base.mark_point(filled=True, fill=RIGHT, opacity=0.9).encode(size=size, tooltip=tip)
    notes = [_note(0.03, 0.96, "↑ more often right than sure", "left")]
    notes.append(_note(0.97, 0.04, "↓ surer than right", "right"))
    notes = [note.encode(x=x, y=y, text="text:N") for note in notes]
    return styled(alt.layer(ideal, *notes, line, dots))


def _note(x: float, y: float, text: str, align: str) -> alt.Chart:
    place: dict[str, Any] = {"align": align, "fill": SOFT, "fontSize": 11}
    note: alt.Chart = chart_of([{"x": x, "y": y, "text": text}]).mark_text(**place)
    return note


def confidence(report: Report) -> alt.LayerChart:
    """How many questions there are of each confidence, by whether the first entry was right."""
    import altair as alt

    bars = _histogram(report)
    x = alt.X("x:Q", title="Confidence", axis=percent_axis(), scale=share_scale())
    y = alt.Y("from:Q", title="Questions", axis=alt.Axis(tickMinStep=1))
    legend = alt.Legend(title=None, orient="top", labelFontSize=12)
    kinds = alt.Scale(domain=[*FIRST.values()], range=[RIGHT, WRONG])
    fill = alt.Fill("kind:N", scale=kinds, legend=legend)
    tip = [alt.Tooltip("kind:N", title="First entry"), alt.Tooltip("n:Q", title="Questions")]
    tip += [share_tip("x", "From"), share_tip("x2", "To")]
    drawn = chart_of(bars).mark_rect(stroke=CARD, strokeWidth=0.75)
    layers = [drawn.encode(x=x, x2="x2:Q", y=y, y2="to:Q", fill=fill, tooltip=tip)]
    threshold = report.run.get("answer_at")
    if isinstance(threshold, int | float):
        rule = chart_of([{"x": threshold}]).mark_rule(stroke=INK, **DASHED)
        layers.append(rule.encode(x=x))
    return styled(alt.layer(*layers))


def _histogram(report: Report) -> list[dict[str, object]]:
    """Two boxes a bar, the wrong ones on top of the right ones."""
    counts = Counter(
        (min(BARS - 1, int(row.confidence * BARS)), row.rank == 1) for row in report.rows
    )
    return [
        {
            "x": at / BARS,
            "x2": (at + 1) / BARS,
            "kind": FIRST[is_right],
            "n": count,
            "from": 0 if is_right else counts[at, True],
            "to": count if is_right else counts[at, True] + count,
        }
        for (at, is_right), count in sorted(counts.items())
    ]


def latency(report: Report) -> alt.LayerChart:
    """Milliseconds that each step takes: a bar to the median, a mark at p95, a line to p99."""
    import altair as alt

    steps = [
        {"step": step_text(step), **{name: taken[name] for name in ("p50", "p95", "p99")}}
        for step, taken in report.speed.items()
    ]
    names = [step_text(step) for step in report.speed]
    y = alt.Y("step:N", title=None, sort=names, axis=alt.Axis(grid=False, labelLimit=LABEL_LENGTH))
    title = "Milliseconds"
    tip = [
        alt.Tooltip("step:N", title="Step"),
        *(alt.Tooltip(f"{name}:Q", title=name, format=".2f") for name in ("p50", "p95", "p99")),
    ]
    base = chart_of(steps).encode(y=y, tooltip=tip)
    bar = base.mark_bar(fill=RIGHT, height={"band": 0.5}).encode(x=alt.X("p50:Q", title=title))
    line = base.mark_rule(stroke=SOFT, strokeWidth=1.5).encode(x=alt.X("p50:Q"), x2="p99:Q")
    mark = base.mark_tick(color=INK, thickness=3, height={"band": 0.5})
    return styled(alt.layer(line, bar, mark.encode(x=alt.X("p95:Q", title=title))))


def confusion(report: Report) -> alt.LayerChart:
    """How often the category of the given entry is that of the right one, as a heat map."""
    import altair as alt

    cells = cells_of(report.confusion)
    names = sorted({cell.expected for cell in cells} | {cell.given for cell in cells})
    data = [_cell(cell) for cell in cells]
    shown = [category_text(name) for name in names]
    axis: dict[str, Any] = {"grid": False, "domain": False, "labelLimit": LABEL_LENGTH}
    x = alt.X("given:N", title="Given", sort=shown, axis=alt.Axis(**axis, labelAngle=-40))
    y = alt.Y("expected:N", title="Right", sort=shown, axis=alt.Axis(**axis))
    domain = alt.Scale(domain=shown)
    base = chart_of(data).encode(x=x.scale(domain), y=y.scale(domain))
    tip = [
        alt.Tooltip("expected:N", title="Right"),
        alt.Tooltip("given:N", title="Given"),
        alt.Tooltip("n:Q", title="Answers"),
    ]
    boxes = base.mark_rect(cornerRadius=3).encode(
        fill=alt.Fill("colour:N", scale=None),
        fillOpacity=alt.FillOpacity("strength:Q", scale=None),
        tooltip=tip,
    )
    counts = base.mark_text(fill=INK, fontSize=12).encode(text="n:Q")
    return styled(alt.layer(boxes, counts), width=WIDE, height=ROOM + ROW * len(names))


def _cell(cell: Cell) -> dict[str, object]:
    return {
        "expected": category_text(cell.expected),
        "given": category_text(cell.given),
        "n": cell.n,
        "colour": RIGHT if cell.expected == cell.given else WRONG,
        "strength": round(0.12 + (DARKEST - 0.12) * cell.share, 3),
    }


# In the order in which they are shown.
DRAWINGS = (
    Drawing(
        "risk",
        "What if it answered more?",
        "How many answers would be wrong if it answered only the questions it is surest of, "
        "from a few on the left to all on the right. The ring is what it does now.",
        "curve",
        risk_coverage,
    ),
    Drawing(
        "reliability",
        "Can its confidence be believed?",
        "How sure it was, and how often its first entry was right. On the dashed line "
        "80 % sure means right 80 times in 100; large dots stand for many questions.",
        "reliability",
        reliability,
    ),
    Drawing(
        "confidence",
        "How sure was it?",
        "Questions by the confidence of the first entry. From the dashed line on it answers: "
        "wrong ones to the right of it reach visitors, right ones to the left are withheld.",
        "rows",
        confidence,
    ),
    Drawing(
        "latency",
        "How long does an answer take?",
        "Milliseconds by step. The bar ends where half of the questions were done, the mark "
        "shows 95 of 100 and the thin line 99 of 100.",
        "speed",
        latency,
    ),
    Drawing(
        "confusion",
        "Which categories are mixed up?",
        "Answers given, by the category of the entry that was right and of the one that was "
        "given. What is off the diagonal was wrong and in another category.",
        "confusion",
        confusion,
        is_wide=True,
    ),
)
