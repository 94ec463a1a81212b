"""How a text is cut before a model reads it: by words, by characters, and in pieces of words.

WordPiece (Schuster and Nakajima 2012; Devlin et al. 2019) cuts a word that it does not know into
the longest pieces that it does, from the left: `ferryboat` becomes `ferry` and `##boat`, where ##
says that the piece goes on from the one before. Byte-pair encoding (Sennrich et al. 2016; Radford
et al. 2019, "GPT-2") starts from bytes and joins the pairs that were most frequent in training.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from typing import Any

from data.records import Entry, PassageKind
from index.encoder import Encoder
from index.passages import passages_of

_WORD = re.compile(r"\w+|[^\w\s]")
# The sign that byte-pair encoders of GPT's kind write for a blank.
_BLANK = "Ġ"


@dataclass(frozen=True, slots=True)
class Piece:
    """One token: what it says, its id (None where there are no ids) and its `[start, end)`.

    `start` and `end` are code points of the text. `unknown` says that whoever cut it had no token
    for it; `mark` that it is put around a text and is no part of it, as [CLS] is.
    """

    text: str
    id: int | None
    start: int
    end: int
    unknown: bool = False
    mark: bool = False


@dataclass(frozen=True, slots=True)
class Cutting:
    """A text cut in one way.

    `words` is how many words the text has, and `window` how many tokens are read of it, marks
    included; None is all of them.
    """

    name: str
    pieces: tuple[Piece, ...]
    words: int
    window: int | None = None

    @property
    def count(self) -> int:
        """How many tokens there are, marks included."""
        return len(self.pieces)

    @property
    def unknown(self) -> int:
        """How many of them are unknown."""
        return sum(piece.unknown for piece in self.pieces)

    @property
    def per_word(self) -> float:
        """Tokens per word, without the marks; 0 for a text without words."""
        own = sum(not piece.mark for piece in self.pieces)
        return own / self.words if self.words else 0.0

    @property
    def read(self) -> int:
        """How many of the text's own tokens are read, marks not counted."""
        own = [piece for piece in self.pieces if not piece.mark]
        marks = self.count - len(own)
        return len(own) if self.window is None else min(len(own), max(0, self.window - marks))

    @property
    def read_to(self) -> int | None:
        """The code point at which reading ends; None where all is read."""
        own = [piece for piece in self.pieces if not piece.mark]
        return None if self.read == len(own) else own[self.read].start


# Cuts a text by the tokenizer of a language model.
Cutter = Callable[[str], Cutting]


@dataclass(frozen=True, slots=True)
class PassagePiece:
    """A chunk of an answer that is embedded by itself, and how many tokens it has, with marks."""

    start: int
    end: int
    text: str
    tokens: int


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, single signs among them."""
    return [match[0].lower() for match in _WORD.finditer(text)]


def by_words(text: str, known: Container[str] | None = None) -> Cutting:
    """Word by word; unknown is what is not among the words of `known`, where that is given."""
    pieces = tuple(
        Piece(m[0], None, *m.span(), known is not None and m[0].lower() not in known)
        for m in _WORD.finditer(text)
    )
    return Cutting("Words", pieces, _count_words(text))


def by_characters(text: str) -> Cutting:
    """Character by character, with Unicode's numbers for ids."""
    pieces = tuple(Piece(sign, ord(sign), at, at + 1) for at, sign in enumerate(text))
    return Cutting("Characters", pieces, _count_words(text))


def by_tokenizer(name: str, text: str, tokenizer: Any, window: int | None = None) -> Cutting:
    """As a tokenizer of the `tokenizers` library cuts it, with the marks that it puts around."""
    encoding = tokenizer.encode(text)
    unknown = tokenizer.token_to_id("[UNK]")
    columns = zip(
        encoding.tokens,
        encoding.ids,
        encoding.offsets,
        encoding.special_tokens_mask,
        strict=True,
    )
    pieces = tuple(
        # An unknown word is flagged as special too; it is a part of the text all the same.
        Piece(token, number, start, end, number == unknown, bool(special) and start == end)
        for token, number, (start, end), special in columns
    )
    return Cutting(name, pieces, _count_words(text), window)


def by_pairs(text: str, tokenizer: Any) -> Cutting:
    """As a byte-pair encoder of GPT's kind cuts it; blanks are written as ␣."""
    encoding = tokenizer.encode(text, add_special_tokens=False)
    pieces = tuple(
        Piece(_spelt(token, text[start:end]), number, start, end)
        for token, number, (start, end) in zip(
            encoding.tokens, encoding.ids, encoding.offsets, strict=True
        )
    )
    return Cutting("Byte pairs", pieces, _count_words(text))


def cuttings(
    text: str,
    tokenizer: Any | None,
    window: int,
    known: Container[str] | None = None,
    pairs: Cutter | None = None,
) -> tuple[Cutting, ...]:
    """A text cut in every way there is, the encoder's own first.

    `tokenizer` is the encoder's, None for one that has none; `pairs` cuts as the phrasing model
    does, None where none is installed.
    """
    own = [by_tokenizer("WordPiece", text, tokenizer, window)] if tokenizer else []
    theirs = [pairs(text)] if pairs else []
    return (*own, *theirs, by_words(text, known), by_characters(text))


def passage_pieces(entry: Entry, encoder: Encoder) -> tuple[PassagePiece, ...]:
    """The chunks into which an entry's answer is cut, so that none is longer than what is read."""
    [passages] = passages_of([entry], encoder)
    chunks = [each for each in passages if each.kind is PassageKind.ANSWER]
    spans = encoder.token_spans([chunk.text for chunk in chunks])
    return tuple(
        PassagePiece(chunk.start, chunk.end, chunk.text, len(tokens) + 2)
        for chunk, tokens in zip(chunks, spans, strict=True)
    )


def _count_words(text: str) -> int:
    return sum(match[0][0].isalnum() or match[0][0] == "_" for match in _WORD.finditer(text))


def _spelt(token: str, said: str) -> str:
    """A byte-pair token as people can read it; part of a character stays as it is written."""
    if not said:
        return token
    return said.replace(" ", "␣") if "�" not in said else token.replace(_BLANK, "␣")


def shown_words(entries: Sequence[Entry]) -> frozenset[str]:
    """Every word of a library, in lower case: what a model that knows whole words would know."""
    texts = (text for e in entries for text in (*e.forms, e.answer))
    return frozenset(word for text in texts for word in words_of(text))
