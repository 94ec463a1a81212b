"""Writes the pairs that the check of sentences learns from: `python -m … OUT` and where from.

    python -m pipeline.training.borne.mixture pairs.jsonl.gz --reader-data train_open.jsonl.gz
        --faq medquad.jsonl.gz --snli snli_1.0_train.jsonl

Beside invented facts there are sentences of the passages of `--reader-data`, which holds questions
as the reader learns from them, and of the answers of `--faq`, which holds entries in any format
that faqdesk imports; both may be given more than once. The questions of `--reader-data` stand with
their answers, and with others. From SNLI (Bowman et al. 2015) some pairs are taken as they are.
How many there are at most of each can be said. The same files and seed give the same pairs in the
same order. Their JSON is that of `pipeline.training.entailment`, with the rule that made each as
`k`.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import islice
from pathlib import Path
from random import Random

from pipeline.training.borne.judged import Judged
from pipeline.training.borne.passages import answer_pairs, passage_pairs
from pipeline.training.borne.reading import Read, is_plain, read_passages
from pipeline.training.borne.stories import story_pairs

# Sentences that are added to passages which they have nothing to do with come from so many.
FOREIGN_PASSAGES = 1500


@dataclass(frozen=True, slots=True)
class Shares:
    """How many pairs of each kind there are at most."""

    invented: int = 36_000
    passages: int = 26_000
    answers: int = 12_000
    snli: int = 8_000


def invented_pairs(random: Random) -> Iterator[Judged]:
    """Pairs about invented facts, without end."""
    while True:
        yield from (judged for judged in story_pairs(random) if judged.fits)


def pairs_of_passages(passages: Sequence[Read], random: Random) -> Iterator[Judged]:
    """Sentences of passages, true and changed, until each passage was used once."""
    passages = random.sample(passages, len(passages))
    some = passages[:FOREIGN_PASSAGES]
    foreign = [text for passage in some for text in passage.sentences if is_plain(text)]
    for passage in passages:
        yield from (judged for judged in passage_pairs(passage, foreign, random) if judged.fits)


def pairs_of_answers(passages: Sequence[Read], random: Random) -> Iterator[Judged]:
    """Questions with answers, their own or not, until each passage was used once."""
    for passage in random.sample(passages, len(passages)):
        yield from (judged for judged in answer_pairs(passage, random) if judged.fits)


def snli_pairs(file: Path, random: Random) -> list[Judged]:
    """SNLI's pairs in a drawn order: entailment, or not; without a verdict they are left out."""
    with file.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    made = [
        Judged(
            row["sentence2"],
            row["sentence1"],
            row["gold_label"] != "entailment",
            f"snli: {row['gold_label']}",
            wrong=None,
        )
        for row in rows
        if row["gold_label"] != "-"
    ]
    random.shuffle(made)
    return made


def mixed(
    readers: Sequence[Path], faqs: Sequence[Path], snli: Path | None, shares: Shares, seed: int = 0
) -> list[Judged]:
    """All pairs in the order of the file, those of passages only where there are any."""
    made = list(islice(invented_pairs(Random(f"{seed} invented")), shares.invented))
    passages = read_passages(readers, faqs)
    made += islice(pairs_of_passages(passages, Random(f"{seed} passages")), shares.passages)
    made += islice(pairs_of_answers(passages, Random(f"{seed} answers")), shares.answers)
    if snli is not None:
        made += snli_pairs(snli, Random(f"{seed} snli"))[: shares.snli]
    Random(f"{seed} order").shuffle(made)
    return made


def write(pairs: Iterable[Judged], out: Path) -> None:
    """One pair a line, compressed if the file's name ends with .gz."""
    content = "".join(pair.line() + "\n" for pair in pairs).encode()
    out.write_bytes(gzip.compress(content, mtime=0) if out.suffix == ".gz" else content)


def main(arguments: Sequence[str] | None = None) -> None:
    """Writes the pairs and says how many of each kind there are."""
    parser = argparse.ArgumentParser(description="Makes pairs for the check of sentences.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--reader-data", type=Path, action="append", default=[])
    parser.add_argument("--faq", type=Path, action="append", default=[])
    parser.add_argument("--snli", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    for share in fields(Shares):
        parser.add_argument(f"--max-{share.name}", type=int, default=share.default)
    given = parser.parse_args(arguments)
    shares = Shares(*(getattr(given, f"max_{share.name}") for share in fields(Shares)))
    pairs = mixed(given.reader_data, given.faq, given.snli, shares, given.seed)
    write(pairs, given.out)
    counts = Counter((pair.kind, pair.untrue) for pair in pairs)
    for (kind, untrue), count in sorted(counts.items()):
        sys.stdout.write(f"{count:6} {'untrue' if untrue else 'true':6} {kind}\n")
    sys.stdout.write(f"{len(pairs)} pairs, {sum(pair.untrue for pair in pairs)} untrue\n")


if __name__ == "__main__":
    main()
