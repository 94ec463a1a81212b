"""Progress bars on standard error, for people at a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from app.commands.options import messages


@dataclass(frozen=True, slots=True)
class Bar:
    """A progress bar: call it with how many more are done.

    `total` says how many there are, and `at` how many are done by now.
    """

    total: Callable[[int], None]
    at: Callable[[int], None]
    advance: Callable[[int], None]

    def __call__(self, done: int) -> None:
        """So many more are done."""
        self.advance(done)


@contextmanager
def bar(what: str, total: int | None = None, *, quiet: bool = False) -> Iterator[Bar]:
    """A bar with a count and the time left; nothing is shown in a pipe or when `quiet`."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    console = messages()
    columns = [TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
    hidden = quiet or not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as progress:
        task = progress.add_task(what, total=total)
        yield Bar(
            total=lambda count: progress.update(task, total=count),
            at=lambda done: progress.update(task, completed=done),
            advance=lambda done: progress.advance(task, done),
        )
