"""Compiles an encoder with OpenVINO: `python -m index.export NAME FOLDER`.

It runs in a process of its own, so that torch never enters the one that answers.
"""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path
from typing import Any

from index.blobs import save_compiled
from index.models import check_weights, find_encoder


def export(name: str, target: Path) -> None:
    """Writes the compiled model into `target`, all or nothing."""
    import openvino
    import torch

    files = find_encoder(name)
    check_weights(files)
    ids = torch.ones((2, 9), dtype=torch.int64)
    example = {"input_ids": ids, "attention_mask": torch.ones_like(ids)}
    with torch.no_grad(), warnings.catch_warnings():
        # The tracer remarks on shape checks in the model's code; the test compares the results.
        warnings.simplefilter("ignore")
        model = openvino.convert_model(_pooled(files.folder), example_input=example)
    save_compiled(model, target)


def _pooled(source: Path) -> Any:
    """The encoder with mean pooling and normalisation, as sentence-transformers computes them."""
    import torch
    from transformers import AutoModel

    class Pooled(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.model = AutoModel.from_pretrained(source, attn_implementation="eager").eval()

        def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
            states = self.model(input_ids=input_ids, attention_mask=attention_mask)[0]
            weights = attention_mask.unsqueeze(-1).to(states.dtype)
            mean = (states * weights).sum(1) / weights.sum(1).clamp(min=1e-9)
            return torch.nn.functional.normalize(mean, p=2, dim=1)

    return Pooled()


if __name__ == "__main__":
    os.environ["HF_HUB_OFFLINE"] = "1"
    # OpenVINO's converter reports its use over the network when it finds this package.
    sys.modules["openvino_telemetry"] = None  # type: ignore[assignment]
    export(sys.argv[1], Path(sys.argv[2]))
