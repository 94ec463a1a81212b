"""HTML pages that need nothing else: no script, no network, no fonts."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import altair as alt

STYLES = ("report_parts.css", "report.css")
_NAMESPACE = re.compile(r' xmlns(:\w+)?="[^"]*"')


def html_page(title: str, content: str) -> str:
    """A page with HTML as its content."""
    css = "".join(map(_style, STYLES))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        # Nothing is loaded and no script runs, whatever a question may hold.
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{html.escape(title)}</title><style>{css}</style></head><body><main>"
        f"{content}</main></body></html>\n"
    )


def section(title: str, content: str) -> str:
    """A part of a page under its heading."""
    return f"<section><h2>{html.escape(title)}</h2>{content}</section>"


def svg_of(chart: alt.LayerChart, title: str) -> str:
    """A chart as SVG, to stand in a page."""
    import vl_convert

    svg = vl_convert.vegalite_to_svg(chart.to_dict())
    named = f'<svg role="img" aria-label="{html.escape(title)}" '
    return _NAMESPACE.sub("", svg).replace("<svg ", named, 1)


def _style(name: str) -> str:
    return Path(__file__).with_name(name).read_text("utf-8")
