"""What the reader looked at: which words of the question the marked words of an answer saw.

The reader reads `[CLS] question [SEP] entry's question [SEP] answer [SEP]` in one pass. Its
attention from the marked words to those of the question, averaged over its last layers, shows what
it held against each other. It is a look at the network and no proof of why it chose these words
(Jain and Wallace 2019, "Attention is not Explanation").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from data.answers import Candidate, Reading
from data.errors import InputError, ModelError
from index.compiled import load_tokenizer
from index.models import check_weights
from pipeline.inside.network import Network, Seen, Text, quietly
from pipeline.rank import to_read
from pipeline.reading.choice import DEFAULT_READER, NO_READER, STAND_IN, is_ours
from pipeline.reading.weights import DEFAULT_FOLDER, find_reader
from pipeline.reading.windowed import nearest_windows
from pipeline.reading.windows import CLS, SEP, Tokens, Window, WindowMaker

# Attention of the last layers is nearest to what comes out; the first ones mostly look at
# neighbours.
LAST_LAYERS = 2


@dataclass(frozen=True, slots=True)
class WordShare:
    """A word of the question, and its share of the attention that the question got, 0 to 1."""

    word: str
    share: float


@dataclass(frozen=True, slots=True)
class ReaderLook:
    """The window that was read, and where in it question and marked words stand.

    `question` and `span` are the places of their tokens. `words` are the question's, in order, and
    `to_question` is how much of the marked words' attention went to them at all, 0 to 1.
    """

    seen: Seen
    question: range
    span: range
    words: tuple[WordShare, ...]
    to_question: float

    def tokens(self, limit: int) -> tuple[int, ...]:
        """The tokens of the question with the marks around it, then the marked; at most `limit`."""
        asked = range(min(self.question.stop + 1, limit // 2))
        return (*asked, *self.span[: limit - len(asked)])


class OpenReader:
    """A trained reader that tells what it looks at; for any number of threads."""

    def __init__(self, network: Any, tokenizer: Any, length: int) -> None:
        self._network = network
        self._tokenizer = tokenizer
        self._length = length
        self._maker = WindowMaker(tokenizer, length)
        self._inside = Network(network.encoder, tokenizer, length)

    @classmethod
    def of_name(cls, name: str) -> OpenReader:
        """The reader of that name or folder.

        Raises:
            ModelError: when it is missing or damaged, or is not one that can be opened.
        """
        folder = DEFAULT_FOLDER if name == DEFAULT_READER else Path(name).expanduser()
        if name in (NO_READER, STAND_IN) or (name != DEFAULT_READER and not is_ours(folder)):
            raise ModelError(
                f"The reader {name!r} cannot be opened: only the one that faqdesk comes with can, "
                "and those that `faqdesk train reader` made. Take FAQDESK_READER out of the "
                "settings to use it."
            )
        from pipeline.reading.network import load_network

        files = find_reader(folder)
        check_weights(files.encoder)
        with quietly():
            network = load_network(files)
        return cls(network, load_tokenizer(files.encoder.folder), files.length)

    def look(self, question: str, candidate: Candidate) -> ReaderLook:
        """What the words that were marked in a candidate's answer looked at.

        Raises:
            InputError: when no words are marked in it.
        """
        reading = candidate.reading
        if reading is None or not reading.text:
            raise InputError(
                "No words are marked in this answer, so there is nothing that could have looked "
                "at the question. Ask a question that an entry answers."
            )
        item = to_read(question, candidate)
        asked, heading, passage = self._maker.tokens([item.question, item.heading, item.passage])
        windows = list(self._maker.windows(asked, heading, passage))
        marked = _tokens_of(reading, passage)
        window = self._best(nearest_windows(windows, passage, item.near), marked)
        seen = self._inside.see(self._text(window, asked))
        at = window.passage - window.first
        span = range(max(window.passage, marked.start + at), min(window.end, marked.stop + at))
        return _look(seen, question, range(1, window.entry - 1), span)

    def _best(self, windows: Sequence[Window], marked: range) -> Window:
        """The window in which the marked words had the highest margin, as the reader chooses."""
        from pipeline.reading.network import TorchNetwork

        whole = [w for w in windows if w.first <= marked.start and marked.stop <= _last(w)]
        if len(whole) < 2:
            return whole[0] if whole else windows[0]
        scores = TorchNetwork(self._network, self._length).scores(whole)
        margins = [
            score.first[window.passage + marked.start - window.first]
            + score.last[window.passage + marked.stop - 1 - window.first]
            - 2 * score.none
            for window, score in zip(whole, scores, strict=True)
        ]
        return whole[int(np.argmax(margins))]

    def _text(self, window: Window, asked: Tokens) -> Text:
        tokens = [self._tokenizer.id_to_token(number) for number in window.ids]
        count = window.entry - 2
        after = [(0, 0)] * (len(tokens) - count - 1)
        types = [int(at >= window.entry) for at in range(len(tokens))]
        offsets = ((0, 0), *asked.offsets[:count], *after)
        return Text(tuple(tokens), window.ids, offsets, tuple(_words(tokens)), tuple(types))


def _last(window: Window) -> int:
    """One more than the number of the last token of the answer that is in a window."""
    return window.first + window.end - window.passage


def _tokens_of(reading: Reading, passage: Tokens) -> range:
    """The tokens of an answer that the marked words touch."""
    touched = [
        at
        for at, (start, end) in enumerate(passage.offsets)
        if start < reading.end and end > reading.start
    ]
    return range(touched[0], touched[-1] + 1)


def _words(tokens: Sequence[str]) -> Iterator[int]:
    """The number of each token's word, −1 for marks; ## says that a word goes on."""
    word = -1
    for token in tokens:
        mark = token in (CLS, SEP)
        word += not mark and not token.startswith("##")
        yield -1 if mark else word


def _look(seen: Seen, question: str, asked: range, span: range) -> ReaderLook:
    weights = seen.weights[-LAST_LAYERS:].mean(axis=(0, 1))[span.start : span.stop].mean(axis=0)
    given = weights[asked.start : asked.stop]
    whole = float(given.sum())
    shares: dict[int, float] = {}
    spans: dict[int, tuple[int, int]] = {}
    for at, weight in zip(asked, given.tolist(), strict=True):
        word, (start, end) = seen.text.words[at], seen.text.offsets[at]
        shares[word] = shares.get(word, 0.0) + weight / whole
        spans[word] = (spans.get(word, (start, end))[0], end)
    words = tuple(WordShare(question[slice(*spans[word])], share) for word, share in shares.items())
    return ReaderLook(seen, asked, span, words, whole)
