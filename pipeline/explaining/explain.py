"""Takes an answer apart: every step with what went in, what came out and how long it took.

The question is answered, in the way in which every question is, and what was worked out on the way
is read off. What that leaves out (the terms of BM25, what two texts clash in, the sums) is worked
out by the same functions from the same things.
"""

from __future__ import annotations

import numpy as np

from data.answers import Answer, Decision, MessageKind
from pipeline.build import Faqdesk
from pipeline.contrasts import nearly_same
from pipeline.decide import Confidence, is_another, is_opposite, nearest_rival, two_are_too_close
from pipeline.explaining.candidates import weighed
from pipeline.explaining.records import (
    Encoding,
    Explanation,
    Path,
    Reason,
    TooClose,
    Verdict,
    Wanted,
)
from pipeline.explaining.scores import features
from pipeline.intent.kinds import KINDS, KindGuess
from pipeline.working import TextWork


def explain(faqdesk: Faqdesk, question: str, category: str = "") -> Explanation:
    """Why a question gets the answer that it gets now; with a category as `Answerer.answer`.

    Raises:
        QuestionError: when the question is empty or too long.
        LibraryError: when nothing is published or the files on disk cannot be trusted.
        ModelError: when the encoder cannot be loaded.
    """
    trace = faqdesk.unlogged_answerer.traced(question, category)
    work, answer = trace.work, trace.answer
    [message] = work.messages
    used = (0,) if trace.as_one else range(1, len(work.texts))
    answers = (answer, *answer.further)
    return Explanation(
        asked=question,
        cleaned=message.text,
        heart=message.heart,
        questions=message.questions,
        as_one=trace.as_one,
        category=category,
        generation=answer.generation,
        entries=len(work.generation.entries),
        timings=work.timings,
        paths=tuple(
            _path(faqdesk, work.of(text), each) for text, each in zip(used, answers, strict=True)
        ),
        remark=answer.remark,
    )


def _path(faqdesk: Faqdesk, work: TextWork, answer: Answer) -> Path:
    return Path(
        question=work.text,
        encoding=_encoding(faqdesk, work),
        candidates=weighed(faqdesk, work),
        wanted=_wanted(faqdesk, work),
        verdict=_verdict(faqdesk, work, answer),
        entry_id=answer.entry.id if answer.entry else "",
        text=answer.text,
        span=answer.span.text if answer.span else "",
        suggested=tuple(suggestion.id for suggestion in answer.suggestions),
    )


def _encoding(faqdesk: Faqdesk, work: TextWork) -> Encoding:
    encoder = faqdesk.encoder
    [tokens] = encoder.token_spans([work.text])
    norm = float(np.linalg.norm(work.vector))
    return Encoding(encoder.name, len(work.vector), norm, len(tokens), encoder.window)


def _wanted(faqdesk: Faqdesk, work: TextWork) -> Wanted:
    intent, guesses = work.intent, work.guesses
    kinds = map(KindGuess, KINDS, guesses.kind.probabilities)
    marked = faqdesk.out_of_scope.nearest(work.vector) if guesses.out_of_scope else ""
    return Wanted(
        kind=intent.kind,
        confidence=intent.confidence,
        kinds=tuple(sorted(kinds, key=lambda guess: -guess.confidence)),
        marked=marked,
        marked_cosine=guesses.out_of_scope,
        category=intent.category or "",
        category_confidence=intent.category_confidence,
        category_from=_category_from(work),
    )


def _category_from(work: TextWork) -> str:
    if work.intent.category is None:
        return ""
    return "training" if work.guesses.topic else "entries"


def _verdict(faqdesk: Faqdesk, work: TextWork, answer: Answer) -> Verdict:
    confidence = faqdesk.weights.confidence
    made_of = features(work.ranked.candidates, confidence)
    return Verdict(
        decision=answer.decision,
        reason=_reason(work),
        confidence=work.verdict.confidence,
        log_odds=sum(feature.adds for feature in made_of),
        features=made_of,
        answer_at=work.thresholds.answer_at,
        suggest_at=work.thresholds.suggest_at,
        thresholds_from=faqdesk.thresholds.origin(),
        too_close=_too_close(work, confidence),
    )


def _reason(work: TextWork) -> Reason:
    if work.guesses.out_of_scope:
        return Reason.OUT_OF_SCOPE
    if work.intent.kind is not MessageKind.QUESTION:
        return Reason.SMALL_TALK
    if not work.ranked.candidates:
        return Reason.NOTHING_FOUND
    if work.verdict.confidence < work.thresholds.answer_at:
        return Reason.UNSURE
    if work.verdict.decision is Decision.ANSWERED:
        return Reason.SURE
    if is_another(work.text, work.ranked.candidates[0]):
        return Reason.ANOTHER
    return Reason.OPPOSITE if is_opposite(work.text, work.ranked.candidates) else Reason.TOO_CLOSE


def _too_close(work: TextWork, confidence: Confidence) -> TooClose:
    candidates = work.ranked.candidates
    least = confidence.too_close
    rival = nearest_rival(candidates) if candidates else None
    if rival is None:
        return TooClose("", 0.0, least, answers_alike=False, asks_alike=False, holds=False)
    first = candidates[0]
    return TooClose(
        rival=rival.entry.id,
        gap=first.score - rival.score,
        least_gap=least,
        answers_alike=first.entry.answer == rival.entry.answer,
        asks_alike=nearly_same(first.entry.question, rival.entry.question),
        holds=two_are_too_close(candidates, least),
    )
