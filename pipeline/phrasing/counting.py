"""A stand-in that needs no model: it repeats what answers, and counts how often it is asked."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence

from pipeline.phrasing.phraser import PhraseRequest
from pipeline.phrasing.prompt import fact, plain


class CountingPhraser:
    """Repeats the sentence with the span, or the answer, word by word; or what it is told to say.

    `asked` are the requests so far; `given` is how many pieces it has given out, and `closed` how
    many replies ended before their last piece.
    """

    def __init__(self, says: Sequence[str] = ()) -> None:
        self._says = tuple(says)
        self.asked: list[PhraseRequest] = []
        self.given = 0
        self.closed = 0

    def phrase(self, request: PhraseRequest) -> Generator[str]:
        """The reply in pieces."""
        self.asked.append(request)
        text = plain(fact(request.answer, request.span) or request.answer)
        pieces = self._says or tuple(re.findall(r"\S+\s*", text))
        whole = False
        try:
            for piece in pieces:
                self.given += 1
                yield piece
            whole = True
        finally:
            self.closed += not whole
