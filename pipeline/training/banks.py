"""Banks of entries and labelled questions that the weights of ranking are learnt from and tried on.

What the weights are learnt from are public training sets, made into banks: intents as entries with
a few ways of asking, forum threads, paragraphs of reading comprehension under one of their
questions, medical entries asked in keywords, and pairs of entries that one thing tells apart. The
banks that figures are reported on are not among them.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import data
from data.importing.reading import read_sources
from data.records import Entry
from pipeline.evaluation.question_sets import read_questions
from pipeline.evaluation.service import entries_of
from pipeline.squad import ReaderExample, read_examples
from pipeline.training.public_sets import keywords

SAMPLE = Path(data.__file__).parent / "sample"
MEASURED = ("stackfaq_125", "stackfaq_719", "hint3_curekart", "hint3_sofmattress", "datatalks")
FORMS = 8
THREADS = PARAGRAPHS = 900
MEDICAL = 6000


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and the ids of the entries that answer it."""

    text: str
    relevant: frozenset[str]


@dataclass(frozen=True, slots=True)
class Bank:
    """Entries and what is asked of them. Banks of one `family` share questions."""

    name: str
    entries: Sequence[Entry]
    questions: Sequence[Asked]
    family: str = ""

    def drawn(self, count: int) -> Bank:
        """The bank with at most so many of its questions, drawn by lot."""
        if len(self.questions) <= count:
            return self
        some = Random(0).sample(list(self.questions), count)
        return Bank(self.name, self.entries, some, self.family)


def learnt_from(folder: Path) -> Iterator[Bank]:
    """The banks that weights are learnt from."""
    yield from intent_banks(folder / "intent")
    yield from text_banks(folder)
    yield contrasts("dev")


def text_banks(folder: Path) -> Iterator[Bank]:
    """Those of them whose entries have answers that people wrote."""
    examples = list(read_examples(folder / "reader/train_open.jsonl.gz"))
    yield threads([e for e in examples if e.source.startswith("doqa")])
    yield paragraphs([e for e in examples if e.source.startswith("squadshifts") and e.answers])
    yield medical(folder / "faq_banks/medquad.jsonl.gz")


def measured_on(folder: Path) -> Iterator[Bank]:
    """The banks that figures are reported on."""
    yield sample()
    for name in MEASURED:
        files = (folder / "retrieval" / name / file for file in ("faqs.jsonl", "queries.jsonl"))
        yield _from_files(name, *files)


def sample() -> Bank:
    """The sample that comes with faqdesk."""
    return _from_files("sample", SAMPLE / "faq.csv", SAMPLE / "questions.jsonl")


def contrasts(split: str) -> Bank:
    """Pairs of entries that differ in one thing, and what asks for exactly one of them."""
    lines = (SAMPLE / "contrasts.jsonl").read_text("utf-8").splitlines()
    sides = [
        (f"{pair['id']}-{side}", pair[side])
        for pair in map(json.loads, lines)
        if pair["split"] == split
        for side in "ab"
    ]
    return Bank(
        f"contrasts-{split}",
        [Entry(name, side["question"], side["answer"]) for name, side in sides],
        [Asked(text, frozenset([name])) for name, side in sides for text in side["asked"]],
    )


def intents(
    name: str, train: Sequence[Sequence[str]], asked: Sequence[Sequence[str]], forms: int = FORMS
) -> Bank:
    """Intents as entries without an answer; a label without entries has questions of its own."""
    by_label: dict[str, list[str]] = {}
    for text, label in train:
        by_label.setdefault(label, []).append(text)
    random = Random(0)
    chosen = {label: random.sample(t, min(forms, len(t))) for label, t in by_label.items()}
    entries = [Entry(label, first, "", tuple(rest)) for label, (first, *rest) in chosen.items()]
    questions = [Asked(text, frozenset([label]) & chosen.keys()) for text, label in asked]
    return Bank(name, entries, questions)


def threads(examples: Sequence[ReaderExample]) -> Bank:
    """Forum threads as entries, with the first question of each dialogue about one."""
    names: dict[str, str] = {}
    for example in examples:
        names.setdefault(example.context, f"thread-{len(names)}")
    entries = {e.context: Entry(names[e.context], e.title, e.context) for e in examples}
    firsts = [e for e in examples if e.id.endswith("#0")]
    asked = [Asked(e.question, frozenset([names[e.context]])) for e in firsts]
    return Bank("doqa", list(entries.values()), asked)


def paragraphs(examples: Sequence[ReaderExample]) -> Bank:
    """Paragraphs under one question about them; another one is asked."""
    about: dict[str, list[str]] = {}
    for example in examples:
        about.setdefault(example.context, []).append(example.question)
    random = Random(0)
    entries, asked = [], []
    for number, context in enumerate(random.sample(sorted(about), PARAGRAPHS)):
        heading, *others = random.sample(about[context], len(about[context]))
        entries.append(Entry(f"paragraph-{number}", heading, context))
        asked += [Asked(other, frozenset([f"paragraph-{number}"])) for other in others[:1]]
    return Bank("squadshifts", entries, asked)


def medical(file: Path) -> Bank:
    """Medical entries, asked in a few words."""
    random = Random(0)
    drafts = [draft for item in read_sources([str(file)]) for draft in item.drafts]
    unique = {draft.question: draft for draft in random.sample(drafts, MEDICAL)}
    entries = [Entry(f"medical-{n}", d.question, d.answer) for n, d in enumerate(unique.values())]
    asked = [Asked(keywords(e.question, random), frozenset([e.id])) for e in entries]
    return Bank("medquad", entries, asked)


def intent_banks(folder: Path, forms: int = FORMS) -> Iterator[Bank]:
    """Those of them whose entries are intents, with so many ways of asking each."""
    clinc = json.loads((folder / "clinc150/data_full.json").read_text("utf-8"))
    foreign = [(text, "out of scope") for text, _ in clinc["oos_val"]]
    yield intents("clinc150", clinc["train"], [*clinc["val"], *foreign], forms)
    train, valid = (_hwu64(folder / "hwu64" / split) for split in ("train", "valid"))
    yield intents("hwu64", train, valid, forms)
    with (folder / "banking77/train.csv").open(encoding="utf-8", newline="") as file:
        rows = [(row["text"], row["category"]) for row in csv.DictReader(file)]
    Random(0).shuffle(rows)
    half = len(rows) // 2
    yield intents("banking77", rows[:half], rows[half:], forms)


def _hwu64(folder: Path) -> list[tuple[str, str]]:
    texts, labels = ((folder / n).read_text("utf-8").splitlines() for n in ("seq.in", "label"))
    return list(zip(texts, labels, strict=True))


def _from_files(name: str, faqs: Path, queries: Path) -> Bank:
    asked = read_questions(str(queries), None).questions
    questions = [Asked(q.query, frozenset(q.relevant)) for q in asked]
    return Bank(name, entries_of(str(faqs)), questions, name.split("_")[0])
