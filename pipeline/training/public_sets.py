"""Makes the pairs that our reader learnt relevance from: `python -m … DATA_FOLDER PAIRS_FILE`.

The folder holds public sets under the names that they are known by; only training splits are read.
What does not answer is mined with our own encoder: it is what retrieval would have brought by
mistake (Karpukhin et al. 2020, "Dense Passage Retrieval for Open-Domain Question Answering").
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import numpy as np

from data.importing.reading import read_sources
from index.compiled import CompiledEncoder
from index.encoder import Encoder
from index.models import DEFAULT_ENCODER, find_encoder
from pipeline.settings import Settings
from pipeline.squad import ReaderExample, read_examples
from pipeline.training.changes import changed
from pipeline.training.features import reworded
from pipeline.training.pairs import Pair, write_pairs

# Of an utterance's three likeliest intents but its own, so many are given as not meant.
NEAR_INTENTS = 2
# Passages are cut to about as many code points: the first words of an answer tell what it is about.
PASSAGE_LENGTH = 600
MEDICAL_QUESTIONS = 4000
CHANGED_QUESTIONS = 8000
CHUNK = 1024
# Left out by people who type what they want to know in few words, and what they put before it.
_SMALL_WORDS = "what is (are) are the of for do does how to a an in can who"
SMALL_WORDS = frozenset(_SMALL_WORDS.split())
OPENINGS = ("", "", "tell me about ", "information on ", "I want to know about ")


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text and what it is about."""

    text: str
    label: str


def gather(folder: Path, encoder: Encoder, seed: int = 0) -> Iterator[Pair]:
    """All pairs of the public sets in a folder."""
    random = Random(seed)
    yield from customer_questions(folder / "pairs/rqe_amia2016/RQE_Train_8588_AMIA2016.xml")
    for labelled in _intents(folder / "intent"):
        yield from same_and_near(labelled, encoder, random)
    yield from forum_titles(folder / "reader/train_open.jsonl.gz", encoder)
    yield from changed_questions(folder / "reader/train_open.jsonl.gz", random)
    yield from medical_answers(folder / "faq_banks/medquad.jsonl.gz", random)


def customer_questions(file: Path) -> Iterator[Pair]:
    """Long questions of customers and short ones of an FAQ, entailed or not (Ben Abacha 2016)."""
    for pair in ElementTree.parse(file).iter("pair"):
        asked, known = (" ".join((pair.findtext(name) or "").split()) for name in ("chq", "faq"))
        if asked and known:
            yield Pair(asked, known, "", pair.get("value") == "true")


def same_and_near(labelled: Sequence[Labelled], encoder: Encoder, random: Random) -> Iterator[Pair]:
    """Each text with another of its label, and with the nearest texts of other labels."""
    vectors = encoder.encode([item.text for item in labelled])
    labels = np.array([item.label for item in labelled])
    for start in range(0, len(labelled), CHUNK):
        similarity = vectors[start : start + CHUNK] @ vectors.T
        for row, cosines in enumerate(similarity, start=start):
            cosines[row] = -1
            order = np.argsort(-cosines)
            same = order[labels[order] == labels[row]]
            if len(same):
                # Mostly the nearest, as retrieval would bring it, and now and then any.
                place = 0 if random.random() < 0.6 else random.randrange(len(same))
                yield Pair(labelled[row].text, labelled[int(same[place])].text, "", True)
            near = order[labels[order] != labels[row]]
            _, first = np.unique(labels[near[:200]], return_index=True)
            for other in near[np.sort(first)][:NEAR_INTENTS]:
                yield Pair(labelled[row].text, labelled[int(other)].text, "", False)


def forum_titles(file: Path, encoder: Encoder) -> Iterator[Pair]:
    """First questions of DoQA's dialogues with their own thread and with threads near it."""
    firsts = [e for e in read_examples(file) if e.source.startswith("doqa") and e.id.endswith("#0")]
    vectors = encoder.encode([example.title for example in firsts])
    similarity = encoder.encode([example.question for example in firsts]) @ vectors.T
    for row, example in enumerate(firsts):
        yield _thread(example, example, relevant=True)
        others = [o for o in np.argsort(-similarity[row]) if firsts[o].title != example.title]
        for other in others[:NEAR_INTENTS]:
            yield _thread(example, firsts[int(other)], relevant=False)


def _thread(asked: ReaderExample, thread: ReaderExample, *, relevant: bool) -> Pair:
    return Pair(asked.question, thread.title, thread.context[:PASSAGE_LENGTH], relevant)


def changed_questions(file: Path, random: Random) -> Iterator[Pair]:
    """Questions above themselves, typed differently, and above themselves with a fact changed."""
    examples = [e for e in read_examples(file) if e.answers and not e.source.startswith("policyqa")]
    random.shuffle(examples)
    made = 0
    for example in examples:
        other = changed(example.question, example.context, random)
        if other:
            yield Pair(reworded(example.question, random), example.question, "", True)
            yield Pair(reworded(example.question, random), other, "", False)
            made += 1
        if made == CHANGED_QUESTIONS:
            return


def medical_answers(file: Path, random: Random) -> Iterator[Pair]:
    """MedQuAD's questions with their answers and with others on the same subject."""
    rows = [draft for item in read_sources([str(file)]) for draft in item.drafts]
    about: dict[str, list[int]] = {}
    for number, row in enumerate(rows):
        about.setdefault((row.tags or ("",))[0], []).append(number)
    for number in random.sample(range(len(rows)), min(MEDICAL_QUESTIONS, len(rows))):
        row = rows[number]
        in_short = keywords(row.question, random)
        yield Pair(row.question, "", row.answer[:PASSAGE_LENGTH], True)
        yield Pair(in_short, row.question, row.answer[:PASSAGE_LENGTH], True)
        others = [o for o in about[(row.tags or ("",))[0]] if rows[o].answer != row.answer]
        for other in random.sample(others, min(1, len(others))):
            passage = rows[other].answer[:PASSAGE_LENGTH]
            yield Pair(row.question, "", passage, False)
            yield Pair(in_short, rows[other].question, passage, False)


def keywords(question: str, random: Random) -> str:
    """What is asked for in few words, as people type it: "tell me about symptoms glaucoma"."""
    words = [word for word in question.rstrip("? ").split() if word.lower() not in SMALL_WORDS]
    text = random.choice(OPENINGS) + " ".join(words)
    return text.lower() if random.random() < 0.5 else text


def _intents(folder: Path) -> Iterator[list[Labelled]]:
    with (folder / "banking77/train.csv").open(encoding="utf-8", newline="") as file:
        yield [Labelled(row["text"], row["category"]) for row in csv.DictReader(file)]
    clinc = json.loads((folder / "clinc150/data_full.json").read_text("utf-8"))
    yield [Labelled(text, label) for text, label in clinc["train"]]
    texts, labels = (
        (folder / "hwu64/train" / name).read_text("utf-8").splitlines()
        for name in ("seq.in", "label")
    )
    yield [Labelled(*row) for row in zip(texts, labels, strict=True)]


def main() -> None:
    """Writes the pairs of the folder that was named."""
    encoder = CompiledEncoder(find_encoder(DEFAULT_ENCODER), Settings().models.expanduser())
    count = write_pairs(Path(sys.argv[2]), gather(Path(sys.argv[1]), encoder))
    sys.stdout.write(f"{count} pairs\n")


if __name__ == "__main__":
    main()
