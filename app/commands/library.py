"""`faqdesk list`, `show`, `delete`, `export`, `generations` and `rollback`."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.commands.options import Home, messages, opened, output

if TYPE_CHECKING:
    from data.records import Entry

FILL = "Run `faqdesk ingest FILE` to fill it."


def list_entries(
    words: Annotated[
        str, typer.Argument(help="Only entries with these words in question or answer.")
    ] = "",
    category: Annotated[str, typer.Option(help="Only entries of this category.")] = "",
    retired: Annotated[bool, typer.Option("--retired", help="Retired entries instead.")] = False,
    home: Home = None,
) -> None:
    """List entries: a table on a terminal, tab-separated lines in a pipe.

    A line is id, category and question, and where visitors are not given the entry today, why.
    """
    from rich.table import Table

    from data.records import Status
    from pipeline.browse import shelf_of

    store = opened(home).store
    status = Status.RETIRED if retired else Status.LIVE
    shelf = shelf_of(revision.entry for revision in store.current_revisions(status))
    entries = shelf.find(words, category)
    if not entries:
        messages().print(_none_found(words, category, retired=retired, empty=not shelf.entries))
        return
    console = output()
    if not console.is_terminal:
        for entry in entries:
            told = _status(entry)
            hidden = [] if told == status else [told]
            typer.echo("\t".join([entry.id, entry.category, entry.question, *hidden]))
        return
    table = Table("id", "category", "question", "alternates", "status")
    for entry in entries:
        count = str(len(entry.alternates))
        table.add_row(entry.id, entry.category, entry.question, count, _status(entry))
    console.print(table)
    console.print(f"{len(entries):,} entries")


def _none_found(words: str, category: str, *, retired: bool, empty: bool) -> str:
    """That there is nothing to list, and why, in a sentence."""
    kind = "retired entry" if retired else "entry"
    if empty:
        return f"There is no {kind} in the library." + ("" if retired else f" {FILL}")
    having = [f"with the words “{words}” in question or answer"] if words else []
    having += [f"in the category “{category}”"] if category else []
    return f"There is no {kind} {' '.join(having)}."


def _status(entry: Entry) -> str:
    """Whether visitors are given an entry today: live, retired, expired or not yet."""
    from data.records import Status
    from pipeline.validity import standing

    told = standing(entry, date.today()) if entry.status is Status.LIVE else ""
    return told or str(entry.status)


def show(entry_id: Annotated[str, typer.Argument(metavar="ID")], home: Home = None) -> None:
    """Show an entry and its history."""
    from rich.text import Text

    store = opened(home).store
    revision = store.current_revision(entry_id)
    entry = revision.entry
    console = output()
    console.print(Text(entry.question, "bold"))
    console.print(Text(entry.answer))
    console.print()
    rows = [("id", entry.id), ("status", _status(entry)), ("category", entry.category)]
    rows += [("alternate", alternate) for alternate in entry.alternates]
    rows += [("tags", ", ".join(entry.tags)), ("source", entry.source), ("url", entry.url)]
    rows += [("from", str(entry.valid_from or "")), ("until", str(entry.valid_until or ""))]
    rows += [
        ("revision", f"{r.number}, {r.created_at:%Y-%m-%d %H:%M} UTC, {r.created_by}")
        for r in store.history(entry_id)
    ]
    for name, value in rows:
        if value:
            console.print(Text.assemble((f"{name + ':':<11}", "bold"), value))


def delete(
    ids: Annotated[list[str], typer.Argument(metavar="ID…")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    home: Home = None,
) -> None:
    """Take entries away from visitors; their history stays, and a roll-back brings them back."""
    from data.errors import UnknownEntryError
    from data.records import Status

    faqdesk = opened(home)
    entries = [faqdesk.store.current_revision(entry_id).entry for entry_id in ids]
    already = [entry.id for entry in entries if entry.status is Status.RETIRED]
    if already:
        raise UnknownEntryError(
            f"{', '.join(already)} was deleted before. `faqdesk list` shows what there is."
        )
    if sys.stdin.isatty() and not yes:
        for entry in entries:
            typer.echo(f"{entry.id}: {entry.question}")
        typer.confirm(f"Delete {len(entries)} entries?", abort=True)
    report = faqdesk.ingester.retire(ids, by="delete")
    typer.echo(f"Deleted {report.retired}. Generation {report.generation} is live.")


def export(
    file: Annotated[Path, typer.Argument(help="A .csv, .xlsx or .jsonl file.")],
    home: Home = None,
) -> None:
    """Write all entries to a file; importing it again changes nothing."""
    from data.exporting import export_entries

    entries = [revision.entry for revision in opened(home).store.current_revisions()]
    count = export_entries(entries, file)
    typer.echo(f"Wrote {count:,} entries to {file}.")


def generations(home: Home = None) -> None:
    """List what was published, newest first."""
    from rich.table import Table

    store = opened(home).store
    live = store.current_generation_number()
    table = Table("", "generation", "published (UTC)", "entries", "by")
    for info in store.generations():
        mark = "live" if info.number == live else ""
        when = f"{info.created_at:%Y-%m-%d %H:%M:%S}"
        table.add_row(mark, str(info.number), when, f"{info.entries:,}", info.created_by)
    output().print(table)


def rollback(
    generation: Annotated[int, typer.Argument(metavar="N")],
    home: Home = None,
) -> None:
    """Make an earlier generation live again, with its entries as they were."""
    publisher = opened(home).publisher
    with publisher.lock():
        published = publisher.roll_back(generation, by=f"rollback {generation}")
    typer.echo(f"Generation {published.generation} is live.")
