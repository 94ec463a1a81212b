"""What a reader is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from data.answers import Reading

# From here on a reader holds that a passage answers.
ANSWERS_AT = 0.5


@dataclass(frozen=True, slots=True)
class ToRead:
    """A question and a passage that may answer it.

    `heading` is what stands above the passage, such as the entry's own question: it is read along
    and no words in it are marked. `near` is the code point of the passage around which a passage
    that is too long to be read whole is read.
    """

    question: str
    passage: str
    heading: str = ""
    near: int = 0


class Reader(Protocol):
    """Marks the words of passages that answer questions."""

    def read(self, items: Sequence[ToRead]) -> list[Reading]:
        """One reading an item, in their order; none depends on another item."""
