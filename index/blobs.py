"""Models compiled by OpenVINO, kept on disk so that torch never enters the process that answers.

A model is exported once, by a process of its own, into a folder that is named by its weights and by
the version of OpenVINO. OpenVINO computes in bfloat16 where the processor can and in float32 where
it cannot.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from data.errors import DiskError, ModelError
from data.locking import exclusive_lock
from index.files import move_folder_into_place, scratch_folder, sync_folder

# The compiled model, its SHA-256, and how it is compiled.
BLOB = "model.blob"
CHECKSUM = "model.blob.sha256"
COMPILE_OPTIONS = {"PERFORMANCE_HINT": "LATENCY"}

# One batch holds about this many tokens: large enough to be worth a call, small enough for cache.
BATCH_TOKENS = 2048
# Lengths are rounded up to a multiple of this, so that few shapes are compiled.
LENGTH_STEP = 8


@dataclass(frozen=True, slots=True)
class CompiledModel:
    """A compiled model and the mapped file that its weights are in: both must live as long."""

    model: Any
    blob: Any


def blob_folder(cache: Path, digest: str) -> Path:
    """Where the compiled form of a model is kept; `digest` is the SHA-256 of its weights."""
    return cache / f"{digest[:16]}-openvino-{version('openvino')}"


def load_or_export(folder: Path, export: Sequence[str], what: str) -> CompiledModel:
    """The compiled model from its folder; where it is missing or unusable it is exported first.

    `export` is a Python module with its arguments, to which the folder is added.

    Raises:
        ModelError: when the export fails; `what` names the model in the message.
    """
    model = _import(folder)
    if model is not None:
        return model
    try:
        with exclusive_lock(folder.parent / "export.lock"):
            return _import(folder) or _exported(folder, export, what)
    except DiskError as error:
        raise ModelError(
            f"{what} could not be prepared: the folder {folder.parent} cannot be written. "
            "Mend its permissions, or choose another with FAQDESK_MODELS."
        ) from error


def save_compiled(model: Any, target: Path) -> None:
    """Compiles a converted model and writes it with its checksum into `target`, all or nothing."""
    import openvino

    compiled = openvino.Core().compile_model(model, "CPU", COMPILE_OPTIONS)
    blob = bytes(compiled.export_model().getvalue())
    folder = scratch_folder(target.parent, "export")
    try:
        (folder / BLOB).write_bytes(blob)
        (folder / CHECKSUM).write_text(hashlib.sha256(blob).hexdigest(), "utf-8")
        sync_folder(folder)
        move_folder_into_place(folder, target)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def batches_by_length(lengths: Sequence[int]) -> Iterator[list[int]]:
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


def padded_length(longest: int, limit: int) -> int:
    """How long the rows of a batch are made."""
    return min(-(-longest // LENGTH_STEP) * LENGTH_STEP, limit)


def _exported(folder: Path, export: Sequence[str], what: str) -> CompiledModel:
    command = [sys.executable, "-m", *export, str(folder.resolve())]
    root = Path(__file__).parents[1]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    model = _import(folder) if done.returncode == 0 else None
    if model is None:
        reason = (done.stderr.strip().splitlines() or ["what was exported cannot be loaded"])[-1]
        raise ModelError(
            f"{what} could not be prepared for this machine ({reason}). "
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
