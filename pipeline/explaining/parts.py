"""The parts of an explanation as HTML, the same in `explain --html` and on the Inspect page.

Whatever comes from questions or the library is escaped here.
"""

from __future__ import annotations

import html
from collections.abc import Sequence

from pipeline.evaluation.report_parts import table_html, text_html
from pipeline.evaluation.words import category_text
from pipeline.explaining import change_words
from pipeline.explaining.records import Change, Explanation, Path, Weighed
from pipeline.explaining.steps import steps
from pipeline.explaining.words import (
    clashes,
    headline,
    how_asked,
    kinds_told,
    matching_terms,
    missing_terms,
    number,
    percent,
    story,
)

SHOWN = 6
CANDIDATES = ("Entry", "Meaning", "Words", "Answer", "Search", "Reader", "Score", "Sure")

# What to see in each part, for the page and the file alike.
FOUND = (
    "The entries that came closest. Meaning and answer are cosines, words a share of the most "
    "that any entry could have."
)
ORDER = (
    "What each score is made of. The search adds up the first three; then the reader, and what "
    "question and entry contradict each other in, can change the order."
)
SURE = (
    "How each thing moves the confidence, from a half at the start. Rivals that fit nearly as well "
    "make it less sure. From the dashed line on it answers."
)
CHANGES = "Each was tried: the question was asked again with this one thing changed."


def headline_html(path: Path) -> str:
    """What came of the question."""
    return f'<p class="fd-outcome">{text_html(headline(path))}</p>'


def story_html(explanation: Explanation, path: Path) -> str:
    """Why it came so, a sentence an item."""
    told = filter(None, (how_asked(explanation), *story(path, explanation.entries)))
    items = "".join(f"<li>{text_html(sentence)}</li>" for sentence in told)
    return f'<ul class="fd-summary">{items}</ul>'


def candidates_html(path: Path) -> str:
    """A row a candidate, in the order that decided."""
    if not path.candidates:
        return '<p class="fd-none">Nothing was found.</p>'
    return table_html(CANDIDATES, [_row(candidate) for candidate in path.candidates[:SHOWN]])


def _row(found: Weighed) -> list[str]:
    alternate = found.alternate_cosine > found.question_cosine
    near = max(found.question_cosine, found.alternate_cosine)
    told = [
        f"as {found.alternate}" if alternate else "",
        f"words: {matching_terms(found)}" if matching_terms(found) else "",
        f"lacks: {missing_terms(found)}" if missing_terms(found) else "",
        f"at odds: {clashes(found)}" if clashes(found) else "",
    ]
    below = "".join(f"<small>{text_html(text)}</small>" for text in told if text)
    moved = f"<small>was {found.found_at}.</small>" if found.found_at != found.place else ""
    reading = found.reading
    return [
        f"<b>{text_html(found.question)}</b>{below}",
        number(near),
        number(found.lexical),
        number(found.answer_cosine),
        f"{number(found.fused)}{moved}",
        percent(reading.relevance) if reading else "–",
        f"<b>{number(found.score)}</b>",
        percent(found.confidence),
    ]


def reading_html(path: Path) -> str:
    """What the reader made of the first candidate; "" where it read nothing."""
    reading = path.candidates[0].reading if path.candidates else None
    if reading is None:
        return ""
    words = f"marked {text_html('“' + reading.text + '”')}" if reading.text else "marked no words"
    scores = f"These words score {number(reading.score + reading.none)} and no words "
    scores += f"{number(reading.none)}" if reading.none else "nothing"
    return (
        f'<p class="fd-note">Of the first entry the reader {words}. {scores}; '
        f"that the entry is about what is asked is {percent(reading.relevance)} likely.</p>"
    )


def changes_html(changes: Sequence[Change], path: Path) -> str:
    """What was tried, each with whether it changes anything."""
    if not changes:
        return f'<p class="fd-none">{change_words.NO_CHANGE}</p>'
    items = "".join(
        f'<li class="{"fd-moves" if change.changes else "fd-stays"}">'
        f"{text_html(change_words.told(change, path))}</li>"
        for change in changes
    )
    return f'<ul class="fd-changes">{items}</ul>'


def wanted_html(path: Path) -> str:
    """What kind of message it was taken for, and its category."""
    wanted = path.wanted
    origin = {"training": "by what was trained", "entries": "by the entries found"}
    rows = [("Kind of message", kinds_told(path))]
    if wanted.category_from:
        sure = percent(wanted.category_confidence)
        told = f"{category_text(wanted.category)}, {sure} {origin[wanted.category_from]}"
        rows.append(("Category", told))
    if wanted.marked:
        rows.append(("Out of scope", f"{wanted.marked} ({number(wanted.marked_cosine)} alike)"))
    items = "".join(f"<dt>{html.escape(k)}</dt><dd>{text_html(v)}</dd>" for k, v in rows)
    return f'<dl class="fd-facts">{items}</dl>'


def steps_html(explanation: Explanation, path: Path) -> str:
    """A row a step: what went in, what came out, and how long it took."""
    rows = [
        [
            f"<b>{html.escape(step.name)}</b>",
            text_html(step.went_in),
            text_html(step.came_out),
            f"{step.ms:.2f}",
        ]
        for step in steps(explanation, path)
    ]
    return table_html(("Step", "In", "Out", "Milliseconds"), rows)
