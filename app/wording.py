"""How things are put into words and markup: pure functions, with nothing of Streamlit in them.

Answers are markdown that an owner, or the file that was imported, wrote. They are turned into HTML
here and not by Streamlit, whose dialect also knows colours, icons, emoji names, maths ("$200 and
$300") and diagrams, and grows with each release. CommonMark with tables is all that an owner
expects, and of a parser with HTML switched off it is known which tags can come out.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, zip_longest

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from app.marking import marked_html
from data.answers import Answer, Decision, MessageKind, Span
from data.records import Entry

EXAMPLES = 6
EXAMPLE_LENGTH = 90

_STRONG = {"L": "ltr", "R": "rtl", "AL": "rtl"}
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]+")
_WEB = re.compile(r"https?://\S", re.IGNORECASE)
# Markdown's own, of which there is nothing to see in a line of text.
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")
_SIGNS = re.compile(r"^[|: -]*--[|: -]*$|[*_`#|]+|^\s*[-+>]\s", re.MULTILINE)
_SAFE_LINK = re.compile(r"(https?://|mailto:|tel:)", re.IGNORECASE)
# The lookbehinds make each run of characters be looked at once, however long it is.
_BARE_LINK = re.compile(
    r"(?<!\w)https?://[^\s<>\"]+|(?<![\w.+-])[\w.+-]+@(?:[\w-]+\.)+[\w-]+", re.IGNORECASE
)
_AFTER_LINK = ".,;:!?'\"*_)]}»”’"


@dataclass(frozen=True, slots=True)
class Certainty:
    """How sure an answer is in a visitor's words, and as 1 to 3 dots."""

    words: str
    dots: int


def certainty(confidence: float) -> Certainty:
    """The words for a confidence, 0 to 1."""
    if confidence >= 0.85:
        return Certainty("Very likely right", 3)
    if confidence >= 0.6:
        return Certainty("Probably right", 2)
    return Certainty("Not sure", 1)


def headline(answer: Answer) -> str:
    """What an answer is headed: the question that it answers, or that there is none.

    A reply to a greeting and the like has no heading.
    """
    if answer.entry is not None:
        return answer.entry.question
    if not asks(answer):
        return ""
    return "Did you mean" if answer.decision is Decision.SUGGESTED else "No answer found"


def asks(answer: Answer) -> bool:
    """Whether the message was taken for a question."""
    return answer.intent is None or answer.intent.kind is MessageKind.QUESTION


def names_contact(answer: Answer) -> bool:
    """Whether whom to turn to is told below a reply without an entry."""
    kind = answer.intent.kind if answer.intent else MessageKind.QUESTION
    wants_help = kind in (MessageKind.QUESTION, MessageKind.COMPLAINT)
    return wants_help and answer.decision is Decision.UNANSWERED


def percentage(confidence: float) -> str:
    """A confidence, 0 to 1, as a percentage; never quite none and never quite all."""
    return f"{min(99, max(1, round(100 * confidence)))}%"


def direction(text: str) -> str:
    """`rtl` or `ltr` by the first letter that has a direction, or "" where none has one."""
    kinds = (_STRONG.get(unicodedata.bidirectional(sign), "") for sign in text)
    return next(filter(None, kinds), "")


def shortened(text: str, limit: int) -> str:
    """A text on one line, without control characters, cut with "…" after `limit` characters."""
    text = _CONTROL.sub(" ", text).strip()
    return text if len(text) <= limit else text[:limit].rstrip() + "…"


def counted(number: int, one: str, many: str) -> str:
    """A number with its noun: "1 question", "16,407 questions"."""
    return f"{number:,} {one if number == 1 else many}"


# ------------------------------------------------------------------------------ labels of widgets

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
# What Streamlit replaces even where it is escaped: icons and emoji by name, links, arrows.
_REPLACED = re.compile(r":(?=[\w+/-]+:|//)|www(?=\.)|@|[<~>-](?=[->=])", re.IGNORECASE)
_WORD_JOINER = "\u2060"


def as_label(text: str) -> str:
    """Plain text as the label of a button or expander, which Streamlit reads as markdown.

    Punctuation is escaped, and an invisible word joiner breaks up what is replaced all the same.
    """
    text = " ".join(_CONTROL.sub(" ", text).split())
    text = _REPLACED.sub(lambda match: match[0] + _WORD_JOINER, text)
    return _PUNCTUATION.sub(r"\\\1", text)


# ------------------------------------------------------------------------------- text into markup


def without_signs(markdown: str) -> str:
    """An answer's words on one line, without the signs by which Markdown sets them."""
    return " ".join(_SIGNS.sub("", _LINK.sub(r"\1", markdown)).split())


def plain_html(text: str) -> str:
    """Plain text as HTML that shows every character of it, in the direction that it is read in."""
    return f'<span dir="{direction(text) or "auto"}">{html.escape(text)}</span>'


def link_html(text: str, url: str) -> str:
    """A link that opens in a new tab; the text alone where the address is not on the web."""
    if not _WEB.match(url):
        return plain_html(text)
    return (
        f'<a href="{html.escape(url)}" target="_blank" rel="noopener noreferrer">'
        f"{plain_html(text)}</a>"
    )


