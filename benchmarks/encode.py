"""Encoding on a CPU: the compiled encoder against sentence-transformers in float32.

`python -m benchmarks.encode [FILE]` takes 2,000 passages and 200 questions from a library file (the
sample repeated when none is given), has both encode the same texts in turn, three rounds each, and
compares medians.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from itertools import islice

import numpy as np

from data.importing import read_source
from data.records import Entry
from index.encoder import Encoder, Vectors
from index.passages import passages_of
from pipeline.planning import plan_changes
from pipeline.settings import load_settings

PASSAGES = 2000
QUESTIONS = 200
ROUNDS = 3


def texts_of(path: str, encoder: Encoder) -> tuple[list[str], list[str]]:
    """Passages and questions of a library file."""
    entries: list[Entry] = list(plan_changes(read_source(path).drafts, [], replace_all=False).added)
    entries = entries[:PASSAGES]
    passages = [p.text for group in passages_of(entries, encoder) for p in group]
    questions = [entry.question for entry in entries]
    return (
        list(islice(_repeated(passages), PASSAGES)),
        list(islice(_repeated(questions), QUESTIONS)),
    )


def _repeated(texts: list[str]):  # noqa: ANN202
    round_number = 0
    while True:
        yield from (text if not round_number else f"{text} {round_number}" for text in texts)
        round_number += 1


def seconds(work: Callable[[], object]) -> float:
    """How long some work takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def each_ms(encode: Callable[[list[str]], object], questions: list[str]) -> float:
    """The median time of one question by itself, in milliseconds."""
    return statistics.median(seconds(lambda q=q: encode([q])) for q in questions) * 1000


def main(path: str) -> None:
    """Prints both figures and their ratios."""
    from sentence_transformers import SentenceTransformer

    from index.compiled import CompiledEncoder
    from index.models import DEFAULT_ENCODER, find_encoder

    files = find_encoder(DEFAULT_ENCODER)
    ours = CompiledEncoder(files, load_settings().models)
    theirs = SentenceTransformer(str(files.folder), device="cpu", local_files_only=True)
    passages, questions = texts_of(path, ours)

    def reference(texts: list[str]) -> Vectors:
        return np.asarray(theirs.encode(texts, normalize_embeddings=True), np.float32)

    ours.encode(passages[:64]), reference(passages[:64])
    bulk, single = {"ours": [], "theirs": []}, {"ours": [], "theirs": []}
    for _ in range(ROUNDS):
        for name, encode in (("ours", ours.encode), ("theirs", reference)):
            bulk[name].append(len(passages) / seconds(lambda e=encode: e(passages)))
            single[name].append(each_ms(encode, questions))
    fast, slow = (statistics.median(bulk[name]) for name in ("ours", "theirs"))
    quick, long = (statistics.median(single[name]) for name in ("ours", "theirs"))
    texts = passages + questions
    cosines = (ours.encode(texts) * reference(texts)).sum(axis=1)
    print(f"passages a second: {fast:.0f} compiled, {slow:.0f} reference: {fast / slow:.2f} times")
    print(f"one question, p50: {quick:.2f} ms, {long:.2f} ms: {quick / long:.2f} of the time")
    print(f"cosine: least {cosines.min():.5f}, mean {cosines.mean():.5f} over {len(texts)} texts")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "data/sample/faq.csv")
