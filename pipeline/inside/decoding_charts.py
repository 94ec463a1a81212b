"""The tree of a beam search, in the colours of the page that it is on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pipeline.evaluation.chart_style import CARD, INK, RIGHT, SOFT, chart_of, styled
from pipeline.inside.beams import Beams, Branch
from pipeline.inside.decoding import Token

if TYPE_CHECKING:
    import altair as alt

STEP, ROW = 116, 38
LONGEST = 11
OUT, KEPT, BEST = "left out", "kept", "in the best text"


def token_shown(token: Token) -> str:
    """A token for people: blanks and new lines are seen, and so is a mark that ends."""
    if not token.text:
        return "⟨end⟩"
    return token.text.replace(" ", "␣").replace("\n", "↵").replace("\t", "⇥")


def beams_chart(beams: Beams) -> alt.LayerChart:
    """Every branch that was weighed, a column a step, the likeliest beginnings at the top."""
    import altair as alt

    best = set(beams.found[0].branches) if beams.found else set()
    rows = [_row(branch, beams, best) for branch in beams.branches]
    steps = max((branch.step for branch in beams.branches), default=1)
    places = max((branch.place for branch in beams.branches), default=0) + 1
    across = alt.Scale(domain=[-0.1, steps + 0.9], nice=False, zero=False)
    down = alt.Scale(domain=[places - 0.4, -0.6], nice=False, zero=False)
    ticks = list(range(1, steps + 1))
    axis = alt.Axis(orient="top", values=ticks, format="d", grid=False, domain=False, ticks=False)
    x = alt.X("x:Q", title="Step", scale=across, axis=axis)
    y = alt.Y("y:Q", scale=down, axis=None)
    base = chart_of(rows).encode(x=x, y=y, tooltip=_tips())
    lines = base.encode(x2="from_x:Q", y2="from_y:Q")
    kinds = ((OUT, SOFT, 0.4), (KEPT, INK, 1.0), (BEST, RIGHT, 1.0))
    links = [
        lines.transform_filter(alt.datum.kind == kind).mark_rule(
            stroke=colour, strokeWidth=1.5, opacity=0.7 * strength
        )
        for kind, colour, strength in kinds
    ]
    named: list[Any] = []
    for kind, colour, strength in kinds:
        some = base.transform_filter(alt.datum.kind == kind)
        named += [*_words(some, "share:N", 10, SOFT, 10), *_words(some, "said:N", -9, colour, 12)]
        named.append(some.mark_circle(size=45, fill=colour, opacity=strength))
    tree = alt.layer(*links, *named)
    return styled(tree, width=STEP * steps + 30, height=ROW * places + 60)


def _words(some: alt.Chart, field: str, dy: int, colour: str, size: int) -> list[alt.Chart]:
    """Words beside the dots, with the card's colour around them where a line runs below."""
    beside: dict[str, Any] = {"align": "left", "dx": 7, "dy": dy, "fontSize": size}
    beside |= {"fontWeight": 600 if colour != SOFT else 400}
    under = some.mark_text(fill=CARD, stroke=CARD, strokeWidth=4, **beside)
    return [each.encode(text=field) for each in (under, some.mark_text(fill=colour, **beside))]


def _tips() -> list[alt.Tooltip]:
    import altair as alt

    return [
        alt.Tooltip("token:N", title="Token"),
        alt.Tooltip("share:N", title="Probability"),
        alt.Tooltip("total:Q", title="Sum of ln p up to here", format=".3f"),
        alt.Tooltip("kind:N", title="Was"),
    ]


def _row(branch: Branch, beams: Beams, best: set[int]) -> dict[str, object]:
    parent = beams.branches[branch.parent - 1] if branch.parent else None
    text = token_shown(branch.token)
    kind = BEST if branch.number in best else KEPT if branch.kept else OUT
    return {
        "x": branch.step,
        "y": branch.place,
        "from_x": parent.step if parent else 0,
        "from_y": parent.place if parent else 0,
        "token": text,
        "said": text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…",
        "share": f"{branch.token.probability:.1%}",
        "total": round(branch.total, 4),
        "kind": kind,
    }
