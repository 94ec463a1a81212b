"""A row a question, for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from data.importing.cells import guard, join_tags
from pipeline.evaluation.records import Report, Row

COLUMNS = (
    *("asked", "expected", "got", "rank", "confidence", "decision"),
    *("span", "ms", "category"),
)


def report_as_csv(report: Report) -> str:
    """The rows of a report with a header; texts that a spreadsheet would compute are made harmless.

    `rank` is empty where the right entry is not among the candidates, `expected` where nothing
    should answer. Several ids are joined so that the column can be read as `relevant` again.
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows(_cells(row) for row in report.rows)
    return stream.getvalue()


def _cells(row: Row) -> Iterable[object]:
    return (
        guard(row.query),
        guard(join_tags(row.expected)),
        guard(row.got or ""),
        row.rank or "",
        round(row.confidence, 4),
        guard(row.decision),
        guard(row.span or ""),
        row.ms,
        guard(row.category),
    )
