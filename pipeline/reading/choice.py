"""Which reader the settings name.

`faqdesk` is the one that comes with faqdesk, `none` none, and `overlap` the stand-in that needs no
model. A folder that `faqdesk train reader` wrote, and any folder or name of a question answering
model for Hugging Face transformers, do too.
"""

from __future__ import annotations

from pathlib import Path

from pipeline.reading.overlap import OverlapReader
from pipeline.reading.reader import Reader
from pipeline.reading.weights import DEFAULT_FOLDER, find_reader

DEFAULT_READER = "faqdesk"
NO_READER = "none"
STAND_IN = "overlap"
# What `faqdesk train reader` leaves in a folder, finished or not.
TRACES = ("manifest.json", "reader-*.safetensors", "checkpoint.safetensors")


def make_reader(name: str, cache: Path, *, on_gpu: bool) -> Reader | None:
    """The reader of a name or folder, or None for `none`; `cache` holds compiled models.

    Raises:
        ModelError: when it is not on this machine or not what it should be.
    """
    if name == NO_READER:
        return None
    if name == STAND_IN:
        return OverlapReader()
    folder = DEFAULT_FOLDER if name == DEFAULT_READER else Path(name).expanduser()
    if name != DEFAULT_READER and not is_ours(folder):
        from pipeline.reading.huggingface import HuggingFaceReader

        return HuggingFaceReader(name, on_gpu=on_gpu)
    from pipeline.reading.trained import trained_reader

    return trained_reader(folder, cache, on_gpu=on_gpu)


def is_ours(folder: Path) -> bool:
    """Whether a folder holds, or ought to hold, what `faqdesk train reader` wrote."""
    return any(path for pattern in TRACES for path in folder.glob(pattern))


def reader_digest(name: str) -> str:
    """What tells a reader from others: the SHA-256 of its weights where it is one of ours.

    Raises:
        ModelError: when it is not what it should be.
    """
    folder = DEFAULT_FOLDER if name == DEFAULT_READER else Path(name).expanduser()
    if name in (NO_READER, STAND_IN) or (name != DEFAULT_READER and not is_ours(folder)):
        return name
    return find_reader(folder).digest
