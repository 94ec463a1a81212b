"""The reader's network on a CPU: compiled by OpenVINO, without torch in the process."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from index.blobs import CompiledModel, batches_by_length, blob_folder, load_or_export, padded_length
from pipeline.reading.weights import ReaderFiles
from pipeline.reading.windowed import WindowScores
from pipeline.reading.windows import Window

# Goes up when the export makes something else of the same weights.
EXPORT = 2


class CompiledNetwork:
    """Runs windows in batches of like length, for any number of threads."""

    def __init__(self, files: ReaderFiles, cache: Path, name: str = "The reader") -> None:
        """`name` is what messages call it."""
        names = f"{EXPORT} {files.digest} {files.encoder.digest}"
        both = hashlib.sha256(names.encode()).hexdigest()
        self._export = ["pipeline.reading.export", str(files.folder.resolve())]
        self._folder = blob_folder(cache, both)
        self._length = files.length
        self._name = name
        self._lock = threading.Lock()
        self._compiled: CompiledModel | None = None
        self._request: Any = None

    def scores(self, windows: Sequence[Window]) -> list[WindowScores]:
        """The scores of each window, in their order.

        Raises:
            ModelError: when the network cannot be loaded.
        """
        self._load()
        scores: dict[int, WindowScores] = {}
        for rows in batches_by_length([len(window.ids) for window in windows]):
            scores.update(zip(rows, self._batch([windows[row] for row in rows]), strict=True))
        return [scores[row] for row in range(len(windows))]

    def _load(self) -> None:
        with self._lock:
            if self._request is None:
                self._compiled = load_or_export(self._folder, self._export, self._name)
                self._request = self._compiled.model.create_infer_request()

    def _batch(self, windows: Sequence[Window]) -> list[WindowScores]:
        inputs = network_inputs(windows, self._length)
        with self._lock:
            outputs = self._request.infer(inputs)
            spans, verdicts = (np.array(outputs[at], np.float32) for at in (0, 1))
        return window_scores(spans, verdicts)


def network_inputs(windows: Sequence[Window], limit: int) -> dict[str, npt.NDArray[np.int64]]:
    """The network's inputs for a batch, each of shape (windows, tokens)."""
    length = padded_length(max(len(window.ids) for window in windows), limit)
    ids = np.zeros((len(windows), length), np.int64)
    mask, types = np.zeros_like(ids), np.zeros_like(ids)
    for row, window in enumerate(windows):
        ids[row, : len(window.ids)] = window.ids
        mask[row, : len(window.ids)] = 1
        types[row, window.entry : len(window.ids)] = 1
    return {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}


def window_scores(
    spans: npt.NDArray[np.float32], verdicts: npt.NDArray[np.float32]
) -> list[WindowScores]:
    """The network's outputs, window by window."""
    return [
        WindowScores(span[:, 0], span[:, 1], float(verdict[0]), float(verdict[1]))
        for span, verdict in zip(spans, verdicts, strict=True)
    ]
