"""Rules that change one sentence of a real passage: some leave it true, others do not.

Each gives None, or nothing, where it does not fit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from pipeline.training.borne.judged import capital, small

_POSITIVE = re.compile(
    r"^[^,]*?\b(?:is|are|was|were|can|could|may|must|will|would|should|has|had|do|does|did|might)\b"
)
NUMBER = re.compile(r"(?<![\w.,])[$£€]?\d[\d,.]*\d%?|(?<![\w.,])\d(?![\w.,])")
NAME = re.compile(r"(?<=[a-z,] )[A-Z][\w'’-]+(?: (?:of |the )?[A-Z][\w'’-]+)*")
_FIRST_CLAUSE = re.compile(
    r"(If|When|Because|After|Before|While|Although|Once|Since|As long as|Unless|Until|Except)"
    r" ([^,]{6,90}), (.{10,160})\.$"
)
_LAST_CLAUSE = re.compile(
    r"([^;:]{12,150}?),? (if|when|because|after|although|once|unless) ([^,;]{8,90})\.$"
)
_LIMIT = re.compile(
    r"(.{14,160}?),? (?:if|unless|except|provided that|as long as|until|only if|but only|only when"
    r"|only with|when|after|before|as soon as) [^;]{5,90}\.$"
)
# After these a clause is not one that limits.
_BOUND = re.compile(
    r"\b(that|which|who|and|or|see|know|ask|wonder|even|as|tell|to|of|the|a|not|sure|time|day|is"
    r"|was|are|were)$"
)
_SUBJECT = re.compile(
    r"((?:The |A |An |Some |Many |Most |In \w+, )?[\w'’-]+(?: [\w'’-]+){0,4}?)"
    r" (?:is|are|was|were|can|could|may|must|will|would|should|has|have|had|does|did|became|began"
    r"|includes?|uses?|makes?|won|wrote|said|causes?)\b"
)
# These name nothing.
_PRONOUN = re.compile(
    r"(?:It|They|He|She|This|That|There|I|We|You|What|If|These|And|But)\b"
    r"|(?:The|A|An|Some|Many|Most)$"
)
_LEFT_OUT = (
    re.compile(r" ?\([^)]{2,80}\)()"),
    re.compile(r"(),? (?:which|so that|in order to|because|such as|for example|as well as) "
               r"[^.]{5,120}(?=\.$)"),
    re.compile(r"^(?:However|In addition|Also|Furthermore|Moreover|For example|In general|Today"
               r"|Therefore|Thus|In \d{4}), ()"),
)  # fmt: skip
_TWO_CLAUSES = re.compile(
    r"(.{20,150}?),? (?:and|but) ((?:it|they|he|she|we|I|you|this|the|these|there)\b.{10,120})\.$"
)
_PLACE = re.compile(
    r"(.{25,}) (?:in|on|at|by|during|from|through|near) (?:the |a |an )?[\w ]{3,25}\.$"
)
_LIMITED = re.compile(
    r"\b(not|no|never|only|all|every|each|cannot|if|unless|most|none|nobody|neither|without|except"
    r"|few|fewer|less|up to|at most|at least|exactly|both|between|any)\b|n't",
    re.IGNORECASE,
)
# A list of plain words, for a part of a list is true where the list is.
_LISTED = re.compile(r"(?<=[a-z] )([a-z]+), ([a-z]+),? and ([a-z]+)(?=\.$)")
_NOUN_PHRASE = re.compile(
    r"\b((?:[Tt]he|[Aa]n?|[Yy]our|[Oo]ur|[Tt]heir|[Mm]y) )"
    r"((?!(?:\w+ly|most|same|other|first|last|more|few|one|is|of"
    r"|in)\b)[a-z]{3,}(?: (?!(?:of|in|on|at|to"
    r"|for|by|with|from|is|are|was|were|can|may|must|will|has|have|and|or|that"
    r"|which|who)\b)[a-z]{3,})?)"
    r"(?=[.,;:]| (?:of|in|on|at|to|for|by|with|from|is|are|was|were|can|may|must|will|has|have)\b)"
)
_DETAIL = re.compile(
    r" ((?:at|within|during|in) (?!(?:the|your) (?:same|real|body|past|case|end"
    r"|event|world))(?:the|a|an|your|our|two|three|\d+) [a-z]+(?: [a-z]+)?)\.$"
)
_AMOUNT = re.compile(
    r"\b(?:(at least|up to|at most|no more than|more than|less than) )?((?:\d+"
    r"|two|three|four|five|six"
    r"|seven|eight|nine|ten|twelve) (?:minutes|hours|days|weeks|months|years|people|euros|pounds"
    r"|dollars|kilometres|percent|times|places|items|bags))\b"
)
_BOUNDED = re.compile(r"\b(?:within|under|over|about|than) $|[–-]$| (?:to|and|or) $")
_OTHER_BOUNDS = {
    "": ("at least ", "up to ", "more than ", "less than "),
    "at least": ("up to ", "less than "), "more than": ("up to ", "less than "),
    "up to": ("at least ", "more than "), "at most": ("at least ", "more than "),
    "no more than": ("at least ", "more than "), "less than": ("at least ", "more than "),
}  # fmt: skip
_OBJECT = re.compile(
    r"\b(?:accepts?|takes?|offers?|covers?|uses?|helps?|affects?|needs?|receives?|pays?) "
    r"(?=(?:the|a|an|your|our|for|in|on|at|\d+) )"
)
_HELPED = re.compile(r"^[^,]*?\b(?:can|may) (?=(?!not|be\b|also|only|always|never)[a-z])")


def reordered(sentence: str) -> str | None:
    """With the subordinate clause last instead of first, or the reverse."""
    match = _FIRST_CLAUSE.match(sentence)
    if match:
        return f"{capital(match[3])} {match[1].lower()} {match[2]}."
    match = _LAST_CLAUSE.match(sentence)
    if match and "," not in match[1] and not _BOUND.search(match[1]):
        return f"{capital(match[2])} {match[3]}, {small(match[1])}."
    return None


def shortened(sentence: str) -> list[str]:
    """Without a part that limits nothing, each way."""
    cut = [capital(part.sub(r"\1", sentence, count=1)) for part in _LEFT_OUT]
    found = [text for text in cut if text != sentence]
    aside = re.sub(r", (?:which|who|where|whose) [^,]{5,90}, ", " ", sentence, count=1)
    if aside != sentence:
        found.append(aside)
    match = _TWO_CLAUSES.match(sentence)
    if match:
        found += [f"{match[1]}.", f"{capital(match[2])}."]
    match = _PLACE.match(sentence)
    if match and not _LIMITED.search(sentence):
        found.append(f"{match[1]}.")
    match = _LISTED.search(sentence)
    if match and not _LIMITED.search(sentence):
        one, two, three = match.groups()
        parts = (one, three, f"{one} and {two}", f"{two} and {three}")
        found += [sentence[: match.start()] + part + "." for part in parts]
    return [text for text in found if len(text.split()) > 4]


def without_condition(sentence: str) -> str | None:
    """Without the clause that limits it."""
    match = _FIRST_CLAUSE.match(sentence)
    if match and match[1] not in ("Because", "While", "Although", "Since"):
        return capital(match[3]) + "."
    match = _LIMIT.match(sentence)
    if match and not _BOUND.search(match[1]):
        return match[1] + "."
    return None


def negated(sentence: str) -> str | None:
    """With "not" put in or taken out."""
    for old, new in (("can't", "can"), ("won't", "will"), ("cannot", "can")):
        if re.search(rf"\b{old}\b", sentence):
            return re.sub(rf"\b{old}\b", new, sentence, count=1)
    match = re.search(r"\b(?:not |never )|n't\b", sentence)
    if match:
        return sentence[: match.start()] + sentence[match.end() :]
    match = _POSITIVE.search(sentence)
    return f"{sentence[: match.end()]} not{sentence[match.end() :]}" if match else None


def fact_exchanged(sentence: str, passage: str, random: Random) -> str | None:
    """With a number or name in the place of another of the passage."""
    pattern = NUMBER if random.random() < 0.5 else NAME
    places = list(pattern.finditer(sentence))
    if not places:
        return None
    place = random.choice(places)
    old = place[0]
    others: list[str] = [
        other
        for other in pattern.findall(passage)
        if other not in sentence and old not in other and _is_year(other) == _is_year(old)
    ]
    if not others:
        return None
    return sentence[: place.start()] + random.choice(others) + sentence[place.end() :]


def subject_exchanged(sentence: str, others: Sequence[str], random: Random) -> str | None:
    """With the subject of another sentence in the place of its own."""
    match = _SUBJECT.match(sentence)
    if not match or _PRONOUN.fullmatch(match[1]):
        return None
    for other in random.sample(list(others), len(others)):
        found = _SUBJECT.match(other)
        if found and not _PRONOUN.match(found[1]) and found[1].lower() not in sentence.lower():
            return found[1] + sentence[match.end(1) :]
    return None


def noun_exchanged(sentence: str, others: Sequence[str], random: Random) -> str | None:
    """With a thing of another sentence in the place of one of its own."""
    places = list(_NOUN_PHRASE.finditer(sentence))
    found = [match for other in others for match in _NOUN_PHRASE.finditer(other)]
    pairs = [
        (place, match[2])
        for place in places
        for match in found
        if _determiner(match[1]) == _determiner(place[1])
        and not set(match[2].split()) & set(sentence.lower().split())
        and match[2].endswith("s") == place[2].endswith("s")
    ]
    if not pairs:
        return None
    place, new = random.choice(pairs)
    determiner = place[1]
    if _determiner(determiner) == "a":
        determiner = determiner[0] + ("n " if new[0] in "aeio" else " ")
    return sentence[: place.start()] + determiner + new + sentence[place.end() :]


def detail_added(sentence: str, foreign: Sequence[str], random: Random) -> str | None:
    """With a place or a time of a foreign sentence at its end."""
    if re.search(r"\b(?:not|no|never|if|unless)\b|n't", sentence, re.IGNORECASE):
        return None
    for other in random.sample(list(foreign), min(40, len(foreign))):
        match = _DETAIL.search(other)
        if match and match[1].split()[-1] not in sentence:
            return f"{sentence[:-1]} {match[1]}."
    return None


def quantity_bounded(sentence: str, random: Random) -> str | None:
    """With a bound put to an amount or turned round, or with "only" or "always" put in."""
    places = list(_AMOUNT.finditer(sentence))
    # "Within 5 days" has its bound.
    places = [place for place in places if not _BOUNDED.search(sentence[: place.start()])]
    if places:
        place = random.choice(places)
        bound = random.choice(_OTHER_BOUNDS[place[1] or ""])
        return sentence[: place.start()] + bound + place[2] + sentence[place.end() :]
    if _LIMITED.search(sentence):
        return None
    rules = [(_OBJECT, "only "), (_HELPED, "always ")]
    for pattern, word in random.sample(rules, 2):
        match = pattern.search(sentence)
        if match:
            return sentence[: match.end()] + word + sentence[match.end() :]
    return None


def _determiner(text: str) -> str:
    """The class of a determiner: the, a or whose."""
    text = text.strip().lower()
    return text[:1] if text in ("a", "an") else text if text == "the" else "whose"


def _is_year(text: str) -> bool:
    return bool(re.fullmatch(r"[12]\d{3}", text))
