"""Fits the shares of `pipeline.presence`: `python -m pipeline.training.presence DATA_FOLDER`.

From each bank a small library is made of some of its entries, several times over: what asks for
the rest has no answer there. The share of the words is the one whose scores tell best what has an
answer (AUROC) on the intents, which have no answers; that of the answer is then found on the banks
with answers. All banks count alike, and both shares are rounded to .05: finer differences are
noise.

The reader is left out: it has learnt from these very questions, and would seem to know more here
than it knows of others.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from statistics import mean

import numpy as np

from data.answers import Evidence
from pipeline.evaluation.roc import Flags, auroc
from pipeline.evaluation.scratch import scratch_library
from pipeline.presence import Presence
from pipeline.retrieve import Retriever
from pipeline.settings import load_settings
from pipeline.training.banks import Asked, Bank, intent_banks, text_banks

SHARES = tuple(share / 20 for share in range(13))
# A library of intents is as small, and its entries as often reworded, as those of a real chat bot.
INTENTS, FORMS, INTENT_DRAWS = 25, 12, 6
TEXT_DRAWS = 2
# Questions that the library answers, and as many that it does not.
QUESTIONS = 150


@dataclass(frozen=True, slots=True)
class Library:
    """For each question the evidence of the first entry, and whether any entry answers."""

    bank: str
    evidence: Sequence[Evidence]
    answerable: Flags


def part_of(bank: Bank, count: int, seed: int) -> Bank:
    """A library of so many of a bank's entries, drawn by lot, and questions of both kinds."""
    # A seed of its own: were entries drawn as `Bank.drawn` draws questions, they would match.
    random = Random(f"part {seed}")
    entries = random.sample(list(bank.entries), count)
    names = {entry.id for entry in entries}
    asked = [Asked(q.text, q.relevant & names) for q in bank.questions if q.relevant]
    kinds = ([q for q in asked if q.relevant], [q for q in asked if not q.relevant])
    drawn = [q for kind in kinds for q in random.sample(kind, min(QUESTIONS, len(kind)))]
    return Bank(bank.name, entries, drawn)


def looked_up(bank: Bank) -> Library:
    """What retrieval finds first for each question; what it finds nothing for is left out."""
    with scratch_library(load_settings(), bank.entries) as faqdesk:
        texts = [question.text for question in bank.questions]
        retriever = Retriever(faqdesk.store, faqdesk.fusion, faqdesk.validity)
        found = retriever.find(faqdesk.library.current(), texts, faqdesk.encoder.encode(texts))
    asked = zip(bank.questions, found, strict=True)
    pairs = [(question, each.candidates[0]) for question, each in asked if each.candidates]
    answerable = np.array([bool(question.relevant) for question, _ in pairs])
    return Library(bank.name, [first.evidence for _, first in pairs], answerable)


def libraries(banks: Iterator[Bank], draws: int, count: int | None) -> list[Library]:
    """Small libraries of each bank; without a count half of its entries are in each."""
    return [
        looked_up(part_of(bank, count or len(bank.entries) // 2, seed))
        for bank in banks
        for seed in range(draws)
    ]


def told(libraries: Sequence[Library], presence: Presence) -> float:
    """How well presence tells what has an answer: the mean AUROC, all banks counting alike."""
    figures: dict[str, list[float]] = {}
    for library in libraries:
        scores = np.array([presence.of(each) for each in library.evidence])
        statistic = auroc(scores, library.answerable)
        value = statistic.measure(np.ones((1, len(scores))))[0]
        figures.setdefault(library.bank, []).append(float(value))
    return mean(mean(values) for values in figures.values())


def fitted(without_answers: Sequence[Library], with_answers: Sequence[Library]) -> Presence:
    """The shares that tell best; of equal ones the smallest."""
    lexical = max(SHARES, key=lambda share: told(without_answers, Presence(share, 0.0)))
    words = Presence(lexical, 0.0)
    answer = max(SHARES, key=lambda share: told(with_answers, replace(words, answer=share)))
    return replace(words, answer=answer)


def main(folder: Path) -> None:
    """Prints how well each share tells, and the shares."""
    intents = libraries(intent_banks(folder / "intent", FORMS), INTENT_DRAWS, INTENTS)
    texts = libraries(text_banks(folder), TEXT_DRAWS, None)
    presence = fitted(intents, texts)
    for share in SHARES:
        asked = told(intents, Presence(share, 0.0))
        answered = told(texts, replace(presence, answer=share))
        sys.stdout.write(f"{share:.2f}: lexical {asked:.4f}, answer {answered:.4f}\n")
    sys.stdout.write(json.dumps(asdict(presence)) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
