"""Compiles a reader with OpenVINO: `python -m pipeline.reading.export FOLDER TARGET`.

It runs in a process of its own, so that torch never enters the one that answers.

Where the processor multiplies matrices in bfloat16, sums and norms stay in float32, as PyTorch's
autocast has it: rounded after every layer too, one in forty spans would be another one.
"""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from xml.etree import ElementTree

from index.blobs import save_compiled
from index.models import check_weights
from pipeline.reading.weights import find_reader

# What is computed in float32 everywhere, by the names of OpenVINO's operations.
EXACT = frozenset({"Add", "Multiply", "MVN"})


def export(folder: Path, target: Path) -> None:
    """Writes the compiled network into `target`, all or nothing."""
    import openvino
    import torch

    from pipeline.reading.network import load_network

    files = find_reader(folder)
    check_weights(files.encoder)
    network = load_network(files)
    ids = torch.ones((2, 9), dtype=torch.int64)
    example = dict.fromkeys(("input_ids", "attention_mask", "token_type_ids"), ids)
    with torch.no_grad(), warnings.catch_warnings():
        # The tracer remarks on shape checks in the model's code; the test compares the results.
        warnings.simplefilter("ignore")
        model = openvino.convert_model(network, example_input=example)
    with TemporaryDirectory() as scratch:
        save_compiled(kept_exact(model, Path(scratch)), target)


def kept_exact(model: Any, scratch: Path) -> Any:
    """The model with those of its operations that are named in `EXACT` kept in float32.

    OpenVINO reads that mark from its files; its Python interface cannot set it.
    """
    import openvino

    path = scratch / "model.xml"
    openvino.save_model(model, path, compress_to_fp16=False)
    tree = ElementTree.parse(path)
    for layer in tree.iterfind("layers/layer"):
        if layer.get("type") in EXACT:
            _mark(layer)
    tree.write(path)
    return openvino.Core().read_model(path)


def _mark(layer: ElementTree.Element) -> None:
    facts = layer.find("rt_info")
    if facts is None:
        facts = ElementTree.Element("rt_info")
        # Its place is after `data`, where there is one.
        layer.insert(int(layer.find("data") is not None), facts)
    ElementTree.SubElement(facts, "attribute", {"name": "precise", "version": "0"})


if __name__ == "__main__":
    os.environ["HF_HUB_OFFLINE"] = "1"
    # OpenVINO's converter reports its use over the network when it finds this package.
    sys.modules["openvino_telemetry"] = None  # type: ignore[assignment]
    export(Path(sys.argv[1]), Path(sys.argv[2]))
