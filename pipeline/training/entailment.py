"""Trains the check of sentences: `python -m pipeline.training.entailment PAIRS OUT --steps N`.

PAIRS holds JSON lines, gzip or not, in the order of their batches being drawn from the seed:

    {"h": "Dogs travel free.", "q": "", "p": "Dogs travel free if …", "y": 1, "s": []}

`h` is a sentence, `p` a passage, `q` its question or nothing, and `y` is 1 where the passage does
not bear the sentence out; `s` holds the `[start, end)` characters of `h` that are wrong, or is left
out where that is not known. It begins with the reader, or with the weights in `--start`, whose
folder is another's OUT. Where `s` is known, each token learns as well whether it is wrong.
"""

from __future__ import annotations

import argparse
import gzip
import json
import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from torch.nn import functional

from index.compiled import load_tokenizer
from index.models import DEFAULT_ENCODER, file_sha256, find_encoder
from pipeline.phrasing.entailment import SENTENCE_TOKENS, window_of
from pipeline.reading.compiled import network_inputs
from pipeline.reading.network import ReaderNetwork, load_own_weights
from pipeline.reading.weights import DEFAULT_FOLDER, ReaderFiles, find_reader
from pipeline.reading.windows import Window
from pipeline.training.loop import TrainingSettings, batches_of
from pipeline.training.reader import write_reader

logger = logging.getLogger(__name__)

LENGTH = 224
MAX_ROWS = 96
# Few tokens are wrong: each counts as much as so many that are right.
WRONG_COUNTS = 3.0
# The mean of the weights in this last part of the steps is kept.
AVERAGED = 0.2


@dataclass(frozen=True, slots=True)
class Recipe:
    """How long and how fast it learns; the lowest `frozen` layers stay as they are."""

    steps: int
    seed: int = 0
    learning_rate: float = 2e-4
    last_rate: float = 0.0
    warm_up: int = 30
    batch_tokens: int = 3072
    frozen: int = 0


@dataclass(frozen=True, slots=True)
class Learnt:
    """A pair as the network reads it; `tokens` are those of the sentence, 1 where it is wrong."""

    window: Window
    unborne: float
    tokens: tuple[float, ...] | None


def read_pairs(file: Path) -> list[Learnt]:
    """The pairs of a file as windows."""
    tokenizer = load_tokenizer(find_encoder(DEFAULT_ENCODER).folder)
    content = file.read_bytes()
    if file.suffix == ".gz":
        content = gzip.decompress(content)
    rows = [json.loads(line) for line in content.splitlines()]
    columns = [
        tokenizer.encode_batch([row.get(name) or "" for row in rows], add_special_tokens=False)
        for name in ("h", "q", "p")
    ]
    made = []
    for row, said, asked, passage in zip(rows, *columns, strict=True):
        window = window_of(tokenizer, (said.ids, asked.ids, passage.ids), LENGTH)
        wrong = _wrong_tokens(said.offsets[:SENTENCE_TOKENS], row.get("s"))
        made.append(Learnt(window, float(row["y"]), wrong))
    return made


def _wrong_tokens(
    offsets: Sequence[tuple[int, int]], spans: Sequence[Sequence[int]] | None
) -> tuple[float, ...] | None:
    if spans is None:
        return None
    return tuple(
        float(any(start < last and first < end for first, last in spans)) for start, end in offsets
    )


def starting_network(start: Path | None, frozen: int) -> ReaderNetwork:
    """The network to go on from; a reader's heads begin small, for they meant something else."""
    network = ReaderNetwork(find_encoder(DEFAULT_ENCODER).folder)
    load_own_weights(network, find_reader(start or DEFAULT_FOLDER))
    if start is None:
        with torch.no_grad():
            network.verdict.weight.mul_(0.2)
            network.verdict.bias.zero_()
            network.span.weight.mul_(0.1)
            network.span.bias.fill_(-2.0)
    if frozen:
        network.encoder.embeddings.requires_grad_(False)
    for layer in network.encoder.encoder.layer[:frozen]:
        layer.requires_grad_(False)
    return network


