"""Invented facts, said truly and wrongly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from pipeline.training.borne.consequences import CONSEQUENCES
from pipeline.training.borne.kinds import KINDS, OFTEN, Kind
from pipeline.training.borne.lists import CONDITIONS, LISTS, drawn, siblings
from pipeline.training.borne.wording import DIGITS

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_AMOUNTS = (
    2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 18, 20, 24, 25, 30, 35, 40, 45, 50, 60, 75, 80, 90,
    120, 150, 200, 250,
)  # fmt: skip
_NUMBERS = tuple(DIGITS.values())
_UNITS = ("days", "weeks", "months", "hours", "working days", "minutes", "years")
_PERIODS = ("", "", "", " a day", " per person", " a month", " an hour", " a year")
_TAILS = ("", " after 30 days", " at the end of the year", " every night", " for ten years")
_LONG_UNITS = ("days", "weeks", "months", "years")
# What else is drawn from, by slot.
_CHOICES = {
    "per": _PERIODS, "tail": _TAILS, "number": _NUMBERS,
    "clock": tuple(map(str, range(9, 23))),
    "age": ("6", "12", "14", "15", "16", "17", "18", "20", "21", "25", "60", "65"),
    "percent": ("5", "10", "15", "20", "25", "30", "40", "60", "75"),
    "weight": ("2 kg", "5 kg", "8 kg", "10 kg", "12 kg", "20 kg", "25 kg", "30 kg", "50 kg"),
    "size": ("2 MB", "5 MB", "10 MB", "25 MB", "50 MB", "100 MB", "250 MB", "1 GB", "4 GB"),
}  # fmt: skip
# "An audio guide", "an X-ray"; "a uniform" is written so, for "u" seldom sounds as it looks.
_AN = "aeioX"
# A condition that begins with these is not put first.
_EXCEPTIONS = ("except", "but", "apart")


@dataclass(frozen=True, slots=True)
class Fact:
    """A kind with what stands in its slots, and the ways to say its condition, if it has one."""

    kind: str
    values: tuple[str, ...]
    condition: tuple[str, ...] = ()

    @property
    def slots(self) -> dict[str, str]:
        """What stands in each slot."""
        return dict(zip(KINDS[self.kind].slots, self.values, strict=True))

    def having(self, slot: str, value: str) -> Fact:
        """The same fact with something else in one slot."""
        changed = self.slots | {slot: value}
        return replace(self, values=tuple(changed.values()))


def drawn_fact(random: Random, kind: Kind | None = None) -> Fact:
    """A fact of a kind, or of any."""
    kind = kind or KINDS[random.choice(OFTEN)]
    values = tuple(drawn_value(slot, random) for slot in kind.slots)
    condition: tuple[str, ...] = ()
    if kind.takes_condition and random.random() < 0.4:
        condition = tuple(drawn(CONDITIONS, random).split("|"))
    return Fact(kind.name, values, condition)


def drawn_value(slot: str, random: Random) -> str:
    """Something to stand in a slot."""
    if slot in LISTS:
        return drawn(LISTS[slot], random)
    if slot == "money":
        cents = random.choice(("", "", "", ".50"))
        return random.choice("£€$") + str(random.choice(_AMOUNTS)) + cents
    if slot == "prices":
        lower, higher = sorted(random.sample(_AMOUNTS, 2))
        return "{0}{1} {0}{2}".format(random.choice("£€$"), lower, higher)
    if slot == "range":
        low = random.choice(_NUMBERS)
        return f"{low} {int(low) + random.choice((1, 2, 3, 5, 10))} {random.choice(_UNITS)}"
    if slot == "hours":
        return f"{random.randint(6, 11)} {random.randint(14, 22)}"
    if slot == "date":
        return f"{random.randint(1, 28)} {random.choice(_MONTHS)}"
    if slot == "span":
        return f"{random.choice(_NUMBERS)} {random.choice(_UNITS)}"
    if slot == "term":
        return f"{random.choice(_NUMBERS)} {random.choice(_LONG_UNITS)}"
    return random.choice(_CHOICES[slot])


def twin(fact: Fact, random: Random) -> Fact:
    """A fact that is easily mistaken for another: about the sibling of what that is about.

    Often it says the reverse, or holds on the sibling of the condition.
    """
    kind = KINDS[fact.kind]
    changed: dict[str, str] = {}
    for slot, value in fact.slots.items():
        others = siblings(LISTS[slot], value) if slot in LISTS else []
        if slot not in LISTS and random.random() < 0.7:
            changed[slot] = drawn_value(slot, random)
        elif others and random.random() < 0.6:
            changed[slot] = random.choice(others)
        else:
            changed[slot] = value
    name = kind.name
    if kind.reverse and random.random() < 0.5:
        name = random.choice(kind.reverse)
    condition = fact.condition if KINDS[name].takes_condition else ()
    others = siblings(CONDITIONS, "|".join(fact.condition))
    if condition and others and random.random() < 0.6:
        condition = tuple(random.choice(others).split("|"))
    return Fact(name, tuple(changed.values()), condition)


def ways(fact: Fact) -> list[str]:
    """All ways to say a fact, without its condition."""
    fields = fields_of(fact)
    return [way.format_map(fields) for way in KINDS[fact.kind].ways]


def consequences(fact: Fact) -> list[str]:
    """What follows from a fact on its condition, and does not say all of it."""
    fields = fields_of(fact)
    return [way.format_map(fields) for way in CONSEQUENCES.get(fact.kind, ())]


def wrong_ways(fact: Fact) -> list[str]:
    """Ways to get a fact wrong that are not just those of saying the reverse."""
    fields = fields_of(fact)
    return [way.format_map(fields) for way in KINDS[fact.kind].wrong]


def reversals(fact: Fact) -> list[Fact]:
    """The facts that say the contrary."""
    return [replace(fact, kind=name) for name in KINDS[fact.kind].reverse]


def on_condition(said: str, condition: Sequence[str], random: Random) -> str:
    """What was said with one of the wordings of a condition before or after it."""
    if not condition:
        return said
    limit = random.choice(list(condition))
    if limit.startswith("but"):
        return f"{said}, {limit}"
    if random.random() < 0.4 and not limit.startswith(_EXCEPTIONS):
        return f"{limit}, {said}"
    return f"{said} {limit}"


def fields_of(fact: Fact) -> dict[str, str]:
    """What the places in a kind's ways are filled with."""
    fields: dict[str, str] = {}
    for slot, value in fact.slots.items():
        fields |= _forms(slot, value)
    if "counted" in fields:
        fields |= _counts(fields["counted"], fields["number"])
    return fields


