"""Entries that one file holds more than once: kept once, turned away, or pointed out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from data.importing.cells import same_question_key
from data.importing.notes import Notes, rows_text
from data.importing.rejected import cells_of
from data.records import Draft, Limit, Place, Rejection

MAX_CONFLICTS_NAMED = 10
_NOWHERE = Place("")


@dataclass(slots=True)
class Settled:
    """The drafts that stay and the rejections for those that cannot."""

    drafts: list[Draft] = field(default_factory=list)
    rejections: list[Rejection] = field(default_factory=list)


def settle(drafts: Iterable[Draft], notes: Notes) -> Settled:
    """The drafts with no id twice, and no question twice with the same answer unless ids differ.

    A question under an id that another question has is an entry of its own under an id of its own;
    a question that has its id twice with different answers contradicts itself: the second is
    rejected, since nobody can tell which answer is right.
    """
    settled = Settled()
    by_id: dict[str, Draft] = {}
    by_content: dict[tuple[str, str], int] = {}
    for draft in drafts:
        first = by_id.get(draft.id) if draft.id is not None else None
        if first is not None:
            if same_question_key(first.question) == same_question_key(draft.question):
                _settle_same_entry(first, draft, settled, notes)
                continue
            draft = _renamed(draft, by_id, notes)
        if draft.id is not None:
            by_id[draft.id] = draft
        _settle_same_content(draft, by_content, settled, notes)
    _note_conflicts(settled.drafts, notes)
    return settled


def _renamed(draft: Draft, taken: Mapping[str, Draft], notes: Notes) -> Draft:
    """The draft under the first free id of the form `id-2`, `id-3` and so on."""
    free = next(name for n in count(2) if (name := f"{draft.id}-{n}") not in taken)
    text = "ids that an earlier row has for another question were given a number more: {rows}"
    notes.at(draft.place.row, text)
    return replace(draft, id=free)


def _settle_same_entry(first: Draft, draft: Draft, settled: Settled, notes: Notes) -> None:
    if replace(first, place=_NOWHERE) == replace(draft, place=_NOWHERE):
        notes.at(draft.place.row, "entries that repeat an earlier one were left out: {rows}")
        return
    where = _where(first, draft)
    reason = f"id '{draft.id}' has another answer in {where}; keep the right one of the two"
    settled.rejections.append(Rejection(draft.place, reason, cells_of(draft)))


def _settle_same_content(
    draft: Draft, by_content: dict[tuple[str, str], int], settled: Settled, notes: Notes
) -> None:
    """Keep the draft, or join it with one of the same question and answer unless both have ids.

    Only the first of several with the same content can be without an id: the rest were joined.
    """
    index = by_content.setdefault(
        (same_question_key(draft.question), draft.answer), len(settled.drafts)
    )
    is_new = index == len(settled.drafts)
    if is_new or (draft.id is not None and settled.drafts[index].id is not None):
        settled.drafts.append(draft)
    else:
        settled.drafts[index] = _merged(settled.drafts[index], draft)
        text = "an earlier row has the same question and answer, and was joined with {rows}"
        notes.at(draft.place.row, text)


def _merged(first: Draft, second: Draft) -> Draft:
    """The first draft with what only the second one knows."""
    return replace(
        first,
        id=first.id if first.id is not None else second.id,
        alternates=_union(first.alternates, second.alternates),
        tags=_union(first.tags, second.tags),
        category=first.category or second.category,
        source=first.source or second.source,
        url=first.url or second.url,
        valid_from=_limit(first.valid_from, second.valid_from),
        valid_until=_limit(first.valid_until, second.valid_until),
    )


def _union(first: tuple[str, ...] | None, second: tuple[str, ...] | None) -> tuple[str, ...] | None:
    if first is None or second is None:
        return second if first is None else first
    return tuple(dict.fromkeys(first + second))


def _limit(first: Limit | None, second: Limit | None) -> Limit | None:
    return first if (first and first.day) or second is None else second


def _note_conflicts(drafts: Sequence[Draft], notes: Notes) -> None:
    """Warn of questions that are answered in different ways, or kept under different ids."""
    groups: dict[str, list[Draft]] = {}
    for draft in drafts:
        groups.setdefault(same_question_key(draft.question), []).append(draft)
    several = [group for group in groups.values() if len(group) > 1]
    different = [group for group in several if len({draft.answer for draft in group}) > 1]
    for group in different[:MAX_CONFLICTS_NAMED]:
        notes.say(f"{_places(group)} ask the same question with different answers")
    if len(different) > MAX_CONFLICTS_NAMED:
        more = len(different) - MAX_CONFLICTS_NAMED
        notes.say(f"{more} more questions are asked several times with different answers")
    repeated = len(several) - len(different)
    if repeated:
        notes.say(f"questions that stand there twice, alike but for their ids: {repeated}")


def _places(group: Sequence[Draft]) -> str:
    if len({draft.place.file for draft in group}) > 1:
        return " and ".join(f"{rows_text([d.place.row or 0])} of {d.place.file}" for d in group)
    return rows_text([draft.place.row or 0 for draft in group])


def _where(first: Draft, draft: Draft) -> str:
    row = rows_text([first.place.row or 0])
    return row if first.place.file == draft.place.file else f"{row} of {first.place.file}"
