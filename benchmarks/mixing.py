"""How much of the order is the reader's: `python -m benchmarks.mixing DATA_FOLDER`.

For weights from none to a half, the first right entry's rank on banks that are there to choose by:
the sample, StackFAQ, and the intents of CLINC150 and HWU64, each intent an entry with eight ways of
asking it and validation utterances as questions. The banks that the README's figures are about are
not among them.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from data.answers import Candidate
from data.records import Entry
from pipeline.build import Faqdesk
from pipeline.evaluation.question_sets import read_questions
from pipeline.evaluation.scratch import scratch_library
from pipeline.evaluation.service import entries_of
from pipeline.rank import MAX_READ, Mixing, Ranker
from pipeline.retrieve import Found, Retriever
from pipeline.settings import load_settings

WEIGHTS = (0.0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5)
FORMS = 8
QUESTIONS = 400
SAMPLE = Path("data/sample")


@dataclass(frozen=True)
class Asked:
    """A question, and the ids of the entries that answer it."""

    text: str
    relevant: frozenset[str]


@dataclass(frozen=True)
class Bank:
    """Entries and what is asked of them."""

    name: str
    entries: Sequence[Entry]
    questions: Sequence[Asked]


def banks(folder: Path) -> Iterator[Bank]:
    """The banks to choose by."""
    yield bank_of(SAMPLE, "faq.csv", "questions.jsonl")
    for name in ("stackfaq_125", "stackfaq_719"):
        yield bank_of(folder / "retrieval" / name, "faqs.jsonl", "queries.jsonl")
    clinc = json.loads((folder / "intent/clinc150/data_full.json").read_text("utf-8"))
    yield intents("clinc150", clinc["train"], clinc["val"])
    train, valid = (hwu64(folder / "intent/hwu64" / split) for split in ("train", "valid"))
    yield intents("hwu64", train, valid)


def bank_of(folder: Path, faqs: str, queries: str) -> Bank:
    """The bank in a folder, with those of its questions that something answers."""
    asked = read_questions(str(folder / queries), None).questions
    questions = [Asked(q.query, frozenset(q.relevant)) for q in asked if q.relevant]
    return Bank(folder.name, entries_of(str(folder / faqs)), questions)


def hwu64(folder: Path) -> list[list[str]]:
    """Utterances with their labels."""
    texts, labels = ((folder / n).read_text("utf-8").splitlines() for n in ("seq.in", "label"))
    return [list(row) for row in zip(texts, labels, strict=True)]


def intents(name: str, train: Sequence[Sequence[str]], valid: Sequence[Sequence[str]]) -> Bank:
    """Intents as entries without an answer."""
    by_label: dict[str, list[str]] = {}
    for text, label in train:
        by_label.setdefault(label, []).append(text)
    chance = random.Random(0)
    forms = {label: chance.sample(texts, FORMS) for label, texts in by_label.items()}
    entries = [Entry(label, first, "", tuple(rest)) for label, (first, *rest) in forms.items()]
    return Bank(name, entries, [Asked(text, frozenset([label])) for text, label in valid])


def found_in(faqdesk: Faqdesk, questions: Sequence[Asked]) -> list[Found]:
    """What retrieval finds for each question, with its first five candidates read."""
    texts = [question.text for question in questions]
    retriever = Retriever(faqdesk.store, faqdesk.fusion)
    found = retriever.find(faqdesk.library.current(), texts, faqdesk.encoder.encode(texts))
    # A weight of 1 leaves no candidate out.
    return Ranker(lambda: faqdesk.reader, Mixing(weight=1.0)).ranked(texts, found)


def rank(found: Found, mixing: Mixing, relevant: frozenset[str]) -> int:
    """The place, from 1, of the first right entry in the order of a mixing; 0 for none."""

    def score(candidate: Candidate) -> float:
        assert candidate.reading is not None
        return mixing.score(candidate.fused, candidate.reading)

    read = sorted((c for c in found.candidates if c.reading), key=score, reverse=True)
    rest = [c for c in found.candidates if not c.reading]
    places = [at for at, c in enumerate([*read, *rest], 1) if c.entry.id in relevant]
    return places[0] if places else 0


def report(bank: Bank, home: Path) -> None:
    """Prints a line for each weight."""
    questions = list(bank.questions)
    if len(questions) > QUESTIONS:
        questions = random.Random(0).sample(questions, QUESTIONS)
    with scratch_library(load_settings(home), bank.entries) as faqdesk:
        found = found_in(faqdesk, questions)
    for weight in WEIGHTS:
        mixing = Mixing(weight)
        ranks = np.array(
            [rank(f, mixing, q.relevant) for f, q in zip(found, questions, strict=True)]
        )
        mrr = np.where(ranks > 0, 1 / np.maximum(ranks, 1), 0).mean()
        print(f"{bank.name}, {len(ranks)} questions, weight {weight}: ", end="")
        print(f"hit@1 {(ranks == 1).mean():.3f}, MRR {mrr:.3f}")


def main(folder: Path) -> None:
    """Prints the figures of every bank."""
    print(f"at most {MAX_READ} candidates read")
    for bank in banks(folder):
        report(bank, Path(".faqdesk"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
