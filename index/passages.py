"""Cuts entries into the passages that are embedded.

A question and each alternate is one passage. An answer is cut at sentence ends into chunks of at
most `CHUNK_TOKENS` tokens, each beginning with the last sentence of the one before, so that nothing
past the encoder's window is lost and no sentence stands without what led up to it. A sentence that
is longer than a chunk is cut between words.

Worked example, with 6 tokens a chunk: "Yes. It is free. Bring the card." has sentences of 2, 4 and
4 tokens and gives "Yes. It is free." and then, because the overlap would not fit, "Bring the card."
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from data.records import Entry, Passage, PassageKind
from index.encoder import Encoder
from index.sentences import sentence_edges

# Below the 256 tokens that the encoder reads: it was trained on 128, and short chunks rank better.
CHUNK_TOKENS = 128
# Part of every manifest: when the way of cutting changes, old passages are not kept.
CUTTING_VERSION = 1

# Room for the two marks that an encoder puts around a text.
SPECIAL_TOKENS = 2


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    end: int
    tokens: int


def text_hash(text: str) -> str:
    """128 bits of BLAKE2b of a text, in hex: the name under which its vector is kept."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def passages_of(entries: Sequence[Entry], encoder: Encoder) -> list[list[Passage]]:
    """Each entry's passages; answers are measured in the encoder's own tokens."""
    spans = encoder.token_spans([entry.answer for entry in entries])
    limit = min(CHUNK_TOKENS, encoder.window) - SPECIAL_TOKENS
    return [
        _questions_of(entry) + _answers_of(entry, tokens, limit)
        for entry, tokens in zip(entries, spans, strict=True)
    ]


def _questions_of(entry: Entry) -> list[Passage]:
    question, *alternates = entry.forms
    return [
        _passage(entry, PassageKind.QUESTION, question, 0),
        *(_passage(entry, PassageKind.ALTERNATE, alternate, 0) for alternate in alternates),
    ]


def _answers_of(entry: Entry, tokens: Sequence[tuple[int, int]], limit: int) -> list[Passage]:
    return [
        _passage(entry, PassageKind.ANSWER, entry.answer[chunk.start : chunk.end], chunk.start)
        for chunk in cut(entry.answer, tokens, limit)
    ]


def _passage(entry: Entry, kind: PassageKind, text: str, start: int) -> Passage:
    named = f"{entry.id}\0{kind}\0{start}\0{text}".encode("utf-8", "surrogatepass")
    number = int.from_bytes(hashlib.blake2b(named, digest_size=8).digest(), "big") >> 1
    return Passage(number, entry.id, kind, text, start, start + len(text))


def cut(text: str, tokens: Sequence[tuple[int, int]], limit: int) -> list[_Piece]:
    """Chunks of a text with at most `limit` tokens each, in order; together they cover it."""
    pieces = [part for piece in _sentences(text, tokens) for part in _split(piece, tokens, limit)]
    chunks: list[_Piece] = []
    held: list[_Piece] = []
    for piece in pieces:
        if held and sum(p.tokens for p in held) + piece.tokens > limit:
            chunks.append(_joined(held))
            fits = held[-1].tokens + piece.tokens <= limit and len(held) > 1
            held = held[-1:] if fits else []
        held.append(piece)
    if held:
        chunks.append(_joined(held))
    return chunks


def _sentences(text: str, tokens: Sequence[tuple[int, int]]) -> Iterator[_Piece]:
    """The sentences that hold a token, without the blanks around them."""
    start, first = 0, 0
    for end in sentence_edges(text):
        last = first
        while last < len(tokens) and tokens[last][0] < end:
            last += 1
        words = text[start:end]
        if last > first and words.strip():
            left = start + len(words) - len(words.lstrip())
            yield _Piece(left, start + len(words.rstrip()), last - first)
        start, first = end, last


def _split(piece: _Piece, tokens: Sequence[tuple[int, int]], limit: int) -> Iterator[_Piece]:
    if piece.tokens <= limit:
        yield piece
        return
    inside = [token for token in tokens if piece.start <= token[0] < piece.end]
    for first in range(0, len(inside), limit):
        last = min(first + limit, len(inside))
        start = piece.start if first == 0 else inside[first][0]
        end = piece.end if last == len(inside) else inside[last][0]
        yield _Piece(start, end, last - first)


def _joined(pieces: Sequence[_Piece]) -> _Piece:
    return _Piece(pieces[0].start, pieces[-1].end, sum(piece.tokens for piece in pieces))
