"""Who finds the right entry: `python -m benchmarks.retrieval [FOLDER…]`.

A folder holds `faqs.jsonl` (or `faq.csv`) and `queries.jsonl` (or `questions.jsonl`); without one
the sample is used. Each bank is published into a scratch library, each question that has an answer
is asked, and the same candidates are put in order in four ways. Intervals are 95 % bootstrap ones.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from data.answers import Evidence
from data.importing import read_source
from pipeline.build import open_faqdesk
from pipeline.planning import plan_changes
from pipeline.retrieve import MAX_CANDIDATES, similarity
from pipeline.weighing import shipped_weights

SAMPLE = Path("data/sample")
RESAMPLES = 1000
CUTOFF = 10

FUSION = shipped_weights().fusion
ORDERS: dict[str, Callable[[Evidence], float]] = {
    "dense, questions": lambda e: max(e.question, e.alternate),
    "dense": similarity,
    "BM25": lambda e: e.lexical,
    "fused": FUSION.fused,
}


@dataclass(frozen=True)
class Question:
    """A question, the ids of the entries that answer it, and what was found for it."""

    relevant: frozenset[str]
    evidence: tuple[Evidence, ...]


def first_existing(folder: Path, *names: str) -> Path:
    """The first of these files that is in the folder."""
    for name in names:
        if (folder / name).is_file():
            return folder / name
    raise SystemExit(f"{folder} has none of {', '.join(names)}.")


def questions_of(folder: Path) -> list[Question]:
    """The folder's questions that something answers, each with its evidence."""
    bank = read_source(
        str(first_existing(folder, "faqs.jsonl", "faq.csv")), allow_empty_answer=True
    )
    asked = first_existing(folder, "queries.jsonl", "questions.jsonl")
    rows = [json.loads(line) for line in asked.read_text("utf-8").splitlines()]
    rows = [row for row in rows if row["relevant"]]
    with tempfile.TemporaryDirectory() as home:
        faqdesk = open_faqdesk(Path(home))
        changes = plan_changes(bank.drafts, [], replace_all=False).changed
        with faqdesk.publisher.lock():
            faqdesk.publisher.publish(changes, by="benchmark")
        generation = faqdesk.library.current()
        vectors = faqdesk.encoder.encode([row["query"] for row in rows])
        found = generation.evidence([row["query"] for row in rows], vectors, MAX_CANDIDATES)
        return [
            Question(frozenset(str(entry_id) for entry_id in row["relevant"]), evidence)
            for row, evidence in zip(rows, found, strict=True)
        ]


def rank(question: Question, score: Callable[[Evidence], float]) -> int:
    """The place, from 1, of the first right entry; 0 when it is not among the candidates."""
    order = sorted(question.evidence, key=lambda e: (-score(e), e.entry_id))
    places = [at for at, e in enumerate(order, start=1) if e.entry_id in question.relevant]
    return places[0] if places else 0


def interval(values: np.ndarray) -> str:
    """The mean with its 95 % bootstrap interval."""
    draws = np.random.default_rng(0).choice(values, (RESAMPLES, len(values))).mean(axis=1)
    low, high = np.percentile(draws, [2.5, 97.5])
    return f"{values.mean():.3f} ({low:.3f}–{high:.3f})"


def report(name: str, questions: Sequence[Question]) -> None:
    """Prints a table row for each way of ordering."""
    for order, score in ORDERS.items():
        ranks = np.array([rank(question, score) for question in questions])
        found = ranks > 0
        reciprocal = np.where(found & (ranks <= CUTOFF), 1 / np.maximum(ranks, 1), 0)
        cells = [interval(v) for v in (ranks == 1, found & (ranks <= 5), reciprocal)]
        print(f"| {name} | {len(questions)} | {order} | {' | '.join(cells)} |")


def main(folders: Sequence[Path]) -> None:
    """Prints the table."""
    print("| bank | questions | order | hit@1 | hit@5 | MRR@10 |")
    print("|---|---|---|---|---|---|")
    for folder in folders:
        report(folder.name, questions_of(folder))


if __name__ == "__main__":
    main([Path(argument) for argument in sys.argv[1:]] or [SAMPLE])
