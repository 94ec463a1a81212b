"""`faqdesk ingest`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from app.commands.options import Home, Json, opened, output
from app.commands.progress import bar
from data.errors import SourceError
from data.records import IngestReport, Place, Rejection

EXIT_NOTHING = 2
EXIT_SOME_REJECTED = 3


def ingest(
    files: Annotated[
        list[str],
        typer.Argument(
            help="CSV, TSV, XLSX, JSON, YAML, Markdown, DOCX, HTML, a zip or a folder of those, "
            "or - for standard input."
        ),
    ],
    columns: Annotated[
        list[str] | None,
        typer.Option("--map", help="question=COL, answer=COL…: where the names do not tell."),
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Retire every entry that the files do not have.")
    ] = False,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Import questions and answers and publish what changed.

    Exit status: 0 all rows are in, 3 some were rejected, 2 nothing was imported.
    """
    ingester = opened(home).ingester
    mapping = dict(_pair(text) for text in columns or [])
    try:
        with bar("Embedding", quiet=as_json) as steps:
            report = ingester.ingest(files, mapping=mapping, replace_all=replace, steps=steps)
    except SourceError as error:
        if not as_json:
            raise
        report = IngestReport(rejected=(Rejection(Place(", ".join(files)), str(error)),))
    if as_json:
        typer.echo(json.dumps(report_as_json(report), ensure_ascii=False))
    else:
        _print(report)
    raise typer.Exit(_exit_status(report))


def report_as_json(report: IngestReport) -> dict[str, object]:
    """The object that `--json` prints."""
    return {
        "added": report.added,
        "updated": report.updated,
        "unchanged": report.unchanged,
        "retired": report.retired,
        "rejected": [_rejection_as_json(rejection) for rejection in report.rejected],
        "warnings": list(report.warnings),
        "generation": report.generation,
    }


def _rejection_as_json(rejection: Rejection) -> dict[str, object]:
    place = rejection.place
    return {
        "file": place.file,
        "row": place.row,
        "column": place.column or None,
        "reason": rejection.reason,
    }


def _pair(text: str) -> tuple[str, str]:
    field, sign, column = text.partition("=")
    if not sign or not field.strip() or not column.strip():
        raise typer.BadParameter(
            f"--map takes FIELD=COLUMN, for example question=Frage; got {text}"
        )
    return field.strip(), column.strip()


def _exit_status(report: IngestReport) -> int:
    if report.accepted == 0:
        return EXIT_NOTHING
    return EXIT_SOME_REJECTED if report.rejected else 0


def _print(report: IngestReport) -> None:
    from rich.table import Table

    counts = Table(box=None, show_header=False)
    counts.add_column(style="bold")
    counts.add_column(justify="right")
    for name in ("added", "updated", "unchanged", "retired"):
        counts.add_row(name, f"{getattr(report, name):,}")
    counts.add_row("rejected", f"{len(report.rejected):,}")
    console = output()
    console.print(counts)
    if report.rejected:
        console.print(_rejections(report.rejected))
    for warning in report.warnings:
        console.print(f"Warning: {warning}")
    if report.accepted == 0:
        console.print("Nothing was imported; the library is as it was.")
    elif report.generation is not None:
        console.print(f"Generation {report.generation} is live.")


def _rejections(rejections: tuple[Rejection, ...]) -> object:
    from rich.table import Table

    table = Table("file", "row", "column", "reason", title="Rejected rows", title_justify="left")
    for rejection in rejections:
        place = rejection.place
        row = "" if place.row is None else str(place.row)
        table.add_row(place.file, row, place.column, rejection.reason)
    return table
