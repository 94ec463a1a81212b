"""What invented facts are about, gathered: the rows of each slot, and what conditions there are.

What stands in one row is of the same kind, so that one may be mistaken for another, and never the
same thing twice. A row's members are divided by "/", the forms or wordings of one by "|". Forms
that follow a rule are made here: "swap shifts" is given, "swap shifts|swapping shifts" is in LISTS.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from pipeline.training.borne import people, places, terms, things
from pipeline.training.borne.conditions import CONDITIONS as _CONDITIONS

# Most entries speak to their reader.
_WHO = "you\n" * 18 + "customers\npassengers\nemployees" + people.GROUPS
# Their last letter is doubled before "ing".
_DOUBLED = (
    "cancel cut drop get label plug put refuel run scan set sit stop sublet submit swap swim "
    "transfer travel unplug"
)


def acting(act: str) -> str:
    """What one does as a name of it: "taking photographs" of "take photographs"."""
    word, _, rest = act.partition(" ")
    if word in _DOUBLED.split():
        word += word[-1]
    elif word.endswith("e") and not word.endswith("ee"):
        word = word[:-1]
    return f"{word}ing {rest}".rstrip()


def with_s(word: str) -> str:
    """A plural, or what another one does: "boxes", "copies", "carries", "keys"."""
    if word.endswith("y") and word[-2] not in "aeiou":
        return f"{word[:-1]}ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")


def _with_name(act: str) -> str:
    return act if "|" in act else f"{act}|{acting(act)}"


def _with_plural(item: str) -> str:
    return item if "|" in item else f"{item}|{with_s(item)}"


def _with_person(job: str) -> str:
    word, _, rest = job.partition(" ")
    return job if "|" in job else f"{with_s(word)} {rest}|{job}"


def _as_is(value: str) -> str:
    return value


def _rows(text: str, formed: Callable[[str], str] = _as_is) -> list[list[str]]:
    return [[formed(value) for value in line.split("/")] for line in text.strip().splitlines()]


def _orders(text: str) -> list[list[str]]:
    """Both orders of two steps, each step with its name."""
    rows = _rows(text, _with_name)
    return [[f"{first}|{last}", f"{last}|{first}"] for first, last in rows]


LISTS = {
    "who": _rows(_WHO), "group": _rows(people.GROUPS), "actor": _rows(people.ACTORS),
    "contact": _rows(people.CONTACTS), "job": _rows(people.JOBS, _with_person),
    "act": _rows(people.ACTS, _with_name), "duty": _rows(people.DUTIES, _with_name),
    "task": _rows(terms.TASKS, _with_name), "item": _rows(things.ITEMS, _with_plural),
    "place": _rows(places.PLACES), "route": _rows(places.ROUTES), "plan": _rows(things.PLANS),
    "record": _rows(things.RECORDS), "thing": _rows(things.THINGS), "trait": _rows(things.TRAITS),
    "counted": _rows(things.COUNTED), "deal": _rows(things.DEALS), "event": _rows(places.EVENTS),
    "day": _rows(places.DAYS), "extra": _rows(terms.EXTRAS), "document": _rows(terms.DOCUMENTS),
    "desk": _rows(terms.DESKS), "topic": _rows(terms.TOPICS), "channel": _rows(terms.CHANNELS),
    "cost": _rows(terms.COSTS), "process": _rows(terms.PROCESSES), "steps": _orders(terms.STEPS),
    "policy": _rows(terms.POLICIES), "harm": _rows(terms.HARMS), "permit": _rows(terms.PERMITS),
    "contract": _rows(terms.CONTRACTS), "asset": _rows(terms.ASSETS), "owner": _rows(terms.OWNERS),
    "load": _rows(terms.LOADS), "file": _rows(terms.FILES), "loss": _rows(terms.LOSSES),
    "upkeep": _rows(terms.UPKEEP), "often": _rows(terms.OFTEN), "goods": _rows(terms.GOODS),
    "keepsake": _rows(terms.KEEPSAKES), "payment": _rows(terms.PAYMENTS),
}  # fmt: skip
CONDITIONS = _rows(_CONDITIONS)


def siblings(rows: list[list[str]], value: str) -> list[str]:
    """What else is of the same kind as a value, by the first row that has it."""
    return next(([other for other in row if other != value] for row in rows if value in row), [])


def drawn(rows: list[list[str]], random: Random) -> str:
    """One of a list: every row as often as another."""
    return random.choice(random.choice(rows))
