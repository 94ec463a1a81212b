"""The kinds of invented facts: each can be said in several ways, and got wrong in several.

A kind begins with its name and slots. After "=" follow the ways to say it and after "!" ways to get
it wrong, divided by "|"; after "~" the kinds that say the reverse of it about the same things. With
"-" no condition goes with it.
"""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.training.borne.limits import LIMITS
from pipeline.training.borne.rules import RULES
from pipeline.training.borne.services import SERVICES
from pipeline.training.borne.workings import WORKINGS


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of fact: `reverse` names kinds that say the contrary about the same things."""

    name: str
    slots: tuple[str, ...]
    ways: tuple[str, ...]
    wrong: tuple[str, ...]
    reverse: tuple[str, ...]
    takes_condition: bool


def _kind(text: str) -> Kind:
    head, *lines = text.strip().splitlines()
    name, slots = head.split(": ")
    words = slots.split()
    ways: dict[str, list[str]] = {"=": [], "!": []}
    for line in lines:
        ways[line[0]] += line[2:].split(" | ")
    return Kind(
        name,
        tuple(word for word in words if word[0] not in "~-"),
        tuple(ways["="]),
        tuple(ways["!"]),
        tuple(word[1:] for word in words if word[0] == "~"),
        "-" not in words,
    )


_BLOCKS = [block for text in (RULES, WORKINGS, SERVICES, LIMITS) for block in text.split("\n\n")]
KINDS = {kind.name: kind for kind in map(_kind, _BLOCKS)}
# Of these an FAQ has most.
OFTEN = (
    *KINDS, "price", "plan", "allowed", "forbidden", "allowed", "forbidden", "duty", "no_duty",
    "within", "limit", "hours", "takes", "takes_most",
)  # fmt: skip
