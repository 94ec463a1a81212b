"""The encoder on a CPU: compiled by OpenVINO, without torch in the process.

The model is exported once by a process of its own (`index.export`) and kept under the hash of its
weights; pooling and normalisation are part of the graph. OpenVINO computes in bfloat16 where the
processor can and in float32 where it cannot.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from data.errors import ModelError
from data.locking import exclusive_lock
from index.encoder import Progress, Vectors
from index.models import PINNED, EncoderFiles, file_sha256

# One batch holds about this many tokens: large enough to be worth a call, small enough for cache.
BATCH_TOKENS = 2048
# Lengths are rounded up to a multiple of this, so that few shapes are compiled.
LENGTH_STEP = 8


class CompiledEncoder:
    """A BERT-family encoder through OpenVINO, for any number of threads."""

    def __init__(self, files: EncoderFiles, cache: Path) -> None:
        self._files = files
        self._cache = cache / files.digest
        self._lock = threading.Lock()
        self._request: Any = None
        self._tokenizer: Any = None
        self._config = json.loads((files.folder / "config.json").read_text("utf-8"))
        self._window = _window(files.folder)

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
                self._request = _compile(export_once(self._files, self._cache), self._cache)

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Unit vectors, shape (texts, dimension), in the order of the texts.

        Raises:
            ModelError: when the model cannot be loaded.
        """
        self.load()
        encodings = self._tokenizer.encode_batch(list(texts))
        ids = [_cut(encoding.ids, self.window) for encoding in encodings]
        vectors = np.empty((len(texts), self.dimension), np.float32)
        for rows in _batches([len(row) for row in ids]):
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
        longest = max(len(row) for row in ids)
        length = min(-(-longest // LENGTH_STEP) * LENGTH_STEP, self.window)
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


def export_once(files: EncoderFiles, cache: Path) -> Path:
    """The exported model's file, made by a process of its own where it is not there yet.

    Raises:
        ModelError: when the export fails.
    """
    if not _intact(cache):
        with exclusive_lock(cache.parent / "export.lock"):
            if not _intact(cache):
                _export(files, cache)
    return cache / "encoder.xml"


def _export(files: EncoderFiles, cache: Path) -> None:
    name = files.name if files.name in PINNED else str(files.folder.resolve())
    command = [sys.executable, "-m", "index.export", name, str(cache.resolve())]
    root = Path(__file__).parents[1]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode or not _intact(cache):
        reason = (done.stderr.strip().splitlines() or ["no output"])[-1]
        raise ModelError(
            f"The encoder {files.name} could not be prepared for this machine ({reason}). "
            "Check the disk for space and run the command again."
        )


def _intact(cache: Path) -> bool:
    try:
        expected = json.loads((cache / "manifest.json").read_text("utf-8"))
        return all(file_sha256(cache / name) == digest for name, digest in expected.items())
    except (OSError, ValueError, AttributeError, ModelError):
        return False


def _compile(model: Path, cache: Path) -> Any:
    import openvino

    try:
        core = openvino.Core()
        core.set_property({"CACHE_DIR": str(cache / "compiled")})
        hint = {"PERFORMANCE_HINT": "LATENCY"}
        return core.compile_model(str(model), "CPU", hint).create_infer_request()
    except RuntimeError as error:
        raise ModelError(
            f"OpenVINO could not load the encoder ({str(error).splitlines()[0]}). "
            f"Remove the folder {model.parent} and run the command again."
        ) from error


def _window(folder: Path) -> int:
    path = folder / "sentence_bert_config.json"
    if path.is_file():
        return int(json.loads(path.read_text("utf-8"))["max_seq_length"])
    return int(json.loads((folder / "config.json").read_text("utf-8"))["max_position_embeddings"])


def _cut(ids: list[int], window: int) -> list[int]:
    """The first tokens and the closing mark, as many as the model reads."""
    return ids if len(ids) <= window else [*ids[: window - 1], ids[-1]]


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Row numbers in batches of like length, longest first, so that little is spent on padding."""
    order = sorted(range(len(lengths)), key=lambda row: -lengths[row])
    batch: list[int] = []
    for row in order:
        if batch and (len(batch) + 1) * lengths[batch[0]] > BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch
