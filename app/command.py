"""The `faqdesk` command."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from app.commands import (
    archiving,
    asking,
    calibrating,
    evaluating,
    explaining,
    health,
    ingesting,
    library,
    models,
    people,
    serving,
    training,
)
from data.errors import FaqdeskError

EXIT_FAILED = 2

cli = typer.Typer(
    name="faqdesk",
    help="Answers questions from your own FAQ.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
cli.command()(ingesting.ingest)
cli.command()(asking.ask)
cli.command()(explaining.explain)
cli.command("list")(library.list_entries)
cli.command()(library.show)
cli.command()(library.delete)
cli.command()(library.export)
cli.command()(archiving.backup)
cli.command()(archiving.restore)
cli.command()(library.generations)
cli.command()(library.rollback)
cli.add_typer(evaluating.evaluate, name="evaluate")
cli.command()(calibrating.calibrate)
cli.add_typer(training.train, name="train")
cli.add_typer(models.models, name="models")
cli.add_typer(people.admin, name="admin")
cli.command()(health.status)
cli.command()(health.doctor)
cli.command()(serving.serve)


@cli.callback()
def root(
    show_version: Annotated[
        bool, typer.Option("--version", help="Show the version and stop.", is_eager=True)
    ] = False,
) -> None:
    """Answers questions from your own FAQ."""
    if show_version:
        from importlib.metadata import version

        typer.echo(f"faqdesk {version('faqdesk')}")
        raise typer.Exit


def main() -> None:
    """Runs the command; what is wrong is said in a sentence, and the exit status is 2."""
    if sys.stdout is None:
        # It was closed by whoever started us. The first file that we open would take its place, and
        # what is printed could end up in there: so nothing is begun.
        sys.exit(EXIT_FAILED)
    try:
        cli()
    except FaqdeskError as error:
        typer.echo(f"faqdesk: {error}", err=True)
        sys.exit(EXIT_FAILED)
    except BrokenPipeError:
        # Whoever read our output has gone; what Python would still flush has nowhere to go.
        _discard_output()
        sys.exit(EXIT_FAILED)
    except OSError as error:
        _discard_output()
        typer.echo(
            f"faqdesk: The output or a file cannot be read or written ({error}). "
            "Free some space, or mend the permissions.",
            err=True,
        )
        sys.exit(EXIT_FAILED)


def _discard_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
