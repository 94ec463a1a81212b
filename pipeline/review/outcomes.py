"""What became of the questions that were accepted: they are asked again, without being logged."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from data.answers import Answer
from data.errors import NothingPublishedError
from data.reviews import Accepted
from pipeline.build import Faqdesk

# Older ones are not asked again.
MOST_ACCEPTED = 200


class Now(StrEnum):
    """What a visitor gets for an accepted question now."""

    ANSWERED = "answered"
    SUGGESTED = "suggested"
    OTHERWISE = "otherwise"
    NOT_PUBLISHED = "not published"


@dataclass(frozen=True, slots=True)
class Outcome:
    """An accepted question, and what it gets now."""

    accepted: Accepted
    now: Now


def accepted_questions(faqdesk: Faqdesk) -> list[Accepted]:
    """The questions whose outcomes are told.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    return faqdesk.reviews.accepted(MOST_ACCEPTED)


def outcomes(faqdesk: Faqdesk) -> tuple[Outcome, ...]:
    """The questions that were accepted last, the newest first, and what each gets now.

    One whose entry still waits as a draft is not published.

    Raises:
        LibraryError, ModelError: as `Answerer.answer`.
    """
    accepted = accepted_questions(faqdesk)
    drafts = {change.entry.id for change in faqdesk.pending.all()}
    live = [each for each in accepted if each.entry_id not in drafts]
    try:
        answers = list(faqdesk.unlogged_answerer.answer_many([each.question for each in live]))
    except NothingPublishedError:
        answers, live = [], []
    now = {
        each.question: _now(each, answer)
        for each, answer in zip(live, answers, strict=True)
        if isinstance(answer, Answer)
    }
    return tuple(Outcome(each, now.get(each.question, Now.NOT_PUBLISHED)) for each in accepted)


def _now(accepted: Accepted, answer: Answer) -> Now:
    """Whether one of the answers to a message is the entry, or suggests it."""
    every = (answer, *answer.further)
    if any(each.entry and each.entry.id == accepted.entry_id for each in every):
        return Now.ANSWERED
    suggested = (choice.id for each in every for choice in each.suggestions)
    return Now.SUGGESTED if accepted.entry_id in suggested else Now.OTHERWISE
