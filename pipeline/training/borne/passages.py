"""Pairs about passages that people wrote, by rules that change one of their sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from pipeline.training.borne import changes
from pipeline.training.borne.judged import (
    PROMISES,
    Judged,
    nearest,
    opened,
    small,
    wrong_parts,
)
from pipeline.training.borne.reading import Read, is_plain
from pipeline.training.borne.rephrasing import rephrased
from pipeline.training.borne.statements import MAX_ANSWER_WORDS, told
from pipeline.training.borne.swaps import DIFFERENT, swapped
from pipeline.training.borne.wording import reworded

MAX_WORDS = 85


@dataclass(frozen=True, slots=True)
class Place:
    """A sentence with some of those around it."""

    sentence: str
    around: tuple[str, ...]

    @property
    def passage(self) -> str:
        """The sentences as one text."""
        return " ".join(self.around)

    def changed(self, sentence: str) -> Place:
        """The same place in a passage that says something else there."""
        around = tuple(sentence if text == self.sentence else text for text in self.around)
        return Place(sentence, around)


def passage_pairs(read: Read, foreign: Sequence[str], random: Random) -> Iterator[Judged]:
    """True and untrue sentences beside parts of one passage."""
    plain = [number for number, text in enumerate(read.sentences) if is_plain(text)]
    made: list[Judged] = []
    for number in random.sample(plain, min(3, len(plain))):
        place = _place(read.sentences, number, random)
        made += [*_true(place, random), *_untrue(place, foreign, random)]
    for judged in made:
        question = ""
        if read.asked and random.random() < 0.4:
            question = random.choice(read.asked).question
        yield opened(replace(judged, question=question), random)


def _place(sentences: Sequence[str], number: int, random: Random) -> Place:
    """A sentence with up to four others, fewer where they are long."""
    count = random.choice((2, 2, 3, 3, 4, 5))
    first = max(0, number - random.randrange(count))
    last = min(len(sentences), first + count)
    while sum(len(text.split()) for text in sentences[first:last]) > MAX_WORDS and last - first > 1:
        if number > first and (random.random() < 0.5 or number == last - 1):
            first += 1
        elif number < last - 1:
            last -= 1
    return Place(sentences[number], tuple(sentences[first:last]))


def truly_changed(sentence: str, random: Random) -> str:
    """A sentence that says no more, in other words or shorter."""
    for _ in range(random.choice((1, 1, 2, 2, 3))):
        draw = random.random()
        if draw < 0.4:
            other: str | None = reworded(sentence, random, 1)
        elif draw < 0.55:
            other = rephrased(sentence, random) or reworded(sentence, random, 1)
        elif draw < 0.75:
            other = changes.reordered(sentence)
        else:
            shorter = changes.shortened(sentence)
            other = random.choice(shorter) if shorter else None
        sentence = other or sentence
    return sentence


def _true(place: Place, random: Random) -> Iterator[Judged]:
    said = truly_changed(place.sentence, random)
    # Most are easily seen to be true: few teach as much as many.
    if random.random() < (0.15 if said == place.sentence else 0.4):
        yield _borne(place, said, "passage: said otherwise")
    after = place.around.index(place.sentence) + 1
    if after < len(place.around) and is_plain(place.around[after]) and random.random() < 0.1:
        other = small(truly_changed(place.around[after], random))
        yield _borne(place, said[:-1] + random.choice((", and ", "; ")) + other, "passage: joined")


def _borne(place: Place, said: str, kind: str) -> Judged:
    return Judged(small(said), place.passage, untrue=False, kind=kind)


def _unborne(place: Place, said: str, kind: str, true: str) -> Judged:
    said = small(said)
    wrong = wrong_parts(said, small(true))
    return Judged(said, place.passage, untrue=True, kind=kind, wrong=wrong)


def _untrue(place: Place, foreign: Sequence[str], random: Random) -> Iterator[Judged]:
    """One untrue sentence, and with some a true one beside the same passage."""
    draw = random.random()
    if draw < 0.35:
        said = changes.without_condition(place.sentence)
        if said:
            said = reworded(said, random, 1)
            yield replace(_borne(place, said, "passage: condition dropped"), untrue=True)
    elif draw < 0.88:
        kind = random.choice(KINDS)
        yield from _one_change(place, kind, random)
    else:
        yield from _added(place, foreign, random)


Change = Callable[[str, Place, Random], str | None]
CHANGES: dict[str, Change] = {
    "passage: word exchanged": lambda text, _, random: swapped(text, random),
    "passage: negated": lambda text, *_: changes.negated(text),
    "passage: fact exchanged": lambda text, place, random: changes.fact_exchanged(
        text, place.passage, random
    ),
    "passage: other subject": lambda text, place, random: changes.subject_exchanged(
        text, [other for other in place.around if other != place.sentence], random
    ),
    "passage: other thing": lambda text, place, random: changes.noun_exchanged(
        text, [other for other in place.around if other != place.sentence], random
    ),
    "passage: other bound": lambda text, _, random: changes.quantity_bounded(text, random),
}
# Of a passage no word is made stronger: "all" bears out "some".
PASSAGE_CHANGES = CHANGES | {
    "passage: word exchanged": lambda text, _, random: swapped(text, random, DIFFERENT)
}
# A subject or a fact that fits is seldom found.
KINDS = (
    *CHANGES,
    *["passage: other subject"] * 2,
    *["passage: other thing", "passage: other bound"] * 2,
    "passage: fact exchanged",
)


def _one_change(place: Place, kind: str, random: Random) -> Iterator[Judged]:
    """The change is made to the sentence or to the passage, so that no word gives it away."""
    if random.random() < 0.55:
        said = truly_changed(place.sentence, random)
        other = CHANGES[kind](said, place, random)
        if other and other != said:
            yield _unborne(place, other, kind, said)
        return
    other = PASSAGE_CHANGES[kind](place.sentence, place, random)
    # What a passage says of "only" or "always" bears out the sentence without them.
    if other and place.sentence not in (other, re.sub(r" (?:only|always)\b", "", other, count=1)):
        elsewhere = place.changed(other)
        yield _unborne(elsewhere, reworded(place.sentence, random, 1), kind, other)
        yield _borne(elsewhere, reworded(other, random, 1), f"{kind}, true")


def _added(place: Place, foreign: Sequence[str], random: Random) -> Iterator[Judged]:
    """A promise or a sentence of another passage is added, or stands alone."""
    said = truly_changed(place.sentence, random)
    draw = random.random()
    detailed = changes.detail_added(said, foreign, random) if draw < 0.35 else None
    if detailed:
        yield _unborne(place, detailed, "passage: detail", said)
    elif draw < 0.6:
        more = random.choice((", and ", " and ", "; ")) + random.choice(PROMISES)
        yield _unborne(place, f"{said[:-1]}{more}.", "passage: promise", said)
    elif draw < 0.8:
        other = small(random.choice(foreign))
        yield _unborne(place, f"{said[:-1]}, and {other}", "passage: foreign", said)
    else:
        alone = _borne(place, random.choice(foreign), "passage: foreign")
        yield replace(alone, untrue=True, wrong=None)


def answer_pairs(read: Read, random: Random) -> Iterator[Judged]:
    """Questions with their own answers, and with others of the passage, said as one sentence."""
    for asked in random.sample(read.asked, min(3, len(read.asked))):
        holding = [n for n, text in enumerate(read.sentences) if asked.answer in text]
        # Where the answer stands more than once, which one is meant is not known.
        if len(holding) != 1 or len(asked.answer.split()) > MAX_ANSWER_WORDS:
            continue
        place = _place(read.sentences, holding[0], random)
        true = told(asked.question, asked.answer)
        yield _borne(place, true, "passage: answer")
        others = [other for other in _alike(asked.answer, read, place) if other not in true]
        if others:
            said = told(asked.question, random.choice(others))
            yield _unborne(place, said, "passage: other answer", true)
    yield from _unanswered(read, random)


def _unanswered(read: Read, random: Random) -> Iterator[Judged]:
    """A question that the passage does not answer, with the answer to the one most like it."""
    for question in random.sample(read.unanswerable, min(2, len(read.unanswerable))):
        if not read.asked:
            return
        like = nearest(question, [asked.question for asked in read.asked])
        answer = next(asked.answer for asked in read.asked if asked.question == like)
        holding = [n for n, text in enumerate(read.sentences) if answer in text]
        if holding and len(answer.split()) <= MAX_ANSWER_WORDS:
            place = _place(read.sentences, holding[0], random)
            said = told(question, answer)
            yield _unborne(place, said, "passage: no answer", told(like, answer))


def _alike(answer: str, read: Read, place: Place) -> list[str]:
    """Other answers, names and numbers in the passage that look like an answer."""
    found = [other.answer for other in read.asked]
    if changes.NUMBER.fullmatch(answer):
        found += changes.NUMBER.findall(place.passage)
    elif answer[:1].isupper():
        found += changes.NAME.findall(place.passage)
    return [
        other
        for other in found
        if other in place.passage
        and answer not in other
        and other[:1].isupper() == answer[:1].isupper()
        and any(map(str.isdigit, other)) == any(map(str.isdigit, answer))
    ]
