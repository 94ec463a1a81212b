"""What a GGUF file says about how its model cuts texts, read from its head without the model.

The format is https://github.com/ggml-org/ggml/blob/master/docs/gguf.md, versions 2 and 3: numbers
are little-endian, and after `GGUF`, the version and two counts come names with typed values.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from data.errors import ModelError

MAGIC = b"GGUF"
VERSIONS = (2, 3)
STRING, ARRAY = 8, 9
# What `struct` calls the types of numbers, by their number in the file.
NUMBERS = {
    0: "B",
    1: "b",
    2: "H",
    3: "h",
    4: "I",
    5: "i",
    6: "f",
    7: "?",
    10: "Q",
    11: "q",
    12: "d",
}
_PREFIX = "tokenizer.ggml."


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The tokens of a model in the order of their ids, and what was joined to make them.

    `kind` is the way of cutting, "gpt2" for byte pairs, and `before` how texts are split first.
    `merges` are two tokens with a blank between, the first to be joined first.
    """

    kind: str
    before: str
    tokens: tuple[str, ...]
    merges: tuple[str, ...]


def vocabulary_of(path: Path) -> Vocabulary:
    """The vocabulary of a GGUF file.

    Raises:
        ModelError: when the file cannot be read, or is no whole GGUF file.
    """
    try:
        with path.open("rb") as file:
            facts = _facts(file, path.stat().st_size)
        return Vocabulary(
            str(facts["model"]),
            str(facts.get("pre", "default")),
            tuple(facts["tokens"]),
            tuple(facts.get("merges", ())),
        )
    except (OSError, struct.error, ValueError, KeyError, TypeError) as error:
        raise ModelError(
            f"{path.name} is no GGUF file with a vocabulary, or is cut short. "
            "Get it again with `faqdesk models get phrasing`."
        ) from error


def _facts(file: BinaryIO, size: int) -> dict[str, Any]:
    """What is said about the tokenizer, by name."""
    if file.read(4) != MAGIC or _number(file, "I") not in VERSIONS:
        raise ValueError("no GGUF file")
    _, count = _number(file, "Q"), _number(file, "Q")
    facts = {}
    for _ in range(count):
        name = _string(file, size)
        value = _value(file, _number(file, "I"), size)
        if name.startswith(_PREFIX):
            facts[name.removeprefix(_PREFIX)] = value
    return facts


def _value(file: BinaryIO, kind: int, size: int) -> Any:
    if kind == STRING:
        return _string(file, size)
    if kind != ARRAY:
        return _number(file, NUMBERS[kind])
    inner, count = _number(file, "I"), _number(file, "Q")
    if count > size:
        raise ValueError("longer than the file")
    return [_value(file, inner, size) for _ in range(count)]


def _string(file: BinaryIO, size: int) -> str:
    length = _number(file, "Q")
    text = file.read(length) if length <= size else b""
    if len(text) < length:
        raise ValueError("longer than the file")
    return text.decode("utf-8", "replace")


def _number(file: BinaryIO, code: str) -> Any:
    (value,) = struct.unpack(f"<{code}", file.read(struct.calcsize(f"<{code}")))
    return value
