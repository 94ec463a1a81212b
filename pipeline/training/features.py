"""From examples and pairs to what the network reads, anew in every epoch.

Each epoch draws other headings, other windows of long passages and other changed questions, so that
no two epochs are alike; the same seed gives the same epochs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from pipeline.reading.windows import Tokens, Window, WindowMaker
from pipeline.squad import ReaderExample
from pipeline.training.changes import changed
from pipeline.training.pairs import Pair

# How often a question that has an answer gets one fact changed, where a rule fits.
CHANGED_SHARE = 0.2
# How often a passage stands under another question about it, and under one like the asked one.
OTHER_HEADING_SHARE = 0.35
LIKE_HEADING_SHARE = 0.2
# The share of all pairs that an epoch sees.
PAIRS_SHARE = 0.25
# How often a window of a long passage is one that lacks the answer.
LACKING_SHARE = 0.1

NO_SPAN = -1


@dataclass(frozen=True, slots=True)
class Feature:
    """A window and what the network should say of it.

    `start` and `end` are the first and last token of the words that answer, both 0 where there are
    none and −1 where nothing is known about words.
    """

    window: Window
    start: int
    end: int
    relevant: bool


@dataclass(frozen=True, slots=True)
class _Asked:
    """An example as it is asked in one epoch."""

    question: str
    heading: str
    example: ReaderExample
    answered: bool


class FeatureMaker:
    """Makes the features of epochs from examples and pairs.

    `shares` says how often the examples of a source, by the beginning of its name, are seen in an
    epoch: 0.25 takes another quarter each time, 3 takes each three times.
    """

    def __init__(self, maker: WindowMaker, shares: Mapping[str, float] | None = None) -> None:
        self._maker = maker
        self._shares = dict(shares or {})
        self._contexts: dict[str, Tokens] = {}

    def epoch(
        self, examples: Sequence[ReaderExample], pairs: Sequence[Pair], random: Random
    ) -> list[Feature]:
        """The features of one epoch, in random order."""
        asked = [self._asked(e, others, random) for e, others in self._drawn(examples, random)]
        some = random.sample(pairs, int(len(pairs) * PAIRS_SHARE))
        features = [*self._of_examples(asked, random), *self._of_pairs(some)]
        random.shuffle(features)
        return features

    def _drawn(
        self, examples: Sequence[ReaderExample], random: Random
    ) -> Iterator[tuple[ReaderExample, Sequence[str]]]:
        """Examples as often as their share says, with all questions about the same passage."""
        together: dict[str, list[str]] = {}
        for example in examples:
            together.setdefault(example.context, []).append(example.question)
        for example in examples:
            share = self._share(example.source)
            for _ in range(int(share) + (random.random() < share % 1)):
                yield example, together[example.context]

    def _share(self, source: str) -> float:
        matching = [name for name in self._shares if source.startswith(name)]
        return self._shares[max(matching, key=len)] if matching else 1.0

    def _asked(self, example: ReaderExample, others: Sequence[str], random: Random) -> _Asked:
        question, answered = example.question, bool(example.answers)
        if answered and random.random() < CHANGED_SHARE:
            other = changed(question, example.context, random)
            if other:
                question, answered = other, False
        return _Asked(question, self._heading(example, others, random), example, answered)

    def _heading(self, example: ReaderExample, others: Sequence[str], random: Random) -> str:
        drawn = random.random()
        if example.title.rstrip().endswith("?"):
            return example.title if drawn < OTHER_HEADING_SHARE + LIKE_HEADING_SHARE else ""
        if drawn < OTHER_HEADING_SHARE:
            other = random.choice(others)
            return other if other != example.question else ""
        # For a changed question this is the one that the passage answers: alike, and no answer.
        if drawn < OTHER_HEADING_SHARE + LIKE_HEADING_SHARE:
            return reworded(example.question, random)
        return ""

    def _of_examples(self, asked: Sequence[_Asked], random: Random) -> Iterator[Feature]:
        self._read_contexts([item.example.context for item in asked])
        questions = self._maker.tokens([item.question for item in asked])
        headings = self._maker.tokens([item.heading for item in asked])
        for item, question, heading in zip(asked, questions, headings, strict=True):
            yield self._of_example(item, question, heading, random)

    def _of_example(
        self, item: _Asked, question: Tokens, heading: Tokens, random: Random
    ) -> Feature:
        tokens = self._contexts[item.example.context]
        room = self._maker.room(question, heading)
        answer = None
        if item.answered:
            gold = random.choice(item.example.answers)
            answer = tokens_between(tokens.offsets, gold.start, gold.start + len(gold.text))
        first = _window_start(len(tokens.ids), room, answer, random)
        window = self._maker.window(question, heading, tokens, first)
        start = end = 0
        if answer and first <= answer[0] and answer[1] < first + room:
            start, end = (place - first + window.passage for place in answer)
        return Feature(window, start, end, relevant=start > 0)

    def _of_pairs(self, pairs: Sequence[Pair]) -> Iterator[Feature]:
        questions = self._maker.tokens([pair.question for pair in pairs])
        headings = self._maker.tokens([pair.heading for pair in pairs])
        passages = self._maker.tokens([pair.passage for pair in pairs])
        for pair, question, heading, passage in zip(
            pairs, questions, headings, passages, strict=True
        ):
            window = self._maker.window(question, heading, passage, 0)
            yield Feature(window, NO_SPAN, NO_SPAN, pair.relevant)

    def _read_contexts(self, contexts: Sequence[str]) -> None:
        new = list(dict.fromkeys(text for text in contexts if text not in self._contexts))
        self._contexts.update(zip(new, self._maker.tokens(new), strict=True))


def tokens_between(
    offsets: Sequence[tuple[int, int]], start: int, end: int
) -> tuple[int, int] | None:
    """The first and last token that touch `[start, end)`, or None where none does."""
    inside = [i for i, (a, b) in enumerate(offsets) if b > start and a < end]
    return (inside[0], inside[-1]) if inside else None


def reworded(question: str, random: Random) -> str:
    """The question, typed differently: without its mark, in small letters or less a small word."""
    words = question.rstrip("?").split()
    if len(words) > 4 and random.random() < 0.5:
        del words[random.randrange(len(words))]
    text = " ".join(words)
    return text.lower() if random.random() < 0.5 else text + "?"


def _window_start(tokens: int, room: int, answer: tuple[int, int] | None, random: Random) -> int:
    """Where a window over a long passage begins; it mostly holds the answer, where there is one."""
    latest = max(0, tokens - room)
    if not answer or random.random() < LACKING_SHARE:
        return random.randint(0, latest)
    low = min(max(0, answer[1] - room + 1), latest)
    return random.randint(low, max(low, min(answer[0], latest)))
