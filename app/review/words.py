"""How a group of questions is put into words: pure functions."""

from __future__ import annotations

from app.wording import counted, plain_html, shortened, without_signs
from data.reviews import Outcome
from pipeline.review.actions import Done
from pipeline.review.groups import Wrong
from pipeline.review.meant import Meant

TITLE_LENGTH = 160
ANSWER_LENGTH = 130


def times(count: int) -> str:
    """How often something was asked: "once", "twice", "12 times"."""
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")


def wrong_html(wrong: Wrong) -> str:
    """What went wrong, as chips."""
    told = (
        (wrong.disliked, "disliked", "bad"),
        (wrong.unanswered, "without an answer", "bad"),
        (wrong.suggested, "with suggestions only", "doubt"),
        (wrong.unsure, "with a doubtful answer", "doubt"),
        (wrong.not_asked, "not taken for a question", "doubt"),
    )
    chips = (
        f'<span class="fd-chip fd-chip-{kind}">{count:,} {what}</span>'
        for count, what, kind in told
        if count
    )
    return f'<p class="fd-whys">{" ".join(chips)}</p>'


def caption(meant: Meant) -> str:
    """What speaks for an entry, and how its answer begins."""
    hint = meant.hint
    parts = []
    if hint.picked:
        parts.append(f"chosen by {counted(hint.picked, 'visitor', 'visitors')}")
    if hint.disliked:
        parts.append(f"its answer was disliked {times(hint.disliked)}")
    if meant.is_draft:
        parts.append("has a draft")
    return " · ".join([*parts, shortened(without_signs(meant.entry.answer), ANSWER_LENGTH)])


def done_html(done: Done, entry: str) -> str:
    """What was done, in a sentence; `entry` is the question of the entry that it was done with."""
    subject = f"“{shortened(done.chosen.subject, TITLE_LENGTH)}”"
    name = f"“{shortened(entry, TITLE_LENGTH)}”"
    if done.outcome is Outcome.ALTERNATE:
        ways = counted(len(done.added), "wording was", "wordings were")
        told = f"{ways} added to {name}. Visitors get it once the drafts are published."
        if not done.added:
            told = f"{name} knew this wording already. It is off the list."
    elif done.outcome is Outcome.NEW_ENTRY:
        told = f"{name} is a draft now. Visitors get it once the drafts are published."
    elif done.outcome is Outcome.OUT_OF_SCOPE:
        told = f"{subject} is out of scope: from now on visitors are told so."
    else:
        told = f"{subject} was dismissed. It comes back if it goes wrong again."
    return f'<p class="fd-found" role="status">{plain_html(told)}</p>'
