"""Web pages: FAQPage data, what opens on a click, lists of terms, tables, headings."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.errors import SourceError
from data.importing import read_bytes
from data.records import ImportedFile
from tests.hurry import little_work


def read(body: str, head: str = "", name: str = "faq.html") -> ImportedFile:
    page = f"<!doctype html>\n<html><head><title>x</title>{head}</head>\n<body>{body}</body></html>"
    return read_bytes(name, page.encode())


def triples(result: ImportedFile) -> list[tuple[str, str, str | None]]:
    return [(it.question, it.answer, it.category) for it in result.drafts]


def question(name: str, text: str) -> dict[str, object]:
    return {"@type": "Question", "name": name, "acceptedAnswer": {"@type": "Answer", "text": text}}


def script(value: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(value)}</script>'


PAIR = [question("How &amp; why?", "<p>So.</p><ul><li>a</li></ul>"), question("B?", "y")]
FOUND = [("How & why?", "So.\n\n- a", None), ("B?", "y", None)]


@pytest.mark.parametrize(
    "value",
    [
        {"@type": "FAQPage", "mainEntity": PAIR},
        [{"@type": "Organization", "name": "x"}, {"@type": ["FAQPage"], "mainEntity": PAIR}],
        {"@graph": [{"@type": "WebPage", "mainEntity": {"@type": "FAQPage", "mainEntity": PAIR}}]},
        {"@type": "https://schema.org/FAQPage", "mainEntity": {"itemListElement": PAIR}},
    ],
)
def test_faq_pages_in_json_ld_are_read_however_nested(value: object) -> None:
    result = read("<h2>Other?</h2><p>z</p>", script(value))
    assert triples(result) == FOUND
    assert ("question", "question of the FAQPage (JSON-LD)") in result.columns


def test_json_ld_may_be_hidden_from_old_browsers_and_hold_line_breaks() -> None:
    text = '<!-- {"@type": "Question", "name": "A?", "acceptedAnswer": {"text": "one\ntwo"}} -->'
    result = read("", f'<script type="application/ld+json">\n{text}</script>')
    assert triples(result) == [("A?", "one\ntwo", None)]
    assert result.drafts[0].place.row == 3


def test_json_ld_that_is_broken_is_told_and_the_page_is_read_all_the_same() -> None:
    result = read("<h2>A?</h2>x", '<script type="application/ld+json">{broken</script>')
    assert triples(result) == [("A?", "x", None)]
    assert result.warnings == ("the page's data for search engines is not valid JSON in row 2",)


def test_a_question_in_json_ld_without_an_answer_is_rejected() -> None:
    result = read("", script([question("A?", ""), question("B?", "y")]))
    assert [it.place.column for it in result.rejections] == ["its answer"]


def test_microdata_is_read() -> None:
    body = """<div itemscope itemtype="https://schema.org/FAQPage">
    <div itemscope itemprop="mainEntity" itemtype="https://schema.org/Question">
    <h3 itemprop="name">How <b>much</b>?</h3>
    <div itemscope itemprop="acceptedAnswer" itemtype="https://schema.org/Answer">
    Ignored <div itemprop="text"><p>Five <em>a day</em>.</p></div></div></div></div>"""
    result = read(body)
    assert triples(result) == [("How much?", "Five *a day*.", None)]
    assert result.drafts[0].place.row == 5


def test_details_are_questions_and_nested_ones_have_a_category() -> None:
    body = """<h2>Billing</h2><details><summary><h3>How?</h3></summary>So.</details>
    <h2>Other</h2><details><summary>Groups</summary>
    <details><summary>Why?</summary><p>Because.</p></details></details>"""
    assert triples(read(body)) == [("How?", "So.", "Billing"), ("Why?", "Because.", "Groups")]


def test_lists_of_terms_are_questions() -> None:
    body = """<h2>Terms</h2><dl><dt>How?<dd>So.<dd>Or so.
    <div><dt>Why?</dt><dt>What for?</dt><dd>Because.</dd></div></dl>"""
    assert triples(read(body)) == [
        ("How?", "So.\n\nOr so.", "Terms"),
        ("Why?", "Because.", "Terms"),
        ("What for?", "Because.", "Terms"),
    ]


def test_lists_of_terms_need_no_end_tags_and_may_hold_others() -> None:
    body = "<dl><dt>How?<dd>So.<dt>Why?<dd>Because:<dl><dt>a<dd>b</dl>Done.</dl>"
    assert triples(read(body)) == [
        ("How?", "So.", None),
        ("Why?", "Because:\n\n**a**\nb\n\nDone.", None),
    ]


def test_tables_with_a_question_and_an_answer_are_read() -> None:
    body = "<table><tr><th>Question<th>Answer<tr>\n<td>How?<td>So <b>much</b>.</table>"
    result = read(body)
    assert triples(result) == [("How?", "So **much**.", None)]
    assert result.drafts[0].place.row == 3


def test_headings_are_questions_and_the_site_around_them_is_left_out() -> None:
    body = """<header><h2>Shop?</h2>Buy!</header><nav><h2>Menu?</h2><a href=/>Home</a></nav>
    <main><h1>FAQ</h1><h2>Billing</h2>
    <h3>How do I pay? <a href="#pay">#</a></h3><p>By card.</p><script>alert(1)</script>
    <!-- not this --><style>p {}</style><aside>Advert</aside><h4>Cash</h4>Too.
    <h3>Empty</h3></main><footer><h3>Imprint</h3>x</footer>"""
    result = read(body)
    answer = "By card.\n\n#### Cash\n\nToo."
    assert triples(result) == [("How do I pay?", answer, "Billing")]
    assert result.drafts[0].place.row == 5
    assert result.warnings == ("headings without text below them were left out: 'Empty'",)


def test_questions_in_bold_are_read_also_where_tables_lay_out_the_page() -> None:
    body = """<table><tr><td><h3>Pay</h3><tr><td><b>1.</b><td><b>How?</b><tr><td><td><p>So.
    <tr><td><b>2.</b></td><td><strong>Why?</strong><tr><td><td>Because.</table>"""
    assert triples(read(body)) == [("How?", "So.", "Pay"), ("Why?", "Because.", "Pay")]


def test_lists_of_terms_that_ask_nothing_go_after_headings() -> None:
    body = "<dl><dt>1. Pay<dd><a href=#1>How?</a><dt>2. Go<dd>x</dl>"
    assert triples(read(body + "<h2 id=1>How?</h2>So.")) == [("How?", "So.", None)]
    assert len(read(body).drafts) == 2


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("a<b>b </b>c", "a**b** c"),
        ("<b>a</b><b>b</b>", "**ab**"),
        ("<b><i>a</i></b>", "***a***"),
        ("<b> </b>a", "a"),
        ("a <code>b`</code> <code>c</code>", "a b` `c`"),
        ("a<br>b<br><br>c", "a\nb\n\nc"),
        ("<b>a<br>b</b>", "**a**\n**b**"),
        ('<a href="/x">a</a>', "[a](/x)"),
        ('<a href="https://x.example/(a)">a</a>', "[a](<https://x.example/(a)>)"),
        ('<a href="https://x.example">https://x.example</a>', "https://x.example"),
        ('<a href="mailto:a@x.example">a@x.example</a>', "a@x.example"),
        ('<a href="javascript:x()">a</a> <a href="#b">b</a>', "a b"),
        ("<p>a</p><div>b<p>c</div>", "a\n\nb\n\nc"),
        (
            "<ul><li>a<ol start=3><li>b<li>c</ol><li><p>d</p><p>e</p></ul>",
            "- a\n  3. b\n  4. c\n- d\n  e",
        ),
        ("<blockquote><p>a</p>b</blockquote>", "> a\n> b"),
        ("<pre>a\n  `b`</pre>", "```\na\n  `b`\n```"),
        ("<pre>```\na</pre>", "````\n```\na\n````"),
        ("<table><tr><td>a|b<td>c<tr><td>d</table>", "| a\\|b | c |\n| --- | --- |\n| d |  |"),
        ("<table><tr><td>a<tr><td>b</table>", "a\n\nb"),
        ("<dl><dt>a<dd>b</dl>", "**a**\nb"),
        ("&lt;script&gt; &amp; &nbsp; x", "<script> & x"),
        ("<button>Copy</button>a<img src=x alt=y>", "a"),
    ],
)
def test_answers_become_markdown(markup: str, text: str) -> None:
    assert read(f"<h2>A?</h2>{markup}<h2>B?</h2>c").drafts[0].answer == text


def test_links_start_from_where_the_page_stood() -> None:
    body = '<h2>A?</h2><a href="b">b</a>'
    result = read(body, '<link rel="canonical" href="https://x.example/faq/">')
    assert (result.drafts[0].answer, result.drafts[0].url) == (
        "[b](https://x.example/faq/b)",
        "https://x.example/faq/",
    )
    page = f"<!-- saved from url=(0021)https://x.example/c/ -->\n<html>{body}</html>"
    assert read_bytes("faq.htm", page.encode()).drafts[0].answer == "[b](https://x.example/c/b)"


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        ('<meta charset="iso-8859-1">', "cp1252"),
        ('<meta http-equiv=content-type content="text/html; charset=windows-1251">', "cp1251"),
        ("", "utf-8"),
        ("", "utf-16"),
        ('<meta charset="utf-8">', "utf-8-sig"),
        ('<meta charset="shift_jis">', "cp932"),
    ],
)
def test_the_charset_is_the_one_that_the_page_states(head: str, encoding: str) -> None:
    text = {"cp1251": "Где?", "cp932": "何か?"}.get(encoding, "Müsli – €?")
    page = f"<html><head>{head}</head><body><h2>{text}</h2>x</body></html>"
    result = read_bytes("faq.html", page.encode(encoding))
    assert (result.drafts[0].question, result.warnings) == (text, ())


def test_a_wrong_charset_is_told() -> None:
    page = (
        '<html><head><meta charset="utf-8"></head><body><h2>Caf\xe9 ouvert?</h2>oui</body></html>'
    )
    result = read_bytes("faq.html", page.encode("cp1252"))
    assert result.drafts[0].question == "Café ouvert?"
    assert "the page says that it is in utf-8, and is not" in result.warnings


def test_a_page_saved_with_its_pictures_is_read() -> None:
    page = (
        "From: <Saved by a browser>\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/related; type="text/html"; boundary="b"\r\n\r\n'
        "--b\r\nContent-Type: text/html; charset=utf-8\r\n"
        "Content-Transfer-Encoding: quoted-printable\r\n\r\n"
        "<html><body><h2>Caf=C3=A9?</h2>Ye=\r\ns.</body></html>\r\n--b\r\n"
        "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw==\r\n--b--\r\n"
    )
    assert triples(read_bytes("faq.mhtml", page.encode())) == [("Café?", "Yes.", None)]
    with pytest.raises(SourceError, match=r"holds no web page\. Save the page again"):
        read_bytes("faq.mht", b"Content-Type: text/plain\n\nhello")


def test_a_page_under_another_name_is_told_by_its_content() -> None:
    assert triples(read("<h2>A?</h2>x", name="standard input")) == [("A?", "x", None)]


@pytest.mark.parametrize("body", ["", "just text", "<h2>One</h2><h2>Two</h2>"])
def test_a_page_without_questions_is_an_error_that_says_what_to_do(body: str) -> None:
    with pytest.raises(SourceError, match=r"faq\.html has no questions that can be told"):
        read(body)


def test_a_page_nested_without_end_is_an_error() -> None:
    for tag in ("div", "b", "ul><li", "details"):
        with pytest.raises(SourceError, match="nested too deep"):
            read(f"<h2>A?</h2>{f'<{tag}>' * 10_000}x")


@pytest.mark.parametrize(
    "piece",
    [
        "<dt>a",
        "<details><summary>a",
        "<h2>a</h2>",
        "<table><tr><td>a",
        "<a href=x>",
        "<!--",
        "<ul>",
    ],
)
def test_a_page_of_many_of_one_thing_is_read_in_time(piece: str) -> None:
    with little_work(), suppress(SourceError):
        read("<dl>" * piece.startswith("<dt") + "<h2>A?</h2>x" + piece * 20_000)


_PIECES = st.lists(
    st.sampled_from(
        ["<h2>", "</h2>", "<p>", "A?", "x", "<dl>", "<dt>", "<dd>", "<details>", "<summary>", "<b>"]
        + ["<ul>", "<li>", "<table>", "<tr>", "<td>", "<pre>", "<a href='", "'>", "</a>", "<br>"]
        + ["</details>", "<script type=application/ld+json>", '{"@type":"Question","name":"a"}']
        + ["</script>", "<div itemscope itemtype=schema.org/Question>", "<i itemprop=name>", "&lt;"]
        + ["<!--", "-->", "<base href='http://[", "<meta charset=utf-7>", "<main>", "\0", "<html>"]
    ),
    max_size=40,
).map("".join)


@settings(deadline=None, max_examples=300)
@given(
    st.binary() | _PIECES.map(str.encode),
    st.sampled_from(["faq.html", "faq.htm", "faq.mhtml"]),
)
def test_whatever_a_file_holds_it_is_read_or_refused(data: bytes, name: str) -> None:
    if name.endswith("mhtml"):
        data = b"Content-Type: text/html\n\n" + data
    try:
        result = read_bytes(name, data)
    except SourceError as error:
        assert name in str(error)
    else:
        assert all(draft.place.row for draft in result.drafts)
