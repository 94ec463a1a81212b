"""An explanation has the numbers that the answer used, and its sums come out."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from data.answers import Answer, Candidate, Decision, MessageKind
from data.errors import QuestionError
from data.records import Entry
from pipeline.build import Faqdesk
from pipeline.calibration import Calibration, MadeWith, save_calibration
from pipeline.explaining.explain import explain
from pipeline.explaining.records import Explanation, Path, Reason, Weighed
from tests.sample_library import ENTRIES, UNKNOWN

Publish = Callable[..., int]
TWINS = (
    Entry("short", "How much is a berth for a boat of 10 metres?", "A short one costs little."),
    Entry("long", "How much is a berth for a boat of 20 metres?", "A long one costs a lot."),
)
CLOSE, OTHER = "how much is a berth for a boat of metres", "a berth for a boat of 30 metres"
OPPOSITE = "can i never bring my dog"
# Each entry's own words, some of them, and some of another one's; and all sorts besides.
ASKED = [
    text
    for entry, other in zip(ENTRIES, (*ENTRIES[1:], ENTRIES[0]), strict=True)
    for text in (
        *entry.forms,
        " ".join(entry.question.split()[:3]),
        f"{entry.question} {other.question}",
        f"hello, {entry.question} thanks",
        f"not {entry.question} in 2031 with QX-7",
    )
] + [
    UNKNOWN,
    "thanks!",
    "hi there",
    CLOSE,
    OTHER,
    "!!",
    "dog " * 90,
]


@pytest.fixture
def desk(filled: Faqdesk, publish: Publish) -> Faqdesk:
    publish(*TWINS)
    return filled


def same_scores(found: Weighed, candidate: Candidate) -> bool:
    evidence = candidate.evidence
    return (
        found.entry_id == candidate.entry.id
        and found.question_cosine == evidence.question
        and found.alternate_cosine == evidence.alternate
        and found.answer_cosine == evidence.answer
        and found.lexical == evidence.lexical
        and found.fused == candidate.fused
        and found.score == candidate.score
        and found.reading == candidate.reading
    )


def check_sums(path: Path) -> None:
    """What is taken apart adds up to what it was."""
    for found in path.candidates:
        assert sum(part.adds for part in found.parts) == pytest.approx(found.score, abs=1e-9)
        assert sum(term.adds for term in found.terms) == pytest.approx(found.lexical, abs=1e-5)
        in_order = [part.name for part in found.parts]
        assert len(in_order) == len(set(in_order))
    verdict = path.verdict
    if path.candidates:
        assert 1 / (1 + math.exp(-verdict.log_odds)) == pytest.approx(verdict.confidence, abs=1e-9)
        assert verdict.features[-1].confidence == pytest.approx(verdict.confidence, abs=1e-9)
        assert path.candidates[0].confidence == verdict.confidence


def check_same(explanation: Explanation, answer: Answer) -> None:
    answers = (answer, *answer.further)
    assert len(explanation.paths) == len(answers)
    for path, each in zip(explanation.paths, answers, strict=True):
        assert path.verdict.decision is each.decision
        assert path.verdict.confidence == each.confidence
        assert path.entry_id == (each.entry.id if each.entry else "")
        assert path.text == each.text
        assert path.suggested == tuple(suggestion.id for suggestion in each.suggestions)
        assert each.intent is not None
        assert path.wanted.kind is each.intent.kind
        assert path.wanted.confidence == each.intent.confidence
        assert path.wanted.category == (each.intent.category or "")
        found = zip(path.candidates, each.candidates, strict=True)
        assert all(same_scores(*pair) for pair in found)
        check_sums(path)


@pytest.mark.parametrize("question", ASKED)
def test_every_score_is_the_one_that_the_answer_used(desk: Faqdesk, question: str) -> None:
    answer = desk.answerer.answer(question)
    check_same(explain(desk, question), answer)


def test_explaining_keeps_no_question(desk: Faqdesk) -> None:
    explain(desk, "Can I bring my dog?")
    assert desk.turns.count() == 0


def test_a_candidate_has_its_nearest_words_terms_and_passage(desk: Faqdesk) -> None:
    [path] = explain(desk, "Are pets allowed zygote?").paths
    first = path.candidates[0]
    assert (first.entry_id, first.nearest) == ("dogs", "Are pets allowed?")
    assert (first.alternate, first.passage) == ("Are pets allowed?", "Dogs travel free on a lead.")
    terms = {term.word: term for term in first.terms}
    assert terms["pets"].adds > 0
    assert not terms["zygote"].is_known
    assert terms["zygote"].adds == 0 < terms["zygote"].most
    assert sum(term.most for term in first.terms) == pytest.approx(1)
    assert path.encoding.norm == pytest.approx(1)
    assert (path.encoding.tokens, path.encoding.dimension) == (5, 256)


def test_two_entries_that_are_too_close_are_named(desk: Faqdesk) -> None:
    [path] = explain(desk, CLOSE).paths
    close = path.verdict.too_close
    assert path.verdict.reason is Reason.TOO_CLOSE
    assert close.holds
    assert close.asks_alike
    assert not close.answers_alike
    assert {path.candidates[0].entry_id, close.rival} == {"short", "long"}
    assert close.gap < close.least_gap


def test_an_entry_of_which_the_opposite_was_asked_is_named(desk: Faqdesk, publish: Publish) -> None:
    publish(Entry("not", "Is a dog never one to bring my aunt?", "Never."))
    [path] = explain(desk, OPPOSITE).paths
    assert path.candidates[0].entry_id == "dogs"
    assert path.verdict.reason is Reason.OPPOSITE
    assert path.verdict.too_close.rival == "not"
    assert path.verdict.decision is Decision.SUGGESTED


def test_what_two_texts_clash_in_is_there_and_counts(desk: Faqdesk) -> None:
    [path] = explain(desk, OTHER).paths
    found = {candidate.entry_id: candidate for candidate in path.candidates}["short"]
    assert found.clash is not None
    assert (found.clash.numbers, found.clash.missing, found.clash.negation) == (1, 1, 0)
    adds = {part.name: part.adds for part in found.parts}
    assert adds["numbers"] < 0 == adds["negation"]
    # The other one clashes as much, and what all clash in is taken from none.
    assert adds["common"] == pytest.approx(-adds["numbers"] - adds["missing"])


def test_what_is_unsure_says_so_with_both_thresholds(
    desk: Faqdesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    [path] = explain(desk, UNKNOWN).paths
    verdict = path.verdict
    assert verdict.reason is Reason.UNSURE
    assert (verdict.answer_at, verdict.suggest_at) == (0.6, 0.2)
    assert verdict.thresholds_from == "as faqdesk comes"


def test_it_is_told_where_the_threshold_comes_from(
    desk: Faqdesk, opened: Callable[[], Faqdesk], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = MadeWith("encoder", "reader", "weights", 1)
    calibration = Calibration(0.71, 0.05, 100, 80, 1, made, "2026-11-30")
    save_calibration(desk.settings.home, calibration)
    [path] = explain(opened(), UNKNOWN).paths
    assert path.verdict.answer_at == 0.71
    assert "at most 5.0% of the answers wrong" in path.verdict.thresholds_from
    monkeypatch.setenv("FAQDESK_ANSWER_AT", "0.5")
    [path] = explain(opened(), UNKNOWN).paths
    assert (path.verdict.answer_at, path.verdict.thresholds_from) == (
        0.5,
        "set by hand, in the settings",
    )


def test_small_talk_is_told_with_its_runner_up(desk: Faqdesk) -> None:
    [path] = explain(desk, "thanks!").paths
    assert path.verdict.reason is Reason.SMALL_TALK
    first, second = path.wanted.kinds[:2]
    assert first.kind is path.wanted.kind is MessageKind.THANKS
    assert first.confidence >= second.confidence
    assert sum(kind.confidence for kind in path.wanted.kinds) == pytest.approx(1)


def test_what_is_marked_as_out_of_scope_names_the_mark(desk: Faqdesk) -> None:
    desk.scope_marks.add(["Do you sell submarines?", "Is it warm there?"], "a test")
    [path] = explain(desk, "do you sell submarines").paths
    assert path.verdict.reason is Reason.OUT_OF_SCOPE
    assert path.wanted.marked == "Do you sell submarines?"
    assert path.wanted.marked_cosine == pytest.approx(1)
    check_same(
        explain(desk, "do you sell submarines"), desk.answerer.answer("do you sell submarines")
    )


def test_a_message_with_two_questions_has_two_paths(desk: Faqdesk) -> None:
    message = "hi, Can I bring my dog? And which meals are served?"
    explanation = explain(desk, message)
    assert not explanation.as_one
    assert [path.entry_id for path in explanation.paths] == ["dogs", "meals"]
    assert explanation.heart == "Can I bring my dog? And which meals are served?"
    check_same(explanation, desk.answerer.answer(message))


def test_a_message_that_one_entry_answers_has_one_path(desk: Faqdesk) -> None:
    message = "What happens in a storm? What happens in a storm today?"
    explanation = explain(desk, message)
    assert explanation.as_one
    assert len(explanation.questions) == 2
    assert len(explanation.paths) == 1


def test_with_a_category_only_its_entries_are_weighed(desk: Faqdesk) -> None:
    [path] = explain(desk, "Do children pay?", "prices").paths
    assert {found.category for found in path.candidates} == {"Prices"}


def test_an_entry_that_is_not_valid_today_is_not_weighed(desk: Faqdesk, publish: Publish) -> None:
    publish(replace(ENTRIES[0], valid_until=date(2000, 1, 1)))
    [path] = explain(desk, "Can I bring my dog?").paths
    assert "dogs" not in {found.entry_id for found in path.candidates}


def test_without_a_reader_nothing_is_read_and_the_sums_hold(
    opened: Callable[[], Faqdesk], desk: Faqdesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAQDESK_READER", "none")
    unread = opened()
    for question in ASKED[:12]:
        check_same(explain(unread, question), unread.answerer.answer(question))
        assert all(c.reading is None for c in explain(unread, question).paths[0].candidates)


def test_where_nothing_is_found_there_is_nothing_to_weigh(
    faqdesk: Faqdesk, publish: Publish
) -> None:
    publish(replace(ENTRIES[0], valid_until=date(2000, 1, 1)))
    [path] = explain(faqdesk, "is there a pool").paths
    assert path.verdict.reason is Reason.NOTHING_FOUND
    assert path.verdict.features == ()
    assert path.verdict.decision is Decision.UNANSWERED


def test_an_empty_question_is_refused_as_it_is_asked(desk: Faqdesk) -> None:
    with pytest.raises(QuestionError, match="empty"):
        explain(desk, "  ")
