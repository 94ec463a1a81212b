"""What a trained classifier adds to a question: `python -m benchmarks.taught HOME QUESTIONS`.

HOME is a library for which `faqdesk train intent` was run. Each question is answered whole and its
category told once more by itself, so that both meet the same machine.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from pathlib import Path

import numpy as np

from index.threads import one_thread
from pipeline.build import open_faqdesk
from pipeline.evaluation.question_sets import read_questions

WARM = 10
SHOWN = ("encode", "retrieve", "intent", "decide")


def main(home: Path, questions: str) -> None:
    """Prints medians, in ms."""
    desk = open_faqdesk(home)
    taken: dict[str, list[float]] = defaultdict(list)
    for number, asked in enumerate(read_questions(questions, None).questions):
        answer = desk.unlogged_answerer.answer(asked.query)
        with one_thread():
            vectors = desk.encoder.encode([asked.query])
            start = time.perf_counter()
            desk.topics.of([asked.query], vectors)
            lasted = time.perf_counter() - start
        # The first ones load models.
        if number >= WARM:
            taken["category"].append(lasted * 1000)
            for timing in answer.timings:
                taken[timing.step].append(timing.ms)
    for step in (*SHOWN, "category"):
        print(f"{step}: {np.median(taken[step]):.2f} ms")
    beside = np.median(taken["category"]) / np.median(taken["encode"])
    print(f"telling the category takes {beside:.2f} times as long as encoding")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
