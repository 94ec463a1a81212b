"""An explanation in the words of somebody who explains it to whoever looks after the library."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from data.answers import Decision, MessageKind
from pipeline.evaluation.words import PERCENT
from pipeline.explaining.records import Explanation, Feature, Path, Reason, Weighed

TEXT_LENGTH = 90
# Terms that are told of, and what one must be worth to be told as missing.
TERMS = 5
LEAST_SHARED = 0.005
WORTH = 0.1
# What reading puts together, in the order in which it is drawn.
GROUPS = {
    "Asks alike": ("similarity", "fourth", "eighth"),
    "Answer fits": ("answer",),
    "Shares words": ("lexical",),
    "Reader": ("relevance",),
    "Contradicts": ("numbers", "codes", "negation", "missing", "common"),
    "Held back": ("bounds",),
}
FEATURES = {
    "start": "To start with",
    "score": "How well it fits",
    "rival": "Rival",
    "others": "All other rivals",
    "crowd": "Rivals not seen here",
}
CLASHES = {
    "numbers": "another number",
    "codes": "another code",
    "negation": "one says no, the other does not",
    "missing": "a number or code that the entry lacks",
}


@dataclass(frozen=True, slots=True)
class Group:
    """What things of one kind add to a candidate's score."""

    label: str
    adds: float


def groups(candidate: Weighed) -> tuple[Group, ...]:
    """What the score of a candidate is made of, kind by kind; what adds nothing is left out."""
    adds = {part.name: part.adds for part in candidate.parts}
    summed = (Group(label, sum(adds.get(n, 0.0) for n in names)) for label, names in GROUPS.items())
    return tuple(group for group in summed if abs(group.adds) >= 5e-4)


def quoted(text: str) -> str:
    """A text on one line in quotes, shortened."""
    line = " ".join(text.split())
    return f"“{line if len(line) <= TEXT_LENGTH else line[:TEXT_LENGTH].rstrip() + '…'}”"


def percent(share: float) -> str:
    """A share, 0 to 1: "89 %"."""
    return f"{100 * share:.0f}{PERCENT}"


def number(value: float) -> str:
    """A score with two decimals and a sign that typographers like."""
    return f"{value:.2f}".replace("-", "−")


def entry_name(path: Path, entry_id: str) -> str:
    """An entry by its question where it is a candidate, and by its id where not."""
    found = (quoted(c.question) for c in path.candidates if c.entry_id == entry_id)
    return next(found, entry_id)


def headline(path: Path) -> str:
    """What came of a question, in a sentence."""
    verdict = path.verdict
    sure = f"{percent(verdict.confidence)} sure"
    kind = _kind(path.wanted.kind)
    told = {
        Reason.SURE: f"Answered by {entry_name(path, path.entry_id)}, {sure}.",
        Reason.UNSURE: f"Not answered: {sure} is less than the {percent(verdict.answer_at)} "
        "that it takes.",
        Reason.TOO_CLOSE: "Not answered: two entries nearly ask this and score alike.",
        Reason.ANOTHER: "Not answered: the best entry is of another number or code.",
        Reason.OPPOSITE: "Not answered: the best entry asks the opposite in nearly these words.",
        Reason.NOTHING_FOUND: "Not answered: no entry has anything in common with it.",
        Reason.SMALL_TALK: f"Not answered: taken for {kind}, not for a question.",
        Reason.OUT_OF_SCOPE: "Not answered: somebody marked this as out of scope.",
    }[verdict.reason]
    if verdict.decision is Decision.SUGGESTED:
        told += f" Suggested: {', '.join(entry_name(path, name) for name in path.suggested)}."
    return told


def _kind(kind: MessageKind) -> str:
    return {MessageKind.PERSON: "a wish for a person", MessageKind.THANKS: "thanks"}.get(
        kind, f"{'an' if kind[0] in 'aou' else 'a'} {kind} message"
    )


def how_asked(explanation: Explanation) -> str:
    """What was made of the message before it was looked up, in a sentence; "" if nothing."""
    heart, parts = explanation.heart, explanation.questions
    if not explanation.as_one:
        return f"The message was taken apart into {len(parts)} questions, each with its own entry."
    tried = f" It was also tried as {len(parts)} questions, which no two entries answer."
    told = (
        "" if heart == explanation.cleaned else f"Looked up without pleasantries: {quoted(heart)}."
    )
    return (told + (tried if parts else "")).strip()


def story(path: Path, entries: int) -> tuple[str, ...]:
    """Why it came so, in sentences, step by step."""
    return tuple(
        sentence
        for part in (_found(path, entries), _ordered(path), _trusted(path), _decided(path))
        for sentence in part
    )


def _found(path: Path, entries: int) -> Iterator[str]:
    if not path.candidates:
        return
    first = path.candidates[0]
    yield (
        f"Of {entries:,} entries {len(path.candidates)} were looked at. First came "
        f"{quoted(first.question)}: {found_by(first)}."
    )
    lacking = missing_terms(first)
    if lacking:
        yield f"What was asked and it does not hold: {lacking}."


def found_by(candidate: Weighed) -> str:
    """How an entry was found."""
    alternate = candidate.alternate_cosine > candidate.question_cosine
    form = f"its other wording {quoted(candidate.alternate)}" if alternate else "its question"
    near = max(candidate.question_cosine, candidate.alternate_cosine)
    told = f"{form} is {percent(max(near, 0.0))} alike in meaning"
    shared = matching_terms(candidate)
    return (
        f"{told}, and it shares the words {shared}" if shared else f"{told}, and it shares no word"
    )


