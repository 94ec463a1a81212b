"""The editor's desk: drafts are made, looked at, discarded and published."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from data.errors import EditConflictError, InputError, UnknownEntryError
from data.pending import Edit, PendingChanges
from data.records import Entry, Status
from data.roles import Role, User
from data.store import Store
from index.building import BuildSteps
from pipeline.drafting.checking import checked
from pipeline.drafting.items import Item, joined
from pipeline.intent.kinds import KindClassifier
from pipeline.planning import new_entry_id
from pipeline.publish import Published, Publisher


class DraftDesk:
    """All changes that people make to entries go through here."""

    def __init__(
        self, store: Store, pending: PendingChanges, publisher: Publisher, kinds: KindClassifier
    ) -> None:
        self._store = store
        self._pending = pending
        self._publisher = publisher
        self._kinds = kinds

    def items(self) -> tuple[Item, ...]:
        """Every entry, live, retired or only a draft."""
        return joined(self._store.current_revisions(status=None), self._pending.all())

    def drafts(self) -> tuple[Item, ...]:
        """The entries that the next publish changes."""
        return tuple(item for item in self.items() if item.change)

    def item(self, entry_id: str) -> Item:
        """One entry.

        Raises:
            UnknownEntryError: when there is neither an entry nor a draft of this id.
        """
        change = self._pending.get(entry_id)
        try:
            return Item(self._store.current_revision(entry_id), change)
        except UnknownEntryError:
            if change is None:
                raise
            return Item(None, change)

    def add(self, entry: Entry, by: User) -> Entry:
        """Keeps a new entry as a draft, under an id of its own; returns it as it was kept.

        Raises:
            InputError: when a field cannot be used.
            NotAllowedError: when `by` is no editor.
        """
        by.check(Role.EDITOR, "write entries")
        tidy = checked(entry)
        taken = {item.entry.id for item in self.items()}
        tidy = replace(tidy, id=new_entry_id(tidy.question, taken), status=Status.LIVE)
        self._pending.save([Edit(tidy, base_revision=None)], by.name)
        return tidy

    def save(self, entry: Entry, seen: Item, by: User) -> Entry:
        """Keeps an entry as a draft; `seen` is what the editor had before them.

        Raises:
            InputError: when a field cannot be used.
            EditConflictError: when somebody else changed it in the meantime; nothing is kept then.
            NotAllowedError: when `by` is no editor.
        """
        by.check(Role.EDITOR, "change entries")
        tidy = checked(replace(entry, id=seen.entry.id))
        self._pending.save([edit_of(tidy, seen)], by.name)
        return tidy

    def set_status(self, entry_ids: Sequence[str], status: Status, by: User) -> int:
        """Retires or restores entries at the next publish; returns how many that changes.

        An entry that was never published is discarded where it is to be retired.

        Raises:
            UnknownEntryError, EditConflictError, NotAllowedError: as `save`.
        """
        by.check(Role.EDITOR, "retire or restore entries")
        items = self._items_of(entry_ids)
        if status is Status.RETIRED:
            self._pending.discard([i.entry.id for i in items if i.live is None], by.name)
            items = [item for item in items if item.live is not None]
        return self._change(items, lambda entry: replace(entry, status=status), by)

    def set_category(self, entry_ids: Sequence[str], category: str, by: User) -> int:
        """Puts entries in a category at the next publish; returns how many that changes.

        Raises:
            UnknownEntryError, EditConflictError, NotAllowedError: as `save`.
        """
        by.check(Role.EDITOR, "change entries")
        items = self._items_of(entry_ids)
        return self._change(items, lambda entry: replace(entry, category=category), by)

    def discard(self, entry_ids: Sequence[str], by: User) -> int:
        """Forgets drafts, so that the entries stay as they are live; returns how many there were.

        Raises:
            NotAllowedError: when `by` is no editor.
        """
        by.check(Role.EDITOR, "discard drafts")
        return self._pending.discard(entry_ids, by.name)

    def publish(self, by: User, note: str, steps: BuildSteps | None = None) -> Published:
        """Puts every draft before visitors, all at once.

        Raises:
            InputError: when there is no draft.
            EditConflictError: when an entry was published anew after its draft had been begun.
            DiskError: when the disk is full; nothing has changed then.
            NotAllowedError: when `by` is no owner.
        """
        by.check(Role.OWNER, "publish")
        with self._publisher.lock():
            drafts = self.drafts()
            _check_publishable(drafts)
            changes = [item.change for item in drafts if item.change]
            published = self._publisher.publish(
                [change.entry for change in changes], by.name, steps, note=note, drafts=changes
            )
        self._kinds.ready()
        return published

    def roll_back(self, number: int, by: User) -> Published:
        """Makes an earlier generation live again; drafts stay.

        Raises:
            UnknownGenerationError, DiskError: as `Publisher.roll_back`.
            NotAllowedError: when `by` is no owner.
        """
        by.check(Role.OWNER, "roll back")
        with self._publisher.lock():
            return self._publisher.roll_back(number, by.name)

    def _items_of(self, entry_ids: Sequence[str]) -> list[Item]:
        items = {item.entry.id: item for item in self.items()}
        wanted = list(dict.fromkeys(entry_ids))
        unknown = next((name for name in wanted if name not in items), None)
        return [items[name] for name in wanted] if unknown is None else [self.item(unknown)]

    def _change(self, items: Sequence[Item], how: Callable[[Entry], Entry], by: User) -> int:
        edits = [edit_of(checked(how(item.entry)), item) for item in items]
        changed = [
            edit
            for edit, item in zip(edits, items, strict=True)
            if edit.entry.digest != item.entry.digest
        ]
        self._pending.save(changed, by.name)
        return len(changed)


def edit_of(entry: Entry, seen: Item) -> Edit:
    """The edit of an item that was seen so."""
    return Edit(
        entry,
        base_revision=seen.live.number if seen.live else None,
        version=seen.change.version if seen.change else 0,
    )


def _check_publishable(drafts: Sequence[Item]) -> None:
    if not drafts:
        raise InputError("There is nothing to publish: no entry was changed since the last time.")
    outdated = [item.entry.question for item in drafts if item.is_outdated]
    if outdated:
        raise EditConflictError(
            f"{len(outdated)} entries were published anew after their drafts had been begun, the "
            f"first: “{outdated[0]}”. Open them, compare both texts, and save or discard the draft."
        )
