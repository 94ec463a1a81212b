"""What each term of a question adds to an entry's BM25."""

from __future__ import annotations

import pytest

from index.lexical import LexicalIndex

TEXTS = [
    "The ferry takes dogs",
    "A dog pays nothing, a dog's owner does",
    "SKU-2023 costs $200",
    "",
]


@pytest.mark.parametrize(
    "text", ["dogs on the ferry", "dog dog dog", "is SKU-2023 $200?", "zzz", ""]
)
def test_the_terms_add_up_to_the_score(text: str) -> None:
    index = LexicalIndex.from_texts(TEXTS)
    scores = index.scores(text)
    for document, score in enumerate(scores):
        shares = index.shares(text, document)
        assert sum(share.adds for share in shares) == pytest.approx(float(score), abs=1e-6)
        assert all(0 <= share.adds <= share.most for share in shares)
        assert sum(share.most for share in shares) == pytest.approx(1 if shares else 0)


def test_a_term_is_told_with_the_word_that_it_is_of_and_whether_any_text_holds_it() -> None:
    index = LexicalIndex.from_texts(TEXTS)
    dogs, zebra = index.shares("Dogs zebras", 0)
    assert (dogs.term, dogs.word, dogs.is_known) == ("dog", "dogs", True)
    assert (zebra.word, zebra.is_known, zebra.adds) == ("zebras", False, 0)
