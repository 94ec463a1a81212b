"""What can be made of questions that went wrong.

Each is done in somebody's name, is in the audit log, and may be done twice.

The library is changed first and the turns are settled then, so that whatever stops between the two
leaves the questions waiting, and doing it again changes nothing twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from data.errors import EditConflictError, InputError, UnknownEntryError
from data.pending import Edit
from data.records import Entry, Status
from data.reviews import Outcome, Settlement
from data.roles import Role, User
from index.embedding import embed_texts
from pipeline.build import Faqdesk
from pipeline.planning import new_entry_id, question_key
from pipeline.review.groups import Asked, Group

# Somebody else may change the same draft meanwhile; another wording goes with any change.
ATTEMPTS = 5
# Completes "may not …".
REVIEW = "review questions"


@dataclass(frozen=True, slots=True)
class Chosen:
    """The questions that something is done with; `subject` is what to call them."""

    subject: str
    turns: tuple[int, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """What was done, as it is needed to undo it; `added` are the texts that were new."""

    chosen: Chosen
    outcome: Outcome
    entry_id: str | None = None
    added: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Draft:
    """An entry as it will be, what that was made from, and which texts in it are new."""

    edit: Edit
    added: tuple[str, ...] = ()


def choose(group: Group, asked: Sequence[Asked] | None = None) -> Chosen:
    """Some of a group's questions, or all of them."""
    some = group.asked if asked is None else asked
    turns = tuple(turn for each in some for turn in each.turns)
    return Chosen(group.title, turns, tuple(each.text for each in some))


def add_wordings(faqdesk: Faqdesk, chosen: Chosen, entry_id: str, by: User) -> Done:
    """Adds questions to an entry's draft as other ways to ask; those that it knows are left out.

    Raises:
        UnknownEntryError: when there is no such entry, live or as a draft.
        InputError: when it is retired.
        EditConflictError: when others keep changing it meanwhile.
    """
    by.check(Role.EDITOR, REVIEW)
    added = _save(faqdesk, entry_id, chosen.texts, by.name).added
    _settle(faqdesk, chosen, Outcome.ALTERNATE, by, entry_id)
    return Done(chosen, Outcome.ALTERNATE, entry_id, added)


def prefilled(faqdesk: Faqdesk, chosen: Chosen) -> Entry:
    """A new entry that asks these questions, for somebody to write its answer."""
    taken = {revision.entry.id for revision in faqdesk.store.current_revisions(status=None)}
    taken |= {change.entry.id for change in faqdesk.pending.all()}
    question = _as_question(chosen.subject)
    known = question_key(question)
    others = tuple(text for text in chosen.texts if question_key(_as_question(text)) != known)
    return Entry(new_entry_id(question, taken), question, "", alternates=others)


def write_entry(faqdesk: Faqdesk, chosen: Chosen, entry: Entry, by: User) -> Done:
    """Keeps a new entry as a draft, for the questions that it was written for.

    Raises:
        InputError: when its question or its answer is empty.
        EditConflictError: when another entry has its id.
    """
    by.check(Role.EDITOR, REVIEW)
    if not entry.question.strip() or not entry.answer.strip():
        raise InputError("An entry needs a question and an answer. Write both and save again.")
    draft = faqdesk.pending.get(entry.id)
    if draft is None or draft.entry.digest != entry.digest:
        faqdesk.pending.save([Edit(entry, None)], by.name)
    _settle(faqdesk, chosen, Outcome.NEW_ENTRY, by, entry.id)
    return Done(chosen, Outcome.NEW_ENTRY, entry.id)


def mark_out_of_scope(faqdesk: Faqdesk, chosen: Chosen, by: User) -> Done:
    """Has these questions, and what asks the same, told that nothing here answers them.

    It is so at once, in every process.

    Raises:
        ModelError: when the encoder cannot be loaded.
    """
    by.check(Role.EDITOR, REVIEW)
    # Read here, so that no visitor waits for it.
    embed_texts(chosen.texts, faqdesk.encoder, faqdesk.vector_cache)
    added = faqdesk.scope_marks.add(chosen.texts, by.name)
    _settle(faqdesk, chosen, Outcome.OUT_OF_SCOPE, by)
    return Done(chosen, Outcome.OUT_OF_SCOPE, added=added)


