"""Where a word or set phrase may be exchanged for one that means the same."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.training.borne import synonym_lists as lists

_OBJECT = re.compile(
    r" (?:it|them|us|me|the|a|an|your|our|my|his|her|their|its|this|these|any|all|every|each|some"
    r"|another|one|two|three)\b"
)
_PASSIVE = re.compile(r"\b(?:is|are|was|were|be|been|being)(?: not| also| then| only| never)? $")
# After these, what looks like a verb is a noun.
_NOUN_BEGUN = re.compile(
    r"\b(?:the|an?|your|our|my|his|her|its|their|this|that|no|any|each|every|of|in|for|on|by|with"
    r"|without|per|new|first) $",
    re.IGNORECASE,
)
_DETERMINED = re.compile(
    r"\b(?:the|an?|your|our|my|each|every|any|no|this|online) $", re.IGNORECASE
)
_NUMBER = r" (?:\d|[€£$]\d|(?:an?|half|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\b)"
_CLOCK = r"(?:\d+(?::\d\d| am\b| pm\b)|noon\b|midnight\b)"
_DAY = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b"
_DATE = r"\d+ (?:Jan|Feb|March|April|May|June|July|Aug|Sept|Oct|Nov|Dec)"
# What has to follow a word, so that it has the meaning that it is listed with.
_FOLLOWED = {
    **dict.fromkeys(("about", "around", "roughly", "approximately", "at most"), _NUMBER),
    **dict.fromkeys(("no more than", "more than", "less than", "fewer than"), _NUMBER),
    **dict.fromkeys(("not more than", "not less than", "a maximum of"), _NUMBER),
    # "Up to 2 days before" says by when.
    "up to": rf"(?!(?: [\w-]+){{2,4}} (?:before|prior|in advance|ahead)\b){_NUMBER}",
    "at least": rf"(?!(?: [\w-]+){{2,4}} (?:before|prior|in advance|ahead)\b){_NUMBER}",
    "by": rf" (?:{_CLOCK}|{_DAY}|{_DATE}|the end of )",
    "once": r" (?:you|we|they|it|your|the \w+ (?:is|are|has|have))\b",
    **dict.fromkeys(("leave", "leaves", "left"), rf" (?:at (?:{_CLOCK}|noon|\d)|every \d)"),
    **dict.fromkeys(("required", "necessary", "needed"), r"(?:[.,;]| for\b| in\b| if\b)"),
    "without": r" (?!(?:an?|the|your|any|it|them|you|this|its|their|having)\b|\w+ing\b)[a-z]",
    "because": r"(?! of\b)",
    **dict.fromkeys(("near", "close to"), r" (?:the|our|your|it|them|a)\b"),
    **dict.fromkeys(("make sure", "make certain"), r" (?:that|you|your|the|it|to have)\b"),
    "ensure": r" (?:that|you)\b",
    "as long as": r" (?:you|we|they|it is|the \w+ is)\b",
    **dict.fromkeys(
        ("every year", "each year", "every day", "each day"), r"(?:[.,;]| (?:at|in)\b)"
    ),
    "e-mail": r"(?! address)",
    **dict.fromkeys(("large", "small"), r"(?! intestine| bowel| amount| number)"),
    "in advance": r"(?! of\b)",
}
# What has to stand before it; (?<!…) is what may not.
_PRECEDED = {
    **dict.fromkeys(("booking", "shop", "trip", "error", "waste", "schedule"), _DETERMINED.pattern),
    "must": r"\b(?:[Yy]ou|[Ww]e|[Tt]hey|I|(?!this |is |his )\w{2,}s) $",
    "only": r"(?<!not )(?<!Not )(?<!if )(?<!the )(?<!The )(?<!an )$",
    "up to": r"(?<!is )(?<!it's )(?<!are )(?<!add )(?<!get )$",
    "once": r"(?<!at )(?<!more than )(?<!only )$",
    "without": r"(?<!do )(?<!go )$",
    **dict.fromkeys(("large", "big", "small"), r"(?<!as )(?<!very )$"),
    "because": r"(?<!is )(?<!just )$",
    "child": r"(?<!born )$",
    "may": r"(?<!that )(?<!in )(?<!of )$",
    "until": r"(?<!up )(?<!not )$",
    "unless": r"(?<!but )$",
}
# Of a pair of numbers neither is a time by itself.
_OF_RANGE = re.compile(r"(?:\b(?:to|and|or|than|last|past)|[–-]) ?$")


def _rows(text: str) -> Iterator[list[list[str]]]:
    """The groups of a list: for each the parts, for each part its words."""
    for group in re.split(r" / |\n(?! )", text.strip()):
        parts = " ".join(group.split()).split(" = ")
        yield [[word.replace("_", " ") for word in part.split()] for part in parts]


def _table(text: str) -> dict[str, tuple[str, ...]]:
    """Each word of a list with the others of its groups, in the same form."""
    table: dict[str, dict[str, None]] = {}
    for row in _rows(text):
        only_put_in = [part[0].startswith("~") for part in row]
        row = [[part[0].removeprefix("~"), *part[1:]] for part in row]
        for forms in zip(*row, strict=True):
            for form, fixed in zip(forms, only_put_in, strict=True):
                if not fixed:
                    others = dict.fromkeys(other for other in forms if other != form)
                    table.setdefault(form, {}).update(others)
    return {word: tuple(others) for word, others in table.items()}


_TABLES = {name: _table(text) for name, text in (
    ("transitive", lists.TRANSITIVE), ("verb", lists.VERBS), ("noun", lists.NOUNS),
    ("other", lists.OTHERS),
)}  # fmt: skip
WORDS_KNOWN = frozenset(word for table in _TABLES.values() for word in table)


def synonyms(word: str, before: str, after: str) -> tuple[str, ...]:
    """What means the same as a word between the text before and after it."""
    key = word if word in WORDS_KNOWN else word.lower()
    if not _fits(word, before, after):
        return ()
    return tuple(
        other
        for kind, table in _TABLES.items()
        if key in table and _fits_kind(kind, key, before, after)
        for other in table[key]
        # "Persons or people" would say one thing twice.
        if f" {other}" not in before + after
    )


def _fits(word: str, before: str, after: str) -> bool:
    """Whether what stands around a word lets it have the meaning that it is listed with."""
    # "Must not" is not "have to not", and a month is no permission.
    if after.startswith((" not ", " no ")) or word == "May":
        return False
    if re.match(r"\d|one |two |seven |thirty |fourteen ", word) and _OF_RANGE.search(before):
        return False
    key = word.lower()
    follows, precedes = _FOLLOWED.get(key), _PRECEDED.get(key)
    return (follows is None or bool(re.match(follows, after))) and (
        precedes is None or bool(re.search(precedes, before))
    )


def _fits_kind(kind: str, word: str, before: str, after: str) -> bool:
    """Whether the place is one for a word of its kind."""
    if kind not in ("transitive", "verb"):
        return True
    is_ing = word.split()[0].endswith("ing")
    if after.startswith(" of ") or (_NOUN_BEGUN.search(before) and not is_ing):
        return False
    if kind == "verb":
        return not re.search(r"\b(?:the|an?|your|our) $", before)
    passive = bool(_PASSIVE.search(before)) and not is_ing
    return bool(_OBJECT.match(after)) or (passive and not after.startswith(" to "))
