"""A library as it looks to those who ask and to those who look after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from data.answers import Answer
from data.records import Entry
from pipeline.answer import Answerer
from pipeline.build import Faqdesk
from pipeline.doctor import Severity


@dataclass(frozen=True)
class Look:
    """Answers to fixed questions, and every entry with its history, retired ones too."""

    generation: int | None
    answers: tuple[object, ...]
    histories: tuple[tuple[Entry, ...], ...]


def look_at(faqdesk: Faqdesk, questions: Sequence[str]) -> Look:
    """How a library looks now."""
    answers = tuple(seen(faqdesk.answerer.answer(question)) for question in questions)
    ids = sorted(revision.entry.id for revision in faqdesk.store.current_revisions(status=None))
    return Look(
        faqdesk.store.current_generation_number(),
        answers,
        tuple(tuple(r.entry for r in faqdesk.store.history(entry_id)) for entry_id in ids),
    )


def seen(answer: Answer) -> tuple[object, ...]:
    """What of an answer depends on the library alone."""
    candidates = tuple((c.entry, round(c.score, 5)) for c in answer.candidates)
    return answer.decision, answer.text, answer.entry, answer.generation, candidates


def ids_found(answerer: Answerer, question: str) -> set[str]:
    """The ids of all entries that are proposed for a question, by vectors or by words."""
    return {candidate.entry.id for candidate in answerer.answer(question).candidates}


def problems(faqdesk: Faqdesk) -> list[str]:
    """What the doctor calls a problem."""
    return [f.what for f in faqdesk.doctor.examine() if f.severity is Severity.PROBLEM]


def index_agrees(faqdesk: Faqdesk) -> bool:
    """Whether the live generation holds exactly the entries that are live in the database."""
    indexed = {(entry.id, entry.revision) for entry in faqdesk.library.current().entries}
    return indexed == {(r.entry.id, r.number) for r in faqdesk.store.current_revisions()}
