"""The files of a trained reader, and whether they are what its manifest says.

A folder holds the weights (every one but the encoder's word embeddings, in float16), in a file that
is named by their SHA-256, and `manifest.json`, which names that file and the encoder, and tells how
the reader was trained and how good it was. The manifest is written last: until then the folder
holds what it held before.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from data.errors import ModelError
from index.files import written_whole
from index.models import EncoderFiles, file_sha256, find_encoder
from pipeline.reading.windowed import Calibration

MANIFEST = "manifest.json"
FORMAT = 1
DEFAULT_FOLDER = Path(__file__).parents[2] / "data/models/reader"


@dataclass(frozen=True, slots=True)
class ReaderFiles:
    """A trained reader on disk. `length` is how many tokens it reads at once."""

    weights: Path
    digest: str
    encoder: EncoderFiles
    length: int
    calibration: Calibration

    @property
    def folder(self) -> Path:
        """The folder that weights and manifest are in."""
        return self.weights.parent


def weights_name(digest: str) -> str:
    """The name of the file of weights with this SHA-256."""
    return f"reader-{digest[:12]}.safetensors"


def mend(folder: Path) -> str:
    """What to do about a reader's files that are not what they should be."""
    if folder.resolve() != DEFAULT_FOLDER:
        return f"Train it again with `faqdesk train reader --out {folder}`, or name another reader."
    return (
        "Put back the files that came with faqdesk (`git checkout -- data/models/reader`, or "
        "install it again), or train a reader with `faqdesk train reader`."
    )


def find_reader(folder: Path) -> ReaderFiles:
    """The reader in a folder, its weights compared with the manifest.

    Raises:
        ModelError: when a file is missing, altered or made for another encoder.
    """
    files = _described(folder)
    if not files.weights.is_file():
        raise ModelError(f"The reader's weights {files.weights} are missing. {mend(folder)}")
    if file_sha256(files.weights) != files.digest:
        raise ModelError(
            f"The reader's weights {files.weights} are not the ones that its manifest names: "
            f"they are cut short, altered or foreign. {mend(folder)}"
        )
    return files


def write_manifest(files: ReaderFiles, facts: dict[str, Any]) -> None:
    """Writes the manifest of a reader, all or nothing; `facts` tell how it was made."""
    manifest = {
        "format": FORMAT,
        "weights_sha256": files.digest,
        "encoder": files.encoder.reference,
        "encoder_sha256": files.encoder.digest,
        "length": files.length,
        "calibration": asdict(files.calibration),
        **facts,
    }
    with written_whole(files.folder / MANIFEST) as scratch:
        scratch.write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", "utf-8")


def _described(folder: Path) -> ReaderFiles:
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text("utf-8"))
        if manifest["format"] != FORMAT:
            raise ModelError(f"{path} is of another version of faqdesk. {mend(folder)}")
        digest = str(manifest["weights_sha256"])
        calibration = {name: float(value) for name, value in manifest["calibration"].items()}
        return ReaderFiles(
            folder / weights_name(digest),
            digest,
            _encoder(path, str(manifest["encoder"]), str(manifest["encoder_sha256"])),
            int(manifest["length"]),
            Calibration(**calibration),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelError(f"The reader's {path} is missing or damaged. {mend(folder)}") from error


def _encoder(manifest: Path, name: str, digest: str) -> EncoderFiles:
    encoder = find_encoder(name)
    if encoder.digest != digest:
        raise ModelError(
            f"{manifest} was trained on other weights of {name} than those on this machine. "
            "Install those, or train a reader with `faqdesk train reader`."
        )
    return encoder