def markdown_html(text: str, heading: int = 3) -> str:
    """An answer's markdown as HTML: raw HTML is shown as text, and nothing is fetched.

    Images become links, links lead to the web, to mail or to a telephone only, each block says in
    which direction it is read, and the highest heading is `h{heading}`.
    """
    return _rendered(text, heading, lambda _: None)


def answer_html(text: str, span: Span | None, heading: int = 3) -> str:
    """An answer's markdown as HTML, with the words of the span marked."""
    if span is None:
        return markdown_html(text, heading)
    return marked_html(text, span, lambda source, change: _rendered(source, heading, change))


def _rendered(text: str, heading: int, change: Callable[[Sequence[Token]], None]) -> str:
    tokens = _MARKDOWN.parse(text)
    _set_headings(tokens, heading)
    _set_directions(tokens)
    for token in tokens:
        if token.children:
            token.children = list(_safe_inline(token.children))
    change(tokens)
    return str(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}))


class _Renderer(RendererHTML):
    """Puts each table into a box of its own that scrolls sideways, also by keyboard."""

    def table_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """The start of the box and the table."""
        box = '<div class="fd-scroll" role="region" aria-label="Table" tabindex="0">'
        return box + self.renderToken(tokens, idx, options, env)

    def table_close(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """The end of both."""
        return self.renderToken(tokens, idx, options, env) + "</div>"


class _Markdown(MarkdownIt):
    """CommonMark with tables and strike-through, line breaks kept, HTML off."""

    def __init__(self) -> None:
        options = {"html": False, "breaks": True, "xhtmlOut": False}
        super().__init__("commonmark", options, renderer_cls=_Renderer)
        self.enable(["table", "strikethrough"])

    def validateLink(self, url: str) -> bool:  # noqa: N802  (markdown-it's name)
        """Whether a link may lead there; otherwise it is shown as it was written."""
        return _SAFE_LINK.match(url) is not None


_MARKDOWN = _Markdown()


def _set_headings(tokens: Sequence[Token], highest: int) -> None:
    headings = [token for token in tokens if token.type in ("heading_open", "heading_close")]
    shift = highest - min((int(token.tag[1]) for token in headings), default=highest)
    for token in headings:
        token.tag = f"h{min(6, int(token.tag[1]) + shift)}"


def _set_directions(tokens: Sequence[Token]) -> None:
    """Gives each block the direction of the first text in it that has one."""
    open_blocks: list[Token] = []
    for token in tokens:
        if token.nesting == 1:
            open_blocks.append(token)
        elif token.nesting == -1:
            open_blocks.pop()
        elif found := direction("".join(_texts(token))):
            for block in open_blocks:
                block.attrs.setdefault("dir", found)


def _texts(token: Token) -> Iterator[str]:
    for child in token.children or ():
        if child.type in ("text", "code_inline"):
            yield child.content


def _safe_inline(tokens: Iterable[Token]) -> Iterator[Token]:
    inside_link = False
    for token in tokens:
        if token.type == "link_open":
            inside_link = True
            yield from _link(str(token.attrs["href"]), ())
        elif token.type == "link_close":
            inside_link = False
            yield token
        elif token.type == "image":
            text = _text(token.content or "image")
            yield from (text,) if inside_link else _whole_link(str(token.attrs["src"]), text)
        elif token.type == "text" and not inside_link:
            yield from _with_links(token.content)
        else:
            yield token


def _with_links(text: str) -> Iterator[Token]:
    done = 0
    for match in _BARE_LINK.finditer(text):
        address = match[0].rstrip(_AFTER_LINK)
        yield _text(text[done : match.start()])
        href = address if _WEB.match(address) else f"mailto:{address}"
        yield from _whole_link(href, _text(address))
        done = match.start() + len(address)
    yield _text(text[done:])


def _whole_link(href: str, text: Token) -> Iterator[Token]:
    yield from _link(href, (text, Token("link_close", "a", -1)))


def _link(href: str, rest: Iterable[Token]) -> Iterator[Token]:
    attributes: dict[str, str | int | float] = {"href": href}
    if _WEB.match(href):
        attributes |= {"target": "_blank", "rel": "noopener noreferrer"}
    yield Token("link_open", "a", 1, attrs=attributes)
    yield from rest


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


# ----------------------------------------------------------------------------------------- examples


def example_entries(entries: Iterable[Entry], count: int = EXAMPLES) -> tuple[Entry, ...]:
    """Entries to try, one of each category before a second of any, the same each time.

    Of more than `count` categories some are taken, evenly spread over the library.
    """
    by_category: dict[str, list[Entry]] = {}
    for entry in entries:
        if len(entry.question) <= EXAMPLE_LENGTH:
            by_category.setdefault(entry.category, []).append(entry)
    groups = list(by_category.values())
    if len(groups) > count:
        groups = [groups[i * len(groups) // count] for i in range(count)]
    rounds = chain.from_iterable(zip_longest(*groups))
    return tuple(islice((entry for entry in rounds if entry is not None), count))
