"""Two facts in one sentence, the second without the words that it shares with the first.

"Children pay £5, adults £9." After what Ross 1970, "Gapping and the Order of Constituents",
describes, with what is left out after a "not": "Lockers are free, towels are not."
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random

from pipeline.training.borne.facts import Fact, fields_of

# The kinds of both facts, the slots in which they must agree, and what is said of each: joined by
# "and" where "&" stands, by "or" where "/" stands, else in any way.
_WAYS = """
price price: {group} pay {money}{per} + {group} {money}{per}
price price: {group} are charged {money}{per} + {group} {money}{per}
price price: for {group} it costs {money}{per} + for {group} {money}{per}
price price: prices for {group}: {money}{per} + for {group}: {money}{per}
costs costs: {a} costs {money} + {a} {money}
costs costs: we charge {money} for {a} + {money} for {a}
plan plan: {plan} costs {money}{per} + {plan} {money}{per}
plan plan: {plan} Price {money}{per} + {plan} Price {money}{per}
takes takes: {route} takes {span} + {route} {span}
takes_most takes_most: {route} takes up to {span} + {route} up to {span}
takes_least takes_least: {route} takes at least {span} + {route} at least {span}
within within deal: {some} can be {dealt} within {span} + {some} within {span}
limit limit counted: {group} may {up_to} + {group} up to {number}
hours hours: {place} is open from {first}:00 to {last}:00 + {place} from {first}:00 to {last}:00
closed closed: {place} is closed on {day}s + {place} on {day}s
open_only open_only: {place} is open on {day}s only + {place} on {day}s only
starts starts: {event} starts on {date} + {event} on {date}
ends ends: {event} ends on {date} + {event} on {date}
starts ends event: {event} starts on {date} & ends on {date}
free charged: {some} are free + {some} are not
free charged: {some} cost nothing + {some} do
charged free: {some} are not free + {some} are
allowed forbidden act: {who} may {act} + {who} may not
allowed forbidden act: {who} are allowed to {act} + {who} are not
forbidden allowed act: {who} may not {act} + {who} may
allowed forbidden who: {acting} is allowed{for_who} + {acting} is not
forbidden allowed who: {acting} is not allowed{for_who} + {acting} is
allowed allowed who: {who} may {act} & {act}
forbidden forbidden who: {who} may not {act} / {act}
duty no_duty duty: {who} must {duty} + {who} need not
duty duty who: {who} must {duty} & {duty}
deleted kept: {record} {are} deleted + {record} {are} not
does does: {actor} {does} + {actor} {does}
"""
_JOINS = {"+": (", ", " and ", "; ", ", but ", ", while "), "&": (" and ",), "/": (" or ",)}


@dataclass(frozen=True, slots=True)
class Way:
    """How two facts are told together."""

    kinds: tuple[str, str]
    same: tuple[str, ...]
    first: str
    joins: tuple[str, ...]
    second: str

    def fits(self, first: Fact, second: Fact) -> bool:
        """Whether two facts can be told in this way."""
        return bool(
            (first.kind, second.kind) == self.kinds
            and not first.condition
            and not second.condition
            and first.values != second.values
            and (self.same or first.values[0] != second.values[0])
            and all(first.slots[slot] == second.slots[slot] for slot in self.same)
        )


@dataclass(frozen=True, slots=True)
class Together:
    """Two facts and the sentence, without its end, that tells them."""

    facts: tuple[Fact, Fact]
    said: str


def _way(line: str) -> Way:
    head, said = line.split(": ", 1)
    one, other, *same = head.split()
    first, sign, second = re.split(r" ([+&/]) ", said)
    return Way((one, other), tuple(same), first, _JOINS[sign], second)


WAYS = tuple(map(_way, _WAYS.strip().splitlines()))


def told_together(facts: Sequence[Fact], random: Random) -> Together | None:
    """Two of the facts in one sentence, or None where no two of them can be told so."""
    found = [
        (way, first, second)
        for first, second in permutations(facts, 2)
        for way in WAYS
        if way.fits(first, second)
    ]
    if not found:
        return None
    way, first, second = random.choice(found)
    parts = (way.first.format_map(fields_of(first)), way.second.format_map(fields_of(second)))
    return Together((first, second), random.choice(way.joins).join(parts))