def _forms(slot: str, value: str) -> dict[str, str]:
    names = {
        "item": "one some", "act": "act acting", "duty": "duty doing", "job": "does do",
        "record": "record are", "deal": "dealt deal", "range": "low high unit",
        "hours": "first last", "prices": "lower higher", "task": "task tasking",
        "payment": "payment by", "process": "subject done", "upkeep": "subject done",
        "often": "often rate", "steps": "step stepping next nexting",
    }.get(slot)  # fmt: skip
    if names is None:
        whose = "" if value == "you" else f" for {value}"
        return {slot: value, "for_who": whose} if slot == "who" else {slot: value}
    parts = value.split("|") if "|" in value else value.split(" ", names.count(" "))
    forms = dict(zip(names.split(), parts, strict=True))
    if slot == "item":
        forms["a"] = f"{'an' if forms['one'][0] in _AN else 'a'} {forms['one']}"
    if "subject" in forms:
        forms["is"] = "are" if forms["subject"].endswith("s") else "is"
    return forms


def _counts(counted: str, number: str) -> dict[str, str]:
    """How a number of things is limited, as in "borrow up to 3 items"."""
    bounds = {
        "up_to": "up to", "at_most": "at most", "no_more": "no more than",
        "maximum": "a maximum of", "at_least": "at least", "more_than": "more than",
    }  # fmt: skip
    texts = {name: counted.replace("#", f"{bound} {number}") for name, bound in bounds.items()}
    texts["times"] = counted.replace("#", number)
    texts["any_number"] = counted.replace("#", "any number of")
    return texts
