"""How the phrasing model cuts texts, where it cuts by byte pairs and is on this machine."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from index.compiled import load_tokenizer
from index.fetched import FETCHED, PHRASING
from pipeline.inside.gguf import Vocabulary, vocabulary_of
from pipeline.inside.tokens import Cutter, by_pairs
from pipeline.phrasing.choice import GGUF, LOCAL, OFF, STAND_IN

BYTE_PAIRS = "gpt2"
# How texts are split before pairs are joined, by the names that GGUF files have for it: those of
# Qwen 2 by a pattern of their own, those of GPT-2 by the one that the library knows.
SPLITS = {
    "qwen2": r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    "gpt-2": "",
    "default": "",
}


def phrasing_cutter(name: str, cache: Path) -> Cutter | None:
    """What cuts as the model of the setting `phrasing` does; None where that is not known.

    It is not for an endpoint, for a model that does not cut by byte pairs, and where there is none.

    Raises:
        ModelError: when the model's file is damaged.
    """
    if name in (OFF, STAND_IN) or name.lower().startswith(("http://", "https://")):
        return None
    path = cache / FETCHED[PHRASING].file if name == LOCAL else Path(name).expanduser()
    if (path / "tokenizer.json").is_file():
        return partial(by_pairs, tokenizer=load_tokenizer(path))
    if path.suffix.lower() != GGUF or not path.is_file():
        return None
    vocabulary = vocabulary_of(path)
    if vocabulary.kind != BYTE_PAIRS or vocabulary.before not in SPLITS:
        return None
    return partial(by_pairs, tokenizer=byte_pair_tokenizer(vocabulary))


def byte_pair_tokenizer(vocabulary: Vocabulary) -> Any:
    """A byte-pair tokenizer of the `tokenizers` library with these tokens and merges."""
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers

    ids = {token: number for number, token in enumerate(vocabulary.tokens)}
    merges = [(left, right) for left, _, right in (m.partition(" ") for m in vocabulary.merges)]
    tokenizer = Tokenizer(models.BPE(ids, merges))
    split = SPLITS[vocabulary.before]
    in_bytes = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=not split)
    first = [pre_tokenizers.Split(Regex(split), "isolated")] if split else []
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([*first, in_bytes])
    return tokenizer
