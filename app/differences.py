"""Two texts compared, word by word, as HTML."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from data.audit import Fact

# From so many words on both texts are shown as they are: comparing takes the product of the two.
MAX_WORDS = 3_000
_WORDS = re.compile(r"\s+|\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Compared:
    """Two texts as HTML, with <del> around what is in the first alone and <ins> in the second."""

    before: str
    after: str


def compared(before: str, after: str) -> Compared:
    """The two texts with what differs between them marked.

    ("a cat", "a dog") -> ("a <del>cat</del>", "a <ins>dog</ins>")
    """
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    if not old or not new or max(len(old), len(new)) > MAX_WORDS:
        return Compared(html.escape(before), html.escape(after))
    left, right = [], []
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for kind, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        left.append(_marked(old[old_start:old_end], "del" if kind != "equal" else ""))
        right.append(_marked(new[new_start:new_end], "ins" if kind != "equal" else ""))
    return Compared("".join(left), "".join(right))


def facts_table(before: Sequence[Fact], after: Sequence[Fact]) -> str:
    """What differs between two lists of facts, as a table; "" where nothing does."""
    old = {fact.name: fact.value for fact in before}
    new = {fact.name: fact.value for fact in after}
    names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    if not names:
        return ""
    rows = "".join(_row(name, old.get(name, ""), new.get(name, "")) for name in names)
    return (
        '<div class="fd-scroll fd-differences"><table><thead><tr><th scope="col">what</th>'
        '<th scope="col">before</th><th scope="col">after</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _row(name: str, before: str, after: str) -> str:
    both = compared(before, after)
    return (
        f'<tr><th scope="row">{html.escape(name)}</th>'
        f'<td dir="auto">{both.before}</td><td dir="auto">{both.after}</td></tr>'
    )


def _marked(words: Sequence[str], tag: str) -> str:
    text = html.escape("".join(words))
    return f"<{tag}>{text}</{tag}>" if tag and text else text
