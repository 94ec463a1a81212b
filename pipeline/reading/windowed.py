"""A reader that scores the tokens of windows with a model, whatever runs that model."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from data.answers import Reading
from pipeline.reading.reader import ToRead
from pipeline.reading.spans import Floats, TokenSpan, best_span, code_points
from pipeline.reading.windows import Tokens, Window, WindowMaker

# Of a longer answer so many windows are read, around where retrieval found something.
MAX_WINDOWS = 8


@dataclass(frozen=True, slots=True)
class WindowScores:
    """What the network says of a window.

    `first` and `last` are the scores of its tokens as first and last word of the span, `none` is
    that of no words, and `relevance` the logit that the entry answers.
    """

    first: Floats
    last: Floats
    none: float
    relevance: float


class Runtime(Protocol):
    """Runs the network."""

    def scores(self, windows: Sequence[Window]) -> list[WindowScores]:
        """The scores of each window, in their order."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """How margin and relevance are weighed into log-odds.

    Both, with the bias, are those that a passage answers; relevance by itself, weighed so, is those
    that heading and passage are about what is asked.
    """

    margin: float
    relevance: float
    bias: float


class WindowedReader:
    """Reads each passage in windows and marks the likeliest words of all of them."""

    def __init__(self, maker: WindowMaker, runtime: Runtime, calibration: Calibration) -> None:
        self._maker = maker
        self._runtime = runtime
        self._calibration = calibration

    def read(self, items: Sequence[ToRead]) -> list[Reading]:
        """One reading an item, in their order.

        Raises:
            ModelError: when the model cannot be loaded.
        """
        passages = self._maker.tokens([item.passage for item in items])
        cut = self._cut(items, passages)
        scores = iter(self._runtime.scores([window for windows in cut for window in windows]))
        return [
            self._reading(item, tokens, windows, [next(scores) for _ in windows])
            for item, tokens, windows in zip(items, passages, cut, strict=True)
        ]

    def _cut(self, items: Sequence[ToRead], passages: Sequence[Tokens]) -> list[list[Window]]:
        questions = self._maker.tokens([item.question for item in items])
        headings = self._maker.tokens([item.heading for item in items])
        parts = zip(items, questions, headings, passages, strict=True)
        return [
            nearest_windows(list(self._maker.windows(*texts)), texts[-1], item.near)
            for item, *texts in parts
        ]

    def _reading(
        self,
        item: ToRead,
        tokens: Tokens,
        windows: Sequence[Window],
        scores: Sequence[WindowScores],
    ) -> Reading:
        sure = self._calibration
        relevance = sure.relevance * max(score.relevance for score in scores)
        best = _best(windows, scores)
        if best is None:
            return Reading(0, 0, "", 0.0, logistic(relevance), 0.0)
        start, end = code_points(item.passage, tokens.offsets, best.first, best.last)
        text = item.passage[start:end]
        answers = logistic(sure.margin * best.margin + relevance + sure.bias)
        return Reading(
            start, end, text, best.margin, logistic(relevance), answers, float(best.none)
        )


def nearest_windows(windows: Sequence[Window], passage: Tokens, near: int) -> list[Window]:
    """At most `MAX_WINDOWS` neighbouring windows, those around a code point of the passage."""
    token = sum(end <= near for _, end in passage.offsets)
    before = sum(window.first <= token for window in windows) - 1
    first = min(max(0, before - MAX_WINDOWS // 2), max(0, len(windows) - MAX_WINDOWS))
    return list(windows[first : first + MAX_WINDOWS])


def logistic(value: float) -> float:
    """1 / (1 + e^−value), for any value."""
    return float(0.5 * (1 + np.tanh(value / 2))) if math.isfinite(value) else float(value > 0)


def _best(windows: Sequence[Window], scores: Sequence[WindowScores]) -> TokenSpan | None:
    """The span with the highest margin, in tokens of the passage; the first of equals."""
    best: TokenSpan | None = None
    for window, score in zip(windows, scores, strict=True):
        inside = slice(window.passage, window.end)
        found = best_span(score.first[inside], score.last[inside], score.none)
        if found and (best is None or found.margin > best.margin):
            first, last = window.first + found.first, window.first + found.last
            best = replace(found, first=first, last=last)
    return best
