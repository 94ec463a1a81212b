"""Markdown: front matter, headings as questions, and what is no text in it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.errors import SourceError
from data.importing import markdown, read_bytes
from data.records import ImportedFile

PAGE = """---
layout: help
title: How do I pay?
category: Billing
tags: [cards, cash]
permalink: https://shop.example/pay/
order: 3
---

By **card**, or in cash.

```sh
# not a heading
```

## Later

Never.
"""

HEADINGS = """# Questions

Text that greets.

## Returns

### How long do I have?

Thirty days.

#### In December

Sixty.

### Parcels

We take them back.

```
# not a heading
```

---

## Payment
By what means?
--------------
Any.
"""


def read(text: str, name: str = "faq.md", **mapping: str) -> ImportedFile:
    return read_bytes(name, text.encode(), mapping)


def pairs(text: str) -> list[tuple[str, str]]:
    return [(draft.question, draft.answer) for draft in read(text).drafts]


def test_a_page_with_front_matter_is_one_entry_with_its_body_as_it_is() -> None:
    (draft,) = read(PAGE).drafts
    assert (draft.question, draft.category) == ("How do I pay?", "Billing")
    assert (draft.tags, draft.url) == (("cards", "cash"), "https://shop.example/pay/")
    assert draft.answer == PAGE.split("---\n\n")[1].strip()
    assert (draft.place.file, draft.place.row) == ("faq.md", 3)


def test_settings_of_the_site_are_not_warned_of() -> None:
    assert read(PAGE).warnings == ()


def test_a_permalink_within_the_site_is_no_address_for_visitors() -> None:
    assert read(PAGE.replace("https://shop.example", "")).drafts[0].url is None


def test_an_answer_in_front_matter_goes_before_the_body() -> None:
    assert pairs("---\nquestion: A?\nanswer: x\n---\nbody\n") == [("A?", "x")]


def test_front_matter_keeps_numbers_and_words_as_they_are_written() -> None:
    assert pairs("---\nid: 007\ntitle: 2026-03-01\n---\nyes\n") == [("2026-03-01", "yes")]
    assert read("---\nid: 007\ntitle: no\n---\nx\n").drafts[0].id == "007"


def test_headings_are_questions_and_bare_ones_are_categories() -> None:
    result = read(HEADINGS)
    assert [(it.place.row, it.question, it.category) for it in result.drafts] == [
        (7, "How long do I have?", "Returns"),
        (15, "Parcels", "Returns"),
        (26, "By what means?", "Questions"),
    ]


def test_smaller_headings_below_a_question_are_part_of_its_answer() -> None:
    assert read(HEADINGS).drafts[0].answer == "Thirty days.\n\n#### In December\n\nSixty."


def test_code_is_no_heading_and_a_rule_at_the_end_is_no_text() -> None:
    assert read(HEADINGS).drafts[1].answer == "We take them back.\n\n```\n# not a heading\n```"


def test_text_without_a_question_is_left_out_with_a_warning() -> None:
    result = read("Hello.\n\n" + HEADINGS)
    assert "the text above the first heading was left out" in result.warnings
    assert any("introduction under 'Questions'" in warning for warning in result.warnings)
    assert any("'Payment'" in warning for warning in read("# Payment\n# A?\nx\n").warnings)


def test_a_question_without_an_answer_is_rejected_by_its_line() -> None:
    (rejection,) = read("# A?\nx\n# B?\n# C?\ny\n").rejections
    assert (rejection.place.row, rejection.place.column) == (3, "text below it")


def test_a_heading_loses_its_markup_and_its_anchor() -> None:
    text = "## **Is** [this](http://x.example) `it`? {#it}\nYes.\n"
    assert pairs(text) == [("Is this it?", "Yes.")]


def test_a_question_in_bold_is_a_heading_too() -> None:
    text = "## Pay\n**How?**\nSo.\n\n**By no means.**\n\n__Why?__\n\nBecause **really?** yes.\n"
    assert [(it.question, it.answer, it.category) for it in read(text).drafts] == [
        ("How?", "So.\n\n**By no means.**", "Pay"),
        ("Why?", "Because **really?** yes.", "Pay"),
    ]


def test_q_and_a_in_front_of_texts_are_no_part_of_them() -> None:
    assert pairs("## Q1: How?\n**A:** So.\n\n## A: plan\nA: kept\n") == [
        ("How?", "So."),
        ("A: plan", "A: kept"),
    ]


def test_a_page_of_questions_with_a_title_is_not_one_entry() -> None:
    text = "---\ntitle: FAQ\nurl: https://x.example\n---\n## A?\nx\n## B?\ny\n"
    drafts = read(text).drafts
    assert [(it.place.row, it.question, it.category) for it in drafts] == [
        (5, "A?", "FAQ"),
        (7, "B?", "FAQ"),
    ]
    assert {it.url for it in drafts} == {"https://x.example"}


def test_comments_and_attribute_lines_are_no_text_but_for_those_in_code() -> None:
    text = "# A?\none\n{: .note}\n\n<!-- secret\n-->\n\n```\n{: .kept}\n```\n"
    assert pairs(text) == [("A?", "one\n\n\n```\n{: .kept}\n```")]


def test_links_defined_elsewhere_keep_their_addresses() -> None:
    text = "# A?\nSee [the Shop] or [it][Here].\n# B?\n[here]\n\n[the  shop]: /a\n[here]: /b 'B'\n"
    first, second = pairs(text)
    assert first[1] == "See [the Shop] or [it][Here].\n\n[the  shop]: /a\n[here]: /b 'B'"
    assert second[1].count("[here]: /b") == 1


def test_a_page_that_is_only_a_template_is_rejected() -> None:
    text = "---\ntitle: Help\n---\n<ul>\n{% for a in b %}\n<li>{{ a.title }}</li>\n{% endfor %}\n"
    (rejection,) = read(text + "</ul>\n").rejections
    assert "only HTML tags or template commands" in rejection.reason


def test_a_mapping_for_other_files_does_no_harm() -> None:
    assert read(HEADINGS, question="Frage").drafts[0].question == "How long do I have?"


@pytest.mark.parametrize("text", ["just text\n", "# One\n# Two\n", "```\n# a\n```\n", "---\n"])
def test_a_text_without_questions_is_an_error_that_says_what_to_do(text: str) -> None:
    with pytest.raises(SourceError, match=r"faq\.md has no headings with text below them\. Write"):
        read(text)


def test_front_matter_that_is_no_yaml_is_an_error_with_its_row() -> None:
    with pytest.raises(SourceError, match=r"not valid YAML: .*\(row 3, column .* needs quotes"):
        read("---\ntitle: A\ncategory: a: b\n---\nx\n")


def test_too_large_a_text_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(markdown, "MAX_MARKDOWN_CHARS", 10)
    with pytest.raises(SourceError, match="Split it into several files"):
        read(HEADINGS)


_MARKUP = st.lists(
    st.sampled_from(
        ["# ", "## a?", "---", "\n", "\n\n", "```", "> ", "- ", "a", "[a]: b", "[a]", "| a | b |"]
        + ["<!--", "-->", "{: .a}", "title: ", "\t", "|-|-|", "===", "\\", "<div>", "`"]
    ),
    max_size=40,
).map("".join)


@settings(deadline=None, max_examples=200)
@given(st.binary() | _MARKUP.map(str.encode) | _MARKUP.map(lambda it: f"---\n{it}\n---".encode()))
def test_whatever_a_file_holds_it_is_read_or_refused(data: bytes) -> None:
    try:
        result = read_bytes("faq.md", data)
    except SourceError as error:
        assert "faq.md" in str(error)
    else:
        assert all(draft.place.row for draft in result.drafts)
