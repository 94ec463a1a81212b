"""Marks the words that answer inside an answer's markdown, and lightly the sentence around them.

Signs that no text has are put around words and sentence before the markdown is read; where they
come out again, the text between them is marked. They are Unicode's noncharacters, which belong to
no word, no script and no direction, so that they change nothing else; where they would (inside an
address, say) the sentence is left out, and if need be the words too. All of it counts in code
points, on the server: a browser gets finished HTML and counts nothing.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Sequence

from markdown_it.token import Token

from data.answers import Span
from index.sentences import sentences_around

# What noncharacters there are to choose from (Unicode 16, section 23.7).
_SIGNS = [chr(code) for code in range(0xFDD0, 0xFDF0)]
# What stands at the beginning of a line and is no part of its sentence.
_BLOCK_SIGNS = re.compile(r"(?:[-*+>|]\s+|\d{1,9}[.)]\s+|#{1,6}\s+)+")
_MARKS = re.compile(r"</?mark>|<mark class=\"fd-near\">")

# Tags for text in the sentence and for the words themselves.
_NEAR, _WORDS = '<mark class="fd-near">', "<mark>"

# Turns markdown into HTML; the second argument may change what was read before it is written.
Render = Callable[[str, Callable[[Sequence[Token]], None]], str]


def marked_html(text: str, span: Span, render: Render) -> str:
    """An answer as HTML with words and sentence in `<mark>`, wherever markup parts them.

    That of the sentence has the class `fd-near`, and the two do not overlap.
    """
    plain = render(text, lambda _: None)
    free = [sign for sign in _SIGNS if sign not in text]
    if len(free) < 3:
        return plain
    for around in (_sentence(text, span), (span.start, span.end)):
        marker = _Marker(*free[:3])
        marked = render(_signed(text, span, around, free), marker.mark)
        if without_marks(marked) == plain:
            return marked
    return plain


def without_marks(shown: str) -> str:
    """The HTML as it would be without any marks."""
    return _MARKS.sub("", shown)


def _sentence(text: str, span: Span) -> tuple[int, int]:
    start, end = sentences_around(text, span.start, span.end)
    signs = _BLOCK_SIGNS.match(text, start)
    return (min(span.start, signs.end()) if signs else start), end


def _signed(text: str, span: Span, around: tuple[int, int], signs: Sequence[str]) -> str:
    """The text with a sign where the sentence begins, where words begin, and where either ends."""
    near, words, end = signs[:3]
    start, stop = around
    before, after = text[start : span.start], text[span.end : stop]
    parts = [near + before + end] if before else []
    parts += [words + span.text + end]
    parts += [near + after + end] if after else []
    return text[:start] + "".join(parts) + text[stop:]


class _Marker:
    """Takes the signs out of tokens, in their order, and marks what stands between them."""

    def __init__(self, near: str, words: str, end: str) -> None:
        self._tags = {near: _NEAR, words: _WORDS, end: ""}
        self._parts = re.compile(f"([{near}{words}{end}])")
        self._tag = ""

    def mark(self, tokens: Sequence[Token]) -> None:
        """Changes tokens in place."""
        for token in tokens:
            if token.children is not None:
                token.children = [new for child in token.children for new in self._inline(child)]
            elif token.type in ("fence", "code_block"):
                self._code_block(token)

    def _inline(self, token: Token) -> Iterator[Token]:
        token.attrs = {name: self._without(value) for name, value in token.attrs.items()}
        if token.type not in ("text", "code_inline"):
            yield token
            return
        for part, tag in self._cut(token.content):
            piece = token.copy(content=part)
            yield from (_raw(tag), piece, _raw("</mark>")) if tag else (piece,)

    def _code_block(self, token: Token) -> None:
        token.info = str(self._without(token.info))
        parts = list(self._cut(token.content))
        token.content = "".join(part for part, _ in parts)
        if any(tag for _, tag in parts):
            name = token.info.split()[:1]
            language = f' class="language-{html.escape(name[0])}"' if name else ""
            code = "".join(_tagged(html.escape(part), tag) for part, tag in parts)
            token.type, token.content = "html_block", f"<pre><code{language}>{code}</code></pre>\n"

    def _cut(self, text: str) -> Iterator[tuple[str, str]]:
        """The pieces of a text without the signs, each with the tag that it is to have."""
        for part in self._parts.split(text):
            if part in self._tags:
                self._tag = self._tags[part]
            elif part:
                yield part, self._tag

    def _without(self, value: str | int | float) -> str | int | float:
        return self._parts.sub("", value) if isinstance(value, str) else value


def _tagged(text: str, tag: str) -> str:
    return f"{tag}{text}</mark>" if tag else text


def _raw(tag: str) -> Token:
    return Token("html_inline", "", 0, content=tag)
