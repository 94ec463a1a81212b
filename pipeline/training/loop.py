"""Trains the reader's network: seeded, and resumed where it was when it is killed.

A checkpoint is one safetensors file with weights and Adam's moments, replaced whole; the order of
the data follows from the seed, so that a resumed run sees what an unbroken one would have seen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Protocol, TypeVar

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file, save_file
from torch.nn import functional

from data.errors import InputError
from index.files import written_whole
from pipeline.reading.compiled import network_inputs
from pipeline.reading.network import ReaderNetwork
from pipeline.reading.windows import Window
from pipeline.training.features import NO_SPAN, Feature

# Features are put into batches of like length within as many at a time.
POOL = 4096
MAX_ROWS = 64


class Windowed(Protocol):
    """What is learnt from, as the network reads it."""

    @property
    def window(self) -> Window:
        """The tokens."""


Row = TypeVar("Row", bound=Windowed)


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """How a reader is trained. A batch holds at most `batch_tokens` tokens, padding included."""

    steps: int
    seed: int = 0
    length: int = 224
    batch_tokens: int = 5376
    learning_rate: float = 2e-4
    warm_up: float = 0.06
    weight_decay: float = 0.01
    relevance_weight: float = 0.5
    checkpoint_every: int = 200


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The file that a run goes on from; `run` tells the run from those with other data."""

    path: Path
    run: str


@dataclass(frozen=True, slots=True)
class Step:
    """How far a training run is: steps done, the loss of the last one and rows seen so far."""

    number: int
    loss: float
    rows: int


# Gives the features of another epoch, drawn with this source of chance.
Epochs = Callable[[Random], list[Feature]]


def train(
    network: ReaderNetwork,
    epochs: Epochs,
    settings: TrainingSettings,
    checkpoint: Checkpoint,
    on_step: Callable[[Step], None],
) -> None:
    """Trains the network in place; goes on from the checkpoint where there is one.

    Raises:
        InputError: when the checkpoint is damaged or of another run, there is nothing to learn
            from, or the learning rate is too high.
    """
    device = next(network.parameters()).device
    trained = [value for value in network.parameters() if value.requires_grad]
    optimizer = torch.optim.AdamW(
        trained, lr=settings.learning_rate, weight_decay=settings.weight_decay, fused=True
    )
    done = _resume(network, optimizer, checkpoint)
    rows = 0
    batches = batches_of(epochs, settings.seed, settings.batch_tokens)
    for number, batch in enumerate(batches, start=1):
        rows += len(batch)
        if number > done:
            _set_rate(optimizer, number, settings)
            loss = _step(network, optimizer, batch, settings, device)
            if not math.isfinite(loss):
                raise InputError(f"Training broke down at step {number}: lower --learning-rate.")
            on_step(Step(number, loss, rows))
            if number % settings.checkpoint_every == 0:
                _save(network, optimizer, checkpoint, number)
        if number >= settings.steps:
            return


def _step(
    network: ReaderNetwork,
    optimizer: torch.optim.Optimizer,
    batch: Sequence[Feature],
    settings: TrainingSettings,
    device: torch.device,
) -> float:
    with torch.autocast(device.type, torch.bfloat16):
        loss = loss_of(network, batch, settings.relevance_weight, device)
    optimizer.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimizer.step()
    return loss.item()


