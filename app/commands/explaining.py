"""`faqdesk explain`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.commands.options import Home, Json, opened, output
from data.errors import DiskError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console
    from rich.table import Table

    from pipeline.explaining.records import Change, Explanation
    from pipeline.explaining.records import Path as QuestionPath

SHOWN = 5


def explain(
    question: Annotated[str, typer.Argument(help="What was asked.")],
    entry: Annotated[str, typer.Option(help="The id of the entry that should have answered.")] = "",
    category: Annotated[
        str, typer.Option(help="Answer only from the entries of this category.")
    ] = "",
    html: Annotated[
        Path | None, typer.Option("--html", help="Write a page with charts to this file.")
    ] = None,
    as_json: Json = False,
    home: Home = None,
) -> None:
    """Tell why a question gets the answer that it gets, and what would change that."""
    from pipeline.explaining.changes import changes
    from pipeline.explaining.explain import explain as explained

    faqdesk = opened(home)
    # Once before, so that loading the models does not count as time that the question takes.
    faqdesk.unlogged_answerer.traced(question, category)
    explanation = explained(faqdesk, question, category)
    tried = [changes(faqdesk, path, category, entry) for path in explanation.paths]
    if html is not None:
        _write(html, explanation, tried)
    if as_json:
        from pipeline.explaining.as_json import explanation_as_json

        row = explanation_as_json(explanation, tried)
        typer.echo(json.dumps(row, ensure_ascii=False))
    elif html is None:
        _print(explanation, tried, entry)
    else:
        output().print(f"Wrote {html}.")


def _write(file: Path, explanation: Explanation, tried: Sequence[Sequence[Change]]) -> None:
    from pipeline.explaining.page import explanation_as_html

    try:
        file.write_text(explanation_as_html(explanation, tried), "utf-8")
    except OSError as error:
        raise DiskError(
            f"{file} cannot be written ({error.strerror}). Give another file, or free some space."
        ) from error


def _print(explanation: Explanation, tried: Sequence[Sequence[Change]], wanted: str) -> None:
    from rich.text import Text

    from pipeline.explaining.words import how_asked, titles

    console = output()
    if told := how_asked(explanation):
        console.print(Text(told))
    if explanation.remark:
        console.print(Text(explanation.remark, "yellow"))
    each = zip(titles(explanation.paths), explanation.paths, tried, strict=True)
    for title, path, changes in each:
        if title:
            console.print(Text(f"\n{title}", "bold"))
        _print_path(console, explanation, path)
        _print_changes(console, path, changes, wanted)
        console.print(_steps(explanation, path))


def _print_path(console: Console, explanation: Explanation, path: QuestionPath) -> None:
    from rich.text import Text

    from pipeline.explaining.words import headline, story

    console.print(Text(headline(path), "bold"))
    for sentence in story(path, explanation.entries):
        console.print(Text(f"- {sentence}"))
    if path.candidates:
        console.print(_candidates(path))
        console.print(_features(path))


def _print_changes(
    console: Console, path: QuestionPath, changes: Sequence[Change], wanted: str
) -> None:
    from rich.text import Text

    from pipeline.explaining.change_words import NO_CHANGE, told
    from pipeline.explaining.words import place_of

    if wanted and place_of(path, wanted):
        console.print(Text(f"The entry {wanted}: {place_of(path, wanted)}"))
    console.print(Text("What would have changed it:", "bold"))
    for change in changes:
        console.print(Text(f"- {told(change, path)}", "" if change.changes else "dim"))
    if not changes:
        console.print(Text(f"- {NO_CHANGE}"))


def _candidates(path: QuestionPath) -> Table:
    from pipeline.explaining.words import number, percent

    table = _table("entry", "meaning", "words", "answer", "search", "reader", "score", "sure")
    for found in path.candidates[:SHOWN]:
        table.add_row(
            f"{found.question} [{found.entry_id}]",
            number(max(found.question_cosine, found.alternate_cosine)),
            number(found.lexical),
            number(found.answer_cosine),
            number(found.fused),
            percent(found.reading.relevance) if found.reading else "–",
            number(found.score),
            percent(found.confidence),
        )
    return table


def _features(path: QuestionPath) -> Table:
    from pipeline.explaining.words import feature_label, percent

    table = _table("what makes it sure", "log-odds", "sure")
    for feature in path.verdict.features:
        label = feature_label(path, feature)
        table.add_row(label, f"{feature.adds:+.2f}", percent(feature.confidence))
    return table


def _steps(explanation: Explanation, path: QuestionPath) -> Table:
    from pipeline.explaining.steps import steps

    table = _table("step", "in", "out", "ms")
    for step in steps(explanation, path):
        table.add_row(step.name, step.went_in, step.came_out, f"{step.ms:.2f}")
    return table


def _table(first: str, *others: str) -> Table:
    from rich.table import Table

    table = Table()
    table.add_column(first, overflow="fold")
    for name in others:
        words = name in ("in", "out")
        table.add_column(name, overflow="fold", justify="left" if words else "right")
    return table
