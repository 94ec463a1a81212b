"""What became of the questions that were accepted."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from data.records import Entry, Status
from data.roles import Role, User
from pipeline.build import Faqdesk
from pipeline.review import actions
from pipeline.review.groups import grouped, waiting_turns
from pipeline.review.outcomes import Now, outcomes
from tests.conftest import Publish

ADA = User("Ada", Role.EDITOR, datetime.now(UTC))
QUESTION = "may I stream films aboard"


def accept(faqdesk: Faqdesk) -> None:
    faqdesk.answerer.answer(QUESTION)
    [group] = grouped(waiting_turns(faqdesk), faqdesk)
    actions.add_wordings(faqdesk, actions.choose(group), "wifi", ADA)


def now(faqdesk: Faqdesk) -> list[Now]:
    return [outcome.now for outcome in outcomes(faqdesk)]


def test_an_accepted_question_waits_for_the_publish_and_is_answered_then(
    filled: Faqdesk,
) -> None:
    accept(filled)
    assert now(filled) == [Now.NOT_PUBLISHED]
    with filled.publisher.lock():
        drafts = filled.pending.all()
        filled.publisher.publish([each.entry for each in drafts], "Ada", drafts=drafts)
    assert now(filled) == [Now.ANSWERED]
    assert filled.turns.count() == 1


def test_a_question_whose_entry_is_gone_is_answered_otherwise(
    filled: Faqdesk, publish: Publish, entries: tuple[Entry, ...]
) -> None:
    accept(filled)
    filled.pending.discard(["wifi"], "Ada")
    publish(replace(entries[4], status=Status.RETIRED))
    assert now(filled) == [Now.OTHERWISE]


def test_dismissed_questions_have_no_outcome(filled: Faqdesk) -> None:
    filled.answerer.answer(QUESTION)
    [group] = grouped(waiting_turns(filled), filled)
    actions.dismiss(filled, actions.choose(group), ADA)
    assert outcomes(filled) == ()
