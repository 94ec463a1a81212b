"""What the benchmark of phrasing measures, with a stand-in for the model."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.phrasing import (
    Asked,
    Speaker,
    Watched,
    print_shares,
    sample_questions,
    steering_questions,
)
from data.answers import Decision, PhrasingResult
from pipeline.build import Faqdesk
from pipeline.making import make_manner
from pipeline.phrasing.counting import CountingPhraser
from pipeline.phrasing.guard import Guard
from pipeline.phrasing.rewording import Reworder

DOG = Asked("Can I bring my dog aboard?", "sample")


def speaker(faqdesk: Faqdesk, *says: str) -> Speaker:
    watched, manner = Watched(CountingPhraser(says)), make_manner(faqdesk.settings)
    reworder = Reworder(watched, Guard(faqdesk.encoder), lambda: manner, None)
    return Speaker(faqdesk.unlogged_answerer, watched, reworder)


def test_a_reply_is_kept_with_what_was_shown_of_it(filled: Faqdesk) -> None:
    reply = speaker(filled).say(DOG)
    assert reply.result is PhrasingResult.SHOWN
    assert " ".join(reply.shown) == reply.reply.strip()
    assert 0 < reply.first_word_s <= reply.first_s <= reply.total_s
    assert reply.as_row()["answer"] == reply.answer.text


def test_what_the_guard_stops_is_written_to_its_end_all_the_same(filled: Faqdesk) -> None:
    reply = speaker(filled, "You may bring 90 dogs. ", "And ", "a horse.").say(DOG)
    assert reply.result is PhrasingResult.UNSUPPORTED
    assert reply.shown == ()
    assert reply.reply == "You may bring 90 dogs. And a horse."
    assert reply.first_s == 0


def test_what_is_not_answered_is_not_said(filled: Faqdesk) -> None:
    reply = speaker(filled).say(Asked("Who won the world cup in 1998?", "off-topic"))
    assert reply.answer.decision is not Decision.ANSWERED
    assert reply.result is None
    assert reply.as_row()["answer"] == ""


def test_no_more_questions_are_asked_than_are_wanted(filled: Faqdesk) -> None:
    assert len(list(speaker(filled).say_all([DOG, DOG, DOG], 2))) == 2
    other = Asked("Who won the world cup in 1998?", "off-topic")
    assert len(list(speaker(filled).say_all([other, DOG, DOG], 0))) == 3


def test_shares_are_of_what_was_asked_and_answered(
    filled: Faqdesk, capsys: pytest.CaptureFixture[str]
) -> None:
    print_shares("sample", list(speaker(filled).say_all([DOG, DOG], 0)))
    assert "sample, 2 questions: 2 answered (100.0%)" in capsys.readouterr().out


def test_there_are_sixty_attempts_and_sixty_other_matters() -> None:
    asked = steering_questions()
    assert Counter(each.kind for each in asked) == {"steering": 60, "off-topic": 60}
    assert len({each.question for each in asked}) == 120


def test_the_sample_is_asked_in_the_same_order_every_time() -> None:
    assert sample_questions() == sample_questions()
    assert all(each.relevant for each in sample_questions())
