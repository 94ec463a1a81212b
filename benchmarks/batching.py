"""Questions in batches against one at a time: `python -m benchmarks.batching HOME QUESTIONS`.

HOME is a library and QUESTIONS a file of questions for it, as for `faqdesk evaluate`. The two ways
take turns on the same questions, so that a busy moment of the machine falls on both.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from pipeline.build import open_faqdesk
from pipeline.evaluation.question_sets import read_questions

QUESTIONS = 1024
ROUNDS = 5


def seconds(work: Callable[[], object]) -> float:
    """How long a piece of work takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def main() -> None:
    """Prints questions a second of both ways, and how many times faster batches are."""
    answerer = open_faqdesk(Path(sys.argv[1])).unlogged_answerer
    asked = [question.query for question in read_questions(sys.argv[2], None).questions][:QUESTIONS]
    list(answerer.answer_many(asked[:8]))
    alone, together = [], []
    for start in range(ROUNDS):
        part = asked[start :: ROUNDS * 4]
        alone.append(seconds(lambda part=part: [answerer.answer(q) for q in part]) / len(part))
        together.append(seconds(lambda: list(answerer.answer_many(asked))) / len(asked))
    one, many = median(alone), median(together)
    print(f"questions a second: {1 / many:.0f} in batches, {1 / one:.0f} alone: {one / many:.2f}x")


if __name__ == "__main__":
    main()
