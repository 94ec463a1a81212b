"""Compiles a reader with OpenVINO: `python -m pipeline.reading.export FOLDER TARGET`.

It runs in a process of its own, so that torch never enters the one that answers.
"""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path

from index.blobs import save_compiled
from index.models import check_weights
from pipeline.reading.weights import find_reader


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
    save_compiled(model, target)


if __name__ == "__main__":
    os.environ["HF_HUB_OFFLINE"] = "1"
    # OpenVINO's converter reports its use over the network when it finds this package.
    sys.modules["openvino_telemetry"] = None  # type: ignore[assignment]
    export(Path(sys.argv[1]), Path(sys.argv[2]))
