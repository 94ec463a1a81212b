"""How evaluations are shown in the terminal and written to files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from app.commands.options import output
from data.errors import DiskError

if TYPE_CHECKING:
    from pipeline.evaluation.classifier import ClassifierReport
    from pipeline.evaluation.compare import Change, Comparison
    from pipeline.evaluation.guard import GuardReport
    from pipeline.evaluation.reader import ReaderReport
    from pipeline.evaluation.records import Figure, Figures, Report
    from pipeline.evaluation.service import Evaluation

SHOWN_FAILURES = 10
SHOWN_CHANGES = 10
NONE = "no questions of this kind"


def show_report(evaluation: Evaluation) -> None:
    """Prints the figures, by group and category, and the worst failures."""
    report, console = evaluation.report, output()
    for refusal in evaluation.refused:
        console.print(f"Not asked: {refusal.question}: {refusal.reason}")
    console.print(_retrieval(report.retrieval))
    for title, figures in (
        ("Decisions", report.decisions),
        ("Answers", report.answers),
        ("Intent", report.intent),
    ):
        console.print(figures_table(title, figures))
    console.print(_speed(report))
    if report.by_category:
        console.print(_by_category(report.by_category))
    _show_failures(report)


def figure_text(figure: Figure) -> str:
    """A figure with its interval, or that there were no questions for it."""
    if figure.value is None:
        return NONE
    return f"{figure.value:.3f}  ({figure.low:.3f} to {figure.high:.3f}, n {figure.n})"


def figures_table(title: str, figures: Figures) -> Table:
    """A row a figure."""
    table = _table(title, "", "")
    for name, figure in figures.items():
        table.add_row(name, figure_text(figure))
    return table


def show_comparison(comparison: Comparison) -> None:
    """Prints the verdict, the differences, and which questions fared better and worse."""
    console = output()
    console.print(Text(comparison.verdict, "bold"))
    for remark in comparison.remarks:
        console.print(remark)
    table = _table(f"Differences on {comparison.questions} questions", "", "")
    for name, difference in comparison.differences.items():
        table.add_row(name, difference.verdict)
    console.print(table)
    for title, changes in (("Better", comparison.better), ("Worse", comparison.worse)):
        console.print(_changes(f"{title}: {len(changes)} questions", changes))


def show_reader_report(report: ReaderReport) -> None:
    """Prints the reader's figures for all questions and by source."""
    console = output()
    parts = {"all": report.all, **report.by_source}
    for name, scores in parts.items():
        console.print(figures_table(f"{name}, {scores.n} questions", scores.figures))


def show_classifier_report(report: ClassifierReport) -> None:
    """Prints the classifier's figures and what it confuses."""
    console = output()
    title = f"{report.n} texts with a label, {report.out_of_scope} out of scope"
    console.print(figures_table(title, report.figures))
    table = _table("Confused", "label", "taken for", "times")
    for confusion in report.confused:
        table.add_row(confusion.expected, confusion.got, str(confusion.n))
    console.print(table)


def show_guard_report(report: GuardReport) -> None:
    """Prints both shares, the counts by kind, and the cases that the guard got wrong."""
    console = output()
    shares = {"unfaithful, stopped": report.stopped, "faithful, passed": report.passed}
    console.print(figures_table("Guard", shares))
    table = _table("By kind", "", "kind", "stopped", "passed")
    for kind in report.kinds:
        side = "faithful" if kind.faithful else "unfaithful"
        table.add_row(side, kind.kind, str(kind.stopped), str(kind.passed))
    console.print(table)
    wrong = _table(f"Wrong: {len(report.wrong)}", "line", "phrasing", "why it was stopped")
    for each in report.wrong:
        why = f"{each.reason}: {each.detail}" if each.sentence else "it was not"
        wrong.add_row(str(each.case.line), Text(each.case.phrasing), Text(why))
    console.print(wrong)


def write_files(
    report: Report, json_file: Path | None, html_file: Path | None, csv_file: Path | None
) -> None:
    """Writes those of the three files that were asked for.

    Raises:
        DiskError: when one cannot be written.
    """
    from pipeline.evaluation.report_csv import report_as_csv
    from pipeline.evaluation.report_html import report_as_html
    from pipeline.evaluation.report_json import report_as_json

    if json_file:
        write_json(json_file, report_as_json(report))
    if html_file:
        write_text(html_file, report_as_html(report))
    if csv_file:
        write_text(csv_file, report_as_csv(report))


def write_json(path: Path, value: Mapping[str, object]) -> None:
    """Writes JSON, indented, to a file.

    Raises:
        DiskError: when it cannot be written.
    """
    write_text(path, json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def write_text(path: Path, text: str) -> None:
    """Writes a text file.

    Raises:
        DiskError: when it cannot be written.
    """
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise DiskError(
            f"{path} cannot be written ({error.strerror}). Choose another place."
        ) from error


def _table(title: str, *columns: str) -> Table:
    return Table(*columns, title=title, title_justify="left", show_header=any(columns))


def _retrieval(retrieval: Mapping[str, Figures]) -> Table:
    names = list(next(iter(retrieval.values())))
    table = _table("Retrieval", "", *names)
    for source, figures in retrieval.items():
        cells = [_short(figures[name]) for name in names]
        table.add_row(source, *cells)
    return table


def _short(figure: Figure) -> str:
    if figure.value is None:
        return NONE
    return f"{figure.value:.3f}\n{figure.low:.3f}–{figure.high:.3f}"


def _speed(report: Report) -> Table:
    title = f"Speed, ms a question ({report.questions_per_second:.0f} questions a second)"
    table = _table(title, "step", "p50", "p95", "p99")
    for step, percentiles in report.speed.items():
        table.add_row(step, *(f"{percentiles[name]:.2f}" for name in ("p50", "p95", "p99")))
    return table


def _by_category(by_category: Mapping[str, Figures]) -> Table:
    names = list(next(iter(by_category.values())))
    table = _table("By category", "category", *names)
    for category, figures in by_category.items():
        cells = ("–" if f.value is None else f"{f.value:.3f}" for f in figures.values())
        table.add_row(category or "(none)", *cells)
    return table


def _show_failures(report: Report) -> None:
    from pipeline.evaluation.failures import worst_failures

    failures = worst_failures(report, SHOWN_FAILURES)
    if not failures:
        output().print("Nothing went wrong.")
        return
    table = _table("The worst failures", "what", "question", "why")
    for failure in failures:
        table.add_row(failure.fault, failure.row.query, failure.why)
    output().print(table)


def _changes(title: str, changes: tuple[Change, ...]) -> Table:
    table = _table(title, "question", "before", "after")
    for change in changes[:SHOWN_CHANGES]:
        before, after = (
            f"{row.decision}: {row.got or row.first or '–'} (right one at {row.rank or '–'})"
            for row in (change.before, change.after)
        )
        table.add_row(change.query, before, after)
    return table
