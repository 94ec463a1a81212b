"""Which turns wait for a review, what is made of them, and what is out of scope."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from data.answers import MessageKind, Vote
from data.audit import Action, AuditLog
from data.reviews import Outcome, Settlement
from pipeline.build import Faqdesk
from tests.turns import answered, log, no_answer, set_asked_at, suggested

USUAL = frozenset({MessageKind.QUESTION, MessageKind.OFF_TOPIC})


def waiting(faqdesk: Faqdesk) -> list[int]:
    return [turn.id for turn in faqdesk.reviews.waiting(0.7, 100, USUAL)]


def test_what_went_wrong_waits_and_what_went_well_does_not(faqdesk: Faqdesk) -> None:
    turns = faqdesk.turns
    [none] = log(turns, no_answer("a"))
    # Two entries that ask nearly the same are suggested, however sure the first one looks.
    [maybe] = log(turns, suggested("b", "dogs", "cats", confidence=0.95))
    [unsure] = log(turns, answered("c", "dogs", 0.65))
    [disliked] = log(turns, answered("d", "dogs", 0.95), vote=Vote.DOWN)
    [off_topic] = log(turns, no_answer("e", kind=MessageKind.OFF_TOPIC))
    log(turns, answered("f", "dogs", 0.95), no_answer("thanks", kind=MessageKind.THANKS))
    log(turns, answered("g", "dogs", 0.65), vote=Vote.UP)
    assert waiting(faqdesk) == [off_topic, disliked, unsure, maybe, none]


def test_other_kinds_of_message_wait_only_where_they_are_wanted(faqdesk: Faqdesk) -> None:
    [thanks] = log(faqdesk.turns, no_answer("ta", kind=MessageKind.THANKS))
    assert waiting(faqdesk) == []
    every = faqdesk.reviews.waiting(0.7, 100, frozenset(MessageKind))
    assert [turn.id for turn in every] == [thanks]


def test_only_the_newest_are_handed_out(faqdesk: Faqdesk) -> None:
    numbers = log(faqdesk.turns, *(no_answer(str(n)) for n in range(5)))
    found = faqdesk.reviews.waiting(0.7, 2, USUAL)
    assert [turn.id for turn in found] == [numbers[4], numbers[3]]


def test_a_turn_is_settled_once_and_the_first_word_stands(faqdesk: Faqdesk) -> None:
    numbers = tuple(log(faqdesk.turns, no_answer("a"), no_answer("b")))
    first = Settlement(numbers[:1], Outcome.ALTERNATE, "a", "dogs")
    assert faqdesk.reviews.settle(first, "Ada") == 1
    assert faqdesk.reviews.settle(first, "Ada") == 0
    both = Settlement((*numbers, 999), Outcome.DISMISSED, "both")
    assert faqdesk.reviews.settle(both, "Bob") == 1
    assert [each.entry_id for each in faqdesk.reviews.accepted(10)] == ["dogs"]
    events = AuditLog(faqdesk.engine).search(limit=10)
    assert [(e.change.who, e.change.action, e.change.subject) for e in events] == [
        ("Bob", Action.REVIEWED, "both"),
        ("Ada", Action.REVIEWED, "a"),
    ]


def test_the_same_question_waits_again_only_when_it_goes_wrong_again(faqdesk: Faqdesk) -> None:
    [first] = log(faqdesk.turns, no_answer("is there a pool"))
    faqdesk.reviews.settle(Settlement((first,), Outcome.DISMISSED, "pool"), "Ada")
    log(faqdesk.turns, answered("is there a pool", "pool"))
    assert waiting(faqdesk) == []
    [again] = log(faqdesk.turns, no_answer("is there a pool"))
    assert waiting(faqdesk) == [again]


def test_reopened_turns_wait_again_and_the_audit_log_says_so(faqdesk: Faqdesk) -> None:
    numbers = log(faqdesk.turns, *(no_answer(str(n)) for n in range(3)))
    faqdesk.reviews.settle(Settlement(tuple(numbers), Outcome.DISMISSED, "all"), "Ada")
    assert faqdesk.reviews.reopen(numbers[:2], "all", "Bob") == 2
    assert faqdesk.reviews.reopen(numbers[:2], "all", "Bob") == 0
    assert waiting(faqdesk) == [numbers[1], numbers[0]]
    assert AuditLog(faqdesk.engine).search("waiting again", limit=10)[0].change.who == "Bob"


def test_more_turns_than_a_statement_takes_are_settled_and_reopened(faqdesk: Faqdesk) -> None:
    numbers = log(faqdesk.turns, *(no_answer(str(n)) for n in range(1100)))
    everything = Settlement(tuple(numbers), Outcome.DISMISSED, "all")
    assert faqdesk.reviews.settle(everything, "Ada") == 1100
    assert faqdesk.reviews.reopen(numbers, "all", "Ada") == 1100


def test_a_pick_is_kept_with_the_turn_that_suggested_it(faqdesk: Faqdesk) -> None:
    [turn] = log(faqdesk.turns, suggested("pets?", "dogs", "cats"))
    faqdesk.turns.pick(turn, "cats")
    assert faqdesk.turns.latest(1)[0].picked == "cats"
    faqdesk.turns.pick(turn, "fish")
    faqdesk.turns.pick(999, "cats")
    assert faqdesk.turns.latest(1)[0].picked == "cats"


def test_questions_are_marked_once_and_the_version_tells_of_each_change(faqdesk: Faqdesk) -> None:
    marks = faqdesk.scope_marks
    versions = [marks.version()]
    assert marks.add(["a", "b", "a"], "Ada") == ("a", "b")
    versions.append(marks.version())
    assert marks.add(["a"], "Bob") == ()
    assert marks.version() == versions[-1]
    assert marks.remove(["a", "c"], "Bob") == 1
    versions.append(marks.version())
    marks.add(["a"], "Bob")
    versions.append(marks.version())
    assert len(set(versions)) == 4
    assert [(mark.question, mark.added_by) for mark in marks.all()] == [("a", "Bob"), ("b", "Ada")]
    events = AuditLog(faqdesk.engine).search(limit=10)
    assert [event.change.subject for event in events] == ["a", "a", "b", "a"]


def test_old_turns_are_deleted_with_their_votes_and_reviews(faqdesk: Faqdesk) -> None:
    old, new = log(faqdesk.turns, no_answer("old"), no_answer("new"), vote=Vote.DOWN)
    faqdesk.reviews.settle(Settlement((old, new), Outcome.DISMISSED, "both"), "Ada")
    now = datetime.now(UTC)
    set_asked_at(faqdesk.engine, old, now - timedelta(days=10))
    assert faqdesk.turns.questions_before(now - timedelta(days=1)) == ["old"]
    assert faqdesk.turns.delete_before(now - timedelta(days=1), "faqdesk") == 1
    assert faqdesk.turns.delete_before(now - timedelta(days=1), "faqdesk") == 0
    assert [turn.question for turn in faqdesk.turns.latest(10)] == ["new"]
    [event] = AuditLog(faqdesk.engine).search("deleted", limit=10)
    assert event.change.action is Action.TURNS_DELETED
    assert [(fact.name, fact.value) for fact in event.change.before] == [("questions", "1")]
