"""`faqdesk train`: models of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.commands.options import Home, messages, opened, output
from app.commands.progress import Bar, bar
from data.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pipeline.evaluation.reader import ReaderReport
    from pipeline.training.intent import Trained
    from pipeline.training.loop import Step

train = typer.Typer(no_args_is_help=True, help="Train models of your own.")

MOST_SHARE = 100
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

    It saves every 200 steps; run again after an interruption, it goes on from there. Use it with
    FAQDESK_READER=OUT.
    """
    _quieten()
    from pipeline.training.loop import TrainingSettings
    from pipeline.training.reader import ReaderRecipe, Watch, train_reader

    recipe = ReaderRecipe(data, pairs or [], dict(map(_share, share or [])), start, dev)
    settings = TrainingSettings(steps, seed, batch_tokens=batch_tokens, learning_rate=learning_rate)
    with bar("Training", steps) as progress:
        watch = Watch(_shown_on(progress), _tell)
        files = train_reader(recipe, settings, out, watch)
    output().print(f"Written: {files.weights}")


def _quieten() -> None:
    from transformers.utils import logging

    # Its remarks on weights that we neither need nor have look like errors.
    logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]


def _shown_on(progress: Bar) -> Callable[[Step], None]:
    """Moves the bar, and says so where a run goes on."""
    began = False

    def show(step: Step) -> None:
        nonlocal began
        if not began and step.number > 1:
            messages().print(f"Going on from step {step.number - 1}.")
        began = True
        progress.at(step.number)

    return show


def _share(text: str) -> tuple[str, float]:
    source, _, value = text.partition("=")
    try:
        share = float(value)
    except ValueError:
        share = -1
    if not source or not 0 <= share <= MOST_SHARE:
        raise InputError(
            f"--share {text} makes no sense. Write the beginning of a source's name and a number "
            f"from 0 to {MOST_SHARE}: qamr=0.3"
        )
    return source, share


def _tell(step: int, report: ReaderReport) -> None:
    for name, scores in {"all": report.all, **report.by_source}.items():
        shown = ", ".join(
            f"{figure} {value:.3f}"
            for figure in SHOWN_FIGURES
            if (value := scores.figures[figure].value) is not None
        )
        messages().print(f"step {step}, {name}, {scores.n} questions: {shown}")


@train.command()
def intent(
    data: Annotated[
        list[str] | None,
        typer.Option("--data", help="CSV text,category; CLINC JSON; seq.in/label folder."),
    ] = None,
    full: Annotated[
        bool, typer.Option("--full", help="Train the whole encoder: for thousands of texts.")
    ] = False,
    undo: Annotated[
        bool, typer.Option("--undo", help="Go back to the categories of the entries.")
    ] = False,
    seed: Seed = 0,
    home: Home = None,
) -> None:
    """Train which category a question is of, from labelled questions; it is used at once.

    Without it a question is of the category that the entries found for it mostly have. Run again
    after an interruption, --full goes on.
    """
    from pipeline.intent.topics import remove_topics
    from pipeline.training.intent import passes, read_labelled, train_topics, train_topics_fully

    faqdesk = opened(home)
    if undo:
        there = remove_topics(faqdesk.settings.home, faqdesk.settings.models)
        output().print("Back to the entries' categories." if there else "Nothing to undo.")
        return
    if not data:
        raise InputError("Give labelled questions: faqdesk train intent --data questions.csv")
    texts = read_labelled(data)
    if full:
        _quieten()
    with bar("Learning", len(texts) * (passes() if full else 1)) as progress:
        learn = train_topics_fully if full else train_topics
        trained = learn(faqdesk, texts, progress, seed)
    _show(trained)


def _show(trained: Trained) -> None:
    right = (
        ""
        if trained.accuracy is None
        else (f"; of {trained.held:,} that were held out {trained.accuracy:.1%} got the right one")
    )
    output().print(f"Learnt {trained.labels:,} labels from {trained.texts:,} texts{right}.")
    for line in trained.advice:
        output().print(line)
