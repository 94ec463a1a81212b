"""What a library can be asked without anybody's labels.

Every alternate must find its own entry when it is left out of the index, and so must the question
when it is mistyped. Leaving out is done for real: the library is published anew without a part of
its alternates, and those are asked as a visitor asks, so that neither vectors nor BM25 know them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from data.records import Entry
from index.encoder import Progress
from pipeline.build import Faqdesk
from pipeline.evaluation.bootstrap import mean_with_interval
from pipeline.evaluation.lookalikes import Pair, lookalikes
from pipeline.evaluation.records import Figure, Figures, LabelledQuestion, Outcome
from pipeline.evaluation.run import ask_all
from pipeline.evaluation.scratch import scratch_library
from pipeline.evaluation.service import live_entries
from pipeline.evaluation.variations import variations

# An entry with more alternates than this has the others left out together with these.
MAX_FOLDS = 5
ALTERNATE = "alternate left out"


@dataclass(frozen=True, slots=True)
class SelfQuestions:
    """Questions to ask a library of these entries; `what` says how each was made."""

    entries: tuple[Entry, ...]
    questions: tuple[LabelledQuestion, ...]
    what: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Miss:
    """A question that found another entry than its own, or nothing, before it."""

    entry_id: str
    what: str
    query: str
    first: str | None


@dataclass(frozen=True, slots=True)
class SelfTest:
    """What a library found out about itself.

    `figures` has the share of questions that found their own entry first, by how they were made;
    `misses` has those that did not, and `pairs` the entries that are hard to tell apart.
    """

    figures: Figures
    misses: tuple[Miss, ...]
    pairs: tuple[Pair, ...]


def self_questions(entries: Sequence[Entry], seed: int) -> Iterator[SelfQuestions]:
    """The rounds of a self test: first the mistyped questions, then the left-out alternates."""
    made = [
        (kind, LabelledQuestion(line, text, (entry.id,)))
        for line, entry in enumerate(entries, start=1)
        for kind, text in variations(entry.question, seed)
    ]
    yield _round(entries, made)
    folds = min(MAX_FOLDS, max((len(entry.alternates) for entry in entries), default=0))
    for fold in range(folds):
        left_out = [
            (ALTERNATE, LabelledQuestion(line, text, (entry.id,)))
            for line, entry in enumerate(entries, start=1)
            for text in entry.alternates[fold::folds]
        ]
        yield _round([_without(entry, fold, folds) for entry in entries], left_out)


def run_self_test(faqdesk: Faqdesk, seed: int, total: Progress, advance: Progress) -> SelfTest:
    """Asks a library about itself; `total` and `advance` are told of the questions.

    Raises:
        LibraryError, ModelError: as `Answerer.answer`.
    """
    entries = live_entries(faqdesk)
    rounds = list(self_questions(entries, seed))
    total(sum(len(each.questions) for each in rounds))
    outcomes: dict[str, list[Outcome]] = {}
    for each in rounds:
        for what, outcome in zip(each.what, _asked(each, faqdesk, advance), strict=True):
            outcomes.setdefault(what, []).append(outcome)
    pairs = lookalikes(faqdesk.library.current(), {entry.id: entry for entry in entries})
    figures = {what: _share_found(asked, seed) for what, asked in outcomes.items()}
    return SelfTest(figures, tuple(_misses(outcomes)), tuple(pairs))


def self_test_as_json(found: SelfTest) -> dict[str, object]:
    """The self test in plain values: `found`, `misses` and `alike`."""
    return {
        "found": {what: asdict(figure) for what, figure in found.figures.items()},
        "misses": [asdict(miss) for miss in found.misses],
        "alike": [
            {
                "likeness": str(pair.likeness),
                "similarity": round(pair.similarity, 4),
                "first": {"id": pair.first.id, "text": pair.first_text},
                "second": {"id": pair.second.id, "text": pair.second_text},
            }
            for pair in found.pairs
        ],
    }


def _asked(each: SelfQuestions, faqdesk: Faqdesk, advance: Progress) -> list[Outcome]:
    # The library's own vectors are used, so that nothing is embedded but the questions.
    cache = faqdesk.vector_cache
    with scratch_library(faqdesk.settings, each.entries, cache=cache) as scratch:
        outcomes, _ = ask_all(each.questions, scratch.unlogged_answerer, scratch.fusion, advance)
        return outcomes


def _share_found(outcomes: Sequence[Outcome], seed: int) -> Figure:
    return mean_with_interval([outcome.best_is_right for outcome in outcomes], seed)


def _misses(outcomes: Mapping[str, Sequence[Outcome]]) -> Iterator[Miss]:
    for what, asked in outcomes.items():
        for outcome in asked:
            if not outcome.best_is_right:
                ranking = outcome.rankings["final"]
                first = ranking[0] if ranking else None
                yield Miss(outcome.question.relevant[0], what, outcome.question.query, first)


def _round(entries: Sequence[Entry], made: Sequence[tuple[str, LabelledQuestion]]) -> SelfQuestions:
    kinds, questions = zip(*made, strict=True) if made else ((), ())
    return SelfQuestions(tuple(entries), tuple(questions), tuple(kinds))


def _without(entry: Entry, fold: int, folds: int) -> Entry:
    left_out = set(entry.alternates[fold::folds])
    return replace(entry, alternates=tuple(a for a in entry.alternates if a not in left_out))
