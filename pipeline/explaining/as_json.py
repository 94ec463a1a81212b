"""An explanation as plain values for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from pipeline.explaining.records import Change, Explanation


def explanation_as_json(
    explanation: Explanation, changes: Sequence[Sequence[Change]]
) -> dict[str, object]:
    """All of it, each path with the changes that were tried."""
    paths = [
        {**asdict(path), "changes": [asdict(change) for change in tried]}
        for path, tried in zip(explanation.paths, changes, strict=True)
    ]
    return {**asdict(explanation), "paths": paths}
