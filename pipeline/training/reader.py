"""Trains a reader from files, from the encoder or from another reader's weights."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import torch
from safetensors.torch import load_file

from index.compiled import load_tokenizer
from index.models import check_weights, find_encoder
from pipeline.reading.network import ReaderNetwork
from pipeline.reading.windows import WindowMaker
from pipeline.squad import read_examples
from pipeline.training.features import Feature, FeatureMaker
from pipeline.training.loop import Step, TrainingSettings, train
from pipeline.training.pairs import read_pairs


@dataclass(frozen=True, slots=True)
class ReaderRecipe:
    """What a reader is trained from. `start` is another reader's weights to go on from."""

    encoder: str
    data: Sequence[Path]
    pairs: Sequence[Path] = ()
    shares: Mapping[str, float] = field(default_factory=dict)
    start: Path | None = None


def trained_network(
    recipe: ReaderRecipe,
    settings: TrainingSettings,
    folder: Path,
    on_step: Callable[[Step], None],
) -> ReaderNetwork:
    """The network after training; its checkpoints are kept in `folder`."""
    torch.manual_seed(settings.seed)
    files = find_encoder(recipe.encoder)
    check_weights(files)
    examples = [example for file in recipe.data for example in read_examples(file)]
    pairs = [pair for file in recipe.pairs for pair in read_pairs(file)]
    network = ReaderNetwork(files.folder)
    if recipe.start:
        network.load_state_dict(load_file(recipe.start), strict=False)
    network.to("cuda" if torch.cuda.is_available() else "cpu")
    maker = FeatureMaker(WindowMaker(load_tokenizer(files.folder), settings.length), recipe.shares)

    def epoch(random: Random) -> list[Feature]:
        return maker.epoch(examples, pairs, random)

    train(network.train(), epoch, settings, folder, on_step)
    return network.eval()
