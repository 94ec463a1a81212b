"""A large library: `python -m benchmarks.scale FILE` with a file of many entries.

Ingests the file into a fresh library, ingests it again unchanged, changes one answer, publishes and
asks questions; each step is a `faqdesk` process of its own, with its wall time and peak memory.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

QUESTIONS = 200


@dataclass(frozen=True)
class Run:
    """What a command printed, how long it took and the most memory it held."""

    output: str
    seconds: float
    peak_mb: float


def run(home: Path, *arguments: str) -> Run:
    """Runs a `faqdesk` command; a failure ends the benchmark."""
    command = [sys.executable, "-m", "app.command", *arguments, "--home", str(home)]
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) not in {0, 3}:
        raise SystemExit(f"{' '.join(arguments[:2])} failed")
    return Run(output, time.perf_counter() - started, usage.ru_maxrss / 1024)


def with_one_change(source: Path, target: Path) -> None:
    """A copy of a JSON lines file in which the first answer has one more sentence."""
    opener = gzip.open if source.suffix == ".gz" else open
    with opener(source, "rt", encoding="utf-8") as rows, target.open("w", encoding="utf-8") as out:
        for number, line in enumerate(rows):
            row = json.loads(line)
            if number == 0:
                row["answer"] += " Ask your doctor before you change a treatment."
            out.write(json.dumps(row, ensure_ascii=False) + "\n")


def sample_questions(source: Path, target: Path) -> None:
    """Writes questions of the file, spread over it, one a line."""
    opener = gzip.open if source.suffix == ".gz" else open
    with opener(source, "rt", encoding="utf-8") as rows:
        questions = [json.loads(line)["question"] for line in rows]
    step = max(1, len(questions) // QUESTIONS)
    target.write_text("\n".join(questions[::step][:QUESTIONS]), "utf-8")


def main(source: Path) -> None:
    """Prints one line a step."""
    with tempfile.TemporaryDirectory() as scratch:
        home, changed, asked = (Path(scratch) / name for name in ("home", "c.jsonl", "q.txt"))
        with_one_change(source, changed)
        sample_questions(source, asked)
        first = run(home, "ingest", str(source), "--json")
        again = run(home, "ingest", str(source), "--json")
        change = run(home, "ingest", str(changed), "--json")
        answers = run(home, "ask", "--file", str(asked))
        for name, step in (("first", first), ("unchanged", again), ("one change", change)):
            counts = {k: v for k, v in json.loads(step.output).items() if isinstance(v, int)}
            print(f"{name:10} {step.seconds:8.1f} s  peak {step.peak_mb:6.0f} MB  {counts}")
        print(f"unchanged takes 1/{first.seconds / again.seconds:.0f} of the first time")
        report_answers(answers)


def report_answers(answers: Run) -> None:
    """Prints how long a question takes, per step."""
    timings = [json.loads(line)["timings_ms"] for line in answers.output.splitlines()]
    for step in timings[0]:
        p50, p95 = np.percentile([row[step] for row in timings], [50, 95])
        print(f"ask {step:9} p50 {p50:7.2f} ms  p95 {p95:7.2f} ms")
    print(f"ask, {len(timings)} questions: peak {answers.peak_mb:.0f} MB")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
