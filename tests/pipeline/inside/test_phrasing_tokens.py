"""How the phrasing model cuts, read from its file and held against llama.cpp itself."""

from __future__ import annotations

import shutil
import struct
from pathlib import Path

import pytest

from data.errors import ModelError
from index.fetched import FETCHED, PHRASING, State, state_of
from index.models import DEFAULT_ENCODER, find_encoder
from pipeline.inside.gguf import Vocabulary, vocabulary_of
from pipeline.inside.phrasing_tokens import byte_pair_tokenizer, phrasing_cutter
from pipeline.inside.tokens import by_pairs
from pipeline.phrasing.llama import LlamaPhraser
from pipeline.settings import load_settings
from tests.pipeline.phrasing.tiny_gguf import tiny_gguf

TOKENS = ("d", "o", "g", "Ġ", "do", "dog", "Ġdog", "s")
MERGES = ("d o", "do g", "Ġ dog")
TEXTS = (
    "can i take my dog with me on the ferryboat?",
    "It's 12:30, isn't it?  SKU-2023 costs $200.",
    "犬を連れて行けますか 😀 naïve café\n\n  two lines",
)


def string(text: str) -> bytes:
    return struct.pack("<Q", len(text.encode())) + text.encode()


def strings(texts: tuple[str, ...]) -> bytes:
    return struct.pack("<IIQ", 9, 8, len(texts)) + b"".join(map(string, texts))


def byte_pair_gguf(path: Path, *, before: str = "gpt-2") -> Path:
    """The head of a GGUF file of a model that cuts by byte pairs."""
    facts = {
        "general.architecture": struct.pack("<I", 8) + string("qwen2"),
        "general.numbers": struct.pack("<IIQ", 9, 4, 2) + struct.pack("<II", 1, 2),
        "general.share": struct.pack("<If", 6, 0.5),
        "tokenizer.ggml.model": struct.pack("<I", 8) + string("gpt2"),
        "tokenizer.ggml.pre": struct.pack("<I", 8) + string(before),
        "tokenizer.ggml.tokens": strings(TOKENS),
        "tokenizer.ggml.merges": strings(MERGES),
    }
    body = b"".join(string(name) + value for name, value in facts.items())
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, 0, len(facts)) + body)
    return path


def test_the_vocabulary_is_read_from_the_head_of_the_file(tmp_path: Path) -> None:
    found = vocabulary_of(byte_pair_gguf(tmp_path / "m.gguf"))
    assert found == Vocabulary("gpt2", "gpt-2", TOKENS, MERGES)


def test_pairs_are_joined_in_the_order_of_the_merges() -> None:
    tokenizer = byte_pair_tokenizer(Vocabulary("gpt2", "gpt-2", TOKENS, MERGES))
    cutting = by_pairs("dog dogs", tokenizer)
    assert [(p.text, p.id) for p in cutting.pieces] == [("dog", 5), ("␣dog", 6), ("s", 7)]


def test_a_file_in_the_settings_cuts(tmp_path: Path) -> None:
    cutter = phrasing_cutter(str(byte_pair_gguf(tmp_path / "m.gguf")), tmp_path)
    assert cutter
    assert [piece.text for piece in cutter("dog dogs").pieces] == ["dog", "␣dog", "s"]


def test_a_folder_with_a_tokenizer_cuts(tmp_path: Path) -> None:
    shutil.copy(find_encoder(DEFAULT_ENCODER).folder / "tokenizer.json", tmp_path)
    cutter = phrasing_cutter(str(tmp_path), tmp_path)
    assert cutter
    assert cutter("my dog").count == 2


@pytest.mark.parametrize("name", ["off", "counting", "local", "https://host/v1", "some/model"])
def test_where_no_model_is_here_nothing_cuts(name: str, tmp_path: Path) -> None:
    assert phrasing_cutter(name, tmp_path) is None


def test_a_model_that_cuts_in_another_way_is_left_out(tmp_path: Path) -> None:
    assert phrasing_cutter(str(tiny_gguf(tmp_path / "tiny.gguf")), tmp_path) is None
    other = byte_pair_gguf(tmp_path / "other.gguf", before="never heard of")
    assert phrasing_cutter(str(other), tmp_path) is None


@pytest.mark.parametrize("keep", [0, 3, 10, 40, 150, 250, -1])
def test_a_file_that_is_cut_short_is_refused(tmp_path: Path, keep: int) -> None:
    path = byte_pair_gguf(tmp_path / "m.gguf")
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(ModelError, match=r"m\.gguf is no GGUF file with a vocabulary"):
        vocabulary_of(path)


def test_counts_that_are_larger_than_the_file_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.gguf"
    head = b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + string("a")
    for value in (struct.pack("<IQ", 8, 2**60), struct.pack("<IIQ", 9, 4, 2**60)):
        path.write_bytes(head + value)
        with pytest.raises(ModelError, match="is cut short"):
            vocabulary_of(path)


@pytest.mark.slow
def test_it_cuts_as_llama_cpp_does() -> None:
    httpx2 = pytest.importorskip("httpx2")
    cache = load_settings().models
    model = FETCHED[PHRASING]
    if state_of(model, cache) is not State.PRESENT:
        pytest.skip("the phrasing model is not here: `faqdesk models get phrasing`")
    cutter = phrasing_cutter("local", cache)
    assert cutter
    running = LlamaPhraser(cache / model.file, 60, on_gpu=False)._load()
    transport = httpx2.HTTPTransport(uds=str(running.route.socket))
    headers = {"Authorization": f"Bearer {running.route.key}"}
    with httpx2.Client(transport=transport, headers=headers, timeout=60) as client:
        for text in TEXTS:
            theirs = client.post("http://llama/tokenize", json={"content": text}).json()["tokens"]
            assert [piece.id for piece in cutter(text).pieces] == theirs
