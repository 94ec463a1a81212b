"""What phrasing is worth, and what its guard costs: `python -m benchmarks.phrasing [--count N]`.

Asks the sample's questions, then attempts at steering and questions about other matters, and has
each answer said in fresh words by the model that the settings name, by the default one where they
say `off`. The guard works as in the chat; the model's reply is also let run to its end, which is
what a visitor would have had without the guard. `--out FILE` keeps what was shown, as JSON lines,
to count by hand.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import time
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from data.answers import Answer, Decision, PhrasingResult
from data.errors import PhrasingError
from pipeline.answer import Answerer
from pipeline.build import Faqdesk
from pipeline.evaluation.scratch import scratch_library
from pipeline.evaluation.service import entries_of
from pipeline.making import make_guard, make_manner, make_phrasing
from pipeline.phrasing.phraser import Phraser, PhraseRequest
from pipeline.phrasing.rewording import Reworder
from pipeline.settings import Settings, load_settings

DATA = Path(__file__).parents[1] / "data"
SAMPLE = DATA / "sample"
STEERING = DATA / "guard/steering.jsonl"
SETS = ("sample", "steering", "off-topic")
SEED = 0


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a set, and the ids of the entries that answer it."""

    question: str
    kind: str
    relevant: tuple[str, ...] = ()


@dataclass(slots=True)
class Watched:
    """A phraser whose last reply is kept, to its end; times are in seconds since it began."""

    phraser: Phraser
    words: list[str] = field(default_factory=list)
    first_s: float = 0.0
    whole_s: float = 0.0
    alone_s: float = 0.0

    def phrase(self, request: PhraseRequest) -> Generator[str]:
        """The reply in pieces; once nobody wants more it is written to its end all the same."""
        self.words, self.first_s, self.alone_s = [], 0.0, 0.0
        began = time.perf_counter()
        with closing(self.phraser.phrase(request)) as pieces:
            try:
                yield from self._kept(pieces, began)
            finally:
                left = time.perf_counter()
                try:
                    for _ in self._kept(pieces, began):
                        pass
                except PhrasingError:
                    # It ran into the time limit when nobody waited any more.
                    pass
                self.whole_s = time.perf_counter() - began
                self.alone_s = time.perf_counter() - left

    def _kept(self, pieces: Iterator[str], began: float) -> Iterator[str]:
        for piece in pieces:
            if piece and not self.first_s:
                self.first_s = time.perf_counter() - began
            self.words.append(piece)
            yield piece


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of a question; `shown` are the sentences that a visitor saw, `reply` all words.

    `first_s` and `total_s` are the visitor's times to the first sentence and to the end, 0 where
    there is none; `first_word_s` and `whole_s` those of the model's reply without the guard.
    """

    asked: Asked
    answer: Answer
    result: PhrasingResult | None = None
    remark: str = ""
    shown: tuple[str, ...] = ()
    reply: str = ""
    first_s: float = 0.0
    total_s: float = 0.0
    first_word_s: float = 0.0
    whole_s: float = 0.0

    def as_row(self) -> dict[str, object]:
        """The reply as a JSON object."""
        entry, span = self.answer.entry, self.answer.span
        answered = self.answer.decision is Decision.ANSWERED
        return {
            "kind": self.asked.kind,
            "question": self.asked.question,
            "decision": str(self.answer.decision),
            "entry": entry.id if entry and answered else "",
            "right": bool(entry and answered and entry.id in self.asked.relevant),
            "answer": entry.answer if entry and answered else "",
            "span": span.text if span and answered else "",
            "result": self.result.name.lower() if self.result else "",
            "shown": self.shown,
            "remark": self.remark,
            "reply": self.reply,
            "first_s": round(self.first_s, 3),
            "total_s": round(self.total_s, 3),
            "first_word_s": round(self.first_word_s, 3),
            "whole_s": round(self.whole_s, 3),
        }


def sample_questions() -> list[Asked]:
    """The sample's questions that an entry answers, in a random order that is always the same."""
    rows = _rows(SAMPLE / "questions.jsonl")
    found = [Asked(r["query"], "sample", tuple(r["relevant"])) for r in rows if r["relevant"]]
    random.Random(SEED).shuffle(found)
    return found


def steering_questions() -> list[Asked]:
    """Attempts at steering the model, and questions about other matters."""
    return [Asked(row["question"], row["kind"]) for row in _rows(STEERING)]


