"""A sentence beside a passage, whether the passage bears it out, and which words are wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from random import Random

from pipeline.training.borne.wording import DIGITS

MAX_SENTENCE_WORDS, MAX_PASSAGE_WORDS = 45, 120
_TOKEN = re.compile(r"\w+|[^\w\s]")
# What a friendly reply begins with, for six in sixteen nothing.
OPENINGS = (
    *[""] * 6, "Yes, ", "Sure, ", "Good news: ", "Please note that ", "Of course, ", "In short, ",
    "Just so you know, ", "Thanks for asking! ", "Happy to help! ", "No worries: ",
)  # fmt: skip
PROMISES = (
    "a free drink is included", "we give you a full refund", "we call you back the same day",
    "there is a discount of 10 percent", "we deliver it to your door", "you get priority",
    "we send a reminder by text", "breakfast is included", "parking is free",
    "we replace it at once", "a technician comes to your home", "you receive a gift voucher",
    "it is guaranteed for life", "there is free wifi", "we take care of everything for you",
    "help is there around the clock", "you may bring a friend for free", "the fee is waived",
    "no questions are asked", "we also cover the travel costs",
)  # fmt: skip
_SMALL_ELSEWHERE = (
    "The A An It This These They He She We You There Some Many Most Your In If When For On At "
    "All No None Every Only Nobody Each After Before Unless But And So"
)
SMALL_ELSEWHERE = frozenset(_SMALL_ELSEWHERE.split())
JOINS = (", and ", "; ", ", but ", ", while ")


@dataclass(frozen=True, slots=True)
class Span:
    """Code points from `start` to before `end`."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Judged:
    """A sentence beside a passage under its question; `kind` says which rule made it.

    `wrong` are the parts of the sentence that make it untrue, or None where no rule knows them.
    A sentence that is untrue because something was left out has none.
    """

    sentence: str
    passage: str
    untrue: bool
    kind: str
    question: str = ""
    wrong: tuple[Span, ...] | None = ()

    def line(self) -> str:
        """The line of JSON that training reads."""
        row: dict[str, object] = {
            "h": self.sentence, "q": self.question, "p": self.passage, "y": int(self.untrue),
            "k": self.kind,
        }  # fmt: skip
        if self.wrong is not None:
            row["s"] = [[span.start, span.end] for span in self.wrong]
        return json.dumps(row, ensure_ascii=False)

    @property
    def fits(self) -> bool:
        """Whether the sentence is one, and neither it nor the passage is too long to learn."""
        return (
            2 <= len(self.sentence.split()) <= MAX_SENTENCE_WORDS
            and len(self.passage.split()) <= MAX_PASSAGE_WORDS
        )


def capital(text: str) -> str:
    """The text with its first letter large."""
    return text[:1].upper() + text[1:]


def wrong_parts(sentence: str, true: str) -> tuple[Span, ...]:
    """The parts of a sentence that are not in the true one; two and 2 are the same."""
    places = list(_TOKEN.finditer(sentence))
    said, meant = (
        [DIGITS.get(token.lower(), token.lower()) for token in _TOKEN.findall(text)]
        for text in (sentence, true)
    )
    changes = SequenceMatcher(None, said, meant, autojunk=False).get_opcodes()
    return tuple(
        Span(places[first].start(), places[last - 1].end())
        for change, first, last, _, _ in changes
        if change in ("replace", "delete")
    )


def nearest(sentence: str, others: Sequence[str]) -> str:
    """The one of the other sentences that has most in common with the sentence."""
    words = sentence.lower().split()

    def alike(other: str) -> float:
        return SequenceMatcher(None, words, other.lower().split(), autojunk=False).ratio()

    return max(others, key=alike)


def opened(judged: Judged, random: Random) -> Judged:
    """The same with a friendly beginning, or with none; its sentence begins small if it may."""
    opening = random.choice(OPENINGS)
    # "Yes, dogs …", but "Thanks! Dogs …".
    goes_on = opening.endswith((", ", ": ", "that "))
    said = opening + (judged.sentence if goes_on else capital(judged.sentence))
    moved = judged.wrong and tuple(
        Span(span.start + len(opening), span.end + len(opening)) for span in judged.wrong
    )
    return replace(judged, sentence=said, wrong=moved)


def small(text: str) -> str:
    """The sentence with its first letter small where the word is not a name."""
    known = text.split(" ", 1)[0] in SMALL_ELSEWHERE
    return text[:1].lower() + text[1:] if known else text
