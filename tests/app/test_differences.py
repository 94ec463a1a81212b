"""Two texts side by side, with what differs marked."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.differences import compared, facts_table
from data.audit import Fact
from tests.hurry import little_work


@pytest.mark.parametrize(
    ("before", "after", "old", "new"),
    [
        ("a cat", "a dog", "a <del>cat</del>", "a <ins>dog</ins>"),
        ("a cat", "a cat", "a cat", "a cat"),
        ("Open at 9.", "Open at 9 or 10.", "Open at 9.", "Open at 9<ins> or 10</ins>."),
        ("one two", "one", "one<del> two</del>", "one"),
        (
            "the big red cat sleeps",
            "the two old dogs sleeps",
            "the <del>big red cat</del> sleeps",
            "the <ins>two old dogs</ins> sleeps",
        ),
        ("", "new", "", "new"),
        (
            "a <b> & c",
            "a <i> & c",
            "a &lt;<del>b</del>&gt; &amp; c",
            "a &lt;<ins>i</ins>&gt; &amp; c",
        ),
        ("gut für Dich", "gut fuer Dich", "gut <del>für</del> Dich", "gut <ins>fuer</ins> Dich"),
    ],
)
def test_words_that_differ_are_marked(before: str, after: str, old: str, new: str) -> None:
    both = compared(before, after)
    assert (both.before, both.after) == (old, new)


TEXTS = st.text(alphabet="ab <&\n.é", max_size=40)


@given(TEXTS, TEXTS)
def test_nothing_of_either_text_is_lost_and_nothing_is_obeyed(before: str, after: str) -> None:
    both = compared(before, after)
    for marked, text in ((both.before, before), (both.after, after)):
        assert html.unescape(re.sub(r"</?(?:ins|del)>", "", marked)) == text


def test_long_texts_are_compared_at_once() -> None:
    one = " ".join(f"word{n % 700} the" for n in range(4_500))
    with little_work():
        both = compared(one, one.replace("word7 ", "word8 "))
    assert "<ins>word8</ins>" in both.after


def test_only_what_differs_is_in_the_table() -> None:
    before = (Fact("question", "Where?"), Fact("answer", "Here."), Fact("tags", "a"))
    table = facts_table(before, (Fact("question", "Where?"), Fact("answer", "<b>There.")))
    assert '<th scope="row">answer</th>' in table
    assert "&lt;<ins>b</ins>&gt;<ins>There</ins>" in table or "<ins>&lt;b&gt;There</ins>" in table
    assert "Where?" not in table
    assert '<th scope="row">tags</th>' in table
    assert facts_table(before, before) == ""
