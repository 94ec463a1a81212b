"""Whether a question's category helps to order candidates: `python -m benchmarks.categories`.

Two ways to know the category of a question: a linear head on the vectors of all entries' forms, and
what the other candidates of the same category score. Either is added to a candidate's score with a
weight; which, is chosen on four fifths of the questions and tried on the fifth, twenty times over.

The questions are those of the sample, and its entries' own alternates, each asked of a library that
lacks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import numpy.typing as npt
from sklearn.linear_model import LogisticRegression

from data.answers import Candidate
from data.records import Entry
from index.encoder import Encoder
from pipeline.evaluation.scratch import scratch_library
from pipeline.evaluation.service import entries_of
from pipeline.retrieve import Retriever
from pipeline.settings import load_settings
from pipeline.training.banks import SAMPLE, Asked, Bank, sample
from pipeline.weighing import shipped_weights

WEIGHTS = (0.0, 0.005, 0.01, 0.02, 0.03, 0.04, 0.06, 0.08, 0.1, 0.15)
FOLDS, REPEATS = 5, 20
STRENGTH = 10.0
# So that the logarithm of a probability of nothing is no cliff.
LEAST = 0.02

Floats = npt.NDArray[np.float64]
Belief = Callable[[Candidate], float]


@dataclass(frozen=True, slots=True)
class Case:
    """A question, its candidates in the order that visitors get, and what either way says."""

    question: Asked
    candidates: Sequence[Candidate]
    head: dict[str, float]

    def right(self, belief: Belief, weight: float) -> bool:
        """Whether an entry that answers is first when the category counts so much."""
        first = max(self.candidates, key=lambda c: c.score + weight * belief(c))
        return first.entry.id in self.question.relevant

    def by_head(self, candidate: Candidate) -> float:
        """What the head says of the candidate's category."""
        return float(np.log(self.head[candidate.entry.category] + LEAST))

    def by_others(self, candidate: Candidate) -> float:
        """The share of the other candidates' belief that is in the candidate's category."""
        others = [c for c in self.candidates if c is not candidate]
        sharpness = shipped_weights().confidence.sharpness
        beliefs = {c.entry.id: np.exp(sharpness * c.score) for c in others}
        same = [c for c in others if c.entry.category == candidate.entry.category]
        total = sum(beliefs.values())
        return float(sum(beliefs[c.entry.id] for c in same) / total) if total else 0.0


def head_of(encoder: Encoder, entries: Sequence[Entry]) -> LogisticRegression:
    """A head that tells categories by the forms of entries."""
    forms = [(form, entry.category) for entry in entries for form in entry.forms]
    vectors = encoder.encode([form for form, _ in forms])
    return LogisticRegression(C=STRENGTH, max_iter=1000).fit(vectors, [name for _, name in forms])


def cases(bank: Bank) -> Iterator[Case]:
    """The answerable questions of a bank."""
    asked = [question for question in bank.questions if question.relevant]
    texts = [question.text for question in asked]
    with scratch_library(load_settings(), bank.entries) as faqdesk:
        vectors = faqdesk.encoder.encode(texts)
        retriever = Retriever(faqdesk.store, faqdesk.fusion, faqdesk.validity)
        found = retriever.find(faqdesk.library.current(), texts, vectors)
        ranked = faqdesk.ranker.ranked(texts, found)
        head = head_of(faqdesk.encoder, bank.entries)
    for question, each, chances in zip(asked, ranked, head.predict_proba(vectors), strict=True):
        if each.candidates:
            names = dict(zip(head.classes_, chances.tolist(), strict=True))
            yield Case(question, each.candidates, names)


def without_alternates(entries: Sequence[Entry]) -> Iterator[Bank]:
    """Banks that lack each entry's alternate of one place, and are asked it."""
    for place in range(max(len(entry.alternates) for entry in entries)):
        asked = [
            Asked(e.alternates[place], frozenset([e.id])) for e in entries if e.alternates[place:]
        ]
        left = [
            replace(e, alternates=(*e.alternates[:place], *e.alternates[place + 1 :]))
            for e in entries
        ]
        yield Bank("alternates", left, asked)


def chosen(hits: Floats) -> float:
    """The share of questions that are right by a weight that was chosen on the others.

    `hits` has shape (weights, questions).
    """
    random = np.random.default_rng(0)
    shares = []
    for _ in range(REPEATS):
        fold = random.permutation(hits.shape[1]) % FOLDS
        right = [hits[hits[:, fold != k].mean(axis=1).argmax(), fold == k] for k in range(FOLDS)]
        shares.append(np.concatenate(right).mean())
    return float(np.mean(shares))


def show(name: str, every: Sequence[Case]) -> None:
    """Prints how often each way tells the category, and what it makes of the order."""
    categories = {entry.id: entry.category for entry in entries_of(str(SAMPLE / "faq.csv"))}
    wanted = [{categories[i] for i in case.question.relevant} for case in every]
    head = [max(c.head, key=lambda n: c.head[n]) in w for c, w in zip(every, wanted, strict=True)]
    first = [c.candidates[0].entry.category in w for c, w in zip(every, wanted, strict=True)]
    print(
        f"{name}, {len(every)} questions: category told by the head {np.mean(head):.3f}, by the "
        f"first candidate {np.mean(first):.3f}"
    )
    print(f"  head: {_tried(every, Case.by_head)}")
    print(f"  other candidates: {_tried(every, Case.by_others)}")


def _tried(every: Sequence[Case], belief: Callable[[Case, Candidate], float]) -> str:
    hits = np.array([[case.right(partial(belief, case), w) for case in every] for w in WEIGHTS])
    shown = ", ".join(f"{w:g} {hit:.3f}" for w, hit in zip(WEIGHTS, hits.mean(axis=1), strict=True))
    return f"chosen {chosen(hits):.4f}; by weight {shown}"


def main() -> None:
    """Prints both sets of questions."""
    bank = sample()
    show("sample", list(cases(bank)))
    held = [case for each in without_alternates(bank.entries) for case in cases(each)]
    show("held-out alternates", held)


if __name__ == "__main__":
    main()
