"""Compiles an encoder with OpenVINO: `python -m index.export NAME FOLDER`.

It runs in a process of its own, so that torch never enters the one that answers.
"""

from __future__ import annotations

import os
import shutil
import sys
import warnings
from pathlib import Path
from typing import Any

from index.compiled import BLOB, CHECKSUM, COMPILE_OPTIONS
from index.files import move_folder_into_place, scratch_folder, sync_folder
from index.models import check_weights, file_sha256, find_encoder


def export(name: str, target: Path) -> None:
    """Writes the compiled model and its checksum into `target`, all or nothing."""
    files = find_encoder(name)
    check_weights(files)
    folder = scratch_folder(target.parent, "export")
    try:
        (folder / BLOB).write_bytes(_compiled(files.folder))
        (folder / CHECKSUM).write_text(file_sha256(folder / BLOB), "utf-8")
        sync_folder(folder)
        move_folder_into_place(folder, target)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _compiled(source: Path) -> bytes:
    import openvino
    import torch

    ids = torch.ones((2, 9), dtype=torch.int64)
    example = {"input_ids": ids, "attention_mask": torch.ones_like(ids)}
    with torch.no_grad(), warnings.catch_warnings():
        # The tracer remarks on shape checks in the model's code; the test compares the results.
        warnings.simplefilter("ignore")
        model = openvino.convert_model(_pooled(source), example_input=example)
    compiled = openvino.Core().compile_model(model, "CPU", COMPILE_OPTIONS)
    return bytes(compiled.export_model().getvalue())


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
