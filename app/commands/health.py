"""`faqdesk status` and `faqdesk doctor`."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Annotated

import typer

from app.commands.options import Home, Json, opened, output

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipeline.doctor import Finding
    from pipeline.status import LibraryStatus

EXIT_UNHEALTHY = 1
EXIT_EMPTY = 3
MENDED = "mended"


def status(as_json: Json = False, home: Home = None) -> None:
    """Show versions, models, counts, sizes and health.

    Exit status: 0 all is well, 1 something is wrong, 3 nothing has been published yet.
    """
    from dataclasses import asdict

    from pipeline.status import library_status

    found = library_status(opened(home))
    if as_json:
        typer.echo(json.dumps({**asdict(found), "healthy": found.healthy}, ensure_ascii=False))
    else:
        _print_status(found)
    if found.generation is None:
        raise typer.Exit(EXIT_EMPTY)
    raise typer.Exit(0 if found.healthy else EXIT_UNHEALTHY)


def doctor(
    fix: Annotated[
        bool, typer.Option("--fix", help="Rebuild from the database what is damaged.")
    ] = False,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Check everything on disk against everything else.

    Exit status: 0 all is well, 1 something is wrong.
    """
    from pipeline.calibration import load_calibration
    from pipeline.doctor import Mending, Severity, model_findings, variable_findings

    faqdesk = opened(home)
    findings = model_findings(
        faqdesk.encoder,
        lambda: faqdesk.reader,
        lambda: faqdesk.weights,
        faqdesk.topics.load,
        lambda: load_calibration(faqdesk.settings.home),
    )
    findings += variable_findings(os.environ)
    mending = faqdesk.doctor.mend() if fix else Mending((), tuple(faqdesk.doctor.examine()))
    findings += mending.left
    if as_json:
        rows = [{"severity": MENDED, "what": f.what, "mend": f.mend} for f in mending.mended]
        rows += [{"severity": f.severity, "what": f.what, "mend": f.mend} for f in findings]
        typer.echo(json.dumps(rows, ensure_ascii=False))
    else:
        _print_findings(mending.mended, findings)
    ill = any(finding.severity is Severity.PROBLEM for finding in findings)
    raise typer.Exit(EXIT_UNHEALTHY if ill else 0)


def _print_status(found: LibraryStatus) -> None:
    from rich.table import Table

    table = Table(box=None, show_header=False)
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    recall = "" if found.index_recall is None else f", recall@10 {found.index_recall:.3f}"
    rows = [
        ("home", found.home),
        ("versions", ", ".join(f"{name} {number}" for name, number in found.versions.items())),
        ("encoder", f"{found.encoder} ({found.encoder_runs_on})"),
        ("", f"SHA-256 {found.encoder_digest}"),
        ("reader", found.reader),
        ("classifier", found.classifier),
        ("decisions", found.calibration),
        ("generation", str(found.generation or "none yet")),
        ("entries", f"{found.entries:,} in {found.categories} categories, {found.retired} retired"),
        ("passages", f"{found.passages:,}; {found.vectors:,} vectors kept"),
        ("index", f"{found.index}{recall}, on {found.index_runs_on}"),
        ("size", f"database {_mb(found.database_bytes)}, generation {_mb(found.generation_bytes)}"),
        ("questions", f"{found.turns:,} asked so far"),
        ("health", found.problem or "good"),
    ]
    for name, value in rows:
        table.add_row(name, value)
    output().print(table)


def _mb(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"


def _print_findings(mended: Sequence[Finding], findings: Sequence[Finding]) -> None:
    console = output()
    for finding in mended:
        console.print(f"{MENDED}: {finding.what}")
    if not findings:
        console.print("All is well: database, live generation, older generations and models agree.")
    for finding in findings:
        console.print(f"{finding.severity}: {finding.what}")
        console.print(f"  to mend it: {finding.mend}")
