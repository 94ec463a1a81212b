"""Mixing and writing the pairs that the check of sentences learns from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from data.errors import FaqdeskError
from pipeline.training.borne import mixture
from pipeline.training.entailment import read_pairs

ANSWER = (
    "Dogs travel free on board if they are on a lead. Cats stay in a box. Most passengers may "
    "board early in the morning. The old ferry sails to Oban in summer."
)


FEW = ["--max-invented", "40", "--max-passages", "30", "--max-snli", "2"]


@pytest.fixture
def sources(tmp_path: Path) -> list[str]:
    faq, snli = tmp_path / "faq.jsonl", tmp_path / "snli.jsonl"
    rows = [
        {
            "question": f"Question {n}?",
            "answer": ANSWER.replace("Oban", f"Oban {n}").replace("board", f"board {n}"),
        }
        for n in range(12)
    ]
    verdicts = ["entailment", "neutral", "-"]
    pairs = [
        {"sentence1": "A man runs.", "sentence2": "A man moves.", "gold_label": verdict}
        for verdict in verdicts
    ]
    for file, lines in ((faq, rows), (snli, pairs)):
        file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return ["--faq", str(faq), "--snli", str(snli)]


def _written(out: Path, *arguments: str) -> bytes:
    mixture.main([str(out), *FEW, *arguments])
    return out.read_bytes()


def test_the_same_seed_writes_the_same_file(tmp_path: Path, sources: list[str]) -> None:
    first = _written(tmp_path / "first.jsonl.gz", *sources)
    assert _written(tmp_path / "second.jsonl.gz", *sources) == first
    assert _written(tmp_path / "third.jsonl.gz", *sources, "--seed", "1") != first


def test_all_sources_are_mixed_and_training_reads_them(
    tmp_path: Path, sources: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "pairs.jsonl"
    lines = [json.loads(line) for line in _written(out, *sources).splitlines()]
    assert len(lines) == 72
    assert len(read_pairs(out)) == 72
    kinds = {line["k"] for line in lines}
    assert {"said otherwise", "passage: said otherwise", "snli: entailment"} <= kinds
    assert "snli: -" not in kinds
    assert {line["y"] for line in lines if line["k"].startswith("snli")} == {0, 1}
    untrue = sum(line["y"] for line in lines)
    assert f"72 pairs, {untrue} untrue" in capsys.readouterr().out


def test_without_sources_there_are_invented_facts_alone(tmp_path: Path) -> None:
    out = tmp_path / "pairs.jsonl"
    assert len(_written(out).splitlines()) == 40


def test_what_is_no_faq_is_named(tmp_path: Path) -> None:
    with pytest.raises(FaqdeskError, match=r"missing\.csv"):
        mixture.main([str(tmp_path / "out"), "--faq", str(tmp_path / "missing.csv")])
