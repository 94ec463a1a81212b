"""Insights as tables for a spreadsheet; texts that it would compute are made harmless."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from data.importing.cells import guard
from pipeline.insights import Insights


def days_csv(insights: Insights) -> str:
    """A row a day."""
    columns = ("day", "questions", "answered", "suggested", "unanswered", "other messages")
    rows = (
        (d.day.isoformat(), d.questions, d.answered, d.suggested, d.unanswered, d.others)
        for d in insights.days
    )
    return _table(columns, rows)


def entries_csv(insights: Insights) -> str:
    """A row an entry, the most often shown first and those never shown last."""
    columns = ("id", "question", "category", "answered", "suggested", "picked", "liked", "disliked")
    rows: list[Sequence[object]] = [
        (
            *(each.use.entry_id, each.question, each.category, each.use.answered),
            *(each.use.suggested, each.use.picked, each.use.liked, each.use.disliked),
        )
        for each in insights.entries
    ]
    rows += [(e.id, e.question, e.category, 0, 0, 0, 0, 0) for e in insights.never_shown]
    return _table(columns, rows)


def categories_csv(insights: Insights) -> str:
    """A row a category."""
    rows = ((each.category, each.count) for each in insights.categories)
    return _table(("category", "questions"), rows)


def unmatched_csv(insights: Insights) -> str:
    """A row a question for which nothing was found; the moment is in UTC."""
    rows = (
        (each.question, each.count, each.newest.isoformat(timespec="seconds"))
        for each in insights.unmatched
    )
    return _table(("question", "asked", "last asked"), rows)


def steps_csv(insights: Insights) -> str:
    """A row a step, in milliseconds."""
    rows = ((s.step, round(s.p50, 2), round(s.p95, 2), round(s.p99, 2)) for s in insights.steps)
    return _table(("step", "p50 ms", "p95 ms", "p99 ms"), rows)


def _table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([guard(cell) if isinstance(cell, str) else cell for cell in row])
    return stream.getvalue()
