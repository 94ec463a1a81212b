"""Training the check of sentences."""

from __future__ import annotations

import gzip
import json
from itertools import islice
from pathlib import Path

import pytest
import torch

from index.models import file_sha256
from pipeline.reading.weights import DEFAULT_FOLDER, MANIFEST, find_reader
from pipeline.training.entailment import (
    LENGTH,
    Learnt,
    Recipe,
    loss_of,
    read_pairs,
    starting_network,
    train,
    write,
)
from pipeline.training.loop import batches_of

ROWS = [
    {"h": "Dogs pay £5.", "q": "", "p": "Dogs pay £5. Cats pay £3.", "y": 0, "s": []},
    {"h": "Dogs pay £3.", "q": "Fares?", "p": "Dogs pay £5. Cats pay £3.", "y": 1, "s": [[9, 11]]},
    {"h": "A man sleeps.", "p": "A man runs.", "y": 1},
]


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    file = tmp_path / "pairs.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in ROWS), "utf-8")
    return file


def test_what_is_wrong_is_marked_token_by_token(pairs: Path) -> None:
    right, wrong, unknown = read_pairs(pairs)
    assert right.tokens is not None
    assert wrong.tokens is not None
    assert sum(right.tokens) == 0
    assert wrong.tokens[-1] == 0
    assert sum(wrong.tokens) == 1
    assert unknown.tokens is None
    assert [pair.unborne for pair in (right, wrong, unknown)] == [0, 1, 1]


def test_a_compressed_file_is_read_as_well(pairs: Path) -> None:
    packed = pairs.with_suffix(".jsonl.gz")
    packed.write_bytes(gzip.compress(pairs.read_bytes()))
    assert read_pairs(packed) == read_pairs(pairs)


def test_a_long_passage_is_cut(tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    file.write_text(json.dumps({"h": "word " * 200, "p": "word " * 900, "y": 0}) + "\n", "utf-8")
    (pair,) = read_pairs(file)
    assert len(pair.window.ids) == LENGTH


def test_the_same_seed_gives_the_same_batches(pairs: Path) -> None:
    read = read_pairs(pairs)

    def first(seed: int) -> list[list[Learnt]]:
        drawn = batches_of(lambda random: random.sample(read, len(read)), seed, 40)
        return list(islice(drawn, 9))

    assert first(0) == first(0) != first(1)


def test_it_learns_and_is_found_again(pairs: Path, tmp_path: Path) -> None:
    torch.manual_seed(0)
    read, recipe = read_pairs(pairs), Recipe(steps=12, warm_up=2, frozen=5)
    network = starting_network(None, recipe.frozen)
    frozen = network.encoder.encoder.layer[0].output.dense.weight.clone()
    before = loss_of(network, read).item()
    train(network, read, recipe)
    assert loss_of(network, read).item() < before
    assert torch.equal(frozen, network.encoder.encoder.layer[0].output.dense.weight)
    files = write(network, recipe, pairs, tmp_path / "out")
    assert find_reader(tmp_path / "out") == files


def test_the_manifest_tells_what_it_was_learnt_from(pairs: Path, tmp_path: Path) -> None:
    recipe, out = Recipe(steps=3), tmp_path / "out"
    first = write(starting_network(None, 0), recipe, pairs, out)
    manifest = json.loads((out / MANIFEST).read_text("utf-8"))
    assert manifest["start"] == find_reader(DEFAULT_FOLDER).digest
    assert manifest["pairs"] == {"pairs.jsonl": file_sha256(pairs)}
    assert manifest["settings"]["steps"] == 3
    write(starting_network(out, 0), recipe, pairs, tmp_path / "next", out)
    following = json.loads((tmp_path / "next" / MANIFEST).read_text("utf-8"))
    assert following["start"] == first.digest
