"""The charts of the insights, in the colours of the page that they are on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pipeline.evaluation.chart_style import LINE, RIGHT, SOFT, WRONG, chart_of, styled
from pipeline.evaluation.words import category_text, step_text
from pipeline.insights import Insights

if TYPE_CHECKING:
    import altair as alt

# What a decision is called and its colour, from the bottom of a bar to its top.
DECISIONS = {"Answered": RIGHT, "Suggestions only": LINE, "No answer": WRONG}
WIDE, HIGH = 860, 260
MOST_BARS = 12
ROW, ROOM = 30, 46
LABEL_LENGTH = 190


def days_chart(insights: Insights) -> alt.LayerChart:
    """Questions per day, a bar a day, by what was made of them."""
    import altair as alt

    rows = [
        {
            "day": day.day.isoformat(),
            "name": f"{day.day:%A}, {day.day.day} {day.day:%B %Y}",
            "what": what,
            "n": count,
            "order": order,
            "of": day.questions,
        }
        for day in insights.days
        for order, (what, count) in enumerate(
            zip(DECISIONS, (day.answered, day.suggested, day.unanswered), strict=True)
        )
    ]
    # A day is a name here and no moment, which would be another day in another time zone.
    label = "utcFormat(toDate(datum.value), '%-d %b')"
    overlap: dict[str, Any] = {"labelAngle": 0, "labelOverlap": True, "labelSeparation": 8}
    axis = alt.Axis(grid=False, ticks=False, labelExpr=label, **overlap)
    x = alt.X("day:O", title=None, axis=axis)
    y = alt.Y("sum(n):Q", title="Questions", axis=alt.Axis(tickMinStep=1))
    scale = alt.Scale(domain=list(DECISIONS), range=list(DECISIONS.values()))
    legend = alt.Legend(title=None, orient="top", labelFontSize=12)
    tip = [
        alt.Tooltip("name:N", title="Day"),
        alt.Tooltip("what:N", title="What"),
        alt.Tooltip("n:Q", title="Questions"),
        alt.Tooltip("of:Q", title="Of"),
    ]
    bars = chart_of(rows).mark_bar(width={"band": 0.8})
    drawn = bars.encode(
        x=x, y=y, fill=alt.Fill("what:N", scale=scale, legend=legend), order="order:Q", tooltip=tip
    )
    return styled(alt.layer(drawn), width=WIDE, height=HIGH)


def categories_chart(insights: Insights) -> alt.LayerChart:
    """Questions by category, the most frequent on top."""
    import altair as alt

    most = insights.categories[:MOST_BARS]
    rows = [{"name": category_text(each.category), "n": each.count} for each in most]
    names = [category_text(each.category) for each in most]
    axis = alt.Axis(grid=False, labelLimit=LABEL_LENGTH, ticks=False, domain=False)
    base = chart_of(rows).encode(
        y=alt.Y("name:N", title=None, sort=names, axis=axis),
        x=alt.X("n:Q", title="Questions", axis=alt.Axis(tickMinStep=1)),
        tooltip=[alt.Tooltip("name:N", title="Category"), alt.Tooltip("n:Q", title="Questions")],
    )
    bars = base.mark_bar(fill=RIGHT, height={"band": 0.6})
    return styled(alt.layer(bars), height=ROOM + ROW * max(3, len(names)))


def steps_chart(insights: Insights) -> alt.LayerChart:
    """Milliseconds that each step takes: a bar to the median, a thin line to 95 of 100."""
    import altair as alt

    slowest = sorted(insights.steps, key=lambda step: step.p95, reverse=True)
    names = [step_text(step.step) for step in slowest]
    rows = [{"name": step_text(s.step), "p50": s.p50, "p95": s.p95, "p99": s.p99} for s in slowest]
    axis = alt.Axis(grid=False, labelLimit=LABEL_LENGTH, ticks=False, domain=False)
    tip = [alt.Tooltip("name:N", title="Step")]
    tip += [alt.Tooltip(f"{n}:Q", title=f"{n} in ms", format=".1f") for n in ("p50", "p95", "p99")]
    base = chart_of(rows).encode(y=alt.Y("name:N", title=None, sort=names, axis=axis), tooltip=tip)
    x = alt.X("p50:Q", title="Milliseconds")
    bar = base.mark_bar(fill=RIGHT, height={"band": 0.5}).encode(x=x)
    line = base.mark_rule(stroke=SOFT, strokeWidth=2).encode(x=x, x2="p95:Q")
    return styled(alt.layer(line, bar), height=ROOM + ROW * max(3, len(names)))
