"""The reader against transformers: `python -m benchmarks.reading HOME QUESTIONS`.

HOME is a library and QUESTIONS a file of questions for it. For each question the same five
candidates are read by transformers in float32, one by one without padding and as one batch, by the
compiled network, and by the compiled network as faqdesk does it: only those that could come first.
The four take turns on each question; the medians are compared.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median

import torch

from data.answers import Candidate, Reading
from index.compiled import load_tokenizer
from pipeline.build import Faqdesk, open_faqdesk
from pipeline.evaluation.question_sets import read_questions
from pipeline.rank import MAX_READ, to_read
from pipeline.reading.compiled import network_inputs, window_scores
from pipeline.reading.network import ReaderNetwork, load_network
from pipeline.reading.reader import Reader, ToRead
from pipeline.reading.weights import DEFAULT_FOLDER, find_reader
from pipeline.reading.windowed import WindowedReader, WindowScores
from pipeline.reading.windows import Window, WindowMaker
from pipeline.retrieve import Found, Retriever

QUESTIONS = 200


class Float32Network:
    """Runs the network as transformers runs it: in float32, with its own attention."""

    def __init__(self, network: ReaderNetwork, length: int, batch: int) -> None:
        self._network = network
        self._length = length
        self._batch = batch

    def scores(self, windows: Sequence[Window]) -> list[WindowScores]:
        """The scores of each window, in their order."""
        scores: list[WindowScores] = []
        for start in range(0, len(windows), self._batch):
            batch = windows[start : start + self._batch]
            longest = max(len(window.ids) for window in batch)
            inputs = network_inputs(batch, longest)
            with torch.inference_mode():
                outputs = self._network(**{n: torch.from_numpy(v) for n, v in inputs.items()})
            scores += window_scores(*(output.numpy() for output in outputs))
        return scores


def float32_reader(batch: int) -> Reader:
    """The reader of faqdesk, run by transformers."""
    files = find_reader(DEFAULT_FOLDER)
    network = load_network(files)
    network.encoder.set_attn_implementation("sdpa")
    maker = WindowMaker(load_tokenizer(files.encoder.folder), files.length)
    return WindowedReader(maker, Float32Network(network, files.length, batch), files.calibration)


def timed(reader: Reader, items: Sequence[ToRead]) -> tuple[float, list[Reading]]:
    """Milliseconds that reading takes, and what was read."""
    started = time.perf_counter()
    readings = reader.read(items)
    return 1000 * (time.perf_counter() - started), readings


def candidates_of(faqdesk: Faqdesk, question: str) -> Found:
    """What retrieval brings for a question, at most five."""
    vectors = faqdesk.encoder.encode([question])
    retriever = Retriever(faqdesk.store, faqdesk.fusion, faqdesk.validity)
    (found,) = retriever.find(faqdesk.library.current(), [question], vectors)
    return replace(found, candidates=found.candidates[:MAX_READ])


def marked(candidate: Candidate | None) -> tuple[str, str]:
    """The entry that came first and the words that were marked in it."""
    if candidate is None or candidate.reading is None:
        return "", ""
    return candidate.entry.id, candidate.reading.text


def main() -> None:
    """Prints median times, how many times faster each is, and how many spans are the same."""
    faqdesk = open_faqdesk(Path(sys.argv[1]))
    asked = [q.query for q in read_questions(sys.argv[2], None).questions]
    asked = asked[:: max(1, len(asked) // QUESTIONS)][:QUESTIONS]
    compiled = faqdesk.reader
    assert compiled is not None
    ways = {"one by one": float32_reader(1), "batched": float32_reader(64), "compiled": compiled}
    times: dict[str, list[float]] = {name: [] for name in (*ways, "adaptive")}
    spans = same = firsts = read = 0
    for question in asked:
        found = candidates_of(faqdesk, question)
        items = [to_read(question, c) for c in found.candidates]
        readings = {}
        for name, reader in ways.items():
            ms, readings[name] = timed(reader, items)
            times[name].append(ms)
        started = time.perf_counter()
        (ranked,) = faqdesk.ranker.ranked([question], [found])
        times["adaptive"].append(1000 * (time.perf_counter() - started))
        pairs = zip(readings["one by one"], readings["compiled"], strict=True)
        spans += len(items)
        same += sum((one.start, one.end) == (other.start, other.end) for one, other in pairs)
        read += sum(c.reading is not None for c in ranked.candidates)
        expected = faqdesk.ranker.with_readings(question, found, readings["one by one"])
        firsts += marked(ranked.candidates[0]) == marked(expected.candidates[0])
    medians = {name: median(ms) for name, ms in times.items()}
    best = min(medians["one by one"], medians["batched"])
    for name, ms in medians.items():
        print(f"{name}: {ms:.1f} ms, {best / ms:.2f} times as fast as the better of the first two")
    print(f"compiled: the same span as float32 in {same} of {spans}, {same / spans:.2%}")
    print(f"adaptive: {read / len(asked):.2f} read a question; the same entry and words come first")
    print(f"in {firsts} of {len(asked)}, {firsts / len(asked):.2%}")


if __name__ == "__main__":
    main()
