"""The steps of an answer: what went into each, what came out, and how long it took."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.evaluation.words import step_text
from pipeline.explaining.records import Explanation, Path
from pipeline.explaining.words import entry_name, kinds_told, number, percent, quoted


@dataclass(frozen=True, slots=True)
class Step:
    """One step; `ms` is that of the whole message."""

    name: str
    went_in: str
    came_out: str
    ms: float


def steps(explanation: Explanation, path: Path) -> tuple[Step, ...]:
    """The steps in the order in which they were taken."""
    told = {
        "open": ("the number of what is live", f"generation {explanation.generation}"),
        "encode": _encoded(path),
        "retrieve": _retrieved(explanation, path),
        "intent": (quoted(path.question), kinds_told(path)),
        "read": _read(path),
        "decide": _decided(path),
    }
    return tuple(
        Step(step_text(timing.step), *told.get(timing.step, ("", "")), timing.ms)
        for timing in explanation.timings
    )


def _encoded(path: Path) -> tuple[str, str]:
    made = path.encoding
    unread = f", {made.tokens - made.window} unread" if made.tokens > made.window else ""
    went_in = f"{quoted(path.question)}: {made.tokens} tokens{unread}"
    return went_in, f"a vector of {made.dimension} numbers, length {number(made.norm)}"


def _retrieved(explanation: Explanation, path: Path) -> tuple[str, str]:
    count = f"{len(path.candidates)} candidates"
    best = min(path.candidates, key=lambda c: c.found_at, default=None)
    first = f", first {quoted(best.question)} with {number(best.fused)}" if best else ""
    only = f" of the category {explanation.category}" if explanation.category else ""
    return f"the vector, the words and {explanation.entries:,} entries{only}", count + first


def _read(path: Path) -> tuple[str, str]:
    read = sum(candidate.clash is not None for candidate in path.candidates)
    if not read:
        return "no candidate", ""
    first = path.candidates[0]
    marked = first.reading.text if first.reading else ""
    relevant = f", {percent(first.reading.relevance)} relevant" if first.reading else ""
    words = f"marked {quoted(marked)}" if marked else "no words marked"
    return f"{read} of the candidates", f"{quoted(first.question)} first{relevant}; {words}"


def _decided(path: Path) -> tuple[str, str]:
    verdict = path.verdict
    given = f": {entry_name(path, path.entry_id)}" if path.entry_id else ""
    went_in = f"the scores, and {percent(verdict.answer_at)} to answer"
    return went_in, f"{percent(verdict.confidence)} sure, {verdict.decision}{given}"
