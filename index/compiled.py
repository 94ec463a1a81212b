"""The encoder on a CPU: compiled by OpenVINO, without torch in the process.

The model is exported once by a process of its own (`index.export`) and kept, compiled, under the
hash of its weights; pooling and normalisation are part of the graph. OpenVINO computes in bfloat16
where the processor can and in float32 where it cannot.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from data.errors import ModelError
from data.locking import exclusive_lock
from index.encoder import Progress, Vectors
from index.models import PINNED, EncoderFiles

# The compiled model, its SHA-256, and how it is compiled.
BLOB = "encoder.blob"
CHECKSUM = "encoder.blob.sha256"
COMPILE_OPTIONS = {"PERFORMANCE_HINT": "LATENCY"}

# One batch holds about this many tokens: large enough to be worth a call, small enough for cache.
BATCH_TOKENS = 2048
# Lengths are rounded up to a multiple of this, so that few shapes are compiled.
LENGTH_STEP = 8


class CompiledEncoder:
    """A BERT-family encoder through OpenVINO, for any number of threads."""

    def __init__(self, files: EncoderFiles, cache: Path) -> None:
        self._files = files
        self._folder = cache / f"{files.digest[:16]}-openvino-{version('openvino')}"
        self._lock = threading.Lock()
        self._compiled: CompiledModel | None = None
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
                self._compiled = compiled_model(self._files, self._folder)
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


@dataclass(frozen=True, slots=True)
class CompiledModel:
    """A compiled model and the mapped file that its weights are in: both must live as long."""

    model: Any
    blob: Any


def compiled_model(files: EncoderFiles, folder: Path) -> CompiledModel:
    """The compiled model from its folder; it is exported first where it is missing or unusable.

    Raises:
        ModelError: when the export fails.
    """
    model = _import(folder)
    if model is None:
        with exclusive_lock(folder.parent / "export.lock"):
            model = _import(folder) or _exported(files, folder)
    return model


def _exported(files: EncoderFiles, folder: Path) -> CompiledModel:
    name = files.name if files.name in PINNED else str(files.folder.resolve())
    command = [sys.executable, "-m", "index.export", name, str(folder.resolve())]
    root = Path(__file__).parents[1]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    model = _import(folder) if done.returncode == 0 else None
    if model is None:
        reason = (done.stderr.strip().splitlines() or ["what was exported cannot be loaded"])[-1]
        raise ModelError(
            f"The encoder {files.name} could not be prepared for this machine ({reason}). "
            "Check the disk for space and run the command again."
        )
    return model


def _import(folder: Path) -> CompiledModel | None:
    """The compiled model, or None where it is missing, altered or made for another processor."""
    import openvino

    try:
        # Mapped into memory instead of read: OpenVINO takes the weights from where they are.
        blob = np.asarray(np.memmap(folder / BLOB, dtype=np.uint8, mode="c"))
        if hashlib.sha256(blob.data).hexdigest() != (folder / CHECKSUM).read_text("utf-8").strip():
            return None
        tensor = openvino.Tensor(blob, shared_memory=True)
        return CompiledModel(openvino.Core().import_model(tensor, "CPU", COMPILE_OPTIONS), blob)
    except (OSError, ValueError, RuntimeError):
        return None


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
