"""BM25 over entries: the words themselves, for codes, numbers and names that a meaning blurs.

Scores are those of Lucene's BM25 (Kamphuis et al. 2020, "Which BM25 Do You Mean?"), computed by
bm25s. They are given as a share of the most that any text could score for the question, the sum of
the idf of its terms, because a term's part of the score stays below its idf. A term that no entry
holds counts with the idf of a term in no document, so a question full of foreign words scores low.

Terms: words are lower-cased and stemmed, unless they hold a digit. A code such as `SKU-2023` is
kept whole and in its parts; a sum such as `$200` keeps its sign and is also found as `200`. Text
without blanks between words (Chinese, Japanese, Thai) is cut into pairs of letters.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from data.errors import GenerationDamagedError

K1 = 1.2
B = 0.75

_TERM = re.compile(r"[$€£¥]?\w+(?:[-./_'&]\w+)*%?")
# Signs that people type in several ways.
_SIGNS = str.maketrans("’‘–−‐‑", "''----")
_PART = re.compile(r"\w+")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")


@dataclass(frozen=True, slots=True)
class TermShare:
    """What one term of a question adds to a document's share, and the most that it could, 0 to 1.

    `word` is what was typed; `is_known` is false for a term that no document holds.
    """

    term: str
    word: str
    adds: float
    most: float
    is_known: bool


def terms(text: str) -> list[str]:
    """The terms of a text, in order, with repeats.

    Example: "Is SKU-2023 $200?" gives is, sku-2023, sku, 2023, $200, 200.
    """
    return [term for word in _words(text) for term in _forms(word)]


def _words(text: str) -> list[str]:
    plain = _without_accents(text).lower().translate(_SIGNS)
    return [str(word) for word in _TERM.findall(plain)]


# A library says the same words over and over: each is taken apart once.
@lru_cache(maxsize=500_000)
def _forms(word: str) -> tuple[str, ...]:
    return tuple(_taken_apart(word))


def _taken_apart(word: str) -> Iterator[str]:
    if _UNSPACED.search(word):
        yield from (word[i : i + 2] for i in range(max(1, len(word) - 1)))
        return
    if "'" in word:
        word = word.removesuffix("'s").replace("'", "")
    parts = _PART.findall(word)
    if [word] != parts:
        yield word
    for part in parts:
        yield part if any(map(str.isdigit, part)) else _stemmed(part)


def _without_accents(text: str) -> str:
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


def _stemmed(word: str) -> str:
    return str(_stemmer().stemWord(word))


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("english")


class LexicalIndex:
    """BM25 over the texts of entries, in the order in which they were given."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self._idf = _idf(model)

    @classmethod
    def from_texts(cls, texts: Sequence[str]) -> LexicalIndex:
        """An index over texts, one a document."""
        import bm25s

        # bm25s refuses a document without words: such a one gets a term that no question has.
        vocabulary = {"": 0}
        documents = [
            [vocabulary.setdefault(term, len(vocabulary)) for term in terms(text)] or [0]
            for text in texts or [""]
        ]
        model = bm25s.BM25(method="lucene", k1=K1, b=B)
        model.index((documents, vocabulary), create_empty_token=False, show_progress=False)
        return cls(model)

    @classmethod
    def load(cls, folder: Path) -> LexicalIndex:
        """The index that `save` wrote.

        Raises:
            GenerationDamagedError: when files are missing or damaged.
        """
        import bm25s

        try:
            return cls(bm25s.BM25.load(str(folder), load_corpus=False, allow_pickle=False))
        except (OSError, ValueError, LookupError, TypeError, AttributeError, EOFError) as error:
            raise GenerationDamagedError(
                f"The BM25 files in {folder} are missing or damaged. "
                "Run `faqdesk doctor --fix` to rebuild them."
            ) from error

    def save(self, folder: Path) -> None:
        """Writes the index into a folder."""
        self._model.save(str(folder), show_progress=False)

    def __len__(self) -> int:
        """How many documents there are."""
        return int(self._model.scores["num_docs"])

    def scores(self, text: str) -> npt.NDArray[np.float32]:
        """Each document's share, 0 to 1, of the most that a document could score for the text."""
        wanted = terms(text)
        ids = [self._model.vocab_dict[term] for term in wanted if term in self._model.vocab_dict]
        if not ids:
            return np.zeros(len(self), np.float32)
        unknown = (len(wanted) - len(ids)) * _absent_idf(len(self))
        most = float(self._idf[ids].sum()) + unknown
        scores = self._model.get_scores_from_ids(ids)
        return np.asarray(scores / most, np.float32)

    def shares(self, text: str, document: int) -> tuple[TermShare, ...]:
        """What each term of a text adds to a document's score; together they are its score."""
        typed = [(term, word) for word in _words(text) for term in _forms(word)]
        first = dict(reversed(typed))
        counts = Counter(term for term, _ in typed)
        ids = {term: self._model.vocab_dict.get(term) for term in counts}
        absent = _absent_idf(len(self))
        idf = {t: absent if n is None else float(self._idf[n]) for t, n in ids.items()}
        most = sum(counts[term] * idf[term] for term in counts)
        return tuple(
            TermShare(
                term,
                first[term],
                count * self._weight(ids[term], document) / most,
                count * idf[term] / most,
                ids[term] is not None,
            )
            for term, count in counts.items()
        )

    def _weight(self, term: int | None, document: int) -> float:
        """The part of a document's BM25 that is a term's."""
        if term is None:
            return 0.0
        start, end = self._model.scores["indptr"][term : term + 2]
        held = np.flatnonzero(self._model.scores["indices"][start:end] == document)
        return float(self._model.scores["data"][start + held[0]]) if len(held) else 0.0


def _idf(model: Any) -> npt.NDArray[np.float64]:
    frequencies = np.diff(model.scores["indptr"]).astype(np.float64)
    count = model.scores["num_docs"]
    return np.asarray(np.log(1 + (count - frequencies + 0.5) / (frequencies + 0.5)), np.float64)


def _absent_idf(count: int) -> float:
    return float(np.log(1 + (count + 0.5) / 0.5))
