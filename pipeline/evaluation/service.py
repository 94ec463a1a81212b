"""Evaluates a library: what the command and the Quality page both call."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

from data.answers import Refusal, Timing
from data.errors import SourceError
from data.importing import read_source
from data.records import Entry
from index.encoder import Progress
from pipeline.build import Faqdesk
from pipeline.evaluation.question_sets import QuestionSet
from pipeline.evaluation.records import LabelledQuestion, Outcome, Report
from pipeline.evaluation.reports import Speed, make_report
from pipeline.evaluation.run import ask_all
from pipeline.planning import plan_changes

# How many questions are asked by themselves to measure how long one takes.
TIMED_QUESTIONS = 200


@dataclass(frozen=True, slots=True)
class Choice:
    """Which questions of a set are asked: those of a category, and at most `limit` by lot."""

    limit: int | None = None
    category: str = ""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A report, and the questions of the set that could not be asked."""

    report: Report
    refused: tuple[Refusal, ...]


def live_entries(faqdesk: Faqdesk) -> list[Entry]:
    """The entries that visitors are answered from."""
    generation = faqdesk.library.current().number
    return [revision.entry for revision in faqdesk.store.generation_revisions(generation)]


def entries_of(path: str) -> list[Entry]:
    """The entries of a file, as if it were ingested into an empty library; answers may be empty.

    Raises:
        SourceError: the file cannot be read, or a row of it cannot be used.
    """
    bank = read_source(path, allow_empty_answer=True)
    if bank.rejections:
        first = bank.rejections[0]
        raise SourceError(
            f"{len(bank.rejections)} rows of {bank.name} cannot be used; row {first.place.row}: "
            f"{first.reason}. Mend them, so that the figures are about the whole file."
        )
    return list(plan_changes(bank.drafts, [], replace_all=False).added)


def evaluate_library(
    faqdesk: Faqdesk,
    questions: QuestionSet,
    entries: Sequence[Entry],
    choice: Choice,
    progress: Progress | None = None,
) -> Evaluation:
    """Asks the chosen questions of the live library and reports how it did.

    Raises:
        SourceError: when no question is left to ask.
        LibraryError, ModelError: as `Answerer.answer`.
    """
    categories = {entry.id: entry.category for entry in entries}
    chosen = chosen_questions(questions, choice, categories)
    started = time.perf_counter()
    outcomes, refused = ask_all(chosen, faqdesk.unlogged_answerer, faqdesk.fusion, progress)
    seconds = time.perf_counter() - started
    if not outcomes:
        raise SourceError(
            f"None of the {len(refused):,} questions can be asked. The first: {refused[0].reason}"
        )
    report = make_report(
        outcomes,
        run_facts(faqdesk, questions, choice, len(chosen)) | {"refused": len(refused)},
        categories=categories,
        seed=choice.seed,
        speed=Speed(len(outcomes) / seconds, _one_by_one(faqdesk, outcomes)),
    )
    return Evaluation(report, tuple(refused))


def _one_by_one(faqdesk: Faqdesk, outcomes: Sequence[Outcome]) -> list[Sequence[Timing]]:
    """How long questions take by themselves, as visitors ask them: in a batch they share time."""
    answerer = faqdesk.unlogged_answerer
    step = max(1, len(outcomes) // TIMED_QUESTIONS)
    timed = outcomes[::step][:TIMED_QUESTIONS]
    return [answerer.answer(outcome.question.query).timings for outcome in timed]


def chosen_questions(
    questions: QuestionSet, choice: Choice, categories: dict[str, str]
) -> list[LabelledQuestion]:
    """The questions to ask, in the order of the file.

    Raises:
        SourceError: when none is left.
    """
    chosen = [
        question
        for question in questions.questions
        if not choice.category
        or any(categories.get(name) == choice.category for name in question.relevant)
    ]
    if choice.limit is not None and choice.limit < len(chosen):
        chosen = random.Random(choice.seed).sample(chosen, choice.limit)
        chosen.sort(key=lambda question: question.line)
    if not chosen:
        known = ", ".join(sorted({name for name in categories.values() if name}))
        raise SourceError(
            f"{questions.name} has no question about the category {choice.category!r}. "
            f"The library's categories: {known or 'none'}."
        )
    return chosen


def run_facts(
    faqdesk: Faqdesk, questions: QuestionSet, choice: Choice, asked: int
) -> dict[str, object]:
    """What a run is about and what made it, so that it can be told from others and repeated."""
    thresholds, encoder = faqdesk.thresholds(), faqdesk.encoder
    return {
        "questions": Path(questions.name).name,
        "asked": asked,
        "rejected": len(questions.rejections),
        "category": choice.category or None,
        "limit": choice.limit,
        "seed": choice.seed,
        "generation": faqdesk.library.current().number,
        "digest": faqdesk.library.current().manifest.digest,
        "encoder": encoder.name,
        "encoder_digest": encoder.digest,
        "fusion": asdict(faqdesk.fusion),
        "answer_at": thresholds.answer_at,
        "suggest_at": thresholds.suggest_at,
        "faqdesk": version("faqdesk"),
    }
