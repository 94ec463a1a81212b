from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from data.errors import GenerationDamagedError
from index.lexical import LexicalIndex, terms

TEXTS = [
    "SKU-2023 costs $200 in the shop",
    "SKU-2024 costs $300 in the shop",
    "Plan A is for one person",
    "Plan B is for two people",
    "返品はできますか",
]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("SKU-2023?", 0),
        ("sku 2024", 1),
        ("$300", 1),
        ("what do I get for 200", 0),
        ("plan a", 2),
        ("which is plan B", 3),
        ("返品", 4),
    ],
)
def test_codes_sums_and_names_find_the_text_that_holds_them(question: str, expected: int) -> None:
    scores = LexicalIndex.from_texts(TEXTS).scores(question)
    assert int(scores.argmax()) == expected
    assert scores[expected] > np.delete(scores, expected).max()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Is SKU-2023 $200?", ["is", "sku-2023", "sku", "2023", "$200", "200"]),
        ("Élan’s cafés", ["elan", "cafe"]),
        ("don't", ["dont"]),
        ("5–7 days", ["5-7", "5", "7", "day"]),
        ("50% off", ["50%", "50", "off"]),
        ("返品できる", ["返品", "品て", "てき", "きる"]),
        ("", []),
        ("?!", []),
    ],
)
def test_terms_keep_codes_whole_and_in_parts(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_scores_are_shares_of_the_most_that_a_text_could_score() -> None:
    index = LexicalIndex.from_texts(["cat dog", "dog bird", "fish"])
    # Lucene's BM25 by hand: idf · tf / (tf + k1 · (1 − b + b · length / mean length)).
    idf_cat, idf_dog = math.log(1 + 2.5 / 1.5), math.log(1 + 1.5 / 2.5)
    norm = 1.2 * (1 - 0.75 + 0.75 * 2 / (5 / 3))
    by_hand = (idf_cat + idf_dog) / (1 + norm) / (idf_cat + idf_dog)
    assert index.scores("cat dog")[0] == pytest.approx(by_hand, rel=1e-5)


def test_words_that_no_text_holds_lower_the_share() -> None:
    index = LexicalIndex.from_texts(TEXTS)
    assert index.scores("shop zebra giraffe")[0] < index.scores("shop")[0] / 2


@pytest.mark.parametrize("question", ["", "???", "zebra", "😀"])
def test_a_question_without_known_words_scores_nothing(question: str) -> None:
    assert not LexicalIndex.from_texts(TEXTS).scores(question).any()


@pytest.mark.parametrize("texts", [[], [""], ["?!", "..."]])
def test_a_library_without_words_can_be_indexed(texts: list[str]) -> None:
    assert not LexicalIndex.from_texts(texts).scores("anything").any()


def test_a_saved_index_scores_the_same(tmp_path: Path) -> None:
    index = LexicalIndex.from_texts(TEXTS)
    index.save(tmp_path)
    loaded = LexicalIndex.load(tmp_path)
    assert np.array_equal(loaded.scores("plan for $200"), index.scores("plan for $200"))


def test_a_missing_file_is_named_with_the_command_that_mends_it(tmp_path: Path) -> None:
    LexicalIndex.from_texts(TEXTS).save(tmp_path)
    next(tmp_path.glob("vocab*")).unlink()
    with pytest.raises(GenerationDamagedError, match="faqdesk doctor --fix"):
        LexicalIndex.load(tmp_path)