def matching_terms(candidate: Weighed) -> str:
    """The words that question and entry share, those that count most first, with their worth."""
    shared = sorted((t for t in candidate.terms if t.adds >= LEAST_SHARED), key=lambda t: -t.adds)
    return ", ".join(f"{term.word} ({number(term.adds)})" for term in shared[:TERMS])


def missing_terms(candidate: Weighed) -> str:
    """The words of the question that the entry lacks though they are worth a lot."""
    lacking = (t for t in candidate.terms if t.adds == 0 and t.most >= WORTH)
    told = sorted(lacking, key=lambda term: -term.most)[:TERMS]
    return ", ".join(f"{t.word}{'' if t.is_known else ' (in no entry)'}" for t in told)


def _ordered(path: Path) -> Iterator[str]:
    read = [candidate for candidate in path.candidates if candidate.clash is not None]
    if not read:
        return
    first = path.candidates[0]
    if first.found_at != 1:
        before = next(c for c in path.candidates if c.found_at == 1)
        yield (
            f"The search had put {quoted(before.question)} first ({before.fused:.3f} against "
            f"{first.fused:.3f}). Reading changed that: {_judged(first)}; "
            f"for {quoted(before.question)} it is {_judged(before)}."
        )
    elif len(read) == 1:
        yield "The search put it clearly first, so that no other entry was read."
    else:
        yield f"{len(read)} entries scored so alike that they were read; the order stayed."
    if told := clashes(first):
        yield f"It is at odds with the question: {told}."


def place_of(path: Path, entry_id: str) -> str:
    """Where the entry came that should have answered, and why there; "" for the first."""
    found = {candidate.entry_id: candidate for candidate in path.candidates}
    if entry_id not in found:
        return f"It is not among the {len(found)} entries that were looked at."
    candidate, first = found[entry_id], path.candidates[0]
    if candidate is first:
        return ""
    told = f" It is at odds with the question: {clashes(candidate)}." if clashes(candidate) else ""
    return (
        f"It came in place {candidate.place}, with {number(candidate.score)} against "
        f"{number(first.score)}: {found_by(candidate)}.{told}"
    )


def _judged(candidate: Weighed) -> str:
    reading = candidate.reading
    fits = f"{percent(reading.relevance)} relevant by the reader" if reading else "not read"
    told = clashes(candidate)
    return f"{fits}, with {told}" if told else fits


def clashes(candidate: Weighed) -> str:
    """What a question and an entry contradict each other in; "" if in nothing."""
    clash = candidate.clash
    if clash is None:
        return ""
    return ", ".join(text for name, text in CLASHES.items() if getattr(clash, name))


def _trusted(path: Path) -> Iterator[str]:
    rivals = [f for f in path.verdict.features if f.name == "rival" and f.adds < -0.1]
    if not path.candidates:
        return
    if not rivals:
        yield f"No other entry comes near it: {percent(path.verdict.confidence)} sure."
        return
    named = ", ".join(entry_name(path, rival.entry_id) for rival in rivals)
    without = next(f.confidence for f in path.verdict.features if f.name == "score")
    yield (
        f"Alone it would be {percent(without)} sure. Others fit nearly as well ({named}), which "
        f"leaves {percent(path.verdict.confidence)}."
    )


def _decided(path: Path) -> Iterator[str]:
    verdict, wanted = path.verdict, path.wanted
    if verdict.reason is Reason.OUT_OF_SCOPE:
        yield (
            f"It is {percent(wanted.marked_cosine)} alike to {quoted(wanted.marked)}, which was "
            "marked as out of scope, and no entry is nearer."
        )
        return
    if verdict.reason is Reason.SMALL_TALK:
        yield f"What kind of message it is was {percent(wanted.confidence)} sure, and went first."
        return
    yield (
        f"From {percent(verdict.answer_at)} on it answers ({verdict.thresholds_from}), and from "
        f"{percent(verdict.suggest_at)} on it suggests."
    )
    if verdict.reason is Reason.OPPOSITE:
        yield (
            f"The question says no where {quoted(path.candidates[0].nearest)} does not, or the "
            f"other way round; {entry_name(path, verdict.too_close.rival)} could be meant."
        )
    if verdict.reason is Reason.TOO_CLOSE:
        close = verdict.too_close
        yield (
            f"{entry_name(path, close.rival)} asks nearly the same, answers otherwise and scores "
            f"only {number(close.gap)} less; at least {number(close.least_gap)} is asked for."
        )


def feature_label(path: Path, feature: Feature) -> str:
    """What a feature of the decision is called."""
    for candidate in path.candidates:
        if candidate.entry_id == feature.entry_id:
            return f"{FEATURES[feature.name]} {candidate.place}. {candidate.question}"
    return FEATURES[feature.name]


def kinds_told(path: Path) -> str:
    """The two likeliest kinds of message."""
    told = (f"{guess.kind} {percent(guess.confidence)}" for guess in path.wanted.kinds[:2])
    return ", then ".join(told)


def titles(paths: Sequence[Path]) -> list[str]:
    """What the paths of a message are headed; one path needs no heading."""
    return [quoted(path.question) if len(paths) > 1 else "" for path in paths]
