"""The encoder on a GPU: sentence-transformers in half precision."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from data.errors import ModelError
from index.encoder import Progress, Vectors
from index.models import EncoderFiles, check_weights

BATCH = 256


class SentenceEncoder:
    """A BERT-family encoder through sentence-transformers; float16 on a GPU, float32 elsewhere."""

    def __init__(self, files: EncoderFiles, device: str = "cuda") -> None:
        self._files = files
        self._device = device
        self._lock = threading.Lock()
        self._model: Any = None

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
        return int(self._loaded().get_embedding_dimension())

    @property
    def window(self) -> int:
        """How many tokens of a text the model reads."""
        return int(self._loaded().max_seq_length)

    @property
    def runtime(self) -> str:
        """What runs the model, and where, in words."""
        precision = "float16" if self._device == "cuda" else "float32"
        return f"sentence-transformers on {self._device}, {precision}"

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Unit vectors, shape (texts, dimension), in the order of the texts.

        Raises:
            ModelError: when the model cannot be loaded.
        """
        if not texts:
            return np.empty((0, self.dimension), np.float32)
        vectors = self._loaded().encode(
            list(texts), batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False
        )
        if progress:
            progress(len(texts))
        # Rounding to half precision leaves lengths a little off 1.
        exact = np.asarray(vectors, np.float32)
        return np.asarray(exact / np.linalg.norm(exact, axis=1, keepdims=True), np.float32)

    def token_spans(self, texts: Sequence[str]) -> list[list[tuple[int, int]]]:
        """For each text the `[start, end)` code points of each of its tokens."""
        tokens = self._loaded().tokenizer(
            list(texts), add_special_tokens=False, return_offsets_mapping=True, truncation=False
        )
        return [[(start, end) for start, end in spans] for spans in tokens["offset_mapping"]]

    def _loaded(self) -> Any:
        with self._lock:
            if self._model is None:
                self._model = self._load()
            return self._model

    def _load(self) -> Any:
        import torch
        from sentence_transformers import SentenceTransformer

        check_weights(self._files)
        dtype = torch.float16 if self._device == "cuda" else torch.float32
        try:
            return SentenceTransformer(
                str(self._files.folder),
                device=self._device,
                local_files_only=True,
                model_kwargs={"dtype": dtype},
            )
        except (OSError, ValueError, RuntimeError) as error:
            raise ModelError(
                f"The encoder {self.name} could not be loaded on {self._device} ({error}). "
                "Set FAQDESK_DEVICE=cpu to do without the GPU."
            ) from error
