"""Asks every question of a set, as visitors do, and keeps what came of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from data.answers import Answer, Evidence, Refusal
from index.encoder import Progress
from pipeline.answer import BATCH, Answerer
from pipeline.evaluation.records import LabelledQuestion, Outcome
from pipeline.retrieve import MAX_CANDIDATES, Fusion, similarity


def ask_all(
    questions: Sequence[LabelledQuestion],
    answerer: Answerer,
    fusion: Fusion,
    progress: Progress | None = None,
) -> tuple[list[Outcome], list[Refusal]]:
    """The outcomes in the order of the questions, and the questions that cannot be asked.

    `answerer` should not log: evaluation questions are nobody's.
    """
    outcomes, refused = [], []
    for start in range(0, len(questions), BATCH):
        batch = questions[start : start + BATCH]
        replies = answerer.answer_many([question.query for question in batch])
        for question, reply in zip(batch, replies, strict=True):
            if isinstance(reply, Refusal):
                refused.append(reply)
            else:
                outcomes.append(Outcome(question, _lightened(reply), rankings(reply, fusion)))
        if progress:
            progress(len(batch))
    return outcomes, refused


def _lightened(answer: Answer) -> Answer:
    """The answer with the first candidate alone: thousands with twenty entries each fill memory."""
    first = answer.candidates[:1]
    names = {candidate.entry.id for candidate in first}
    evidence = tuple(item for item in answer.evidence if item.entry_id in names)
    return replace(answer, candidates=first, evidence=evidence)


def rankings(answer: Answer, fusion: Fusion) -> dict[str, tuple[str, ...]]:
    """The ids of the entries that were found, best first, as each source would order them."""

    def ranked(score: Callable[[Evidence], float]) -> tuple[str, ...]:
        found = [(score(evidence), evidence.entry_id) for evidence in answer.evidence]
        order = sorted((-value, name) for value, name in found if value > 0)
        return tuple(name for _, name in order[:MAX_CANDIDATES])

    return {
        "dense": ranked(similarity),
        "bm25": ranked(lambda evidence: evidence.lexical),
        "fused": ranked(fusion.fused),
        "final": tuple(candidate.entry.id for candidate in answer.candidates),
    }
