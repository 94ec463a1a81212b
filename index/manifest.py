"""What a generation's folder says about itself."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from data.errors import GenerationDamagedError, ModelError
from index.models import file_sha256

MANIFEST = "manifest.json"
# Counts up when the files' meaning changes; folders of another format are rebuilt.
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Manifest:
    """What made a generation, what is in it, and the SHA-256 of each of its files.

    `digest` fixes the revisions that it holds; `recall` is the share of each passage's ten nearest
    that the index finds of those that exact search finds, 0 to 1.
    """

    generation: int
    encoder: str
    encoder_digest: str
    dimension: int
    cutting: int
    entries: int
    passages: int
    digest: str
    index_kind: str
    recall: float
    created_at: str
    created_by: str
    files: dict[str, str]
    format: int = FORMAT

    @property
    def created(self) -> datetime:
        """When the generation was made."""
        return datetime.fromisoformat(self.created_at)


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Writes manifest.json, with its own SHA-256 as the last field."""
    fields = asdict(manifest)
    text = json.dumps({**fields, "sha256": _sha256(fields)}, indent=2, ensure_ascii=False)
    (folder / MANIFEST).write_text(text + "\n", "utf-8")


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a generation's folder.

    Raises:
        GenerationDamagedError: when it is missing, altered or of another format.
    """
    try:
        fields = json.loads((folder / MANIFEST).read_text("utf-8"))
        expected = fields.pop("sha256")
        manifest = Manifest(**fields)
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise damaged(folder, f"{MANIFEST} is missing or damaged") from error
    if manifest.format != FORMAT:
        raise damaged(folder, f"its format is {manifest.format} and this faqdesk writes {FORMAT}")
    if _sha256(fields) != expected:
        raise damaged(folder, f"{MANIFEST} has been altered (its SHA-256 differs)")
    return manifest


def _sha256(fields: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()


def check_files(folder: Path, manifest: Manifest) -> None:
    """Compares every file with its hash in the manifest.

    Raises:
        GenerationDamagedError: naming the first file that is missing or differs.
    """
    for name, expected in manifest.files.items():
        try:
            if file_sha256(folder / name) != expected:
                raise damaged(folder, f"{name} has been altered (its SHA-256 differs)")
        except ModelError as error:
            raise damaged(folder, f"{name} is missing or unreadable") from error


def damaged(folder: Path, what: str) -> GenerationDamagedError:
    """The error for a generation that must not be searched, with the command that mends it."""
    return GenerationDamagedError(
        f"Generation {folder.name} cannot be used: {what}. "
        "Run `faqdesk doctor --fix` to rebuild it from the database."
    )
