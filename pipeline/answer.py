"""From a question to an answer."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace

from data.answers import Answer, Candidate, Decision, Intent, MessageKind, Refusal, Span
from data.errors import FaqdeskError, QuestionError
from data.turn_log import TurnLog
from index.encoder import Encoder
from index.threads import one_thread
from pipeline.cleaning import clean_question
from pipeline.decide import Verdict, decide
from pipeline.intent.deciding import Intents, intent_of
from pipeline.intent.messages import Message
from pipeline.live import Library
from pipeline.personal import masked
from pipeline.policy import Policy
from pipeline.rank import Ranker
from pipeline.retrieve import Found, Retriever
from pipeline.stopwatch import Stopwatch
from pipeline.working import Trace, Work

logger = logging.getLogger(__name__)

BATCH = 256
# How much of a refused question is given back, in characters.
REFUSED_LENGTH = 200


class Answerer:
    """Answers questions from the live library. The chat, the command and the evaluation use it."""

    def __init__(
        self,
        *,
        library: Library,
        encoder: Encoder,
        retriever: Retriever,
        intents: Intents,
        ranker: Ranker,
        policy: Policy,
        turns: TurnLog | None,
    ) -> None:
        self._library = library
        self._encoder = encoder
        self._retriever = retriever
        self._intents = intents
        self._ranker = ranker
        self._policy = policy
        self._turns = turns

    def answer(self, question: str, category: str = "") -> Answer:
        """The answer to one question; that there is none is an answer too.

        With a category only its entries answer.

        Raises:
            QuestionError: when the question is empty or too long.
            LibraryError: when nothing is published or the files on disk cannot be trusted.
            ModelError: when the encoder cannot be loaded.
        """
        question = clean_question(question, self._policy.max_length)
        with one_thread():
            return self._answered([question], category)[0]

    def traced(self, question: str, category: str = "") -> Trace:
        """What `answer` gives, with everything that was worked out for it; nothing is kept.

        Raises:
            QuestionError, LibraryError, ModelError: as `answer`.
        """
        question = clean_question(question, self._policy.max_length)
        with one_thread():
            work = self._worked([question], category)
        each = self._each(work)
        [answer] = _of_messages(work, each)
        return Trace(answer, work, as_one=_is_one(each))

    def answer_many(self, questions: Sequence[str]) -> Iterator[Answer | Refusal]:
        """What `answer` gives for each question, in their order, worked out in batches.

        A question that cannot be asked gives a refusal in its place and the others go on.

        Raises:
            LibraryError, ModelError: as `answer`.
        """
        for start in range(0, len(questions), BATCH):
            batch = [self._cleaned_or_refused(q) for q in questions[start : start + BATCH]]
            answers = iter(self._answered([q for q in batch if isinstance(q, str)]))
            yield from (q if isinstance(q, Refusal) else next(answers) for q in batch)

    def _answered(self, questions: Sequence[str], category: str = "") -> list[Answer]:
        work = self._worked(questions, category)
        return self._logged(_of_messages(work, self._each(work)))

    def _worked(self, questions: Sequence[str], category: str) -> Work:
        """The whole way from clean questions to decisions."""
        watch = Stopwatch(shared_by=len(questions))
        generation = self._library.current()
        watch.lap("open")
        messages = [Message.of(question) for question in questions]
        texts = [text for message in messages for text in message.texts]
        vectors = self._encoder.encode(texts)
        watch.lap("encode")
        found = self._retriever.find(generation, texts, vectors, category)
        watch.lap("retrieve")
        guesses = self._intents.guesses(texts, vectors, found)
        watch.lap("intent")
        ranked = self._ranker.ranked(texts, found)
        watch.lap("read")
        thresholds, confidence = self._policy.thresholds(), self._policy.confidence
        verdicts = [
            decide(text, each.candidates, thresholds, confidence)
            for text, each in zip(texts, ranked, strict=True)
        ]
        intents = [
            intent_of(guess, verdict, each.candidates, confidence.sharpness)
            for guess, verdict, each in zip(guesses, verdicts, ranked, strict=True)
        ]
        watch.lap("decide")
        return Work(
            generation, messages, texts, vectors, found, guesses, ranked, thresholds, verdicts,
            intents, watch.timings(),
        )  # fmt: skip

    def _each(self, work: Work) -> list[Answer]:
        """The answer to each text."""
        return [
            replace(self._composed(*each, work.generation.number), timings=work.timings)
            for each in zip(work.texts, work.intents, work.verdicts, work.ranked, strict=True)
        ]

    def _cleaned_or_refused(self, question: str) -> str | Refusal:
        try:
            return clean_question(question, self._policy.max_length)
        except QuestionError as error:
            return Refusal(question[:REFUSED_LENGTH], str(error))

    def _composed(
        self, text: str, intent: Intent, verdict: Verdict, found: Found, generation: int
    ) -> Answer:
        asked = intent.kind is MessageKind.QUESTION
        best = verdict.best if asked else None
        entry = best.entry if best else None
        decision = verdict.decision if asked else Decision.UNANSWERED
        return Answer(
            question=text,
            decision=decision,
            text=entry.answer if entry else self._policy.replies().to(intent.kind, decision),
            confidence=verdict.confidence,
            entry=entry,
            span=span_of(best),
            suggestions=verdict.suggestions if asked else (),
            intent=intent,
            generation=generation,
            candidates=found.candidates,
            evidence=found.evidence,
            remark=self._ranker.problem,
        )

    def _logged(self, answers: list[Answer]) -> list[Answer]:
        """The answers with the numbers of their turns; each question of a message is one.

        Personal data is masked in what is kept, and stays in what the visitor sees.
        """
        if self._turns is None or not answers:
            return answers
        kinds = self._policy.masked_kinds()
        every = [each for answer in answers for each in (answer, *answer.further)]
        kept = [replace(each, question=masked(each.question, kinds)) for each in every]
        try:
            turns = iter(self._turns.add(kept))
        except FaqdeskError as error:
            # A visitor is better off with an answer than with an error about our book-keeping.
            logger.warning("The turn was not logged: %s", error)
            return answers
        return [_with_turns(answer, turns) for answer in answers]


def _with_turns(answer: Answer, turns: Iterator[int]) -> Answer:
    turn = next(turns)
    further = tuple(replace(other, turn=next(turns)) for other in answer.further)
    return replace(answer, turn=turn, further=further)


def _of_messages(work: Work, each: Sequence[Answer]) -> list[Answer]:
    """The answers to whole messages."""
    answers = iter(each)
    return [_joined(m, [next(answers) for _ in m.texts]) for m in work.messages]


def _joined(message: Message, answers: Sequence[Answer]) -> Answer:
    """The answer to a message: one after the other where its questions have entries of their own.

    Where they do not, or where all of it has one entry, the message is taken as one question.
    """
    whole, *each = answers
    if _is_one(answers):
        return replace(whole, question=message.text)
    first, *further = each
    return replace(first, question=message.text, further=tuple(further))


def _is_one(answers: Sequence[Answer]) -> bool:
    whole, *each = answers
    found = {answer.entry.id for answer in each if answer.entry}
    return len(found) < 2 and (whole.entry is not None or not found)


def span_of(candidate: Candidate | None) -> Span | None:
    """The words of a candidate's answer that were marked."""
    reading = candidate.reading if candidate else None
    return Span(reading.start, reading.end, reading.text) if reading and reading.text else None
