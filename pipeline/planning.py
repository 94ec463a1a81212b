"""Works out what a file changes, before anything is changed."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Container, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import count

from data.importing.drafts import NEVER, is_never
from data.importing.rejected import cells_of
from data.records import Draft, Entry, Limit, Rejection, Status

SLUG_LENGTH = 48


@dataclass(frozen=True, slots=True)
class Plan:
    """Entries as they will be, sorted by what happens to them."""

    added: tuple[Entry, ...] = ()
    updated: tuple[Entry, ...] = ()
    retired: tuple[Entry, ...] = ()
    unchanged: int = 0
    rejected: tuple[Rejection, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def changed(self) -> tuple[Entry, ...]:
        """Every entry that gets a new revision."""
        return self.added + self.updated + self.retired


def plan_changes(drafts: Sequence[Draft], current: Sequence[Entry], *, replace_all: bool) -> Plan:
    """What importing `drafts` does to the `current` entries, live and retired.

    A draft with an id updates the entry of that id. One without an id updates the entry that asks
    the same question; where several do, the first draft goes with the first of them, and so on.
    Retired entries come back only when there are more drafts of their question than live entries.
    Fields that the file does not have stay as they are, except with `replace_all`, which makes the
    library equal to the drafts and retires what is not among them.
    """
    entries = {entry.id: entry for entry in current}
    named, rejected = _with_ids(drafts, entries.values())
    added, updated, unchanged = [], [], 0
    for entry_id, draft in named.items():
        before = entries.get(entry_id)
        keep = before if before and not replace_all and _is_live(before) else None
        after = _entry(entry_id, draft, keep)
        if is_never(after.valid_from, after.valid_until):
            rejected.append(_never_valid(after, draft))
        elif before is None or not _is_live(before):
            added.append(after)
        elif before.digest != after.digest:
            updated.append(after)
        else:
            unchanged += 1
    gone = [e for e in entries.values() if _is_live(e) and e.id not in named] if replace_all else []
    retired = [replace(entry, status=Status.RETIRED) for entry in gone]
    return Plan(tuple(added), tuple(updated), tuple(retired), unchanged, tuple(rejected))


def question_key(question: str) -> str:
    """Questions with equal keys are the same question: case and blanks make no difference."""
    return " ".join(unicodedata.normalize("NFC", question).casefold().split())


def new_entry_id(question: str, taken: Container[str]) -> str:
    """A readable id that is always the same for a question, unless that id is taken.

    Example: "Can I bring my dog?" gives can-i-bring-my-dog-9fd941, a second one …-9fd941-2.
    """
    plain = unicodedata.normalize("NFKD", question.casefold()).encode("ascii", "ignore").decode()
    slug = "-".join(re.findall(r"[a-z0-9]+", plain))[:SLUG_LENGTH].strip("-")
    mark = hashlib.sha256(question_key(question).encode()).hexdigest()[:6]
    base = f"{slug or 'entry'}-{mark}"
    if base not in taken:
        return base
    return next(f"{base}-{n}" for n in count(2) if f"{base}-{n}" not in taken)


def _with_ids(
    drafts: Sequence[Draft], entries: Collection[Entry]
) -> tuple[dict[str, Draft], list[Rejection]]:
    """Drafts by entry id; one whose id another draft has already taken is rejected."""
    explicit = {draft.id for draft in drafts if draft.id}
    taken = explicit | {entry.id for entry in entries}
    same_question = _by_question(drafts, [e for e in entries if e.id not in explicit])
    named: dict[str, Draft] = {}
    rejected: list[Rejection] = []
    for draft in drafts:
        if draft.id and draft.id in named:
            rejected.append(_repeated(draft, named[draft.id]))
            continue
        waiting = same_question.get(question_key(draft.question))
        if draft.id:
            entry_id = draft.id
        elif waiting:
            entry_id = waiting.pop(0)
        else:
            entry_id = new_entry_id(draft.question, taken)
        named[entry_id] = draft
        taken.add(entry_id)
    return named, rejected


def _by_question(drafts: Sequence[Draft], entries: Iterable[Entry]) -> dict[str, list[str]]:
    """The ids of the entries that go with the drafts without an id, by question, in order."""
    wanted = Counter(question_key(draft.question) for draft in drafts if not draft.id)
    asking: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        asking[question_key(entry.question)].append(entry)
    found: dict[str, list[str]] = {}
    for key, same in asking.items():
        live_first = sorted(same, key=lambda entry: not _is_live(entry))
        chosen = {entry.id for entry in live_first[: wanted[key]]}
        found[key] = [entry.id for entry in same if entry.id in chosen]
    return found


def _repeated(draft: Draft, first: Draft) -> Rejection:
    where = f"row {first.place.row} of {first.place.file}"
    return Rejection(
        replace(draft.place, column="id"),
        f"The id {draft.id!r} was already used in {where}. Give this row an id of its own.",
        cells_of(draft),
    )


def _entry(entry_id: str, draft: Draft, before: Entry | None) -> Entry:
    """The entry that a draft makes; what the draft leaves open is taken from `before`."""
    base = before or Entry(id=entry_id, question="", answer="")
    return replace(
        base,
        status=Status.LIVE,
        question=draft.question,
        answer=draft.answer,
        alternates=base.alternates if draft.alternates is None else draft.alternates,
        category=base.category if draft.category is None else draft.category,
        tags=base.tags if draft.tags is None else draft.tags,
        source=base.source if draft.source is None else draft.source,
        url=base.url if draft.url is None else draft.url,
        valid_from=_limit(base.valid_from, draft.valid_from),
        valid_until=_limit(base.valid_until, draft.valid_until),
    )


def _limit(before: date | None, said: Limit | None) -> date | None:
    return said.day if said else before


def _never_valid(entry: Entry, draft: Draft) -> Rejection:
    return Rejection(replace(draft.place, column="valid_until"), f"{entry.valid_until} {NEVER}")


def _is_live(entry: Entry) -> bool:
    return entry.status is Status.LIVE
