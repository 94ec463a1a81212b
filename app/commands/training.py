"""`faqdesk train`: models of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.commands.options import messages, output
from app.commands.progress import bar
from data.errors import InputError

if TYPE_CHECKING:
    from pipeline.evaluation.reader import ReaderReport

train = typer.Typer(no_args_is_help=True, help="Train models of your own.")

SHOWN_FIGURES = ("words_f1", "best_f1", "auroc")

Data = Annotated[list[Path], typer.Option("--data", help="SQuAD JSON or JSON lines, gzip too.")]
Out = Annotated[
    Path, typer.Option("--out", help="The folder of the reader; resumed if it is there.")
]
Pairs = Annotated[
    list[Path] | None,
    typer.Option("--pairs", help="JSON lines: question, heading, passage, relevant."),
]
Share = Annotated[
    list[str] | None,
    typer.Option("--share", help="SOURCE=0.5: how often its examples are seen in an epoch."),
]
Dev = Annotated[Path | None, typer.Option("--dev", help="Questions to measure with, never learnt.")]
Start = Annotated[Path | None, typer.Option("--from", help="A trained reader to go on from.")]
Steps = Annotated[int, typer.Option(min=1, help="How many batches are learnt from.")]
Tokens = Annotated[int, typer.Option(min=512, help="Tokens in a batch; more on a GPU.")]
Rate = Annotated[float, typer.Option(min=0, help="The highest learning rate.")]
Seed = Annotated[int, typer.Option(help="Fixes what is left to chance.")]


@train.command()
def reader(
    data: Data,
    out: Out,
    pairs: Pairs = None,
    share: Share = None,
    dev: Dev = None,
    start: Start = None,
    steps: Steps = 7000,
    batch_tokens: Tokens = 5376,
    learning_rate: Rate = 2e-4,
    seed: Seed = 0,
) -> None:
    """Train a reader: it learns to mark the words that answer and to see that there are none.

    Run again after an interruption, it goes on where it was. Use it with FAQDESK_READER=OUT.
    """
    import logging

    logging.getLogger("transformers").setLevel(logging.ERROR)
    from pipeline.training.loop import TrainingSettings
    from pipeline.training.reader import ReaderRecipe, Watch, train_reader

    recipe = ReaderRecipe(data, pairs or [], dict(map(_share, share or [])), start, dev)
    settings = TrainingSettings(steps, seed, batch_tokens=batch_tokens, learning_rate=learning_rate)
    with bar("Training", steps) as progress:
        watch = Watch(lambda step: progress.at(step.number), _tell)
        files = train_reader(recipe, settings, out, watch)
    output().print(f"Written: {files.weights}")


def _share(text: str) -> tuple[str, float]:
    source, _, value = text.partition("=")
    try:
        share = float(value)
    except ValueError:
        share = -1
    if not source or share < 0:
        raise InputError(f"--share {text} makes no sense. Write a source and a number: qamr=0.3")
    return source, share


def _tell(step: int, report: ReaderReport) -> None:
    for name, scores in {"all": report.all, **report.by_source}.items():
        shown = ", ".join(
            f"{figure} {value:.3f}"
            for figure in SHOWN_FIGURES
            if (value := scores.figures[figure].value) is not None
        )
        messages().print(f"step {step}, {name}, {scores.n} questions: {shown}")
