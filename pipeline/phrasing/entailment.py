"""What a trained network thinks of a sentence beside its entry: does it follow.

The network is built like the reader's, and its files are kept the same way. It reads

    [CLS] sentence [SEP] entry's question [SEP] part of the answer [SEP]

for each sentence of the answer and each two that follow one another, and the part that bears the
sentence out best counts: more of an answer than that is more to be misled by. The logit that a
reader has for "it answers" is here that of "this does not bear the sentence out". It is one more
number for the guard to weigh, never a verdict.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from data.errors import ModelError
from index.compiled import load_tokenizer
from pipeline.phrasing.source import Source
from pipeline.reading.compiled import CompiledNetwork
from pipeline.reading.weights import ReaderFiles, find_reader
from pipeline.reading.windowed import Runtime
from pipeline.reading.windows import CLS, SEP, Window

FOLDER = Path(__file__).parents[2] / "data/models/entailment"
# Most tokens of a sentence and of an entry's question; the answer gets the rest.
SENTENCE_TOKENS, QUESTION_TOKENS = 64, 24
# Of an answer with more sentences those are read that share most words with what is said.
MOST_TEXTS = 12
# Beyond this a logit says no more.
MOST_SURE = 10.0


class Entailment(Protocol):
    """Tells how little a sentence follows from its source."""

    def against(self, sentence: str, source: Source) -> float:
        """The logit that the source does not bear the sentence out, −10 to 10."""


class TrainedEntailment:
    """The network in a folder, for any number of threads."""

    def __init__(self, files: ReaderFiles, runtime: Runtime) -> None:
        self._length = files.length
        self._runtime = runtime
        self._tokenizer: Any = load_tokenizer(files.encoder.folder)

    def against(self, sentence: str, source: Source) -> float:
        """The logit that the source does not bear the sentence out, −10 to 10.

        Raises:
            ModelError: when the network cannot be loaded.
        """
        scores = self._runtime.scores(self._windows(sentence, source))
        logit = min(score.relevance for score in scores)
        return min(max(logit, -MOST_SURE), MOST_SURE)

    def _windows(self, sentence: str, source: Source) -> list[Window]:
        # Halves of signs, that no tokeniser reads, become question marks.
        texts = (sentence, source.question, *parts_of(source.texts, sentence))
        whole = [text.encode("utf-8", "replace").decode() for text in texts]
        said, asked, *parts = self._tokenizer.encode_batch(whole, add_special_tokens=False)
        return [
            window_of(self._tokenizer, (said.ids, asked.ids, part.ids), self._length)
            for part in parts
        ]


def parts_of(texts: Sequence[str], sentence: str) -> list[str]:
    """The texts that share most words with a sentence, alone and with each neighbour."""
    said = _words(sentence)
    rows = sorted(range(len(texts)), key=lambda row: -len(said & _words(texts[row])))
    near = sorted(rows[:MOST_TEXTS])
    pairs = [(row - 1, row) for row in range(1, len(texts)) if {row - 1, row} & {*near}]
    return [*(texts[row] for row in near), *(f"{texts[a]} {texts[b]}" for a, b in pairs)]


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def window_of(tokenizer: Any, parts: Sequence[Sequence[int]], length: int) -> Window:
    """What the network reads, at most `length` tokens; `parts` are ids as the module says."""
    said, asked, answer = parts
    first, end = tokenizer.token_to_id(CLS), tokenizer.token_to_id(SEP)
    ids = [first, *said[:SENTENCE_TOKENS], end]
    entry = len(ids)
    if asked:
        ids += [*asked[:QUESTION_TOKENS], end]
    passage = len(ids)
    ids += [*answer[: length - passage - 1], end]
    return Window(tuple(ids), entry, passage, 0)


def find_entailment(folder: Path = FOLDER) -> ReaderFiles:
    """The network's files, its weights compared with the manifest.

    Raises:
        ModelError: when one is missing, altered or made for another encoder.
    """
    try:
        return find_reader(folder)
    except ModelError as error:
        raise ModelError(
            f"The trained check of sentences in {folder} is missing, damaged or for another "
            "encoder. Put it back (`git checkout -- data/models/entailment`), or install faqdesk "
            "again."
        ) from error


def make_entailment(
    cache: Path, say: Callable[[str], None], folder: Path = FOLDER
) -> Entailment | None:
    """The trained check; None where it is not there, and then `say` is told so."""
    try:
        files = find_entailment(folder)
    except ModelError as error:
        say(f"Phrased sentences are checked by rules alone, which lets fewer pass. {error}")
        return None
    return TrainedEntailment(files, CompiledNetwork(files, cache, "The check of sentences"))
