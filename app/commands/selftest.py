"""`faqdesk evaluate --self`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from app.commands.evaluation_output import figure_text, write_json
from app.commands.options import output
from app.commands.progress import bar
from data.errors import InputError

if TYPE_CHECKING:
    from pipeline.build import Faqdesk
    from pipeline.evaluation.selftest import SelfTest

SHOWN = 20


def show_self_test(faqdesk: Faqdesk, file: str | None, seed: int, json_file: Path | None) -> None:
    """Runs the self test and prints what it found.

    Raises:
        InputError: when a `file` of questions was given, for which it has no use.
        DiskError: when `json_file` cannot be written.
    """
    from pipeline.evaluation.selftest import run_self_test, self_test_as_json

    if file:
        raise InputError(f"--self needs no questions: leave out {file}.")
    with bar("Asking") as steps:
        found = run_self_test(faqdesk, seed, steps.total, steps.advance)
    _print(found)
    if json_file:
        write_json(json_file, self_test_as_json(found))


def _print(found: SelfTest) -> None:
    console = output()
    table = Table("asked", "found their own entry first", title="Self test", title_justify="left")
    for what, figure in found.figures.items():
        table.add_row(what, figure_text(figure))
    console.print(table)
    lost = Table("entry", "asked", "found instead", title="Not found", title_justify="left")
    for miss in found.misses[:SHOWN]:
        lost.add_row(miss.entry_id, miss.query, miss.first or "nothing")
    console.print(lost)
    alike = Table(
        "how alike", "cosine", "one entry", "the other", title="Alike", title_justify="left"
    )
    for pair in found.pairs[:SHOWN]:
        one, other = (
            f"{text}  [{entry.id}]"
            for text, entry in ((pair.first_text, pair.first), (pair.second_text, pair.second))
        )
        alike.add_row(pair.likeness, f"{pair.similarity:.2f}", one, other)
    console.print(alike)
    console.print(
        f"{len(found.misses)} questions missed their entry; {len(found.pairs)} pairs are alike. "
        f"--json FILE has them all; here are up to {SHOWN} of each."
    )
