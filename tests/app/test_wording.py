"""Words and markup, without a page."""

from __future__ import annotations

import re

import pytest

from app.wording import (
    as_label,
    certainty,
    counted,
    direction,
    example_entries,
    link_html,
    markdown_html,
    percentage,
    plain_html,
    shortened,
    without_signs,
)
from data.records import Entry
from tests.hurry import little_work


@pytest.mark.parametrize(
    ("confidence", "words", "dots"),
    [
        (0.99, "Very likely right", 3),
        (0.85, "Very likely right", 3),
        (0.84, "Probably right", 2),
        (0.6, "Probably right", 2),
        (0.59, "Not sure", 1),
        (0.0, "Not sure", 1),
    ],
)
def test_confidence_is_put_into_words(confidence: float, words: str, dots: int) -> None:
    assert (certainty(confidence).words, certainty(confidence).dots) == (words, dots)


def test_nothing_is_quite_certain_or_quite_impossible() -> None:
    assert [percentage(share) for share in (0.0, 0.874, 1.0)] == ["1%", "87%", "99%"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hello", "ltr"),
        ("كيف", "rtl"),
        ("שלום hello", "rtl"),
        ("(1) «كيف»", "rtl"),
        ("1. hello كيف", "ltr"),
        ("漢字", "ltr"),
        ("123 🙂", ""),
        ("", ""),
    ],
)
def test_direction_is_that_of_the_first_letter(text: str, expected: str) -> None:
    assert direction(text) == expected


def test_long_and_strange_questions_are_cut_and_tidied_for_showing() -> None:
    assert shortened("a\x00b\r\nc", 10) == "a b c"
    assert shortened("x" * 100_000, 10) == "xxxxxxxxxx…"


def test_counts_agree_with_their_nouns() -> None:
    assert counted(1, "question", "questions") == "1 question"
    assert counted(16407, "question", "questions") == "16,407 questions"


# ------------------------------------------------------------------------------------------- labels


def test_a_label_escapes_all_punctuation() -> None:
    assert as_label("**$5** [x](y) `c` <b>") == r"\*\*\$5\*\* \[x\]\(y\) \`c\` \<b\>"


@pytest.mark.parametrize(
    "text", [":smile:", ":+1:", ":material/home:", "https://x.y", "www.x.y", "a@b.c", "a -> b"]
)
def test_a_label_breaks_up_what_streamlit_replaces_though_escaped(text: str) -> None:
    label = as_label(text)
    assert "\u2060" in label
    assert label.replace("\u2060", "").replace("\\", "") == text


def test_a_label_is_one_line() -> None:
    assert as_label(" one\n\n    two\x00three ") == "one two three"


# ----------------------------------------------------------------------------------------- markdown


def test_markdown_is_rendered() -> None:
    shown = markdown_html("**bold** ~~gone~~\nnext line\n\n- item\n\n> quote\n\n```\ncode\n```")
    assert "<strong>bold</strong> <s>gone</s><br>\nnext line" in shown
    assert '<li dir="ltr">item</li>' in shown
    assert "<blockquote" in shown
    assert "<pre><code>code\n</code></pre>" in shown


def test_tables_scroll_in_a_box_of_their_own() -> None:
    shown = markdown_html("| a | b |\n|---|--:|\n| 1 | 2 |")
    assert shown.startswith('<div class="fd-scroll" role="region" aria-label="Table" tabindex="0">')
    assert '<td style="text-align:right">2</td>' in shown
    assert shown.rstrip().endswith("</table>\n</div>")


def test_raw_html_is_shown_as_text_once_escaped() -> None:
    shown = markdown_html("<b>x</b> &lt; & `<i>&amp;</i>`\n\n<script>alert(1)</script>")
    assert "&lt;b&gt;x&lt;/b&gt; &lt; &amp; <code>&lt;i&gt;&amp;amp;&lt;/i&gt;</code>" in shown
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown


@pytest.mark.parametrize(
    "text", ["$200 and $300", ":red[x]", ":material/home:", ":smile:", "a -- b", "$$x$$", "x[^1]"]
)
def test_what_streamlit_adds_to_markdown_is_plain_text(text: str) -> None:
    assert markdown_html(text) == f'<p dir="ltr">{text}</p>\n'


