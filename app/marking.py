"""Marks the words that answer inside an answer's markdown.

Two signs that no text has are put around the words before the markdown is read; where they come out
again, the text between them is marked. They are Unicode's noncharacters, which belong to no word,
no script and no direction, so that they change nothing else; where they would (inside an address,
say) the answer is shown without marks. All of it counts in code points, on the server: a browser
gets finished HTML and counts nothing.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Sequence

from markdown_it.token import Token

from data.answers import Span

# What noncharacters there are to choose from (Unicode 16, section 23.7).
_SIGNS = [chr(code) for code in range(0xFDD0, 0xFDF0)]
_MARKS = re.compile(r"</?mark>")

# Turns markdown into HTML; the second argument may change what was read before it is written.
Render = Callable[[str, Callable[[Sequence[Token]], None]], str]


def marked_html(text: str, span: Span, render: Render) -> str:
    """An answer as HTML with the words of the span in `<mark>`, wherever markup parts them."""
    plain = render(text, lambda _: None)
    free = [sign for sign in _SIGNS if sign not in text][:2]
    if len(free) < 2:
        return plain
    begin, end = free
    signed = text[: span.start] + begin + span.text + end + text[span.end :]
    marked = render(signed, _Marker(begin, end).mark)
    return marked if _MARKS.sub("", marked) == plain else plain


class _Marker:
    """Takes the signs out of tokens, in their order, and marks what stands between them."""

    def __init__(self, begin: str, end: str) -> None:
        self._begin = begin
        self._end = end
        self._parts = re.compile(f"([{begin}{end}])")
        self._inside = False

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
        for part, inside in self._cut(token.content):
            piece = token.copy(content=part)
            yield from (_raw("<mark>"), piece, _raw("</mark>")) if inside else (piece,)

    def _code_block(self, token: Token) -> None:
        token.info = str(self._without(token.info))
        parts = list(self._cut(token.content))
        token.content = "".join(part for part, _ in parts)
        if any(inside for _, inside in parts):
            name = token.info.split()[:1]
            language = f' class="language-{html.escape(name[0])}"' if name else ""
            code = "".join(_tagged(html.escape(part), inside) for part, inside in parts)
            token.type, token.content = "html_block", f"<pre><code{language}>{code}</code></pre>\n"

    def _cut(self, text: str) -> Iterator[tuple[str, bool]]:
        """The pieces of a text without the signs, and whether each is of the words."""
        for part in self._parts.split(text):
            if part == self._begin:
                self._inside = True
            elif part == self._end:
                self._inside = False
            elif part:
                yield part, self._inside

    def _without(self, value: str | int | float) -> str | int | float:
        return self._parts.sub("", value) if isinstance(value, str) else value


def _tagged(text: str, inside: bool) -> str:
    return f"<mark>{text}</mark>" if inside else text


def _raw(tag: str) -> Token:
    return Token("html_inline", "", 0, content=tag)
