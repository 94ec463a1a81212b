"""The encoder of a classifier that was trained as a whole, in the library's folder.

It is an encoder's folder like any other, `intent-encoder-` and the beginning of its weights'
SHA-256: the tokenizer and the shape of the encoder that it started from, and weights of its own.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError
from safetensors.numpy import save_file

from data.errors import DiskError, ModelError
from index.encoder import Encoder
from index.files import move_folder_into_place, remove_folder, scratch_folder, sync_folder
from index.models import EncoderFiles, file_sha256, find_encoder

PREFIX = "intent-encoder-"
WEIGHTS = "model.safetensors"
# How much of a digest names a folder; compiled models are named in the same way.
NAMED_BY = 16

# Makes an encoder of its files, to run where the settings say.
OpenEncoder = Callable[[EncoderFiles], Encoder]


def keep_encoder(
    home: Path, base: EncoderFiles, weights: Mapping[str, npt.NDArray[np.float32]]
) -> EncoderFiles:
    """Writes an encoder with weights of its own, all or nothing.

    Raises:
        DiskError: when it cannot be written.
    """
    try:
        home.mkdir(parents=True, exist_ok=True)
        scratch = scratch_folder(home, "intent-encoder")
        try:
            others = shutil.ignore_patterns("*.safetensors", "*.bin", "*.onnx", "README.md")
            shutil.copytree(base.folder, scratch, ignore=others, dirs_exist_ok=True)
            save_file({n: np.ascontiguousarray(w) for n, w in weights.items()}, scratch / WEIGHTS)
            digest = file_sha256(scratch / WEIGHTS)
            sync_folder(scratch)
            move_folder_into_place(scratch, tuned_folder(home, digest))
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    except (OSError, SafetensorError) as error:
        raise DiskError(
            f"What was learnt cannot be kept in {home} ({error}). "
            "Free some space, or mend the folder's permissions."
        ) from error
    return EncoderFiles(tuned_folder(home, digest).name, tuned_folder(home, digest), digest)


def tuned_folder(home: Path, digest: str) -> Path:
    """The folder of the encoder whose weights have this SHA-256."""
    return home / f"{PREFIX}{digest[:NAMED_BY]}"


def tuned_files(home: Path, digest: str) -> EncoderFiles:
    """The files of the encoder whose weights have this SHA-256.

    Raises:
        ModelError: when they are missing or altered.
    """
    folder = tuned_folder(home, digest)
    try:
        files = find_encoder(str(folder))
    except ModelError as error:
        raise _damaged(folder, "it is not there") from error
    if files.digest != digest:
        raise _damaged(folder, "its weights are not those that were learnt")
    return files


def tuned_encoder(home: Path, digest: str, open_encoder: OpenEncoder) -> Encoder:
    """The encoder whose weights have this SHA-256, loaded and tried.

    Raises:
        ModelError: when its files are missing, altered or cannot be loaded.
    """
    files = tuned_files(home, digest)
    try:
        encoder = open_encoder(files)
        # Loaded now, so that whatever is wrong with it comes to light here.
        encoder.encode(["Is it well?"])
    except (ModelError, OSError, ValueError, KeyError) as error:
        raise _damaged(files.folder, str(error)) from error
    return encoder


def _damaged(folder: Path, why: str) -> ModelError:
    return ModelError(
        f"The classifier's encoder {folder} is missing or damaged ({why}). Run `faqdesk train "
        "intent --full` again, or `faqdesk train intent --undo` to do without."
    )


def remove_encoders(home: Path, cache: Path, but: str = "") -> None:
    """Removes trained encoders and what was compiled of them, but for the one with a digest."""
    for folder in home.glob(f"{PREFIX}*"):
        named = folder.name.removeprefix(PREFIX)
        if but.startswith(named) and but:
            continue
        for compiled in cache.glob(f"{named}-openvino-*"):
            remove_folder(compiled)
        remove_folder(folder)