def train(network: ReaderNetwork, pairs: Sequence[Learnt], recipe: Recipe) -> None:
    """Trains the network in place and leaves the mean of its last weights in it."""
    learnt = [value for value in network.parameters() if value.requires_grad]
    optimizer = torch.optim.AdamW(learnt, lr=recipe.learning_rate, weight_decay=0.01, fused=True)
    mean: list[torch.Tensor] = []
    network.train()
    batches = batches_of(
        lambda random: random.sample(pairs, len(pairs)), recipe.seed, recipe.batch_tokens, MAX_ROWS
    )
    for number, batch in zip(range(1, recipe.steps + 1), batches, strict=False):
        for group in optimizer.param_groups:
            group["lr"] = _rate(number, recipe)
        with torch.autocast("cpu", torch.bfloat16):
            loss = loss_of(network, batch)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(learnt, 1.0)
        optimizer.step()
        counted = number - int(recipe.steps * (1 - AVERAGED))
        if counted > 0:
            _average(mean, learnt, counted)
        logger.info("%d of %d: %.3f", number, recipe.steps, loss.item())
    with torch.no_grad():
        for value, kept in zip(learnt, mean, strict=True):
            value.copy_(kept)
    network.eval()


def loss_of(network: ReaderNetwork, batch: Sequence[Learnt]) -> torch.Tensor:
    """Cross-entropy of the verdicts, plus that of the tokens whose truth is known."""
    windows = [pair.window for pair in batch]
    longest = max(len(window.ids) for window in windows)
    inputs = {name: torch.from_numpy(v) for name, v in network_inputs(windows, longest).items()}
    spans, verdicts = network(**inputs)
    unborne = torch.tensor([pair.unborne for pair in batch])
    loss = functional.binary_cross_entropy_with_logits(verdicts.float()[:, 1], unborne)
    known = [
        (row, place, wrong)
        for row, pair in enumerate(batch)
        for place, wrong in enumerate(pair.tokens or (), start=1)
    ]
    if not known:
        return loss
    rows, places, wrong = (torch.tensor(column) for column in zip(*known, strict=True))
    return loss + functional.binary_cross_entropy_with_logits(
        spans.float()[rows, places, 1], wrong, pos_weight=torch.tensor(WRONG_COUNTS)
    )


def _rate(number: int, recipe: Recipe) -> float:
    """The learning rate rises for the warm-up and falls, both in a straight line."""
    left = 1 - number / recipe.steps
    rate = recipe.last_rate + (recipe.learning_rate - recipe.last_rate) * left
    return max(rate * min(1.0, number / recipe.warm_up), 1e-7)


def _average(mean: list[torch.Tensor], now: Sequence[torch.Tensor], counted: int) -> None:
    with torch.no_grad():
        if not mean:
            mean.extend(value.detach().clone() for value in now)
        torch._foreach_lerp_(mean, [value.detach() for value in now], 1 / counted)


def write(
    network: ReaderNetwork, recipe: Recipe, pairs: Path, out: Path, start: Path | None = None
) -> ReaderFiles:
    """The weights, and a manifest that says from which pairs and weights they were learnt."""
    out.mkdir(parents=True, exist_ok=True)
    facts = {
        "start": find_reader(start or DEFAULT_FOLDER).digest,
        "pairs": {pairs.name: file_sha256(pairs)},
        "settings": asdict(recipe),
    }
    settings = TrainingSettings(recipe.steps, length=LENGTH)
    return write_reader(network, find_encoder(DEFAULT_ENCODER), out, settings, facts)


def main() -> None:
    """Trains with what the command line says."""
    parser = argparse.ArgumentParser(description="Trains the check of sentences.")
    parser.add_argument("pairs", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--last-rate", type=float, default=0.0)
    parser.add_argument("--frozen", type=int, default=0)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    recipe = Recipe(given.steps, given.seed, last_rate=given.last_rate, frozen=given.frozen)
    network = starting_network(given.start, recipe.frozen)
    train(network, read_pairs(given.pairs), recipe)
    write(network, recipe, given.pairs, given.out, given.start)


if __name__ == "__main__":
    main()
