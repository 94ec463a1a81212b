"""Archives as they should not be: made of good ones."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

Files = dict[str, bytes]


def files_of(path: Path) -> Files:
    """Every file of an archive."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def manifest_of(path: Path) -> dict[str, Any]:
    return json.loads(files_of(path)["manifest.json"])


def rows_of(path: Path, table: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in files_of(path)[f"tables/{table}.jsonl"].splitlines()]


def changed(path: Path, *edits: Callable[[Files], None], **manifest: object) -> Path:
    """Another archive, edited by somebody who knows how; its hashes are right again."""
    files = files_of(path)
    for edit in edits:
        edit(files)
    about = json.loads(files["manifest.json"]) | manifest
    about["files"] = [file for file in about["files"] if file["name"] in files]
    for file in about["files"]:
        content = files[file["name"]]
        file |= {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    files["manifest.json"] = json.dumps(about).encode()
    return packed(path.with_name("changed.zip"), files)


def packed(path: Path, files: Files) -> Path:
    """An archive of these files."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def each_row(table: str, edit: Callable[[dict[str, Any]], object]) -> Callable[[Files], None]:
    """An edit of every row of a table."""

    def edited(files: Files) -> None:
        name = f"tables/{table}.jsonl"
        rows = [json.loads(line) for line in files[name].splitlines()]
        for row in rows:
            edit(row)
        files[name] = b"".join(json.dumps(row).encode() + b"\n" for row in rows)

    return edited
