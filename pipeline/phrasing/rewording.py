"""Says an answer in fresh words, sentence by sentence, and only what its entry bears out.

Nothing is written unless faqdesk decided to answer. A sentence is given out once the guard has let
it through, and one that it stops is left out. If that is the first that says anything, or if what
is left does not answer, the reply is the entry's own answer.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, replace

from data.answers import Answer, Decision, Phrasing, PhrasingResult
from data.errors import FaqdeskError, PhrasingError
from data.turn_log import TurnLog
from pipeline.phrasing.choice import warm_up
from pipeline.phrasing.cutting import sentences_of, source_sentences
from pipeline.phrasing.guard import Guard, SentenceVerdict, states
from pipeline.phrasing.phraser import Decoding, Phraser, PhraseRequest, Style
from pipeline.phrasing.source import Source
from pipeline.phrasing.telling import told

logger = logging.getLogger(__name__)

_ENDS = (".", "!", "?", "…", ":", ")", "]", "*", "_", '"', "”", "’", "。", "！", "？", "|")


@dataclass(frozen=True, slots=True)
class Manner:
    """How replies are to sound, and how their words are chosen."""

    style: Style
    decoding: Decoding


class Rewording:
    """One answer being said in fresh words.

    Iterating gives each sentence that may be shown as soon as it is there, and empty texts while
    work goes on; ending the iteration early stops the work. `phrasing` is what came of it.
    """

    def __init__(self, answer: Answer, sentences: Callable[[Rewording], Generator[str]]) -> None:
        self.answer = answer
        self.phrasing = Phrasing(PhrasingResult.STOPPED)
        self._sentences = sentences

    def __iter__(self) -> Generator[str]:
        return self._sentences(self)

    @property
    def result(self) -> Answer:
        """The answer with what came of it."""
        return replace(self.answer, phrasing=self.phrasing)


class Reworder:
    """Says answers in fresh words, which `phraser` writes."""

    def __init__(
        self,
        phraser: Phraser,
        guard: Guard,
        manner: Callable[[], Manner],
        turns: TurnLog | None,
    ) -> None:
        self.phraser = phraser
        self._guard = guard
        self._manner = manner
        self._turns = turns
        # The guard works on one sentence at a time, whoever asks.
        self._checking = threading.Lock()

    def warm_up(self) -> None:
        """Loads the model and what the guard needs, so that no visitor waits for them.

        Raises:
            ModelError: when it cannot be loaded or does not write.
        """
        warm_up(self.phraser, self._manner().style)
        with self._checking:
            self._guard.warm_up()

    def rewording(self, answer: Answer, manner: Manner | None = None) -> Rewording | None:
        """The answer, to be said in fresh words; None where faqdesk did not decide to answer.

        Without a `manner` it is the owner's.
        """
        if answer.decision is not Decision.ANSWERED or answer.entry is None:
            return None
        chosen = manner or self._manner()
        return Rewording(answer, lambda rewording: self._said(rewording, chosen))

    def request(self, answer: Answer) -> PhraseRequest | None:
        """What the phraser is asked in the owner's manner; None where it is asked nothing."""
        if answer.decision is not Decision.ANSWERED or answer.entry is None:
            return None
        manner = self._manner()
        return self._request(answer, manner, _source(answer, manner.style))

    def _said(self, rewording: Rewording, manner: Manner) -> Generator[str]:
        """The sentences that may be shown; what came of it is kept however the iteration ends."""
        try:
            verdicts: list[SentenceVerdict] = []
            with closing(self._verdicts(rewording.answer, manner)) as judged:
                for verdict in judged:
                    if verdict is None:
                        yield ""
                        continue
                    verdicts.append(verdict)
                    if verdict.supported:
                        yield verdict.sentence
            rewording.phrasing = self._outcome(verdicts, rewording.answer, manner.style)
        except PhrasingError as error:
            rewording.phrasing = Phrasing(PhrasingResult.FAILED, remark=str(error))
        except FaqdeskError as error:
            logger.warning("No fresh words: %s", error)
            rewording.phrasing = Phrasing(PhrasingResult.FAILED, remark=str(error))
        finally:
            self._log(rewording)

    def _verdicts(self, answer: Answer, manner: Manner) -> Generator[SentenceVerdict | None]:
        """The guard's verdict on each sentence in turn, and None while there is none."""
        source, kept = _source(answer, manner.style), list[str]()
        request = self._request(answer, manner, source)
        with closing(self.phraser.phrase(request)) as pieces:
            for sentence in _whole(sentences_of(pieces), manner.style.sentences):
                if not sentence:
                    yield None
                    continue
                verdict = self._check(sentence, source, answer.question, kept)
                yield verdict
                if verdict.supported:
                    kept.append(sentence)
                elif states(sentence) and not any(map(states, kept)):
                    # What follows an answer that is gone could say the opposite by itself.
                    return

    def _request(self, answer: Answer, manner: Manner, source: Source) -> PhraseRequest:
        entry, question = answer.entry, answer.question
        assert entry is not None
        span = answer.span.text if answer.span else ""
        with self._checking:
            likeness = self._guard.likeness(question, source)
        style = manner.style
        words = told(source, entry.answer, span, likeness, style.sentences)
        return PhraseRequest(
            question, entry.question, entry.answer, span, style, manner.decoding, words
        )

    def _check(
        self, sentence: str, source: Source, question: str, kept: list[str]
    ) -> SentenceVerdict:
        with self._checking:
            return self._guard.check(sentence, source, question, kept)

    def _outcome(self, verdicts: list[SentenceVerdict], answer: Answer, style: Style) -> Phrasing:
        kept = [verdict.sentence for verdict in verdicts if verdict.supported]
        dropped = [verdict for verdict in verdicts if not verdict.supported]
        remark = "; ".join(f"“{v.sentence}”: {v.reason}" for v in dropped)
        if not verdicts:
            return Phrasing(PhrasingResult.FAILED, remark="nothing was written")
        if not kept:
            return Phrasing(PhrasingResult.UNSUPPORTED, remark=remark)
        # Of more marked sentences than a reply may have, it cannot have all.
        marked = source_sentences(answer.span.text if answer.span else "")
        span = " ".join(marked[: style.sentences])
        with self._checking:
            answers = self._guard.answers(kept, span, answer.question)
        if not answers:
            return Phrasing(PhrasingResult.INCOMPLETE, remark=remark)
        return Phrasing(PhrasingResult.SHOWN, " ".join(kept), remark)

    def _log(self, rewording: Rewording) -> None:
        turn = rewording.answer.turn
        if self._turns is None or turn is None:
            return
        try:
            self._turns.phrased(turn, rewording.phrasing)
        except FaqdeskError as error:
            # A visitor is better off with an answer than with an error about our book-keeping.
            logger.warning("What became of fresh words was not logged: %s", error)


def _whole(sentences: Iterator[str], most: int) -> Iterator[str]:
    """At most so many sentences, without a last one that was cut off; empty texts as they come."""
    number = 0
    for sentence in sentences:
        number += bool(sentence)
        if sentence and number > 1 and not sentence.rstrip().endswith(_ENDS):
            return
        yield sentence
        if number == most:
            return


def _source(answer: Answer, style: Style) -> Source:
    entry = answer.entry
    assert entry is not None
    return Source.of(entry.question, entry.answer, entry.alternates, style.organisation)
