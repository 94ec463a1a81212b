"""The charts of what is inside, in the colours of the page that they are on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from pipeline.evaluation.chart_style import (
    CARD,
    INK,
    LINE,
    RIGHT,
    SOFT,
    chart_of,
    percent_axis,
    share_scale,
    styled,
)
from pipeline.inside.attention import positions
from pipeline.inside.then_and_now import Hits, Method
from pipeline.inside.vectors import Dot, LibraryMap

if TYPE_CHECKING:
    import altair as alt

    from pipeline.inside.network import Floats

# Larger than this a heat map cannot be read, and takes a browser seconds to draw.
MOST_TOKENS = 36
CELL, LABELS = 21, 92
MAP_WIDTH, MAP_HEIGHT = 860, 480
# To be told from each other and from both backgrounds; the rest share the last one.
COLOURS = (
    "#1a8a7a",
    "#c2710c",
    "#4a7fd6",
    "#b8478f",
    "#6d8a1f",
    "#8a63c9",
    "#cc4b3c",
    "#2b93b8",
    "#98703f",
)
OTHER, OTHER_COLOUR = "Others", "#7f8a8c"
NONE = "Without a category"
RINGED = 5
# The wheel alone is for the page; two fingers on a touchpad come as a wheel with Ctrl.
ZOOM = "wheel![event.ctrlKey || event.metaKey]"

METHODS = {
    Method.WORDS: "Word counts (TF-IDF)",
    Method.BM25: "BM25",
    Method.STATIC: "Static word vectors",
    Method.CONTEXTUAL: "Contextual vectors",
}


def attention_chart(
    tokens: Sequence[str], weights: Floats, *, causal: bool = False
) -> alt.LayerChart:
    """How much each token, a row, looks at each other one; the stronger the colour, the more.

    Of a long text the first tokens are shown. With `causal`, what a token must not see is grey.
    """
    import altair as alt

    names = [f"{at:03} {token}" for at, token in enumerate(tokens[:MOST_TOKENS])]
    slanted: dict[str, Any] = {"labelAngle": -60, "labelAlign": "left", "labelBaseline": "middle"}
    across = alt.Axis(orient="top", labelPadding=7, **slanted, **_TOKEN_AXIS)
    base = chart_of(_cells(tokens, names, weights, causal=causal)).encode(
        x=alt.X("to:O", title=None, sort=names, axis=across),
        y=alt.Y("from:O", title=None, sort=names, axis=alt.Axis(**_TOKEN_AXIS)),
    )
    most = float(weights[: len(names), : len(names)].max(initial=0)) or 1.0
    shade = alt.Opacity("w:Q", scale=alt.Scale(domain=[0, most], range=[0, 1]), legend=None)
    tip = [
        alt.Tooltip("of:N", title="Token"),
        alt.Tooltip("at:N", title="looks at"),
        alt.Tooltip("w:Q", title="with", format=".1%"),
    ]
    ground = base.mark_rect(fill=CARD, stroke=LINE, strokeWidth=0.5)
    cells = base.mark_rect(fill=RIGHT).encode(opacity=shade, tooltip=tip)
    never = base.transform_filter("datum.off").mark_rect(fill=LINE, opacity=0.6)
    size = CELL * max(4, len(names)) + LABELS
    return styled(alt.layer(ground, never, cells), width=size, height=size)


# Names begin with the token's place, for a text may have a token twice.
_TOKEN_AXIS: dict[str, Any] = {
    "labelExpr": "slice(datum.label, 4)",
    "labelOverlap": False,
    "domain": False,
    "ticks": False,
    "grid": False,
    "labelLimit": LABELS - 8,
}


def _cells(
    tokens: Sequence[str], names: Sequence[str], weights: Floats, *, causal: bool
) -> list[dict[str, object]]:
    return [
        {
            "from": names[row],
            "to": names[column],
            "of": tokens[row],
            "at": tokens[column],
            "w": round(float(weights[row, column]), 4),
            "off": causal and column > row,
        }
        for row in range(len(names))
        for column in range(len(names))
    ]


def map_chart(shown: LibraryMap) -> alt.LayerChart:
    """The library on its two main axes, by category; the question is a star.

    It can be moved, and zoomed with the wheel while Ctrl is held. Rings are round the entries that
    are nearest in truth, in all dimensions.
    """
    import altair as alt

    nearest = sorted(shown.dots, key=lambda dot: -dot.cosine)[:RINGED]
    names = _named_categories(shown.dots)
    rows = [_dot_row(dot, names) for dot in shown.dots]
    scale = alt.Scale(domain=names, range=[*COLOURS[: len(names) - 1], _last_colour(names)])
    first, second = (f"{100 * share:.0f} % of all differences" for share in shown.shares)
    bare: dict[str, Any] = {"labels": False, "ticks": False, "grid": False, "domain": False}
    x = alt.X("x:Q", axis=alt.Axis(title=f"→ {first}", **bare), scale=alt.Scale(zero=False))
    y = alt.Y("y:Q", axis=alt.Axis(title=f"→ {second}", **bare), scale=alt.Scale(zero=False))
    tip = [
        alt.Tooltip("name:N", title="Entry"),
        alt.Tooltip("of:N", title="Category"),
        alt.Tooltip("cosine:Q", title="Similarity to the question", format=".3f"),
    ]
    legend = alt.Legend(title=None, orient="bottom", columns=2, labelLimit=125, symbolOpacity=1)
    fill = alt.Fill("category:N", scale=scale, legend=legend)
    dots = chart_of(rows).mark_circle(size=60, opacity=0.8).encode(x=x, y=y, fill=fill, tooltip=tip)
    near = chart_of([_dot_row(dot, names) for dot in nearest])
    rings = near.mark_point(size=190, stroke=INK, strokeWidth=1.5).encode(x=x, y=y, tooltip=tip)
    star = chart_of([{"x": shown.x, "y": shown.y, "name": "The question"}]).mark_point(
        shape=STAR, size=330, filled=True, fill=INK, stroke=CARD, strokeWidth=1.5, opacity=1
    )
    asked = star.encode(x=x, y=y, tooltip=[alt.Tooltip("name:N", title=" ")])
    zoom = alt.selection_interval(bind="scales", zoom=ZOOM)
    return styled(alt.layer(rings, dots, asked).add_params(zoom), MAP_WIDTH, MAP_HEIGHT)


# A star with five points, in a square of −1 to 1.
STAR = (
    "M0,-1L0.235,-0.324L0.951,-0.309L0.38,0.124L0.588,0.809L0,0.4L-0.588,0.809"
    "L-0.38,0.124L-0.951,-0.309L-0.235,-0.324Z"
)


def _dot_row(dot: Dot, names: Sequence[str]) -> dict[str, object]:
    category = dot.category or NONE
    return {
        "x": round(dot.x, 4),
        "y": round(dot.y, 4),
        "name": dot.question[:120],
        "of": category,
        "category": category if category in names else OTHER,
        "cosine": round(dot.cosine, 4),
    }


def _named_categories(dots: Sequence[Dot]) -> list[str]:
    """The categories that have a colour of their own, the largest first."""
    counted = Counter(dot.category or NONE for dot in dots).most_common()
    names = [name for name, _ in counted[: len(COLOURS)]]
    return [*names, OTHER] if len(counted) > len(names) else names


def _last_colour(names: Sequence[str]) -> str:
    return OTHER_COLOUR if OTHER in names else COLOURS[max(0, len(names) - 1)]


def hits_chart(hits: Sequence[Hits]) -> alt.LayerChart:
    """How often each method puts the right entry first, with the 95 % interval as a line."""
    import altair as alt

    names = [METHODS[each.method] for each in hits]
    rows = [
        {"name": METHODS[e.method], "hit": e.hit.value, "low": e.hit.low, "high": e.hit.high}
        | {"said": f"{e.hit.value or 0:.0%}", "n": e.hit.n}
        for e in hits
    ]
    axis = alt.Axis(grid=False, labelLimit=190, ticks=False, domain=False)
    tip = [alt.Tooltip("name:N", title="Method"), alt.Tooltip("n:Q", title="Questions")]
    tip += [
        alt.Tooltip(f"{field}:Q", title=title, format=".1%")
        for field, title in (("hit", "Right entry first"), ("low", "from"), ("high", "to"))
    ]
    base = chart_of(rows).encode(y=alt.Y("name:N", title=None, sort=names, axis=axis), tooltip=tip)
    x = alt.X("hit:Q", title="Right entry first", scale=share_scale(), axis=percent_axis())
    bars = base.mark_bar(fill=RIGHT, opacity=0.7, height={"band": 0.55}).encode(x=x)
    line = base.mark_rule(stroke=INK, strokeWidth=1.5).encode(x=alt.X("low:Q"), x2="high:Q")
    said = base.mark_text(align="left", dx=6, fill=INK, fontSize=13).encode(
        x=alt.X("high:Q"), text="said:N"
    )
    return styled(alt.layer(bars, line, said), MAP_WIDTH, 40 * len(rows) + 60)


def positions_chart(tokens: int, width: int) -> alt.LayerChart:
    """The sines and cosines that tell tokens where they stand: a row a token, a column a number."""
    import altair as alt

    values = positions(tokens, width)
    rows = [
        {"place": place, "number": number, "value": round(float(values[place, number]), 4)}
        | {"size": round(float(np.abs(values[place, number])), 4)}
        | {"sign": "over 0" if values[place, number] >= 0 else "below 0"}
        for place in range(tokens)
        for number in range(width)
    ]
    axis: dict[str, Any] = {"ticks": False, "domain": False, "grid": False, "labelAngle": 0}
    scale = alt.Scale(domain=["over 0", "below 0"], range=[RIGHT, SOFT])
    cells = chart_of(rows).mark_rect()
    drawn = cells.encode(
        x=alt.X("number:O", title="Number", axis=alt.Axis(labelOverlap=True, **axis)),
        y=alt.Y("place:O", title="Place", axis=alt.Axis(labelOverlap=True, **axis)),
        fill=alt.Fill("sign:N", scale=scale, legend=alt.Legend(title=None, orient="bottom")),
        opacity=alt.Opacity("size:Q", scale=alt.Scale(domain=[0, 1]), legend=None),
        tooltip=[
            alt.Tooltip("place:Q", title="Place"),
            alt.Tooltip("number:Q", title="Number"),
            alt.Tooltip("value:Q", title="Value", format=".3f"),
        ],
    )
    return styled(alt.layer(drawn), MAP_WIDTH, 13 * tokens + 70)
