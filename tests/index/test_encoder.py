"""What every encoder must do, tried on the stand-in and on the real ones."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from data.errors import ModelError
from index.blobs import BLOB
from index.compiled import CompiledEncoder
from index.encoder import Encoder, HashEncoder
from index.models import DEFAULT_ENCODER, EncoderFiles, check_weights, find_encoder
from index.sentence import SentenceEncoder
from pipeline.settings import load_settings

TEXTS = [
    "How do I bring my dog on the ferry?",
    "",
    "x",
    "Can I take a pet on board?",
    "返品できますか 😀 مرحبا",
    "word " * 600,
]


def compiled() -> CompiledEncoder:
    return CompiledEncoder(find_encoder(DEFAULT_ENCODER), load_settings().models)


def sentence() -> SentenceEncoder:
    return SentenceEncoder(find_encoder(DEFAULT_ENCODER), device="cpu")


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(HashEncoder, id="hash"),
        pytest.param(compiled, id="compiled", marks=pytest.mark.slow),
        pytest.param(sentence, id="sentence", marks=pytest.mark.slow),
    ],
)
def encoder(request: pytest.FixtureRequest) -> Iterator[Encoder]:
    yield request.param()


def test_vectors_are_unit_vectors_one_a_text(encoder: Encoder) -> None:
    vectors = encoder.encode(TEXTS)
    assert vectors.shape == (len(TEXTS), encoder.dimension)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-3)


def test_the_order_and_the_company_of_texts_make_no_difference(encoder: Encoder) -> None:
    together = encoder.encode(TEXTS)
    alone = np.concatenate([encoder.encode([text]) for text in reversed(TEXTS)])[::-1]
    assert ((together * alone).sum(axis=1) > 0.999).all()


def test_no_texts_give_no_vectors(encoder: Encoder) -> None:
    assert encoder.encode([]).shape == (0, encoder.dimension)


def test_progress_counts_every_text(encoder: Encoder) -> None:
    done: list[int] = []
    encoder.encode(TEXTS, done.append)
    assert sum(done) == len(TEXTS)


def test_token_spans_lie_in_the_text_and_are_not_cut(encoder: Encoder) -> None:
    spans = encoder.token_spans(TEXTS)
    assert [len(spans[1]), len(spans[5])] == [0, 600]
    for text, tokens in zip(TEXTS, spans, strict=True):
        assert all(0 <= start < end <= len(text) for start, end in tokens)


@pytest.mark.slow
def test_the_compiled_encoder_agrees_with_sentence_transformers() -> None:
    texts = [text for text in TEXTS if text] + [
        f"Question number {n} about fares" for n in range(40)
    ]
    cosine = (compiled().encode(texts) * sentence().encode(texts)).sum(axis=1)
    assert cosine.min() >= 0.999


@pytest.mark.slow
def test_the_weights_are_the_official_ones() -> None:
    check_weights(find_encoder(DEFAULT_ENCODER))


@pytest.mark.slow
def test_a_damaged_export_is_made_again(tmp_path: Path) -> None:
    files = find_encoder(DEFAULT_ENCODER)
    first = CompiledEncoder(files, tmp_path)
    before = first.encode(["How much is it?"])
    (blob,) = tmp_path.glob(f"*/{BLOB}")
    blob.write_bytes(blob.read_bytes()[:-1] + b"x")
    after = CompiledEncoder(files, tmp_path).encode(["How much is it?"])
    assert (before * after).sum() > 0.9999


def test_a_foreign_weights_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"not the weights")
    with pytest.raises(ModelError, match="not the ones that faqdesk expects"):
        check_weights(EncoderFiles("some model", tmp_path, "0" * 64))


def test_an_unknown_encoder_is_named_with_what_to_give() -> None:
    with pytest.raises(ModelError, match=r"no encoder called 'nonsense'.*model\.safetensors"):
        find_encoder("nonsense")


def test_hashing_is_the_same_in_every_process() -> None:
    code = "from index.encoder import HashEncoder; print(HashEncoder().encode(['a b c']).nonzero())"
    runs = [subprocess.check_output([sys.executable, "-c", code]) for _ in range(2)]
    assert runs[0] == runs[1]
