"""Trains a reader from files, from the encoder or from another reader's weights."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any

import torch
from safetensors.torch import save_file

from data.errors import DiskError, InputError
from data.importing.notes import quoted
from index.compiled import load_tokenizer
from index.models import DEFAULT_ENCODER, EncoderFiles, check_weights, file_sha256, find_encoder
from pipeline.evaluation.reader import ReaderReport, evaluate_reader
from pipeline.reading.network import ReaderNetwork, TorchNetwork, load_own_weights
from pipeline.reading.weights import (
    MANIFEST,
    ReaderFiles,
    find_reader,
    weights_name,
    write_manifest,
)
from pipeline.reading.windowed import Calibration, WindowedReader
from pipeline.reading.windows import WindowMaker
from pipeline.squad import ReaderExample, read_examples
from pipeline.training.features import FeatureMaker
from pipeline.training.loop import Checkpoint, Epochs, Step, TrainingSettings, train
from pipeline.training.pairs import Pair, read_pairs

CHECKPOINT = "checkpoint.safetensors"
# How margin and relevance add up to log-odds, fixed beforehand: the margin is a sum over two ends.
CALIBRATION = Calibration(margin=0.25, relevance=0.5, bias=0.0)
# The figures of a check that a manifest keeps.
KEPT_FIGURES = ("words_f1", "words_em", "best_f1", "auroc")


@dataclass(frozen=True, slots=True)
class ReaderRecipe:
    """What a reader is trained from and measured with.

    `start` is the folder of another reader to go on from. Of `dev`, `checked` questions drawn by
    lot are asked every `check_every` steps and all of them at the end.
    """

    data: Sequence[Path]
    pairs: Sequence[Path] = ()
    shares: Mapping[str, float] = field(default_factory=dict)
    start: Path | None = None
    dev: Path | None = None
    checked: int = 500
    check_every: int = 1000
    encoder: str = DEFAULT_ENCODER


@dataclass(frozen=True, slots=True)
class Watch:
    """What is told while a reader is trained: each step, and the report of each check."""

    step: Callable[[Step], None]
    check: Callable[[int, ReaderReport], None]


def train_reader(
    recipe: ReaderRecipe, settings: TrainingSettings, folder: Path, watch: Watch
) -> ReaderFiles:
    """Trains a reader and writes it into a folder; killed and called again, it goes on.

    Raises:
        InputError: when there is nothing to learn from, or the run that is there is another one.
        SourceError: when a file cannot be read, naming the line.
        ModelError: when the encoder or the reader to go on from is missing or damaged.
        DiskError: when the folder cannot be made.
    """
    torch.manual_seed(settings.seed)
    encoder = find_encoder(recipe.encoder)
    check_weights(encoder)
    epochs = _epochs(recipe, encoder, settings)
    dev = list(read_examples(recipe.dev)) if recipe.dev else []
    _make_folder(folder)
    _refuse_to_overwrite(folder)
    facts = _facts(recipe, settings)
    network = _beginning(recipe, encoder)
    reader = reader_of(network, encoder, settings)
    checkpoint = Checkpoint(folder / CHECKPOINT, _named(facts))
    on_step = _watched(recipe, settings, reader, dev, watch)
    train(network.train(), epochs, settings, checkpoint, on_step)
    network.eval()
    if dev and recipe.dev:
        report = evaluate_reader(reader, dev, settings.seed)
        watch.check(settings.steps, report)
        facts["dev"] = figures_of(recipe.dev, report)
    files = write_reader(network, encoder, folder, settings, facts)
    checkpoint.path.unlink(missing_ok=True)
    return files


def _watched(
    recipe: ReaderRecipe,
    settings: TrainingSettings,
    reader: WindowedReader,
    dev: Sequence[ReaderExample],
    watch: Watch,
) -> Callable[[Step], None]:
    """Tells of each step, and now and then of how good the reader is by then."""
    some = Random(settings.seed).sample(dev, min(recipe.checked, len(dev)))

    def on_step(step: Step) -> None:
        watch.step(step)
        if some and step.number % recipe.check_every == 0 and step.number < settings.steps:
            watch.check(step.number, evaluate_reader(reader, some, settings.seed))

    return on_step


def _materials(recipe: ReaderRecipe) -> tuple[list[ReaderExample], list[Pair]]:
    examples = [example for file in recipe.data for example in read_examples(file)]
    pairs = [pair for file in recipe.pairs for pair in read_pairs(file)]
    if not examples and not pairs:
        raise InputError("There is nothing to learn from. Give --data FILE or --pairs FILE.")
    sources = sorted({example.source for example in examples})
    for name in recipe.shares:
        if not any(source.startswith(name) for source in sources):
            raise InputError(
                f"--share {name}: no source is called so. There are {quoted(sources)}."
            )
    return examples, pairs


def _beginning(recipe: ReaderRecipe, encoder: EncoderFiles) -> ReaderNetwork:
    network = ReaderNetwork(encoder.folder)
    if recipe.start:
        load_own_weights(network, find_reader(recipe.start))
    return network.to("cuda" if torch.cuda.is_available() else "cpu")


def reader_of(
    network: ReaderNetwork, encoder: EncoderFiles, settings: TrainingSettings
) -> WindowedReader:
    """What reads with a network as it is now."""
    maker = WindowMaker(load_tokenizer(encoder.folder), settings.length)
    return WindowedReader(maker, TorchNetwork(network, settings.length), CALIBRATION)


def _epochs(recipe: ReaderRecipe, encoder: EncoderFiles, settings: TrainingSettings) -> Epochs:
    examples, pairs = _materials(recipe)
    maker = WindowMaker(load_tokenizer(encoder.folder), settings.length)
    features = FeatureMaker(maker, recipe.shares)
    return lambda random: features.epoch(examples, pairs, random)


def write_reader(
    network: ReaderNetwork,
    encoder: EncoderFiles,
    folder: Path,
    settings: TrainingSettings,
    facts: dict[str, Any],
) -> ReaderFiles:
    """The reader on disk: the manifest comes last, and only then the weights it replaces go."""
    scratch = folder / "weights.new"
    own = {name: value.half().cpu().contiguous() for name, value in network.own_weights().items()}
    save_file(own, scratch)
    digest = file_sha256(scratch)
    weights = folder / weights_name(digest)
    with scratch.open("rb") as file:
        os.fsync(file.fileno())
    scratch.replace(weights)
    files = ReaderFiles(weights, digest, encoder, settings.length, CALIBRATION)
    write_manifest(files, facts)
    for old in folder.glob(weights_name("*")):
        if old != weights:
            with suppress(OSError):
                old.unlink()
    return files


def _facts(recipe: ReaderRecipe, settings: TrainingSettings) -> dict[str, Any]:
    """What the manifest tells of how a reader was made."""
    return {
        "faqdesk": version("faqdesk"),
        "data": {path.name: file_sha256(path) for path in (*recipe.data, *recipe.pairs)},
        "shares": dict(recipe.shares),
        "start": find_reader(recipe.start).digest if recipe.start else None,
        "settings": asdict(settings),
    }


def _named(facts: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def _refuse_to_overwrite(folder: Path) -> None:
    if (folder / MANIFEST).exists() and not (folder / CHECKPOINT).exists():
        raise InputError(
            f"{folder} holds a reader that is finished. Give another folder with --out; "
            "with --from that reader is trained further."
        )


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or "it cannot be made"
        raise DiskError(f"The folder {folder}: {reason}. Give another with --out.") from error


def figures_of(dev: Path, report: ReaderReport) -> dict[str, Any]:
    """What a manifest keeps of how good a reader is."""
    parts = {"all": report.all, **report.by_source}
    figures = {
        part: {name: scores.figures[name].value for name in KEPT_FIGURES}
        for part, scores in parts.items()
    }
    return {"file": dev.name, "sha256": file_sha256(dev), "figures": figures}
