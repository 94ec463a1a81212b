"""The words that answer are marked in the HTML, exactly, and nothing else about it changes."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.marking import without_marks
from app.wording import answer_html, markdown_html
from data.answers import Span

MARKED = re.compile(r"<mark>(.*?)</mark>", re.DOTALL)
NEAR = re.compile(r'<mark class="fd-near">(.*?)</mark>', re.DOTALL)
TAG = re.compile(r"<[^>]+>")


def marked(text: str, words: str) -> str:
    start = text.index(words)
    return answer_html(text, Span(start, start + len(words), words))


def words_in(shown: str) -> str:
    return html.unescape(TAG.sub("", "".join(MARKED.findall(shown))))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Be there 30 minutes before it sails.", "30 minutes"),
        ("Be there **30 minutes** before it sails.", "30 minutes"),
        ("A 🐕‍🦺 guide dog 👩🏽‍🚒 travels free.", "travels free"),
        ("A 🐕‍🦺 guide dog travels free.", "🐕‍🦺"),
        ("Le cafe\u0301 ferme à 18\u00a0h.", "cafe\u0301"),
        ("Le café ferme à 18\u00a0h.", "18\u00a0h"),
        ("يفتح المقهى في الساعة 9.", "الساعة 9"),
        ("Cost < 5 & > 3 pounds.", "< 5 & > 3"),
        ("One\r\ntwo  three.", "two  three"),
        ("A list:\n\n- one\n- two", "one"),
        ("| a | b |\n|---|---|\n| 1 | 22 |", "22"),
        ("See [the times](https://x.example/t) today.", "the times"),
    ],
)
def test_the_words_are_marked_and_no_others(text: str, words: str) -> None:
    shown = marked(text, words)
    assert words_in(shown) == words
    assert without_marks(shown) == markdown_html(text)


def test_words_that_markup_parts_are_marked_piece_by_piece() -> None:
    shown = marked("Be there **30 minutes** before `R1` sails.", "30 minutes** before `R1")
    assert "<strong><mark>30 minutes</mark></strong><mark> before </mark>" in shown
    assert NEAR.findall(shown) == ["Be there ", " sails."]
    assert words_in(shown) == "30 minutes before R1"


def test_the_sentence_of_the_words_is_marked_lightly_and_no_other() -> None:
    shown = marked("Yes. It is free for all. Go.", "free")
    assert NEAR.findall(shown) == ["It is ", " for all."]


def test_in_a_list_the_item_is_the_sentence() -> None:
    shown = marked("- one two\n- three four", "four")
    assert NEAR.findall(shown) == ["three "]
    assert words_in(shown) == "four"


def test_words_in_a_block_of_code_are_marked() -> None:
    shown = marked("```sh\nsail --now <b>\n```", "--now <b>")
    code = '<mark class="fd-near">sail </mark><mark>--now &lt;b&gt;</mark>'
    assert shown == f'<pre><code class="language-sh">{code}\n</code></pre>\n'


def test_an_address_is_not_broken_by_a_mark_in_it() -> None:
    text = "Write to [us](https://x.example/contact) soon."
    assert marked(text, "x.example") == markdown_html(text)
    shown = marked("Go to https://x.example/contact soon.", "contact soon")
    assert 'href="https://x.example/contact"' in shown


def test_an_answer_that_uses_every_sign_is_shown_without_marks() -> None:
    text = "words " + "".join(chr(code) for code in range(0xFDD0, 0xFDF0))
    assert marked(text, "words") == markdown_html(text)


def test_without_a_span_nothing_is_marked() -> None:
    assert answer_html("So.", None) == markdown_html("So.")


@settings(max_examples=500)
@given(st.text(max_size=80), st.integers(0, 80), st.integers(0, 80))
def test_marks_change_nothing_else_whatever_the_text_holds(text: str, one: int, two: int) -> None:
    start, end = sorted((min(one, len(text)), min(two, len(text))))
    shown = answer_html(text, Span(start, end, text[start:end]))
    assert without_marks(shown) == markdown_html(text)
    assert shown.count("<mark") == shown.count("</mark>")


PLAIN = st.text(
    st.one_of(
        st.sampled_from("ab zé\u0301\u00a0🐕\u200d🦺اب中9"),
        st.characters(categories=["L", "Nd"]),
    ),
    max_size=60,
)


@settings(max_examples=500)
@given(PLAIN, PLAIN, PLAIN)
def test_in_plain_text_the_marked_words_are_those_of_the_span(a: str, b: str, c: str) -> None:
    # What markdown itself takes away is blanks at the edges of a line.
    text, words = f"x{a}y{b}z{c}x", f"y{b}z"
    assert words_in(answer_html(text, Span(len(a) + 1, len(a) + 1 + len(words), words))) == words
