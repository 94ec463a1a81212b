"""Fine-tunes a whole encoder so that its vectors tell labels apart.

The head, softmax over a unit vector, starts from logistic regression on the encoder's own vectors,
so that what the encoder knows is not torn apart at first (Kumar et al. 2022, "Fine-Tuning can
Distort Pretrained Features and Underperform Out-of-Distribution"). Labels are smoothed (Szegedy et
al. 2016, "Rethinking the Inception Architecture for Computer Vision"), and what comes out is the
running mean of the weights (Polyak and Juditsky 1992). The word embeddings stay as they are.

After each pass over the texts a checkpoint is kept; chance depends on the seed and on the number of
the pass alone, so that a resumed run ends with the weights of an unbroken one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from data.errors import InputError
from index.encoder import Progress, Vectors
from pipeline.classify import Head, Numbers
from pipeline.training.tuning_checkpoint import TuningCheckpoint, kept_state, state_of

Ids = Sequence[Sequence[int]]

# Texts are put into batches of like length within as many batches at a time.
POOL = 16
# The running mean forgets faster at first: it begins with the weights of a few steps.
FIRST_STEPS = 10


@dataclass(frozen=True, slots=True)
class TuningSettings:
    """How an encoder is fine-tuned. Rates are the highest; `average` is how slowly it moves."""

    seed: int = 0
    epochs: int = 5
    batch: int = 64
    learning_rate: float = 1e-4
    head_rate: float = 1e-3
    warm_up: float = 0.1
    weight_decay: float = 0.01
    smoothing: float = 0.1
    average: float = 0.99


@dataclass(frozen=True, slots=True)
class ToLearn:
    """Tokens of texts, and the number of the label of each, shape (texts,)."""

    ids: Ids
    numbers: Numbers


class TopicNetwork(nn.Module):
    """An encoder with mean pooling, and a head on its unit vectors."""

    def __init__(self, folder: Path, head: Head) -> None:
        """Starts from the encoder in a folder and a head that is right as often as it can be."""
        from transformers import AutoModel

        super().__init__()
        self.encoder: Any = AutoModel.from_pretrained(
            folder, attn_implementation="eager", dtype=torch.float32
        )
        self.encoder.get_input_embeddings().weight.requires_grad_(False)
        self.head = nn.Linear(head.weights.shape[1], len(head.weights))
        with torch.no_grad():
            self.head.weight.copy_(torch.from_numpy(head.weights))
            self.head.bias.copy_(torch.from_numpy(head.biases))

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
        """Unit vectors, shape (texts, dimension)."""
        states = self.encoder(input_ids=input_ids, attention_mask=attention_mask)[0].float()
        weights = attention_mask.unsqueeze(-1).float()
        mean = (states * weights).sum(1) / weights.sum(1).clamp(min=1e-9)
        return functional.normalize(mean, p=2, dim=1)

    def learnt(self) -> dict[str, nn.Parameter]:
        """The weights that are trained, by name."""
        return {name: value for name, value in self.named_parameters() if value.requires_grad}

    def now(self) -> Head:
        """The head as it is now."""
        weights, biases = self.head.weight.detach(), self.head.bias.detach()
        return Head(weights.cpu().numpy().copy(), biases.cpu().numpy().copy())


def tune(
    network: TopicNetwork,
    texts: ToLearn,
    settings: TuningSettings,
    checkpoint: TuningCheckpoint | None = None,
    progress: Progress | None = None,
) -> None:
    """Trains the network in place and leaves the mean of its weights in it.

    Progress counts each text once a pass. It goes on from the checkpoint where there is one.

    Raises:
        InputError: when the learning rate is too high.
    """
    optimizer = _optimizer(network, settings)
    average = {name: value.detach().clone() for name, value in network.learnt().items()}
    done = kept_state(checkpoint, network, optimizer, average) if checkpoint else 0
    if progress and done:
        progress(done * len(texts.ids))
    steps = math.ceil(len(texts.ids) / settings.batch)
    for epoch in range(done, settings.epochs):
        # Dropout's chance as well: a resumed run goes the same way.
        torch.manual_seed(settings.seed * 1000 + epoch)
        for number, rows in enumerate(_batches(texts.ids, settings, epoch), start=1):
            step = epoch * steps + number
            _set_rates(optimizer, step / (steps * settings.epochs), settings)
            _check(_step(network, optimizer, texts, rows, settings), step)
            _move(average, network, min(settings.average, step / (step + FIRST_STEPS)))
            if progress:
                progress(len(rows))
        if checkpoint:
            checkpoint.keep(state_of(network, optimizer, average), epoch + 1)
    with torch.no_grad():
        for name, value in network.learnt().items():
            value.copy_(average[name])


def vectors_of(network: TopicNetwork, ids: Ids, batch: int = 128) -> Vectors:
    """Unit vectors of texts by the network as it is now, shape (texts, dimension)."""
    network.eval()
    order = sorted(range(len(ids)), key=lambda row: -len(ids[row]))
    vectors = np.empty((len(ids), network.head.in_features), np.float32)
    for start in range(0, len(order), batch):
        rows = order[start : start + batch]
        with torch.inference_mode(), _half(network):
            vectors[rows] = network(*_inputs(ids, rows, network)).float().cpu().numpy()
    return vectors


def _optimizer(network: TopicNetwork, settings: TuningSettings) -> torch.optim.Optimizer:
    """AdamW; biases, scales of layer norms and the head do not decay."""
    body = [v for name, v in network.learnt().items() if not name.startswith("head.")]
    groups = [
        {
            "params": [value for value in body if value.dim() > 1],
            "weight_decay": settings.weight_decay,
            "highest": settings.learning_rate,
        },
        {"params": [v for v in body if v.dim() == 1], "highest": settings.learning_rate},
        {"params": list(network.head.parameters()), "highest": settings.head_rate},
    ]
    return torch.optim.AdamW(groups, lr=settings.learning_rate, weight_decay=0.0, fused=True)


def _step(
    network: TopicNetwork,
    optimizer: torch.optim.Optimizer,
    texts: ToLearn,
    rows: Sequence[int],
    settings: TuningSettings,
) -> float:
    network.train()
    with _half(network):
        vectors = network(*_inputs(texts.ids, rows, network))
    labels = torch.from_numpy(texts.numbers[list(rows)]).to(vectors.device)
    logits = network.head(vectors.float())
    loss = functional.cross_entropy(logits, labels, label_smoothing=settings.smoothing)
    optimizer.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimizer.step()
    return loss.item()


def _check(loss: float, step: int) -> None:
    if not math.isfinite(loss):
        raise InputError(
            f"Training broke down at step {step}. Look for texts that are no words, or train a "
            "linear classifier: leave --full out."
        )


def _half(network: TopicNetwork) -> torch.autocast:
    return torch.autocast(network.head.weight.device.type, torch.bfloat16)


def _inputs(ids: Ids, rows: Sequence[int], network: TopicNetwork) -> tuple[Tensor, Tensor]:
    tokens = np.zeros((len(rows), max(len(ids[row]) for row in rows)), np.int64)
    mask = np.zeros_like(tokens)
    for place, row in enumerate(rows):
        tokens[place, : len(ids[row])] = ids[row]
        mask[place, : len(ids[row])] = 1
    device = network.head.weight.device
    return torch.from_numpy(tokens).to(device), torch.from_numpy(mask).to(device)


def _batches(ids: Ids, settings: TuningSettings, epoch: int) -> Iterator[list[int]]:
    """Row numbers of the texts in batches of like length, in another order each time."""
    random = Random(f"{settings.seed} {epoch}")
    order = random.sample(range(len(ids)), len(ids))
    size = settings.batch
    batches: list[list[int]] = []
    for start in range(0, len(order), size * POOL):
        pool = sorted(order[start : start + size * POOL], key=lambda row: len(ids[row]))
        batches += [pool[at : at + size] for at in range(0, len(pool), size)]
    random.shuffle(batches)
    yield from batches


def _set_rates(optimizer: torch.optim.Optimizer, share: float, settings: TuningSettings) -> None:
    """The rates rise for the warm-up and then fall to nothing, both in a straight line."""
    warm = settings.warm_up
    for group in optimizer.param_groups:
        group["lr"] = group["highest"] * min(share / warm, (1 - share) / (1 - warm) + 1e-3)


def _move(average: dict[str, Tensor], network: TopicNetwork, slowness: float) -> None:
    names = list(average)
    now = network.learnt()
    with torch.no_grad():
        torch._foreach_lerp_(
            [average[n] for n in names], [now[n].detach() for n in names], 1 - slowness
        )
