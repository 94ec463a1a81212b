"""Scores become spans, and spans become words, exact to the code point."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.answers import Reading
from index.compiled import load_tokenizer
from index.models import DEFAULT_ENCODER, find_encoder
from pipeline.reading.reader import ToRead
from pipeline.reading.spans import (
    LONGEST_WORD,
    MAX_TOKENS,
    Floats,
    TokenSpan,
    best_span,
    code_points,
)
from pipeline.reading.windowed import (
    MAX_WINDOWS,
    Calibration,
    WindowedReader,
    WindowScores,
    nearest_windows,
)
from pipeline.reading.windows import Window, WindowMaker


def test_what_goes_on_without_end_is_not_taken_whole() -> None:
    start, end = code_points("x" * 20_000, [(10_000, 10_004)], 0, 0)
    assert end - start == 4 + 2 * LONGEST_WORD


def floats(*values: float) -> Floats:
    return np.array(values, np.float32)


def test_the_worked_example() -> None:
    assert best_span(floats(1, 3), floats(0, 2), 1) == TokenSpan(1, 1, 3, 2)


def test_a_span_never_ends_before_it_begins() -> None:
    assert best_span(floats(0, 5), floats(5, 0), 0) == TokenSpan(0, 0, 5)


def test_of_equal_spans_the_earliest_and_shortest_is_taken() -> None:
    assert best_span(floats(1, 1, 1), floats(1, 1, 1), 0) == TokenSpan(0, 0, 2)


def test_a_span_has_a_longest_length() -> None:
    size = MAX_TOKENS + 50
    first, last = np.zeros(size, np.float32), np.zeros(size, np.float32)
    first[0], last[-1] = 9, 9
    found = best_span(first, last, 0)
    assert found is not None
    assert found.last - found.first < MAX_TOKENS


def test_without_tokens_there_is_no_span() -> None:
    assert best_span(floats(), floats(), 0) is None


@pytest.mark.parametrize(
    ("text", "touched", "words"),
    [
        ("Öffnungszeiten heute", "zeit", "Öffnungszeiten"),
        ("um 9:30 Uhr", "9", "9:30"),
        ("for 1,200.50 pounds", "200", "1,200.50"),
        ("at 9. Then", "9", "9"),
        ("le cafe\u0301 noir", "cafe", "cafe\u0301"),
        ("a 👩🏽‍🚒 here", "👩", "👩🏽‍🚒"),
        ("flags 🇩🇰🇳🇴", "🇩", "🇩🇰🇳🇴"),
        ("# Prices here", "# Prices", "Prices"),
        ("it is **free** now", "**free**", "free"),
        ("犬は無料です", "無料", "無料"),
        ("a  two\r\nlines", " two\r\n", "two"),
        ("snake_case stays", "case", "snake_case"),
        ("**bold** word", "bold", "bold"),
    ],
)
def test_whole_words_are_taken_and_blanks_left(text: str, touched: str, words: str) -> None:
    start = text.index(touched)
    found = code_points(text, [(start, start + len(touched))], 0, 0)
    assert text[found[0] : found[1]] == words


class RandomScores:
    """Runs no network: the scores are drawn by lot."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)

    def scores(self, windows: Sequence[Window]) -> list[WindowScores]:
        return [
            WindowScores(
                *self._random.normal(size=(2, len(window.ids))).astype(np.float32), 0.0, 0.0
            )
            for window in windows
        ]


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    return load_tokenizer(find_encoder(DEFAULT_ENCODER).folder)


PIECES = [
    "word", "Zürich", "cafe\u0301", "n\u0303", "\u00a0", "  ", "\r\n", "\n\n", "\t", "**bold**",
    "_em_", "`code`", "[link](https://x.example/a?b=1)", "| a | b |", "# Title", "👩🏽‍🚒", "🐕‍🦺",
    "🇩🇰", "❤️", "1️⃣", "مرحبا", "שלום", "\u200f", "\u202b", "犬は無料", "ไทย", "한국어", "9:30",
    "£1,200.50", "30%", "don't", "\u200b", "\ufeff", "\x00", "\ud800", "ﬁ", "İ", "ß", "…",
    "“quoted”", "(so)", "-", "—", ".", "!", "?",
]  # fmt: skip


