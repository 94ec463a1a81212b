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
    r"(?:It|They|He|She|This|That|There|I|We|You|What|If|These|And|But)\b|(?:The|A|An|Some|Many|Most)$"
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
_LIMITED = re.compile(r"\b(not|no|never|only|all|every|cannot|if|unless|most)\b|n't")


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


def _is_year(text: str) -> bool:
    return bool(re.fullmatch(r"[12]\d{3}", text))
