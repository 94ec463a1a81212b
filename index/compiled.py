"""The encoder on a CPU: compiled by OpenVINO, with pooling and normalisation in the graph."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from data.errors import ModelError
from index.blobs import (
    CompiledModel,
    batches_by_length,
    blob_folder,
    load_or_export,
    padded_length,
)
from index.encoder import Progress, Vectors
from index.models import EncoderFiles


class CompiledEncoder:
    """A BERT-family encoder through OpenVINO, for any number of threads."""

    def __init__(self, files: EncoderFiles, cache: Path) -> None:
        self._files = files
        self._folder = blob_folder(cache, files.digest)
        self._lock = threading.Lock()
        self._compiled: CompiledModel | None = None
        self._request: Any = None
        self._tokenizer: Any = None
        self._config = json.loads((files.folder / "config.json").read_text("utf-8"))
        self._window = tokens_read(files.folder)

    @property
    def name(self) -> str:
        """What people call the model."""
        return self._files.name

    @property
    def digest(self) -> str:
        """SHA-256 of the weights, in hex."""
        return self._files.digest

    @property
    def dimension(self) -> int:
        """How long a vector is."""
        return int(self._config["hidden_size"])

    @property
    def window(self) -> int:
        """How many tokens of a text the model reads."""
        return self._window

    @property
    def runtime(self) -> str:
        """What runs the model, and where, in words."""
        return "OpenVINO on the CPU"

    def load(self) -> None:
        """Loads tokenizer and model, exporting the model first where that was never done.

        Raises:
            ModelError: when either cannot be loaded.
        """
        with self._lock:
            if self._request is None:
                self._tokenizer = load_tokenizer(self._files.folder)
                self._compiled = _compiled(self._files, self._folder)
                self._request = self._compiled.model.create_infer_request()

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Unit vectors, shape (texts, dimension), in the order of the texts.

        Raises:
            ModelError: when the model cannot be loaded.
        """
        self.load()
        encodings = self._tokenizer.encode_batch(list(texts))
        ids = [_cut(encoding.ids, self.window) for encoding in encodings]
        vectors = np.empty((len(texts), self.dimension), np.float32)
        for rows in batches_by_length([len(row) for row in ids]):
            vectors[rows] = self._infer([ids[row] for row in rows])
            if progress:
                progress(len(rows))
        return vectors

    def token_spans(self, texts: Sequence[str]) -> list[list[tuple[int, int]]]:
        """For each text the `[start, end)` code points of each of its tokens.

        Raises:
            ModelError: when the tokenizer cannot be loaded.
        """
        self.load()
        encodings = self._tokenizer.encode_batch(list(texts), add_special_tokens=False)
        return [encoding.offsets for encoding in encodings]

    def _infer(self, ids: Sequence[Sequence[int]]) -> Vectors:
        length = padded_length(max(len(row) for row in ids), self.window)
        input_ids = np.zeros((len(ids), length), np.int64)
        mask = np.zeros_like(input_ids)
        for row, tokens in enumerate(ids):
            input_ids[row, : len(tokens)] = tokens
            mask[row, : len(tokens)] = 1
        with self._lock:
            output = self._request.infer({"input_ids": input_ids, "attention_mask": mask})
            return np.array(output[0], np.float32)


def load_tokenizer(folder: Path) -> Any:
    """The fast tokenizer of a model folder, neither cutting nor padding.

    Raises:
        ModelError: when tokenizer.json is missing or damaged.
    """
    from tokenizers import Tokenizer

    path = folder / "tokenizer.json"
    try:
        text = path.read_text("utf-8")
        json.loads(text)
        tokenizer = Tokenizer.from_str(text)
    except (OSError, ValueError) as error:
        raise ModelError(f"{path} cannot be read ({error}). Run `make setup`.") from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def _compiled(files: EncoderFiles, folder: Path) -> CompiledModel:
    command = ["index.export", files.reference]
    return load_or_export(folder, command, f"The encoder {files.name}")


def tokens_read(folder: Path) -> int:
    """How many tokens of a text the encoder in a folder reads, the marks around it included."""
    path = folder / "sentence_bert_config.json"
    if path.is_file():
        return int(json.loads(path.read_text("utf-8"))["max_seq_length"])
    return int(json.loads((folder / "config.json").read_text("utf-8"))["max_position_embeddings"])


def _cut(ids: list[int], window: int) -> list[int]:
    """The first tokens and the closing mark, as many as the model reads."""
    return ids if len(ids) <= window else [*ids[: window - 1], ids[-1]]
