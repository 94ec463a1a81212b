"""The mean of two readers' weights: `python -m pipeline.training.mean READER READER OUT [DEV]`.

A reader that was trained further and the one that it started from often read better together than
each by itself (Wortsman et al. 2022, "Model soups: averaging weights of multiple fine-tuned models
improves accuracy without increasing inference time").
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from safetensors.torch import load_file

from pipeline.evaluation.reader import evaluate_reader
from pipeline.reading.network import ReaderNetwork
from pipeline.reading.weights import ReaderFiles, find_reader
from pipeline.squad import read_examples
from pipeline.training.loop import TrainingSettings
from pipeline.training.reader import figures_of, reader_of, write_reader


def mean_of(first: ReaderFiles, second: ReaderFiles) -> ReaderNetwork:
    """The network whose every weight is the mean of the two."""
    network = ReaderNetwork(first.encoder.folder)
    ours, theirs = load_file(first.weights), load_file(second.weights)
    network.load_state_dict(
        {name: (value.float() + theirs[name].float()) / 2 for name, value in ours.items()},
        strict=False,
    )
    return network.eval()


def main(first: Path, second: Path, folder: Path, dev: Path | None = None) -> None:
    """Writes the mean of two readers into a folder, with its figures."""
    readers = [find_reader(first), find_reader(second)]
    network = mean_of(*readers)
    settings = TrainingSettings(steps=0, length=readers[0].length)
    facts: dict[str, Any] = {"mean_of": [reader.digest for reader in readers]}
    if dev:
        reader = reader_of(network, readers[0].encoder, settings)
        facts["dev"] = figures_of(dev, evaluate_reader(reader, list(read_examples(dev)), 0))
    folder.mkdir(parents=True, exist_ok=True)
    write_reader(network, readers[0].encoder, folder, settings, facts)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
