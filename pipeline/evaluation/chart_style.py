"""Colours, sizes and axes that all charts have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import altair as alt

INK, SOFT, LINE = "var(--fd-ink)", "var(--fd-soft)", "var(--fd-line)"
CARD = "var(--fd-card)"
RIGHT, WRONG = "var(--fd-accent)", "var(--fd-amber)"
# Of the whole chart with its axes.
HEIGHT = 290
WIDTH = 440
DASHED: dict[str, Any] = {"strokeDash": [5, 4], "strokeWidth": 1.5}

_AXES: dict[str, Any] = {
    "labelColor": SOFT,
    "titleColor": SOFT,
    "gridColor": LINE,
    "domainColor": LINE,
    "tickColor": LINE,
    "labelFontSize": 12,
    "titleFontSize": 12,
    "titleFontWeight": 600,
    "titlePadding": 8,
}


def chart_of(values: Sequence[Mapping[str, object]]) -> alt.Chart:
    """A chart that holds its data, to be given marks."""
    import altair as alt

    return alt.Chart(alt.InlineData(values=[dict(value) for value in values]))


def percent_axis() -> alt.Axis:
    """Ticks as percentages."""
    import altair as alt

    return alt.Axis(format=".0%", tickCount=5)


def share_scale() -> alt.Scale:
    """From 0 to 1, whatever the data."""
    import altair as alt

    return alt.Scale(domain=[0, 1], nice=False)


def share_tip(field: str, title: str) -> alt.Tooltip:
    """A share in what is shown under the mouse."""
    import altair as alt

    return alt.Tooltip(f"{field}:Q", title=title, format=".1%")


def styled(chart: Any, width: int = WIDTH, height: int = HEIGHT) -> alt.LayerChart:
    """The chart with our colours and sizes, drawn as SVG wherever it is."""
    made: alt.LayerChart = (
        chart.properties(
            width=width,
            height=height,
            autosize={"type": "fit", "contains": "padding"},
            usermeta={"embedOptions": {"renderer": "svg"}},
        )
        .configure(background="transparent", font="inherit", padding=4)
        .configure_view(stroke=None)
        .configure_axis(**_AXES)
        .configure_legend(labelColor=INK, titleColor=SOFT)
    )
    return made
