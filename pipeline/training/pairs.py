"""Pairs of a question and an entry, with whether the entry answers: what relevance is learnt from.

A file of pairs is JSON lines, gzip or not: {"question", "heading", "passage", "relevant"}. The
heading is the entry's question and the passage its answer; one of them may be empty.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from data.errors import SourceError
from data.importing.sources import load


@dataclass(frozen=True, slots=True)
class Pair:
    """A question, an entry's question and answer, and whether the entry answers."""

    question: str
    heading: str
    passage: str
    relevant: bool


def read_pairs(path: str | Path) -> Iterator[Pair]:
    """The pairs of a file.

    Raises:
        SourceError: naming the line that is not a pair.
    """
    data = load(str(path))
    try:
        lines = (gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data).decode("utf-8")
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise SourceError(f"{path} is damaged or not UTF-8 ({error}). Fetch it again.") from error
    for number, line in enumerate(lines.splitlines(), start=1):
        if line.strip():
            yield _pair(f"{path}, line {number}", line)


def write_pairs(path: Path, pairs: Iterable[Pair]) -> int:
    """Writes pairs as gzipped JSON lines, the same bytes for the same pairs; gives their number."""
    lines = [json.dumps(asdict(pair), ensure_ascii=False) + "\n" for pair in pairs]
    path.write_bytes(gzip.compress("".join(lines).encode(), mtime=0))
    return len(lines)


def _pair(place: str, line: str) -> Pair:
    try:
        row = json.loads(line)
        pair = Pair(
            row["question"], row.get("heading", ""), row.get("passage", ""), row["relevant"]
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _unusable(place) from error
    texts = (pair.question, pair.heading, pair.passage)
    if not all(isinstance(text, str) for text in texts) or type(pair.relevant) is not bool:
        raise _unusable(place)
    return pair


def _unusable(place: str) -> SourceError:
    return SourceError(
        f"{place}: it is not a pair. "
        'Write {"question": "…", "heading": "…", "passage": "…", "relevant": true}.'
    )
