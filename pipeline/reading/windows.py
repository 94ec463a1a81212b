"""What the network reads: a question, an entry's question, and a window of the entry's answer.

    [CLS] question [SEP] entry's question [SEP] answer [SEP]

An answer that does not fit is read in windows that overlap, so that words which stand at the edge
of one stand well within another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

# Most tokens of a question and of an entry's question, and most of a window that each may fill; the
# answer gets the rest.
QUESTION_TOKENS, QUESTION_SHARE = 48, 1 / 4
HEADING_TOKENS, HEADING_SHARE = 40, 1 / 5
# How many tokens two neighbouring windows share; at most half of what they hold.
OVERLAP = 64

CLS, SEP = "[CLS]", "[SEP]"
_HALF = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Tokens:
    """A text as the encoder's tokens, with the `[start, end)` code points that each covers."""

    ids: Sequence[int]
    offsets: Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Window:
    """One text for the network.

    `entry` and `passage` are the numbers of the first tokens of the entry and of its answer, and
    `first` is which token of the answer stands at `passage`. The last token closes the text.
    """

    ids: tuple[int, ...]
    entry: int
    passage: int
    first: int

    @property
    def end(self) -> int:
        """One more than the number of the answer's last token in this window."""
        return max(self.passage, len(self.ids) - 1)


class WindowMaker:
    """Cuts texts into tokens, and tokens into windows of at most `length`."""

    def __init__(self, tokenizer: Any, length: int) -> None:
        self._tokenizer = tokenizer
        self._length = length
        self._question = min(QUESTION_TOKENS, int(length * QUESTION_SHARE))
        self._heading = min(HEADING_TOKENS, int(length * HEADING_SHARE))
        self._cls, self._sep = tokenizer.token_to_id(CLS), tokenizer.token_to_id(SEP)

    def tokens(self, texts: Sequence[str]) -> list[Tokens]:
        """Each text as tokens."""
        # Half a character, as a broken copy may leave it, cannot be encoded; its place is kept.
        whole = [_HALF.sub("\ufffd", text) for text in texts]
        encodings = self._tokenizer.encode_batch(whole, add_special_tokens=False)
        return [Tokens(encoding.ids, encoding.offsets) for encoding in encodings]

    def room(self, question: Tokens, heading: Tokens) -> int:
        """How many tokens of an answer a window with these holds."""
        return self._length - len(self._opening(question, heading)) - 1

    def window(self, question: Tokens, heading: Tokens, passage: Tokens, first: int) -> Window:
        """The window that begins at a token of the answer."""
        ids = self._opening(question, heading)
        entry = 2 + min(len(question.ids), self._question)
        part = passage.ids[first : first + self._length - len(ids) - 1]
        closing = [self._sep] if len(part) else []
        return Window((*ids, *part, *closing), entry, len(ids), first)

    def windows(self, question: Tokens, heading: Tokens, passage: Tokens) -> Iterator[Window]:
        """Windows that cover an answer, in order; one without an answer where there is none."""
        room = self.room(question, heading)
        first = 0
        while True:
            yield self.window(question, heading, passage, first)
            if first + room >= len(passage.ids):
                return
            first += room - min(OVERLAP, room // 2)

    def _opening(self, question: Tokens, heading: Tokens) -> list[int]:
        ids = [self._cls, *question.ids[: self._question], self._sep]
        return ids + ([*heading.ids[: self._heading], self._sep] if heading.ids else [])
