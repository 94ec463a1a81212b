"""A GPU against the CPU on the same work: `python -m benchmarks.gpu [FILE]`.

Encodes the passages of a library file, builds an index of them and searches it, on the GPU and on
the CPU in one run. Where FAISS or torch sees no GPU, it says so and measures the CPU alone.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import numpy as np

from data.importing import read_source
from index.compiled import CompiledEncoder
from index.encoder import Encoder, Vectors
from index.gpu import FaissGpus
from index.models import DEFAULT_ENCODER, find_encoder
from index.passages import passages_of
from index.sentence import SentenceEncoder
from index.vectors import VectorIndex
from pipeline.planning import plan_changes
from pipeline.settings import load_settings

MAX_PASSAGES = 20_000
QUERIES = 1000
NEIGHBOURS = 20


def timed(work: Callable[[], object]) -> float:
    """The best of three runs, in seconds."""
    times = []
    for _ in range(3):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times)


def index_of(vectors: Vectors) -> VectorIndex:
    """An index with the vectors under the ids 0, 1, 2…."""
    index = VectorIndex(vectors.shape[1])
    index.add(np.arange(len(vectors)), vectors)
    return index


def gpu_encoder() -> Encoder | None:
    """The encoder on the GPU, or None where torch sees none."""
    import torch

    if not torch.cuda.is_available():
        return None
    return SentenceEncoder(find_encoder(DEFAULT_ENCODER))


def passages_from(path: str, encoder: Encoder) -> list[str]:
    """The texts of the file's passages."""
    entries = plan_changes(read_source(path).drafts, [], replace_all=False).added
    return [p.text for group in passages_of(entries, encoder) for p in group][:MAX_PASSAGES]


def compare(name: str, cpu: float, gpu: float | None, unit: str, work: int) -> None:
    """Prints one line: both rates and their ratio."""
    line = f"{name:10} CPU {work / cpu:12,.0f} {unit}/s"
    if gpu is not None:
        line += f"   GPU {work / gpu:12,.0f} {unit}/s   {cpu / gpu:.1f} times"
    print(line)


def main(path: str) -> None:
    """Measures encoding, building and searching."""
    cpu, gpu, gpus = (
        CompiledEncoder(find_encoder(DEFAULT_ENCODER), load_settings().models),
        gpu_encoder(),
        FaissGpus(),
    )
    if gpu is None or not gpus.count():
        print("There is no GPU here that torch and FAISS can both use: the CPU is measured alone.")
        gpu = None
    texts = passages_from(path, cpu)
    vectors = cpu.encode(texts)
    on_cpu = timed(lambda: cpu.encode(texts))
    on_gpu = timed(lambda: gpu.encode(texts)) if gpu else None
    compare("encode", on_cpu, on_gpu, "passages", len(texts))
    if gpu:
        print(f"least cosine GPU to CPU: {(gpu.encode(texts) * vectors).sum(axis=1).min():.5f}")

    def moved() -> VectorIndex:
        index = index_of(vectors)
        index.move_to_gpu(gpus)
        return index

    compare(
        "build",
        timed(lambda: index_of(vectors)),
        timed(moved) if gpu else None,
        "vectors",
        len(vectors),
    )
    plain, fast = index_of(vectors), moved()
    queries = np.resize(vectors, (QUERIES, vectors.shape[1]))
    searched = timed(lambda: fast.search(queries, NEIGHBOURS)) if gpu else None
    compare(
        "search", timed(lambda: plain.search(queries, NEIGHBOURS)), searched, "queries", QUERIES
    )
    print(f"searches ran on: {fast.place}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "data/sample/faq.csv")