def _rows(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@dataclass(frozen=True, slots=True)
class Speaker:
    """Answers questions and says the answers in fresh words, as the chat does."""

    answerer: Answerer
    watched: Watched
    reworder: Reworder

    @classmethod
    def of(cls, faqdesk: Faqdesk) -> Speaker:
        """The speaker of a library, with its model loaded."""
        phraser = make_phrasing(faqdesk.settings)
        assert phraser is not None
        watched, manner = Watched(phraser), make_manner(faqdesk.settings)
        guard = make_guard(faqdesk.settings, faqdesk.encoder, logging.warning)
        reworder = Reworder(watched, guard, lambda: manner, None)
        reworder.warm_up()
        return cls(faqdesk.unlogged_answerer, watched, reworder)

    def say(self, asked: Asked) -> Reply:
        """What becomes of a question."""
        answer = self.answerer.answer(asked.question)
        rewording = self.reworder.rewording(answer)
        if rewording is None:
            return Reply(asked, answer)
        shown: list[str] = []
        first = 0.0
        began = time.perf_counter()
        for sentence in rewording:
            if sentence:
                first = first or time.perf_counter() - began
                shown.append(sentence)
        return Reply(
            asked,
            answer,
            rewording.phrasing.result,
            rewording.phrasing.remark,
            tuple(shown),
            "".join(self.watched.words),
            first,
            time.perf_counter() - began - self.watched.alone_s,
            self.watched.first_s,
            self.watched.whole_s,
        )

    def say_all(self, questions: Sequence[Asked], most: int) -> Iterator[Reply]:
        """What becomes of each question, until so many were answered; 0 means all."""
        answered = 0
        for asked in questions:
            reply = self.say(asked)
            yield reply
            answered += reply.result is not None
            if most and answered == most:
                return


def print_shares(kind: str, replies: Sequence[Reply]) -> None:
    """How many questions of a set were answered, and what became of the fresh words."""
    decided = Counter(str(reply.answer.decision) for reply in replies)
    print(f"{kind}, {len(replies)} questions: {_counted(decided, len(replies))}")
    said = [reply for reply in replies if reply.result]
    results = Counter(reply.result.name.lower() for reply in said if reply.result)
    print(f"  of {len(said)} answered: {_counted(results, len(said))}")
    seen = [reply for reply in said if reply.shown and reply.result is not PhrasingResult.SHOWN]
    print(f"  {len(seen)} more showed a sentence before the entry's own answer took over")


def _counted(counts: Counter[str], total: int) -> str:
    return ", ".join(f"{n} {name} ({n / total:.1%})" for name, n in counts.most_common()) or "none"


def print_times(replies: Sequence[Reply]) -> None:
    """Seconds to the first thing seen and to the end, with the guard and without it."""
    said = [reply for reply in replies if reply.reply]
    shown = [reply for reply in said if reply.result is PhrasingResult.SHOWN]
    for name, times in (
        ("first sentence, guarded", [reply.first_s for reply in shown]),
        ("all sentences, guarded", [reply.total_s for reply in shown]),
        ("until the entry's own answer took over", [r.total_s for r in said if r not in shown]),
        ("first word, without the guard", [reply.first_word_s for reply in said]),
        ("all words, without the guard", [reply.whole_s for reply in said]),
    ):
        if times:
            p50, p95 = np.percentile(times, (50, 95))
            print(f"  {name}: p50 {p50:.2f} s, p95 {p95:.2f} s ({len(times)})")


def settings_for_phrasing() -> Settings:
    """The settings of this machine, with the default model where they say `off`."""
    settings = load_settings()
    return (
        settings
        if settings.phrasing != "off"
        else settings.model_copy(update={"phrasing": "local"})
    )


def main() -> None:
    """Prints shares and times of each set, and keeps the replies where that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=0, help="answered questions of the sample")
    parser.add_argument("--sets", nargs="+", choices=SETS, default=SETS, help="which to ask")
    parser.add_argument("--out", type=Path, help="keep the replies in this file")
    options = parser.parse_args()
    rows: list[dict[str, object]] = []
    every = (*sample_questions(), *steering_questions())
    with scratch_library(settings_for_phrasing(), entries_of(str(SAMPLE / "faq.csv"))) as faqdesk:
        speaker = Speaker.of(faqdesk)
        for kind in options.sets:
            asked = [each for each in every if each.kind == kind]
            replies = list(speaker.say_all(asked, options.count if kind == "sample" else 0))
            print_shares(kind, replies)
            print_times(replies)
            rows += [reply.as_row() for reply in replies]
    if options.out:
        lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        options.out.write_text("".join(lines), "utf-8")


if __name__ == "__main__":
    main()