@pytest.mark.parametrize(
    "address", ["javascript:steal()", "JaVaScRiPt:x", "data:text/html,x", "vbscript:x", "/x", "#x"]
)
def test_a_link_that_does_not_lead_to_the_web_is_shown_as_written(address: str) -> None:
    assert "<a" not in markdown_html(f"[text]({address})")
    assert "<a" not in markdown_html(f"![text]({address})")
    assert "<a" not in link_html("text", address)


def test_links_open_in_a_new_tab() -> None:
    link = '<a href="https://x.example/a" target="_blank" rel="noopener noreferrer">'
    assert link in markdown_html("[text](https://x.example/a)")
    assert link in link_html("text", "https://x.example/a")


def test_bare_addresses_become_links_without_the_stop_after_them() -> None:
    shown = markdown_html("See https://x.example/a_b_c?d=1, or write to me+you@mail.example.")
    assert ">https://x.example/a_b_c?d=1</a>, or" in shown
    assert '<a href="mailto:me+you@mail.example">me+you@mail.example</a>.' in shown


def test_bare_addresses_in_code_and_links_are_left_alone() -> None:
    assert "<a" not in markdown_html("`https://x.example`")
    assert markdown_html("[https://x.example](https://x.example)").count("<a ") == 1


def test_images_are_linked_to_and_not_fetched() -> None:
    shown = markdown_html(
        "![a picture](http://x.example/a.png) [![in](http://i.example)](http://o)"
    )
    assert "<img" not in shown
    assert ">a picture</a>" in shown
    assert shown.count("<a ") == 2


def test_headings_fit_under_those_of_the_page() -> None:
    shown = markdown_html("## Two\n\n### Three\n\n###### Six", heading=4)
    assert re.findall(r"</(h\d)>", shown) == ["h4", "h5", "h6"]
    assert '<h4 dir="ltr">Two</h4>' in shown


def test_each_block_has_the_direction_of_its_own_text() -> None:
    shown = markdown_html("مرحبا\n\nHello\n\n- أولا\n- second\n\n`code` مرحبا")
    assert '<p dir="rtl">مرحبا</p>' in shown
    assert '<p dir="ltr">Hello</p>' in shown
    assert '<ul dir="rtl">\n<li dir="rtl">أولا</li>\n<li dir="ltr">second</li>' in shown


@pytest.mark.parametrize(
    "text",
    ["a" * 100_000, "a@" * 50_000, "http://" * 20_000, "[" * 50_000, "*a " * 50_000, "> " * 50_000],
)
def test_no_answer_takes_long_to_render(text: str) -> None:
    with little_work():
        markdown_html(text)


def test_an_answer_on_one_line_has_no_signs_of_markdown() -> None:
    table = "*Fares*\n\n| Route | Price |\n|---|--:|\n| R1 | £7 |\n\n- [more](/x)\n---\n1 - 2"
    assert without_signs(table) == "Fares Route Price R1 £7 more 1 - 2"


def test_plain_text_is_escaped() -> None:
    assert plain_html('<b a="1">') == '<span dir="ltr">&lt;b a=&quot;1&quot;&gt;</span>'
    assert plain_html("كيف").startswith('<span dir="rtl">')
    assert plain_html("5").startswith('<span dir="auto">')


def test_a_link_escapes_its_address_and_its_text() -> None:
    shown = link_html("<i>", 'https://x.example/"><script>')
    assert "<script>" not in shown
    assert "<i>" not in shown


# ----------------------------------------------------------------------------------------- examples


def library(**sizes: int) -> list[Entry]:
    return [
        Entry(f"{category}{n}", f"{category} {n}?", "Yes.", category=category)
        for category, size in sizes.items()
        for n in range(size)
    ]


def test_examples_take_one_of_each_category_before_a_second() -> None:
    ids = [entry.id for entry in example_entries(library(a=9, b=1, c=2))]
    assert ids == ["a0", "b0", "c0", "a1", "c1", "a2"]


def test_examples_are_spread_over_many_categories() -> None:
    entries = library(**{f"c{n:02}_": 3 for n in range(12)})
    assert [entry.category for entry in example_entries(entries)] == [
        f"c{n:02}_" for n in (0, 2, 4, 6, 8, 10)
    ]


def test_examples_are_short_and_may_be_few() -> None:
    long = Entry("long", "why " * 50, "Because.")
    assert example_entries([long, *library(a=1)]) == tuple(library(a=1))
    assert example_entries([]) == ()
