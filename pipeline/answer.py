"""From a question to an answer."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from data.errors import FaqdeskError, QuestionError
from data.records import Answer, Decision, Refusal
from data.turn_log import TurnLog
from index.encoder import Encoder, Vectors
from index.generation import Generation
from pipeline.cleaning import clean_question
from pipeline.decide import Thresholds, Verdict, decide
from pipeline.live import LiveLibrary
from pipeline.retrieve import Found, Retriever
from pipeline.stopwatch import Stopwatch

logger = logging.getLogger(__name__)

BATCH = 64
# How much of a refused question is given back, in characters.
REFUSED_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Replies:
    """What is said when no entry answers by itself."""

    unanswered: str
    suggested: str = "I am not sure which of these you mean:"


class Answerer:
    """Answers questions from the live library. The chat, the command and the evaluation use it."""

    def __init__(
        self,
        *,
        library: LiveLibrary,
        encoder: Encoder,
        retriever: Retriever,
        thresholds: Thresholds,
        replies: Replies,
        turns: TurnLog | None,
        max_length: int,
    ) -> None:
        self._library = library
        self._encoder = encoder
        self._retriever = retriever
        self._thresholds = thresholds
        self._replies = replies
        self._turns = turns
        self._max_length = max_length

    def answer(self, question: str) -> Answer:
        """The answer to one question; that there is none is an answer too.

        Raises:
            QuestionError: when the question is empty or too long.
            LibraryError: when nothing is published or the files on disk cannot be trusted.
            ModelError: when the encoder cannot be loaded.
        """
        watch = Stopwatch()
        question = clean_question(question, self._max_length)
        generation = self._library.current()
        watch.lap("open")
        vector = self._encoder.encode([question])[0]
        watch.lap("encode")
        return self._answer(question, vector, generation, watch)

    def answer_many(self, questions: Sequence[str]) -> Iterator[Answer | Refusal]:
        """The answers in the order of the questions, which are encoded in batches.

        A question that cannot be asked gives a refusal in its place and the others go on.

        Raises:
            LibraryError, ModelError: as `answer`.
        """
        for start in range(0, len(questions), BATCH):
            yield from self._answer_batch(questions[start : start + BATCH])

    def _answer_batch(self, questions: Sequence[str]) -> Iterator[Answer | Refusal]:
        watch = Stopwatch()
        cleaned = [self._cleaned_or_refused(question) for question in questions]
        asked = [question for question in cleaned if isinstance(question, str)]
        generation = self._library.current()
        vectors = iter(self._encoder.encode(asked))
        watch.lap("encode", shared_by=max(1, len(asked)))
        for question in cleaned:
            if isinstance(question, Refusal):
                yield question
            else:
                yield self._answer(question, next(vectors), generation, watch.copy())

    def _cleaned_or_refused(self, question: str) -> str | Refusal:
        try:
            return clean_question(question, self._max_length)
        except QuestionError as error:
            return Refusal(question[:REFUSED_LENGTH], str(error))

    def _answer(
        self, question: str, vector: Vectors, generation: Generation, watch: Stopwatch
    ) -> Answer:
        found = self._retriever.find(generation, question, vector)
        watch.lap("retrieve")
        verdict = decide(found.candidates, self._thresholds)
        watch.lap("decide")
        answer = self._composed(question, verdict, found, generation)
        return self._logged(replace(answer, timings=watch.timings()))

    def _composed(
        self, question: str, verdict: Verdict, found: Found, generation: Generation
    ) -> Answer:
        entry = verdict.best.entry if verdict.best else None
        suggested = verdict.decision is Decision.SUGGESTED
        reply = self._replies.suggested if suggested else self._replies.unanswered
        return Answer(
            question=question,
            decision=verdict.decision,
            text=entry.answer if entry else reply,
            confidence=verdict.confidence,
            entry=entry,
            span=None,
            suggestions=verdict.suggestions,
            intent=None,
            phrased=False,
            generation=generation.number,
            candidates=found.candidates,
            evidence=found.evidence,
        )

    def _logged(self, answer: Answer) -> Answer:
        if self._turns is None:
            return answer
        try:
            return replace(answer, turn=self._turns.add(answer))
        except FaqdeskError as error:
            # A visitor is better off with an answer than with an error about our book-keeping.
            logger.warning("The turn was not logged: %s", error)
            return answer