def loss_of(
    network: ReaderNetwork, batch: Sequence[Feature], relevance: float, device: torch.device
) -> torch.Tensor:
    """Cross-entropy of first and last word where words are known, plus that of relevance."""
    windows = [feature.window for feature in batch]
    longest = max(len(window.ids) for window in windows)
    inputs = {
        name: torch.from_numpy(value).to(device)
        for name, value in network_inputs(windows, longest).items()
    }
    spans, verdicts = network(**inputs)
    spans, verdicts = spans.float(), verdicts.float()
    targets = torch.tensor([[f.start, f.end] for f in batch], device=device)
    passage = torch.tensor([window.passage for window in windows], device=device)
    places = torch.arange(spans.shape[1], device=device)[None]
    outside = (places < passage[:, None]) | (inputs["attention_mask"] == 0)
    spans = spans.masked_fill(outside[..., None], -1e4)
    spans = torch.cat([verdicts[:, None, :1].expand(-1, 1, 2), spans[:, 1:]], dim=1)
    known = targets[:, 0] != NO_SPAN
    words = functional.cross_entropy(
        spans[known].transpose(1, 2).flatten(0, 1), targets[known].flatten(), reduction="sum"
    )
    relevant = torch.tensor([float(f.relevant) for f in batch], device=device)
    verdict = functional.binary_cross_entropy_with_logits(verdicts[:, 1], relevant, reduction="sum")
    return (words / 2 + relevance * verdict) / len(batch)


def batches_of(
    epochs: Callable[[Random], list[Row]], seed: int, tokens: int, most: int = MAX_ROWS
) -> Iterator[list[Row]]:
    """Batches without end, of rows of like length, the same ones for the same seed.

    A batch holds at most so many `tokens`, padding included, and at `most` so many rows.

    Raises:
        InputError: when there is nothing to learn from.
    """
    random = Random(seed)
    while True:
        rows = epochs(random)
        if not rows:
            raise InputError("There is nothing to learn from. Give more data, or higher --share.")
        for start in range(0, len(rows), POOL):
            pool = sorted(rows[start : start + POOL], key=lambda row: len(row.window.ids))
            batches = list(_cut(pool, tokens, most))
            random.shuffle(batches)
            yield from batches


def _cut(pool: Sequence[Row], tokens: int, most: int) -> Iterator[list[Row]]:
    batch: list[Row] = []
    for row in pool:
        if batch and ((len(batch) + 1) * len(row.window.ids) > tokens or len(batch) == most):
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch


def _set_rate(optimizer: torch.optim.Optimizer, number: int, settings: TrainingSettings) -> None:
    """The learning rate rises for the warm-up and then falls, both in a straight line."""
    warm = max(1, int(settings.steps * settings.warm_up))
    rising, falling = number / warm, (settings.steps - number + 1) / (settings.steps - warm + 1)
    for group in optimizer.param_groups:
        group["lr"] = settings.learning_rate * min(rising, falling)


def _save(
    network: ReaderNetwork, optimizer: torch.optim.Optimizer, checkpoint: Checkpoint, done: int
) -> None:
    moments = {
        f"optimizer.{number}.{name}": value
        for number, state in optimizer.state_dict()["state"].items()
        for name, value in state.items()
    }
    weights = {f"network.{name}": value for name, value in network.own_weights().items()}
    about = {"done": str(done), "run": checkpoint.run}
    with written_whole(checkpoint.path) as scratch:
        save_file({**weights, **moments}, scratch, metadata=about)


def _resume(
    network: ReaderNetwork, optimizer: torch.optim.Optimizer, checkpoint: Checkpoint
) -> int:
    """How many steps the checkpoint had done, with its state put back; 0 where there is none."""
    if not checkpoint.path.is_file():
        return 0
    try:
        with safe_open(checkpoint.path, framework="pt") as file:
            about = file.metadata() or {}
        saved = load_file(checkpoint.path)
    except (OSError, SafetensorError) as error:
        raise InputError(f"{checkpoint.path} is damaged. Remove it to begin anew.") from error
    if about.get("run") != checkpoint.run:
        raise InputError(
            f"{checkpoint.path} is of a run with other data or settings. Give the same ones to go "
            "on with it, or remove it to begin anew."
        )
    own = {k.removeprefix("network."): v for k, v in saved.items() if k.startswith("network.")}
    network.load_state_dict(own, strict=False)
    state: dict[int, dict[str, Any]] = {}
    for key, value in saved.items():
        if key.startswith("optimizer."):
            _, number, name = key.split(".")
            state.setdefault(int(number), {})[name] = value
    optimizer.load_state_dict({**optimizer.state_dict(), "state": state})
    return int(about["done"])
