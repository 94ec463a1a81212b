"""Writes the pairs that the check of sentences learns from: `python -m … OUT` and where from.

    python -m pipeline.training.borne.mixture pairs.jsonl.gz --reader-data train_open.jsonl.gz
        --faq medquad.jsonl.gz --snli snli_1.0_train.jsonl

Beside invented facts there are sentences of the passages of `--reader-data`, which holds questions
as the reader learns from them, and of the answers of `--faq`, which holds entries in any format
that faqdesk imports; both may be given more than once. From SNLI (Bowman et al. 2015) some pairs
are taken as they are. The same files and seed give the same pairs in the same order. Their JSON is
that of `pipeline.training.entailment`, with the rule that made each as `k`.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random

from pipeline.training.borne.judged import Judged
from pipeline.training.borne.passages import is_plain, passage_pairs, read_passages
from pipeline.training.borne.stories import story_pairs

INVENTED, OF_PASSAGES, OF_SNLI = 36_000, 26_000, 4_000
# Sentences that are added to passages which they have nothing to do with come from so many.
FOREIGN_PASSAGES = 1500


def invented_pairs(random: Random) -> Iterator[Judged]:
    """Pairs about invented facts, without end."""
    while True:
        yield from (judged for judged in story_pairs(random) if judged.fits)


def pairs_of_passages(
    readers: Sequence[Path], faqs: Sequence[Path], random: Random
) -> Iterator[Judged]:
    """Pairs about passages of files, until each passage was used once."""
    passages = read_passages(readers, faqs)
    random.shuffle(passages)
    some = passages[:FOREIGN_PASSAGES]
    foreign = [text for passage in some for text in passage.sentences if is_plain(text)]
    for passage in passages:
        yield from (judged for judged in passage_pairs(passage, foreign, random) if judged.fits)


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
    readers: Sequence[Path], faqs: Sequence[Path], snli: Path | None = None, seed: int = 0
) -> list[Judged]:
    """All pairs in the order of the file, those of passages only where there are any."""
    made = list(islice(invented_pairs(Random(f"{seed} invented")), INVENTED))
    if readers or faqs:
        found = pairs_of_passages(readers, faqs, Random(f"{seed} passages"))
        made += islice(found, OF_PASSAGES)
    if snli is not None:
        made += snli_pairs(snli, Random(f"{seed} snli"))[:OF_SNLI]
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
    given = parser.parse_args(arguments)
    pairs = mixed(given.reader_data, given.faq, given.snli, given.seed)
    write(pairs, given.out)
    counts = Counter((pair.kind, pair.untrue) for pair in pairs)
    for (kind, untrue), count in sorted(counts.items()):
        sys.stdout.write(f"{count:6} {'untrue' if untrue else 'true':6} {kind}\n")
    sys.stdout.write(f"{len(pairs)} pairs, {sum(pair.untrue for pair in pairs)} untrue\n")


if __name__ == "__main__":
    main()
