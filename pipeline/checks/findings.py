"""What the checks say, in which order, and how much of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from data.records import Entry

SHORT = 70


class Severity(StrEnum):
    """A problem should be mended before visitors see it; a remark is worth a look."""

    PROBLEM = "problem"
    REMARK = "remark"


class FindingKind(StrEnum):
    """What sort of thing was found, in words to show; problems come first."""

    CONFLICT = "same question, different answers"
    DUPLICATE = "duplicate"
    TAKEN_ALTERNATE = "alternate that is another entry's question"
    NO_QUESTION = "not a question"
    EMPTY_ANSWER = "empty answer"
    PLACEHOLDER = "placeholder text"
    BROKEN_LINK = "broken link"
    OPEN_FENCE = "code block that never ends"
    PERSONAL = "personal data"
    NEAR_DUPLICATE = "nearly the same question"
    WORDING = "unlike a question"
    LONG_ANSWER = "very long answer"
    CUT = "question too long for the search"
    RELATIVE_LINK = "link without a site"
    CONTACT = "contact details"

    @property
    def severity(self) -> Severity:
        """Whether findings of this kind are problems or remarks."""
        return Severity.REMARK if self in _REMARKS else Severity.PROBLEM


_REMARKS = frozenset(
    {
        FindingKind.NEAR_DUPLICATE,
        FindingKind.WORDING,
        FindingKind.LONG_ANSWER,
        FindingKind.CUT,
        FindingKind.RELATIVE_LINK,
        FindingKind.CONTACT,
    }
)
_ORDER = {kind: place for place, kind in enumerate(FindingKind)}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to look at: which entries it is about, and what is wrong and what to do.

    `detail` is the text at fault, where there is one. `more` is 0, except in the last finding of a
    kind of which too many were found: it then says how many were left out, and `entry_ids` are
    theirs.
    """

    kind: FindingKind
    entry_ids: tuple[str, ...]
    message: str
    detail: str = ""
    more: int = 0

    @property
    def severity(self) -> Severity:
        """Whether it is a problem or a remark."""
        return self.kind.severity


def in_order(findings: Iterable[Finding], most: int) -> tuple[Finding, ...]:
    """The findings, problems first, then by kind; of each kind at most `most` and a count.

    Within a kind they stay as they came.
    """
    kept: list[Finding] = []
    ranked = sorted(findings, key=lambda found: _ORDER[found.kind])
    for kind in FindingKind:
        same = [found for found in ranked if found.kind is kind]
        kept += same[:most]
        if len(same) > most:
            kept.append(_rest(kind, same[most:]))
    return tuple(kept)


def _rest(kind: FindingKind, left: list[Finding]) -> Finding:
    ids = dict.fromkeys(entry_id for found in left for entry_id in found.entry_ids)
    return Finding(
        kind,
        tuple(ids),
        f"And {len(left):,} more of this kind. Mend those above first, then check again.",
        more=len(left),
    )


def named(entry: Entry, length: int = SHORT) -> str:
    """The entry's question in quotation marks, shortened, or its id where it has none."""
    if not entry.question.strip():
        return f"The entry {entry.id}"
    return f"“{shortened(entry.question, length)}”"


def shortened(text: str, length: int = SHORT) -> str:
    """The text on one line, and no longer than `length` characters."""
    line = " ".join(text[: length * 4].split())
    return line if len(line) <= length else f"{line[: length - 1].rstrip()}…"


def listed(names: list[str]) -> str:
    """Names in a row: up to three, and how many more."""
    if len(names) > 3:
        return f"{', '.join(names[:3])} and {len(names) - 3:,} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
