"""`faqdesk backup` and `faqdesk restore`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.commands.options import Home, Json, opened, output
from app.commands.progress import bar
from data.errors import InputError

if TYPE_CHECKING:
    from data.archive import ArchiveInfo

PEOPLE = "Nobody who may sign in is in a backup: add people with `faqdesk admin add NAME`."


def backup(
    file: Annotated[Path, typer.Argument(help="A .zip file to write.")],
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Write over a file that is there.")
    ] = False,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Write everything to one file: entries, history, drafts, questions, votes, evaluations.

    `faqdesk restore` brings it back on another machine. It holds what visitors asked; passwords
    and who may sign in are not in it. A file that is written over is replaced once all of the new
    one is written, and stays as it was on any error.
    """
    from pipeline.archive import backup as write

    if file.exists() and not overwrite:
        raise InputError(
            f"{file} is there already. Give another name, or --overwrite to write over it."
        )
    info = write(opened(home), file)
    size = file.stat().st_size
    if as_json:
        found = {"file": str(file), "bytes": size, **archive_as_json(info)}
        typer.echo(json.dumps(found, ensure_ascii=False))
        return
    console = output()
    console.print(f"Wrote {file} ({size / 1e6:,.2f} MB): {_contents(info)}.")
    for what in info.left_out:
        console.print(f"Not in it: {what}.")


def restore(
    file: Annotated[Path, typer.Argument(help="The .zip file that `faqdesk backup` wrote.")],
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Bring a backup back, into an empty library.

    Exit status: 0 all of it is there, 2 nothing was restored.
    """
    from pipeline.archive import restore as bring_back

    with bar("Embedding", quiet=as_json) as steps:
        restored = bring_back(opened(home), file, by="restore", steps=steps)
    if as_json:
        found = {
            **archive_as_json(restored.info),
            "generation": restored.generation,
            "embedded": restored.embedded,
            "home_files": list(restored.home_files),
            "warnings": list(restored.warnings),
        }
        typer.echo(json.dumps(found, ensure_ascii=False))
        return
    console = output()
    day = f"{restored.info.created_at:%Y-%m-%d %H:%M} UTC"
    console.print(f"Restored what there was on {day}: {_contents(restored.info)}.")
    for warning in restored.warnings:
        console.print(f"Note: {warning}.")
    live = restored.generation
    console.print(f"Generation {live} is live." if live else "Nothing had been published yet.")
    console.print(PEOPLE)


def archive_as_json(info: ArchiveInfo) -> dict[str, Any]:
    """What `--json` prints of an archive."""
    return {
        "created_at": info.created_at.isoformat(timespec="seconds"),
        "faqdesk": info.faqdesk,
        "schema": info.schema,
        "generation": info.generation,
        "rows": {Path(f.name).stem: f.rows for f in info.files if f.rows is not None},
        "left_out": list(info.left_out),
    }


def _contents(info: ArchiveInfo) -> str:
    counted = [("entries", "entries"), ("revisions", "revisions"), ("pending", "drafts")]
    counted += [("turns", "questions asked")]
    return ", ".join(f"{name} {info.rows(table):,}" for table, name in counted)
