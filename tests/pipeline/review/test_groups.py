"""Questions that went wrong, in groups of those that ask the same."""

from __future__ import annotations

import time

import numpy as np
import pytest

from data.answers import MessageKind, Vote
from pipeline.build import Faqdesk
from pipeline.review.groups import TOGETHER_AT, Group, Hint, clusters, grouped, waiting_turns
from tests.turns import answered, log, no_answer, suggested


def groups(faqdesk: Faqdesk) -> tuple[Group, ...]:
    return grouped(waiting_turns(faqdesk), faqdesk)


def test_questions_that_ask_the_same_are_one_group_and_equal_ones_one_text(
    faqdesk: Faqdesk,
) -> None:
    log(faqdesk.turns, no_answer("is there a swimming pool"), no_answer("pay by card"))
    log(faqdesk.turns, no_answer("Hi, is there a  Swimming pool"), no_answer("a swimming pool"))
    pool, card = groups(faqdesk)
    assert pool.title == "is there a  Swimming pool"
    assert [(asked.text, asked.count) for asked in pool.asked] == [
        ("is there a  Swimming pool", 2),
        ("a swimming pool", 1),
    ]
    assert sorted(pool.turns) == [1, 3, 4]
    assert card.title == "pay by card"


def test_the_most_frequent_come_first_and_then_the_newest(faqdesk: Faqdesk) -> None:
    log(faqdesk.turns, no_answer("alpha"), no_answer("beta"), no_answer("gamma"), no_answer("beta"))
    assert [group.title for group in groups(faqdesk)] == ["beta", "gamma", "alpha"]


def test_a_group_says_what_went_wrong_and_what_the_turns_tell_of_entries(faqdesk: Faqdesk) -> None:
    turns = faqdesk.turns
    log(turns, no_answer("small dog"), answered("small dog", "cats", 0.65, second="dogs"))
    log(turns, answered("small dog", "cats", 0.9, second="dogs"), vote=Vote.DOWN)
    [maybe] = log(turns, suggested("small dog", "dogs", "cats"))
    turns.pick(maybe, "dogs")
    [group] = groups(faqdesk)
    wrong = group.wrong
    assert (wrong.unanswered, wrong.suggested, wrong.unsure, wrong.disliked) == (1, 1, 1, 1)
    assert set(group.hints) == {Hint("dogs", picked=1, close=3), Hint("cats", disliked=1)}


def test_a_doubtful_answer_is_one_just_above_what_answering_takes(faqdesk: Faqdesk) -> None:
    at = faqdesk.thresholds().answer_at
    log(faqdesk.turns, answered("a", "dogs", at + 0.05), answered("b", "dogs", at + 0.15))
    assert [turn.question for turn in waiting_turns(faqdesk)] == ["a"]


def test_small_talk_is_left_out_unless_it_is_asked_for(faqdesk: Faqdesk) -> None:
    log(faqdesk.turns, no_answer("a"), no_answer("never mind", kind=MessageKind.COMPLAINT))
    assert len(waiting_turns(faqdesk)) == 1
    assert len(waiting_turns(faqdesk, small_talk=True)) == 2


def test_off_topic_messages_that_are_marked_are_left_out(faqdesk: Faqdesk) -> None:
    weather = no_answer("will it rain tomorrow", kind=MessageKind.OFF_TOPIC)
    log(faqdesk.turns, weather, no_answer("who is king", kind=MessageKind.OFF_TOPIC))
    faqdesk.scope_marks.add(["Will it rain tomorrow?"], "Ada")
    assert [group.title for group in groups(faqdesk)] == ["who is king"]


def test_a_question_is_embedded_once(faqdesk: Faqdesk, monkeypatch: pytest.MonkeyPatch) -> None:
    log(faqdesk.turns, no_answer("is there a pool"), no_answer("a bar"))
    first = groups(faqdesk)
    monkeypatch.setattr(type(faqdesk.encoder), "encode", lambda *_: pytest.fail("embedded again"))
    assert groups(faqdesk) == first


def test_without_turns_there_are_no_groups(faqdesk: Faqdesk) -> None:
    assert groups(faqdesk) == ()


def test_vectors_are_together_where_they_are_near_on_average() -> None:
    def at(degrees: float) -> list[float]:
        return [np.cos(np.radians(degrees)), np.sin(np.radians(degrees))]

    near = float(np.degrees(np.arccos(TOGETHER_AT)))
    vectors = np.array([at(0), at(1), at(near - 1), at(180)], np.float32)
    labels = clusters(vectors).tolist()
    assert labels[0] == labels[1] == labels[2] != labels[3]
    assert clusters(vectors[:1]).tolist() == [0]


@pytest.mark.slow
def test_five_thousand_questions_are_grouped_in_seconds() -> None:
    random = np.random.default_rng(0)
    vectors = random.normal(size=(5000, 384)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    started = time.process_time()
    assert len(clusters(vectors)) == 5000
    assert time.process_time() - started < 20
