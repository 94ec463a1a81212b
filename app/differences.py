"""Two texts compared, word by word, as HTML."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from data.audit import Fact

# From so many words on both texts are shown as they are: comparing takes the product of the two.
MAX_WORDS = 20_000
_WORDS = re.compile(r"\s+|\w+|[^\w\s]")
_WORD = re.compile(r"\w")
# What a field is called on pages, where that is not its name in files.
_LABELS = {"alternates": "other ways to ask", "url": "link"}


@dataclass(frozen=True, slots=True)
class Compared:
    """Two texts as HTML, with <del> around what is in the first alone and <ins> in the second."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A stretch of each text; `is_same` where the two are equal."""

    old: str
    new: str
    is_same: bool


def compared(before: str, after: str) -> Compared:
    """The two texts with what differs between them marked.

    ("a cat", "a dog") -> ("a <del>cat</del>", "a <ins>dog</ins>")
    """
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    if not old or not new or max(len(old), len(new)) > MAX_WORDS:
        return Compared(html.escape(before), html.escape(after))
    stretches = _joined(_stretches(old, new))
    return Compared(
        "".join(_marked(it.old, "" if it.is_same else "del") for it in stretches),
        "".join(_marked(it.new, "" if it.is_same else "ins") for it in stretches),
    )


def _stretches(old: Sequence[str], new: Sequence[str]) -> Iterable[_Stretch]:
    from rapidfuzz.distance import LCSseq

    for code in LCSseq.opcodes(old, new):
        left = "".join(old[code.src_start : code.src_end])
        right = "".join(new[code.dest_start : code.dest_end])
        yield _Stretch(left, right, code.tag == "equal")


def _joined(stretches: Iterable[_Stretch]) -> list[_Stretch]:
    """The stretches without the blanks and signs that two quite different texts have in common.

    Of "big red cat" and "two old dogs" all is another text, and not all but the blanks.
    """
    parts: list[_Stretch] = []
    for it in stretches:
        if len(parts) > 1 and not it.is_same and _is_seam(parts[-1]) and not parts[-2].is_same:
            seam = parts.pop()
            it = _with(seam, it)
        if parts and parts[-1].is_same == it.is_same:
            it = _with(parts.pop(), it)
        parts.append(it)
    return parts


def _is_seam(stretch: _Stretch) -> bool:
    return stretch.is_same and not _WORD.search(stretch.old)


def _with(first: _Stretch, second: _Stretch) -> _Stretch:
    return replace(second, old=first.old + second.old, new=first.new + second.new)


def facts_table(
    before: Sequence[Fact], after: Sequence[Fact], titles: tuple[str, str] = ("before", "after")
) -> str:
    """What differs between two lists of facts, as a table; "" where nothing does."""
    old = {fact.name: fact.value for fact in before}
    new = {fact.name: fact.value for fact in after}
    names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    if "status" not in old and new.get("status") == "live":
        # That a new entry is no retired one goes without saying, and its draft is not live yet.
        names = [name for name in names if name != "status"]
    if not names:
        return ""
    rows = "".join(_row(name, old.get(name, ""), new.get(name, "")) for name in names)
    return (
        '<div class="fd-scroll fd-differences"><table><thead><tr><th scope="col">what</th>'
        f'<th scope="col">{html.escape(titles[0])}</th>'
        f'<th scope="col">{html.escape(titles[1])}</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _row(name: str, before: str, after: str) -> str:
    both = compared(before, after)
    return (
        f'<tr><th scope="row">{html.escape(_LABELS.get(name, name))}</th>'
        f'<td dir="auto">{both.before}</td><td dir="auto">{both.after}</td></tr>'
    )


def _marked(text: str, tag: str) -> str:
    escaped = html.escape(text)
    return f"<{tag}>{escaped}</{tag}>" if tag and text else escaped
