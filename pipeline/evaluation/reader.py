"""How well a reader marks the words that answer, and knows when there are none.

Measures are those of SQuAD 2.0 (Rajpurkar, Jia and Liang 2018, "Know What You Don't Know"): exact
match and token F1 against the best of the gold answers, where giving no words is right exactly when
there is no answer. They are taken at the reader's own threshold and at the one that would have been
best for these very questions, as the official script does, with one difference: questions on which
the reader is equally sure fall on the same side, as they would in use.

Worked example: of three questions, the reader is sure by 0.9 (right words), 0.8 (there is no
answer) and 0.4 (right words). Its own threshold of 0.5 gives words twice and is right once: EM 1/3.
At 0.9 it is right twice, once by giving none; at 0.4 twice too: the higher is taken, EM 2/3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice

import numpy as np

from data.answers import Reading
from index.encoder import Progress
from pipeline.evaluation.bootstrap import Floats, among, figures, share
from pipeline.evaluation.records import Figures
from pipeline.evaluation.roc import Flags, auroc
from pipeline.evaluation.spans import exact_match, token_f1
from pipeline.reading.reader import ANSWERS_AT, Reader, ToRead
from pipeline.squad import ReaderExample

# So many passages are read at once.
BATCH = 64


@dataclass(frozen=True, slots=True)
class ReaderScores:
    """The figures of `n` questions, and the sureness from which words are given for each.

    Keys of `figures`, all 0 to 1: `em` and `f1` at the reader's own threshold, also for questions
    that have an answer (`has_answer_…`) and that have none (`no_answer_…`); `best_em` and `best_f1`
    at the best threshold for each, the latter also as `best_has_answer_f1` and
    `best_no_answer_f1`; `words_em` and `words_f1` of questions with an answer, were words always
    given; `auroc`, how well sureness tells questions with an answer from others.
    Keys of `thresholds`: `own`, `best_em` and `best_f1`; None means that words are never given.
    """

    n: int
    figures: Figures
    thresholds: Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class ReaderReport:
    """The scores of all questions, and of those of each source, sources in alphabetical order."""

    all: ReaderScores
    by_source: Mapping[str, ReaderScores]


def evaluate_reader(
    reader: Reader,
    examples: Iterable[ReaderExample],
    seed: int = 0,
    progress: Progress | None = None,
) -> ReaderReport:
    """How well a reader does; the seed is that of the intervals. Passages are not kept."""
    results: list[_Result] = []
    for batch in _batches(examples):
        results += _results(reader, batch)
        if progress:
            progress(len(batch))
    sources = sorted({result.source for result in results})
    parts = {source: [r for r in results if r.source == source] for source in sources}
    by_source = {source: _scores(part, seed) for source, part in parts.items()}
    return ReaderReport(_scores(results, seed), by_source)


def reader_report_as_json(report: ReaderReport) -> dict[str, object]:
    """The report as plain values: `all` and `by_source`, each with figures, thresholds and n."""
    by_source = {source: _as_json(scores) for source, scores in report.by_source.items()}
    return {"all": _as_json(report.all), "by_source": by_source}


def _as_json(scores: ReaderScores) -> dict[str, object]:
    by_name = {name: asdict(figure) for name, figure in scores.figures.items()}
    return {"n": scores.n, **by_name, "thresholds": dict(scores.thresholds)}


@dataclass(frozen=True, slots=True)
class _Result:
    """How sure the reader was that words answer, and how right its words are, 0 to 1."""

    source: str
    has_answer: bool
    sure: float
    em: float
    f1: float


def _batches(examples: Iterable[ReaderExample]) -> Iterator[list[ReaderExample]]:
    rest = iter(examples)
    while batch := list(islice(rest, BATCH)):
        yield batch


def _results(reader: Reader, examples: Sequence[ReaderExample]) -> list[_Result]:
    readings = reader.read([ToRead(e.question, e.context) for e in examples])
    return [_result(*both) for both in zip(examples, readings, strict=True)]


def _result(example: ReaderExample, reading: Reading) -> _Result:
    em, f1 = exact_match(reading.text, example.golds), token_f1(reading.text, example.golds)
    return _Result(example.source, bool(example.golds), reading.answers, em, f1)


def _scores(results: list[_Result], seed: int) -> ReaderScores:
    em, f1 = (np.array([getattr(r, name) for r in results], np.float64) for name in ("em", "f1"))
    sure = np.array([result.sure for result in results], np.float64)
    has = np.array([result.has_answer for result in results], np.bool_)
    best_em, best_f1 = best_threshold(sure, em, ~has), best_threshold(sure, f1, ~has)
    own_em, own_f1 = (np.where(sure >= ANSWERS_AT, words, ~has) for words in (em, f1))
    at_best_f1 = np.where(sure >= best_f1, f1, ~has)
    statistics = {
        "em": share(own_em),
        "f1": share(own_f1),
        "has_answer_em": among(own_em, has),
        "has_answer_f1": among(own_f1, has),
        "no_answer_em": among(own_em, ~has),
        "no_answer_f1": among(own_f1, ~has),
        "best_em": share(np.where(sure >= best_em, em, ~has)),
        "best_f1": share(at_best_f1),
        "best_has_answer_f1": among(at_best_f1, has),
        "best_no_answer_f1": among(at_best_f1, ~has),
        "words_em": among(em, has),
        "words_f1": among(f1, has),
        "auroc": auroc(sure, has),
    }
    bars = {"own": ANSWERS_AT, "best_em": best_em, "best_f1": best_f1}
    thresholds = {name: None if np.isinf(bar) else bar for name, bar in bars.items()}
    return ReaderScores(len(results), figures(statistics, len(results), seed), thresholds)


def best_threshold(sure: Floats, words: Floats, silence: Flags) -> float:
    """The sureness from which giving words scores most on the whole; infinite for never.

    `words` and `silence` are what each question scores with its words and without any, 0 to 1. Of
    equally good thresholds the highest is taken.
    """
    levels, places = np.unique(-sure, return_inverse=True)
    gains = np.bincount(places, words - silence, minlength=len(levels))
    totals = np.concatenate([[0.0], np.cumsum(gains)])
    return float(np.concatenate([[np.inf], -levels])[totals.argmax()])