def dismiss(faqdesk: Faqdesk, chosen: Chosen, by: User) -> Done:
    """Leaves it at that; the same question waits again when it goes wrong again."""
    by.check(Role.EDITOR, REVIEW)
    _settle(faqdesk, chosen, Outcome.DISMISSED, by)
    return Done(chosen, Outcome.DISMISSED)


def undo(faqdesk: Faqdesk, done: Done, by: User) -> None:
    """Takes back what was done; the questions wait again.

    Raises:
        InputError: when it was published already.
    """
    by.check(Role.EDITOR, REVIEW)
    if done.outcome is Outcome.ALTERNATE and done.entry_id and done.added:
        _check_not_live(faqdesk, done.entry_id, done.added)
        _save(faqdesk, done.entry_id, done.added, by.name, take_away=True)
    elif done.outcome is Outcome.NEW_ENTRY and done.entry_id:
        _check_not_live(faqdesk, done.entry_id, ())
        faqdesk.pending.discard([done.entry_id], by.name)
    elif done.outcome is Outcome.OUT_OF_SCOPE:
        faqdesk.scope_marks.remove(done.added, by.name)
    faqdesk.reviews.reopen(done.chosen.turns, done.chosen.subject, by.name)


def unmark(faqdesk: Faqdesk, questions: Sequence[str], by: User) -> None:
    """Lets questions that were marked as out of scope be answered again, if an entry answers them.

    Raises:
        NotAllowedError: as for all that is done here, where somebody's role does not allow it.
    """
    by.check(Role.EDITOR, REVIEW)
    faqdesk.scope_marks.remove(questions, by.name)


def _settle(
    faqdesk: Faqdesk, chosen: Chosen, outcome: Outcome, by: User, entry_id: str | None = None
) -> None:
    faqdesk.reviews.settle(Settlement(chosen.turns, outcome, chosen.subject, entry_id), by.name)


def _save(
    faqdesk: Faqdesk, entry_id: str, texts: Sequence[str], by: str, *, take_away: bool = False
) -> _Draft:
    """Saves an entry's draft with texts added or taken away, on whatever others made of it."""
    for attempt in range(1, ATTEMPTS + 1):
        draft = _changed(_latest(faqdesk, entry_id), texts, take_away=take_away)
        try:
            faqdesk.pending.save([draft.edit], by)
        except EditConflictError:
            if attempt == ATTEMPTS:
                raise
            continue
        return draft
    raise AssertionError("the last attempt returns or raises")


def _latest(faqdesk: Faqdesk, entry_id: str) -> Edit:
    """An entry as it will be at the next publish, to be edited."""
    draft = faqdesk.pending.get(entry_id)
    if draft is not None:
        edit = Edit(draft.entry, draft.base_revision, draft.version)
    else:
        live = faqdesk.store.current_revision(entry_id)
        edit = Edit(live.entry, live.number)
    if edit.entry.status is not Status.LIVE:
        raise InputError(
            f"“{edit.entry.question}” is retired. Restore it first, or choose another entry."
        )
    return edit


def _changed(edit: Edit, texts: Sequence[str], *, take_away: bool) -> _Draft:
    entry = edit.entry
    if take_away:
        left = tuple(text for text in entry.alternates if text not in texts)
        return _Draft(replace(edit, entry=replace(entry, alternates=left)))
    keys = {question_key(form) for form in entry.forms}
    added = []
    for text in texts:
        if question_key(text) not in keys:
            keys.add(question_key(text))
            added.append(text)
    changed = replace(entry, alternates=(*entry.alternates, *added))
    return _Draft(replace(edit, entry=changed), tuple(added))


def _check_not_live(faqdesk: Faqdesk, entry_id: str, texts: Sequence[str]) -> None:
    """Raises where texts, or the whole entry where there are none, have been published."""
    try:
        live = faqdesk.store.current_revision(entry_id).entry
    except UnknownEntryError:
        return
    if not texts or set(texts) & set(live.alternates):
        raise InputError(
            f"This is published already, in “{live.question}”. Edit that entry to change it."
        )


def _as_question(text: str) -> str:
    """A text as an entry's question is written: a capital first, a question mark last."""
    text = text.strip()
    text = text[:1].upper() + text[1:]
    return text if text.endswith(("?", "？", "؟", ".", "!")) else text + "?"
