"""The charts of an explanation, in the colours of the page that they are on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pipeline.evaluation.chart_style import (
    DASHED,
    INK,
    LINE,
    RIGHT,
    SOFT,
    WRONG,
    chart_of,
    percent_axis,
    share_scale,
    share_tip,
    styled,
)
from pipeline.explaining.records import Path
from pipeline.explaining.words import feature_label, groups, percent

if TYPE_CHECKING:
    import altair as alt

SHOWN = 6
ROW, ROOM = 34, 78
LABEL_LENGTH = 170
# From what is in favour of an entry to what is against it.
COLOURS = {
    "Asks alike": RIGHT,
    "Answer fits": f"color-mix(in srgb, {RIGHT} 55%, var(--fd-card))",
    "Shares words": f"color-mix(in srgb, {RIGHT} 28%, var(--fd-card))",
    "Reader": SOFT,
    "Contradicts": WRONG,
    "Held back": LINE,
}


def scores_chart(path: Path) -> alt.LayerChart:
    """What the scores of the first candidates are made of, a bar a candidate."""
    import altair as alt

    shown = path.candidates[:SHOWN]
    rows = [
        {
            "entry": f"{candidate.place}. {candidate.question}",
            "what": group.label,
            "adds": round(group.adds, 4),
            "order": list(COLOURS).index(group.label),
            "score": candidate.score,
        }
        for candidate in shown
        for group in groups(candidate)
    ]
    names = [f"{candidate.place}. {candidate.question}" for candidate in shown]
    used = [label for label in COLOURS if any(row["what"] == label for row in rows)]
    legend = alt.Legend(title=None, orient="top", columns=1, labelFontSize=12)
    scale = alt.Scale(domain=used, range=[COLOURS[label] for label in used])
    tip = [
        alt.Tooltip("entry:N", title="Entry"),
        alt.Tooltip("what:N", title="What"),
        alt.Tooltip("adds:Q", title="Adds", format="+.3f"),
        alt.Tooltip("score:Q", title="Score", format=".3f"),
    ]
    bars = (
        chart_of(rows)
        .mark_bar(height={"band": 0.62})
        .encode(
            y=alt.Y("entry:N", title=None, sort=names, axis=_names()),
            x=alt.X("adds:Q", title="Score, 0 to 1", axis=alt.Axis(tickCount=5)),
            fill=alt.Fill("what:N", scale=scale, legend=legend),
            order="order:Q",
            tooltip=tip,
        )
    )
    return styled(alt.layer(bars), height=ROOM + 15 * len(used) + ROW * max(2, len(names)))


def confidence_chart(path: Path) -> alt.LayerChart:
    """How one thing after another makes the confidence, from a half to what it came to."""
    import altair as alt

    rows, before = [], 0.5
    for feature in path.verdict.features:
        rows.append(
            {
                "what": feature_label(path, feature),
                "from": before,
                "to": feature.confidence,
                "adds": feature.adds,
                "colour": RIGHT if feature.adds >= 0 else WRONG,
                "text": percent(feature.confidence),
            }
        )
        before = feature.confidence
    names = [str(row["what"]) for row in rows]
    x = alt.X("from:Q", title="How sure", axis=percent_axis(), scale=share_scale())
    base = chart_of(rows).encode(y=alt.Y("what:N", title=None, sort=names, axis=_names()))
    tip = [
        alt.Tooltip("what:N", title="What"),
        share_tip("from", "Before"),
        share_tip("to", "After"),
        alt.Tooltip("adds:Q", title="Log-odds", format="+.2f"),
    ]
    bars = base.mark_bar(height={"band": 0.55}, minBandSize=2).encode(
        x=x, x2="to:Q", fill=alt.Fill("colour:N", scale=None), tooltip=tip
    )
    ends = base.mark_tick(color=INK, thickness=2, height={"band": 0.75}).encode(x="to:Q")
    rule = chart_of([{"x": path.verdict.answer_at}]).mark_rule(stroke=INK, **DASHED)
    return styled(
        alt.layer(bars, ends, rule.encode(x="x:Q")), height=ROOM - 10 + ROW * max(2, len(names))
    )


def _names() -> alt.Axis:
    import altair as alt

    plain: dict[str, Any] = {"grid": False, "ticks": False, "domain": False}
    return alt.Axis(labelLimit=LABEL_LENGTH, **plain)
