"""Files of pairs."""

from __future__ import annotations

from pathlib import Path

import pytest

from data.errors import SourceError
from pipeline.training.pairs import Pair, read_pairs, write_pairs

PAIRS = [Pair("When?", "What time?", "At 9.", True), Pair("Où ?", "", "Là.", False)]


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl.gz"
    assert write_pairs(path, PAIRS) == 2
    first = path.read_bytes()
    assert list(read_pairs(path)) == PAIRS
    write_pairs(path, PAIRS)
    assert path.read_bytes() == first


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "[]",
        "{}",
        '{"question": 3, "relevant": true}',
        '{"question": "q", "relevant": 1}',
    ],
)
def test_what_is_no_pair_is_named_with_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text('{"question": "q", "heading": "h", "relevant": true}\n' + line, "utf-8")
    with pytest.raises(SourceError, match=r"pairs\.jsonl, line 2: it is not a pair.*Write"):
        list(read_pairs(path))


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl.gz"
    path.write_bytes(b"\x1f\x8bnonsense")
    with pytest.raises(SourceError, match="damaged or not UTF-8"):
        list(read_pairs(path))
