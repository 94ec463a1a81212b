"""What several subcommands share: the home option and the two consoles."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from data.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console

    from pipeline.build import Faqdesk

PIPE_WIDTH = 160

Home = Annotated[
    Path | None,
    typer.Option("--home", help="The library's folder. Default: $FAQDESK_HOME, or .faqdesk here."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def opened(home: Path | None) -> Faqdesk:
    """The library in a home folder."""
    # Imported here, because `faqdesk --help` needs none of what this brings.
    from pipeline.build import open_faqdesk

    return open_faqdesk(home)


def output() -> Console:
    """Standard output; text from the library is never taken for markup."""
    from rich.console import Console

    # In a pipe nothing is wrapped, and tables get room: whoever reads it wants whole lines.
    terminal = sys.stdout.isatty()
    width = None if terminal else PIPE_WIDTH
    return Console(markup=False, highlight=False, soft_wrap=not terminal, width=width)


def messages() -> Console:
    """Standard error, for progress and remarks."""
    from rich.console import Console

    return Console(markup=False, highlight=False, stderr=True)


def check_places(written: Iterable[Path | None], read: Iterable[str | None]) -> None:
    """Makes sure that files can be written, before the work whose result goes into them.

    Raises:
        InputError: one would be written over a file that is read, twice, or into no folder.
    """
    taken = [Path(name).resolve() for name in read if name]
    for path in filter(None, written):
        if path.resolve() in taken:
            raise InputError(f"{path} would be written over. Choose another place for the report.")
        if path.is_dir() or not path.resolve().parent.is_dir():
            raise InputError(f"{path} cannot be written: give a file in a folder that is there.")
        taken.append(path.resolve())
