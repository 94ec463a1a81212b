"""One word in several sentences: one static vector, and as many contextual ones.

Static vectors (word2vec, Mikolov et al. 2013; GloVe, Pennington et al. 2014) give a word the same
numbers wherever it stands. A network that reads the whole sentence (ELMo, Peters et al. 2018; BERT,
Devlin et al. 2019) gives it others in each. Both are of the same model here: the static vector is
the one that its first layer is given, the contextual one what its last layer made of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from data.errors import InputError
from pipeline.inside.network import Floats, Network, Text

WORD = "bank"
SENTENCES = (
    "We sat on the bank of the river and watched the boats.",
    "The bank lends money to people who buy a house.",
    "She paid her savings into the bank.",
)


@dataclass(frozen=True, slots=True)
class Senses:
    """A word in each of several sentences.

    `static` and `contextual` hold the cosines between its vectors, shape (sentences, sentences).
    """

    word: str
    sentences: tuple[str, ...]
    static: Floats
    contextual: Floats


def senses(network: Network, word: str, sentences: Sequence[str]) -> Senses:
    """How near the word in one sentence is to itself in another.

    Raises:
        InputError: when the word is not in one of the sentences, or none are given.
    """
    word = word.strip()
    if not word or not sentences:
        raise InputError("There is no word to look at. Write one, and sentences that it is in.")
    texts = [network.cut(sentence) for sentence in sentences]
    places = [_places(word, *pair) for pair in zip(sentences, texts, strict=True)]
    static = [
        network.static([text.ids[at] for at in rows]).mean(axis=0)
        for text, rows in zip(texts, places, strict=True)
    ]
    contextual = [
        network.see(text).states[rows].mean(axis=0)
        for text, rows in zip(texts, places, strict=True)
    ]
    return Senses(word, tuple(sentences), _cosines(static), _cosines(contextual))


def _places(word: str, sentence: str, text: Text) -> list[int]:
    """The tokens of the word where it first stands in a sentence."""
    found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", sentence, re.IGNORECASE)
    if found is None:
        raise InputError(f"“{word}” is not in “{sentence}”. Write a sentence that it is in.")
    start, end = found.span()
    places = [
        at
        for at, (first, last) in enumerate(text.offsets)
        if text.words[at] >= 0 and first < end and last > start
    ]
    if not places:
        raise InputError(
            f"“{sentence}” is longer than the encoder reads. Write a shorter sentence."
        )
    return places


def _cosines(vectors: Sequence[Floats]) -> Floats:
    rows = np.stack(vectors)
    rows = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows @ rows.T, np.float32)
