"""A cold question against a cold import: `python -m benchmarks.startup`.

Loads the sample into a scratch library, then runs `faqdesk ask` and `python -c "import
sentence_transformers"` in turn, each as a new process, and compares the medians of their wall time.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 7


def seconds(*command: str) -> float:
    """The wall time of a command."""
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - started


def main() -> None:
    """Prints both medians and their ratio."""
    with tempfile.TemporaryDirectory() as home:
        faqdesk = [sys.executable, "-m", "app.command"]
        seconds(*faqdesk, "ingest", "data/sample/faq.csv", "--home", home)
        ask = [*faqdesk, "ask", "can my dog come along", "--home", home]
        load = [sys.executable, "-c", "import sentence_transformers"]
        asked, loaded = [], []
        for _ in range(ROUNDS):
            asked.append(seconds(*ask))
            loaded.append(seconds(*load))
    ours, theirs = statistics.median(asked), statistics.median(loaded)
    print(f"faqdesk ask: {ours:.2f} s; import sentence_transformers: {theirs:.2f} s")
    print(f"ratio of the medians of {ROUNDS}: {ours / theirs:.3f}")


if __name__ == "__main__":
    main()
