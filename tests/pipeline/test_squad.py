"""Files of questions about passages: what is read from them and how bad ones are refused."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from data.errors import SourceError
from pipeline.squad import read_examples

SQUAD = {
    "version": "v2.0",
    "data": [
        {
            "title": "Ferries",
            "paragraphs": [
                {
                    "context": "🐕 Dogs travel free. The boat sails at 9:30.",
                    "qas": [
                        {
                            "id": "a",
                            "question": "When does it sail?",
                            "answers": [{"text": "9:30", "answer_start": 38}],
                            "is_impossible": False,
                        },
                        {
                            "id": "b",
                            "question": "Who is the captain?",
                            "answers": [],
                            "plausible_answers": [{"text": "Dogs", "answer_start": 2}],
                            "is_impossible": True,
                        },
                    ],
                }
            ],
        }
    ],
}
ROW: dict[str, Any] = {
    "id": "a",
    "source": "ferries",
    "context": "Dogs travel free.",
    "question": "How do dogs travel?",
    "answers": {"text": ["free"], "answer_start": [12]},
    "is_impossible": False,
}


def written(folder: Path, text: str, name: str = "rows.jsonl") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def lines(*rows: object) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def test_squad_files_are_read_with_offsets_in_code_points(tmp_path: Path) -> None:
    found = list(read_examples(written(tmp_path, json.dumps(SQUAD, indent=1), "dev.json")))
    assert [(e.id, e.source, e.golds) for e in found] == [("a", "dev", ("9:30",)), ("b", "dev", ())]
    assert list(read_examples(written(tmp_path, json.dumps(SQUAD), "dev.json"))) == found


def test_json_lines_and_gzip_are_read_alike(tmp_path: Path) -> None:
    text = "\n" + lines(ROW, ROW | {"id": 7, "answers": [], "is_impossible": True})
    packed = tmp_path / "rows.jsonl.gz"
    packed.write_bytes(gzip.compress(text.encode("utf-8-sig")))
    found = list(read_examples(packed))
    assert [(e.id, e.source, e.golds) for e in found] == [
        ("a", "ferries", ("free",)),
        ("7", "ferries", ()),
    ]
    assert list(read_examples(written(tmp_path, text))) == found


BAD_ROWS = {
    "missing": ({k: v for k, v in ROW.items() if k != "question"}, "'question' is missing"),
    "blank": (ROW | {"context": " "}, "'context' is missing, empty"),
    "beyond": (ROW | {"answers": {"text": ["free"], "answer_start": [99]}}, "not stand at 99"),
    "shifted": (ROW | {"answers": {"text": ["free"], "answer_start": [11]}}, "code points"),
    "negative": (ROW | {"answers": {"text": ["."], "answer_start": [-1]}}, "from 0 up"),
    "truth": (ROW | {"answers": {"text": ["D"], "answer_start": [False]}}, "from 0 up"),
    "uneven": (ROW | {"answers": {"text": ["free"], "answer_start": []}}, "one length"),
    "none": (ROW | {"answers": None}, "'answers' is missing"),
    "unanswered": (ROW | {"answers": []}, "has no answers.*Set is_impossible"),
    "both": (ROW | {"is_impossible": True}, "answers and is_impossible"),
    "list": ([1], "not an object"),
    "again": (ROW, "the id 'a' is that of .*line 1 too"),
}


@pytest.mark.parametrize(("row", "problem"), BAD_ROWS.values(), ids=BAD_ROWS)
def test_a_bad_row_is_named_with_its_line(tmp_path: Path, row: object, problem: str) -> None:
    path = written(tmp_path, lines(ROW, row))
    with pytest.raises(SourceError, match=rf"rows\.jsonl, line 2: .*{problem}"):
        list(read_examples(path))


BAD_FILES = {
    "empty": ("", "holds no questions"),
    "blank": ("\n\n", "holds no questions"),
    "broken line": ('{"id":\n' + lines(ROW), "line 1: it is not valid JSON"),
    "other JSON": ('{"data": 3}', "no list 'data'"),
    "no articles": ('{"data": []}', "holds no questions"),
    "odd article": ('{"data": [1]}', "data 1: it is not an object"),
    "no questions": ('{"data": [{"paragraphs": [{}]}]}', "paragraphs 1: there is no list 'qas'"),
    "deep": ("[" * 100_000, "not valid JSON"),
}


@pytest.mark.parametrize(("text", "problem"), BAD_FILES.values(), ids=BAD_FILES)
def test_a_bad_file_is_refused_with_the_reason(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(SourceError, match=problem):
        list(read_examples(written(tmp_path, text)))


@pytest.mark.parametrize(
    "data",
    [gzip.compress(b'{"id": "a"}' * 99)[:30], b"\x1f\x8bnonsense", b'{"id": "\xff"}'],
    ids=["cut off", "no gzip", "no UTF-8"],
)
def test_a_damaged_file_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "rows.jsonl.gz"
    path.write_bytes(data)
    with pytest.raises(SourceError, match="damaged or not UTF-8"):
        list(read_examples(path))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"none\.jsonl is not there"):
        list(read_examples(tmp_path / "none.jsonl"))