def some_text(random: Random) -> str:
    """Pieces of every kind, now and then with any characters between them."""
    parts = random.choices(PIECES, k=random.randrange(14))
    return "".join(part + random.choice(["", " ", chr(random.randrange(0x3000))]) for part in parts)


def test_no_offset_is_wrong_in_ten_thousand_texts(tokenizer: Any) -> None:
    random = Random(0)
    reader = WindowedReader(WindowMaker(tokenizer, 40), RandomScores(0), Calibration(1, 0, 0))
    for _ in range(100):
        texts = [some_text(random) for _ in range(100)]
        for text, reading in zip(
            texts, reader.read([ToRead("when?", t) for t in texts]), strict=True
        ):
            assert_exact(text, reading)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60), st.integers(0, 9999))
def test_no_offset_is_wrong_in_any_text(tokenizer: Any, text: str, seed: int) -> None:
    reader = WindowedReader(WindowMaker(tokenizer, 40), RandomScores(seed), Calibration(1, 0, 0))
    (reading,) = reader.read([ToRead("when?", text, "a heading")])
    assert_exact(text, reading)


def assert_exact(text: str, reading: Reading) -> None:
    assert text[reading.start : reading.end] == reading.text
    assert reading.text == reading.text.strip()
    if reading.text:
        # An accent goes with its letter, in and after the words; after a blank it has none.
        before = text[reading.start - 1 : reading.start]
        alone = not before or before.isspace()
        assert alone or unicodedata.category(reading.text[0])[0] != "M"
        assert unicodedata.category(text[reading.end : reading.end + 1] or " ")[0] != "M"


def test_words_at_the_edge_of_one_window_are_found_in_the_next(tokenizer: Any) -> None:
    maker = WindowMaker(tokenizer, 224)
    question, heading, passage = maker.tokens(["when?", "", "word " * 400])
    windows = list(maker.windows(question, heading, passage))
    covered = [set(range(w.first, w.first + w.end - w.passage)) for w in windows]
    assert set.union(*covered) == set(range(400))
    for one, other in zip(covered, covered[1:], strict=False):
        assert len(one & other) >= 64
    assert all(len(window.ids) <= 224 for window in windows)


@pytest.mark.parametrize("length", [16, 40, 64, 224])
def test_windows_of_any_length_cover_an_answer_and_end(tokenizer: Any, length: int) -> None:
    maker = WindowMaker(tokenizer, length)
    question, heading, passage = maker.tokens(["why " * 90, "so " * 90, "word " * 300])
    windows = list(maker.windows(question, heading, passage))
    assert len(windows) <= 300
    assert max(len(window.ids) for window in windows) <= length
    covered = {n for w in windows for n in range(w.first, w.first + w.end - w.passage)}
    assert covered == set(range(300))


def test_a_very_long_answer_is_read_around_what_was_found(tokenizer: Any) -> None:
    maker = WindowMaker(tokenizer, 224)
    text = "Nothing here. " * 3000 + "The zeppelin leaves at noon. " + "More of it. " * 3000
    question, heading, passage = maker.tokens(["when?", "", text])
    windows = list(maker.windows(question, heading, passage))
    near = text.index("zeppelin")
    read = nearest_windows(windows, passage, near)
    assert len(read) == MAX_WINDOWS
    zeppelin = next(n for n, (_, end) in enumerate(passage.offsets) if end > near)
    assert any(w.first <= zeppelin < w.first + w.end - w.passage for w in read)
    assert nearest_windows(windows, passage, 0) == windows[:MAX_WINDOWS]
    assert nearest_windows(windows, passage, len(text) - 1) == windows[-MAX_WINDOWS:]
