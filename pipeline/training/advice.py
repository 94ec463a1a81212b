"""What somebody who trains a classifier should know about their texts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from pipeline.evaluation.labelled import LabelledText

# With fewer texts a label is hardly learnt.
FEW = 5
# From so many texts, and so many a label, a whole encoder learns more from them than a linear head.
FULL_FROM = 2000
FULL_EACH = 25
NAMED = 10
SHOWN_CONTRADICTIONS = 3
# Held-out texts that make an accuracy good to about ten points.
ENOUGH_HELD = 50


def advice(texts: Sequence[LabelledText], *, full: bool) -> tuple[str, ...]:
    """Sentences about contradictions, rare labels and the kind of training; often none."""
    labels = [text.label or "" for text in texts]
    return (*_contradictions(texts), *_rare(labels), *_better_trained(labels, full=full))


def held_out_advice(held: int, accuracy: float | None) -> tuple[str, ...]:
    """What to think of an accuracy on so many held-out texts."""
    if accuracy is None:
        return (
            "No text could be held out, for no label has two: how often it is right is not known. "
            "Write at least ten texts a label.",
        )
    if held < ENOUGH_HELD:
        return (
            f"That rests on {held} texts and is rough: `faqdesk evaluate intent --test FILE` "
            "measures it with labelled questions that were not learnt.",
        )
    return ()


def _contradictions(texts: Sequence[LabelledText]) -> Iterator[str]:
    same: dict[str, list[LabelledText]] = defaultdict(list)
    for text in texts:
        same[" ".join(text.text.casefold().split())].append(text)
    torn = [group for group in same.values() if len({text.label for text in group}) > 1]
    if not torn:
        return
    shown = "; ".join(_told(group) for group in torn[:SHOWN_CONTRADICTIONS])
    more = "; …" if len(torn) > SHOWN_CONTRADICTIONS else ""
    stand = "1 text stands" if len(torn) == 1 else f"{len(torn):,} texts stand"
    yield f"{stand} with more than one label ({shown}{more}): keep one each."


def _told(group: Sequence[LabelledText]) -> str:
    labels = dict.fromkeys(f"{text.label} in {text.place}" for text in group)
    return f"“{group[0].text}”: {', '.join(labels)}"


def _rare(labels: Sequence[str]) -> Iterator[str]:
    rare = sorted(label for label, count in Counter(labels).items() if count < FEW)
    if rare:
        named = ", ".join(rare[:NAMED]) + (", …" if len(rare) > NAMED else "")
        have = "1 label has" if len(rare) == 1 else f"{len(rare)} labels have"
        yield f"{have} fewer than {FEW} texts ({named}): write at least ten each."


def _better_trained(labels: Sequence[str], *, full: bool) -> Iterator[str]:
    many = len(labels) >= max(FULL_FROM, FULL_EACH * len(set(labels)))
    if many and not full:
        yield (
            f"{len(labels):,} texts are enough for --full, which trains the whole encoder and is "
            "right more often. It takes minutes on a GPU and up to hours without one, and then "
            "each question is read once more."
        )
    if full and not many:
        yield (
            f"{len(labels):,} texts are few for --full, which pays from about {FULL_FROM:,} texts "
            f"and {FULL_EACH} a label on: without it, training takes seconds and is often as good."
        )
