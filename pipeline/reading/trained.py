"""A reader that `faqdesk train reader` made, on what this machine runs it best with."""

from __future__ import annotations

from pathlib import Path

from index.compiled import load_tokenizer
from pipeline.reading.compiled import CompiledNetwork
from pipeline.reading.weights import ReaderFiles, find_reader
from pipeline.reading.windowed import Runtime, WindowedReader
from pipeline.reading.windows import WindowMaker


def trained_reader(folder: Path, cache: Path, *, on_gpu: bool) -> WindowedReader:
    """The reader in a folder: through PyTorch on a GPU, compiled by OpenVINO elsewhere.

    Raises:
        ModelError: when a file is missing, altered or foreign.
    """
    files = find_reader(folder)
    maker = WindowMaker(load_tokenizer(files.encoder.folder), files.length)
    return WindowedReader(maker, _runtime(files, cache, on_gpu=on_gpu), files.calibration)


def _runtime(files: ReaderFiles, cache: Path, *, on_gpu: bool) -> Runtime:
    if not on_gpu:
        return CompiledNetwork(files, cache)
    from pipeline.reading.network import TorchNetwork, load_network

    return TorchNetwork(load_network(files).to("cuda"), files.length)
