"""Which entry the questions of a group most likely mean."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from data.answers import Answer, Evidence
from data.errors import NothingPublishedError
from data.records import Entry, Status
from index.embedding import embed_texts
from pipeline.build import Faqdesk
from pipeline.retrieve import similarity
from pipeline.review.groups import Group, Hint

# So many of a group's questions are looked up, and so many entries proposed.
LOOKED_UP = 3
PROPOSED = 3
# Of more drafts only those that were changed last are looked through.
MOST_DRAFTS = 500
# What a share of the turns adds to a score, 0 to 1.
CLOSE_ADDS = 0.05
DISLIKED_TAKES = 0.3


@dataclass(frozen=True, slots=True)
class Meant:
    """An entry that might be meant, with what speaks for it; as its draft says it, if it has one.

    `likeness` is the cosine of its nearest way of asking, 0 to 1, and `score` what orders the
    entries that no visitor picked.
    """

    entry: Entry
    likeness: float
    score: float
    hint: Hint
    is_draft: bool = False


@dataclass(frozen=True, slots=True)
class LookedUp:
    """What the live library has for some questions, in no particular order."""

    texts: tuple[str, ...]
    found: tuple[Meant, ...]


def texts_of(group: Group) -> tuple[str, ...]:
    """The questions of a group that are looked up: the most frequent."""
    return tuple(asked.text for asked in group.asked[:LOOKED_UP])


def look_up(texts: Sequence[str], faqdesk: Faqdesk) -> LookedUp:
    """What the live library has for questions; it is so until the next publish.

    Raises:
        LibraryError, ModelError: as `Answerer.answer`.
    """
    return LookedUp(tuple(texts), tuple(_together(_live(texts, faqdesk)).values()))


def meant_by(
    groups: Sequence[Group], looked_up: Sequence[LookedUp], faqdesk: Faqdesk
) -> list[tuple[Meant, ...]]:
    """For each group the entries that might be meant, the likeliest first, at most `PROPOSED`.

    What visitors picked comes first; then it goes by how well an entry answers, by how often it was
    the best that was not given, and against it by how often it was disliked.

    Raises:
        DatabaseError: when the database cannot be read.
        ModelError: when the encoder cannot be loaded.
    """
    found = [{meant.entry.id: meant for meant in each.found} for each in looked_up]
    _add_drafts(found, [each.texts for each in looked_up], faqdesk)
    return [_ordered(each, group) for each, group in zip(found, groups, strict=True)]


def _live(texts: Sequence[str], faqdesk: Faqdesk) -> list[dict[str, Meant]]:
    """For each text the published entries that were found."""
    try:
        answers = list(faqdesk.unlogged_answerer.answer_many(texts))
    except NothingPublishedError:
        answers = []
    found = [_candidates(answer) if isinstance(answer, Answer) else {} for answer in answers]
    return found or [{} for _ in texts]


def _candidates(answer: Answer) -> dict[str, Meant]:
    return {
        c.entry.id: Meant(c.entry, similarity(c.evidence), c.score, Hint(c.entry.id))
        for c in answer.candidates
    }


def _together(found: Sequence[dict[str, Meant]]) -> dict[str, Meant]:
    """What was found for several questions: the mean score and the greatest likeness."""
    every: defaultdict[str, list[Meant]] = defaultdict(list)
    for each in found:
        for name, meant in each.items():
            every[name].append(meant)
    return {
        name: replace(
            same[0],
            likeness=max(meant.likeness for meant in same),
            score=sum(meant.score for meant in same) / len(found),
        )
        for name, same in every.items()
    }


def _add_drafts(
    found: Sequence[dict[str, Meant]], texts: Sequence[Sequence[str]], faqdesk: Faqdesk
) -> None:
    """Puts drafts in the place of what is live, and adds those of entries that are not."""
    drafts = [change.entry for change in faqdesk.pending.all()[-MOST_DRAFTS:]]
    if not drafts:
        return
    forms = [(entry, form) for entry in drafts for form in entry.forms]
    wanted = [text for each in texts for text in each]
    known = [form for _, form in forms]
    vectors = embed_texts([*wanted, *known], faqdesk.encoder, faqdesk.vector_cache).vectors
    cosines = (vectors[: len(wanted)] @ vectors[len(wanted) :].T).tolist()
    rows = iter(cosines)
    for entries, each in zip(found, texts, strict=True):
        mine = [next(rows) for _ in each]
        best: dict[str, list[float]] = {}
        for at, (entry, _) in enumerate(forms):
            best.setdefault(entry.id, []).append(max(row[at] for row in mine))
        for entry in drafts:
            _put(entries, entry, max(0.0, *best[entry.id]), faqdesk)


def _put(entries: dict[str, Meant], draft: Entry, likeness: float, faqdesk: Faqdesk) -> None:
    live = entries.pop(draft.id, None)
    if draft.status is not Status.LIVE:
        return
    # As if its words and its answer were as near as its question.
    evidence = Evidence(draft.id, 0, likeness, 0.0, likeness, likeness)
    alone = Meant(draft, likeness, faqdesk.fusion.fused(evidence), Hint(draft.id), is_draft=True)
    if live is not None:
        nearer = max(likeness, live.likeness)
        alone = replace(alone, likeness=nearer, score=max(alone.score, live.score))
    entries[draft.id] = alone


def _ordered(found: dict[str, Meant], group: Group) -> tuple[Meant, ...]:
    hints = {hint.entry_id: hint for hint in group.hints}
    turns = len(group.turns)
    weighed = [_weighed(meant, hints.get(name), turns) for name, meant in found.items()]
    weighed.sort(key=lambda meant: (meant.hint.picked, meant.score), reverse=True)
    return tuple(weighed[:PROPOSED])


def _weighed(meant: Meant, hint: Hint | None, turns: int) -> Meant:
    if hint is None:
        return meant
    score = meant.score + (CLOSE_ADDS * hint.close - DISLIKED_TAKES * hint.disliked) / turns
    return replace(meant, hint=hint, score=score)
