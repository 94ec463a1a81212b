"""From a question to an answer."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from data.answers import Answer, Candidate, Decision, Refusal, Span
from data.errors import FaqdeskError, QuestionError
from data.turn_log import TurnLog
from index.encoder import Encoder
from pipeline.cleaning import clean_question
from pipeline.decide import Thresholds, Verdict, decide
from pipeline.live import LiveLibrary
from pipeline.rank import Ranker
from pipeline.retrieve import Found, Retriever
from pipeline.stopwatch import Stopwatch

logger = logging.getLogger(__name__)

BATCH = 256
# How much of a refused question is given back, in characters.
REFUSED_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Replies:
    """What is said when no entry answers by itself."""

    unanswered: str
    suggested: str = "I am not sure which of these you mean:"


@dataclass(frozen=True, slots=True)
class Policy:
    """What the owner chose; `max_length` is how many characters a question may have."""

    thresholds: Thresholds
    replies: Replies
    max_length: int


class Answerer:
    """Answers questions from the live library. The chat, the command and the evaluation use it."""

    def __init__(
        self,
        *,
        library: LiveLibrary,
        encoder: Encoder,
        retriever: Retriever,
        ranker: Ranker,
        policy: Policy,
        turns: TurnLog | None,
    ) -> None:
        self._library = library
        self._encoder = encoder
        self._retriever = retriever
        self._ranker = ranker
        self._policy = policy
        self._turns = turns

    def answer(self, question: str) -> Answer:
        """The answer to one question; that there is none is an answer too.

        Raises:
            QuestionError: when the question is empty or too long.
            LibraryError: when nothing is published or the files on disk cannot be trusted.
            ModelError: when the encoder cannot be loaded.
        """
        question = clean_question(question, self._policy.max_length)
        return self._answered([question])[0]

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

    def _answered(self, questions: Sequence[str]) -> list[Answer]:
        """The whole way from clean questions to answers."""
        watch = Stopwatch(shared_by=len(questions))
        generation = self._library.current()
        watch.lap("open")
        vectors = self._encoder.encode(questions)
        watch.lap("encode")
        found = self._retriever.find(generation, questions, vectors)
        watch.lap("retrieve")
        ranked = self._ranker.ranked(questions, found)
        watch.lap("read")
        verdicts = [decide(each.candidates, self._policy.thresholds) for each in ranked]
        watch.lap("decide")
        timings = watch.timings()
        answers = [
            replace(self._composed(*each, generation.number), timings=timings)
            for each in zip(questions, verdicts, ranked, strict=True)
        ]
        return self._logged(answers)

    def _cleaned_or_refused(self, question: str) -> str | Refusal:
        try:
            return clean_question(question, self._policy.max_length)
        except QuestionError as error:
            return Refusal(question[:REFUSED_LENGTH], str(error))

    def _composed(self, question: str, verdict: Verdict, found: Found, generation: int) -> Answer:
        entry = verdict.best.entry if verdict.best else None
        suggested = verdict.decision is Decision.SUGGESTED
        replies = self._policy.replies
        reply = replies.suggested if suggested else replies.unanswered
        return Answer(
            question=question,
            decision=verdict.decision,
            text=entry.answer if entry else reply,
            confidence=verdict.confidence,
            entry=entry,
            span=span_of(verdict.best),
            suggestions=verdict.suggestions,
            intent=None,
            phrased=False,
            generation=generation,
            candidates=found.candidates,
            evidence=found.evidence,
            remark=self._ranker.problem,
        )

    def _logged(self, answers: list[Answer]) -> list[Answer]:
        if self._turns is None or not answers:
            return answers
        try:
            turns = self._turns.add(answers)
            return [replace(a, turn=turn) for a, turn in zip(answers, turns, strict=True)]
        except FaqdeskError as error:
            # A visitor is better off with an answer than with an error about our book-keeping.
            logger.warning("The turn was not logged: %s", error)
            return answers


def span_of(candidate: Candidate | None) -> Span | None:
    """The words of a candidate's answer that were marked."""
    reading = candidate.reading if candidate else None
    return Span(reading.start, reading.end, reading.text) if reading and reading.text else None
