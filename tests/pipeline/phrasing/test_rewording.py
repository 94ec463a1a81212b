"""An answer in fresh words, and only what its entry bears out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace

import pytest

from data.answers import Answer, Decision, PhrasingResult, Span
from data.errors import PhrasingError
from data.records import Entry
from index.encoder import HashEncoder
from pipeline.build import Faqdesk
from pipeline.making import make_manner
from pipeline.phrasing.counting import CountingPhraser
from pipeline.phrasing.guard import Guard
from pipeline.phrasing.phraser import Phraser, PhraseRequest
from pipeline.phrasing.rewording import Reworder, Rewording
from pipeline.settings import Settings
from tests.turns import PLAIN

ENTRY = Entry(
    "return",
    "Can I send a toy back?",
    "Yes, within 30 days of delivery. Refunds take 5 working days. Sale items cannot be returned.",
)
SPAN = "within 30 days of delivery"
Made = Callable[..., Reworder]


class Failing:
    """A model that goes wrong after its first words."""

    def phrase(self, request: PhraseRequest) -> Iterator[str]:  # noqa: ARG002
        """One sentence, and then nothing more."""
        yield "You can send it back within 30 days of delivery. "
        raise PhrasingError("The endpoint closed the reply. Try again.")


def reworder(says: Sequence[str] | Phraser, **settings: object) -> Reworder:
    phraser = CountingPhraser(says) if isinstance(says, Sequence) else says
    manner = make_manner(Settings(**settings))  # type: ignore[arg-type]
    return Reworder(phraser, Guard(HashEncoder()), lambda: manner, None)


def answered(decision: Decision = Decision.ANSWERED) -> Answer:
    start = ENTRY.answer.index(SPAN)
    return replace(
        PLAIN,
        question="can i send it back",
        decision=decision,
        text=ENTRY.answer,
        entry=ENTRY,
        span=Span(start, start + len(SPAN), SPAN),
    )


def said(says: Sequence[str] | Phraser, **settings: object) -> tuple[list[str], Rewording]:
    rewording = reworder(says, **settings).rewording(answered())
    assert rewording is not None
    return [sentence for sentence in rewording if sentence], rewording


def test_what_the_entry_bears_out_is_said_sentence_by_sentence() -> None:
    sentences, rewording = said(
        [
            "You can send it back ",
            "within 30 days of delivery. ",
            "Refunds take ",
            "5 working days.",
        ]
    )
    assert sentences == [
        "You can send it back within 30 days of delivery.",
        "Refunds take 5 working days.",
    ]
    assert rewording.result.phrased
    assert rewording.phrasing.text == " ".join(sentences)
    assert rewording.result.text == ENTRY.answer


def test_a_sentence_that_the_entry_does_not_bear_out_is_left_out() -> None:
    sentences, rewording = said(
        ["You can send it back within 30 days of delivery. ", "Refunds take 2 working days."]
    )
    assert sentences == ["You can send it back within 30 days of delivery."]
    assert rewording.result.phrased
    assert "Refunds take 2 working days." in rewording.phrasing.remark


def test_where_the_first_sentence_is_stopped_nothing_more_is_asked_for() -> None:
    phraser = CountingPhraser(
        ["You can send it back within 90 days. ", "Sale items cannot be returned. ", "And more. "]
    )
    sentences, rewording = said(phraser)
    assert sentences == []
    assert rewording.phrasing.result is PhrasingResult.UNSUPPORTED
    assert not rewording.result.phrased
    assert phraser.closed == 1


def test_what_leaves_out_the_words_that_answer_is_no_answer() -> None:
    sentences, rewording = said(["Refunds take 5 working days."])
    assert sentences == ["Refunds take 5 working days."]
    assert rewording.phrasing.result is PhrasingResult.INCOMPLETE


@pytest.mark.parametrize("decision", [Decision.SUGGESTED, Decision.UNANSWERED])
def test_nothing_is_written_where_faqdesk_did_not_decide_to_answer(decision: Decision) -> None:
    phraser = CountingPhraser()
    assert reworder(phraser).rewording(answered(decision)) is None
    assert phraser.asked == []


def test_the_model_is_given_the_question_and_the_entry_and_nothing_else() -> None:
    phraser = CountingPhraser()
    said(phraser)
    (request,) = phraser.asked
    assert request.question == "can i send it back"
    assert (request.entry_question, request.answer) == (ENTRY.question, ENTRY.answer)


def test_the_model_is_told_the_first_sentence_with_the_marked_one() -> None:
    phraser = CountingPhraser()
    entry = replace(ENTRY, answer="From 65 you pay less. Choose Senior. R7 isn't reduced.")
    answer = replace(answered(), entry=entry, span=Span(37, 39, "R7"), question="zzz")
    for _ in reworder(phraser).rewording(answer) or ():
        pass
    assert phraser.asked[0].told == "From 65 you pay less. R7 isn't reduced."


def test_of_many_marked_sentences_a_reply_needs_no_more_than_it_may_have() -> None:
    marked = "Yes, within 30 days of delivery. Refunds take 5 working days."
    answer = replace(answered(), span=Span(0, len(marked), marked))
    says = ["You can send it back within 30 days of delivery. "]
    for sentences, result in ((1, PhrasingResult.SHOWN), (2, PhrasingResult.INCOMPLETE)):
        rewording = reworder(says, phrasing_sentences=sentences).rewording(answer)
        assert rewording is not None
        assert list(rewording) == ["You can send it back within 30 days of delivery."]
        assert rewording.phrasing.result is result


def test_no_more_sentences_are_taken_than_the_owner_wants() -> None:
    phraser = CountingPhraser(
        ["You can send it back within 30 days of delivery. ", "Refunds take 5 working days. ", "x "]
    )
    sentences, rewording = said(phraser, phrasing_sentences=1)
    assert len(sentences) == 1
    assert rewording.result.phrased
    assert phraser.closed == 1


def test_a_last_sentence_that_was_cut_off_is_left_out() -> None:
    sentences, rewording = said(
        ["You can send it back within 30 days of delivery. ", "Sale items cannot be"]
    )
    assert sentences == ["You can send it back within 30 days of delivery."]
    assert rewording.result.phrased


def test_whoever_stops_it_stops_the_model() -> None:
    phraser = CountingPhraser(["You can send it back within 30 days of delivery. ", "More. ", "x"])
    rewording = reworder(phraser).rewording(answered())
    assert rewording is not None
    with closing(iter(rewording)) as sentences:
        next(sentences)
    assert phraser.closed == 1
    assert rewording.phrasing.result is PhrasingResult.STOPPED


def test_a_model_that_goes_wrong_leaves_the_entrys_own_words() -> None:
    _, rewording = said(Failing())
    assert rewording.phrasing.result is PhrasingResult.FAILED
    assert "closed the reply" in rewording.phrasing.remark
    assert not rewording.result.phrased


def test_a_model_that_writes_nothing_leaves_the_entrys_own_words() -> None:
    _, rewording = said([" "])
    assert rewording.phrasing.result is PhrasingResult.FAILED


def test_the_turn_says_what_became_of_it(filled: Faqdesk, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = filled.answerer.answer("Can I bring my dog aboard?")
    manner = make_manner(filled.settings)
    for says, result in (
        ((), "shown"),
        (("You may bring 90 dogs.",), "the entry does not bear them out"),
    ):
        making = Reworder(
            CountingPhraser(says), Guard(filled.encoder), lambda: manner, filled.turns
        )
        for _ in making.rewording(answer) or ():
            pass
        (turn,) = filled.turns.latest(1)
        assert turn.phrasing.split(":")[0] == result
