"""A text as words, facts and breaks: what the guard compares.

A fact is a number with its unit, a code, a link, a mail address or a phone number, written in one
way however the text has it.

Worked example: "It takes 5–7 working days, i.e. €20" gives the words it, takes, the numbers 5 and 7
in working days, a break, the words i, e and the number 20 in EUR.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from index.lexical import terms
from pipeline.personal import PersonalKind, find_personal
from pipeline.phrasing.lexicon import CONCEPTS


class Kind(StrEnum):
    """What a token is."""

    WORD = "word"
    BREAK = "break"
    NUMBER = "number"
    CODE = "code"
    LINK = "link"
    MAIL = "mail"
    PHONE = "phone"


@dataclass(frozen=True, slots=True)
class Token:
    """One word, sign or fact; `text` is in small letters.

    `value` and `unit` are those of a number. `name` says that a word is written as names are, with
    a capital where no sentence begins.
    """

    kind: Kind
    text: str
    value: float = 0.0
    unit: str = ""
    name: bool = False


_LINK = re.compile(
    r"(?:https?://|www\.)[^\s<>\"'|)\]]+|"
    r"(?<![\w@.-])(?:[a-z0-9-]{2,63}\.){1,4}(?:com|org|net|info|io|eu|uk|de|ie|gov|edu|example|app)"
    r"(?:/[^\s<>\"'|)\]]*)?(?![\w@])",
    re.IGNORECASE,
)
_MARKED_LINK = re.compile(r"\[([^\[\]]{0,300})\]\(([^()\s]{1,2000})\)")
_MARKS = re.compile(
    r"[*`]{1,3}|(?<!\w)_{1,2}(?=\w)|(?<=\w)_{1,2}(?!\w)|^\s{0,3}(?:#{1,6}|>)\s", re.M
)
_CONTRACTIONS = (
    (re.compile(r"\bcan(?:no|')t\b", re.I), "can not"),
    (re.compile(r"\bwon't\b", re.I), "will not"),
    (re.compile(r"\bain't\b", re.I), "is not"),
    (re.compile(r"\b([a-z]{2,8})n't\b", re.I), r"\1 not"),
    (re.compile(r"\b(\w+)'(?:ll)\b", re.I), r"\1 will"),
    (re.compile(r"\b(\w+)'(?:re)\b", re.I), r"\1 are"),
    (re.compile(r"\b(\w+)'(?:ve)\b", re.I), r"\1 have"),
    (re.compile(r"\b(\w+)'(?:d)\b", re.I), r"\1 would"),
    (re.compile(r"\b(i)'m\b", re.I), r"\1 am"),
    (re.compile(r"\b(it|that|there|here|what|who|where|he|she)'s\b", re.I), r"\1 is"),
    (re.compile(r"\b(\w+)'s\b"), r"\1"),
    (re.compile(r"(\w)s'(?!\w)"), r"\1s"),
    (re.compile(r"\b(e|wi|drop|check|sign|log|pick|push)-(?=[a-z])", re.I), r"\1"),
    (re.compile(r"\b(?:as|so) long as\b(?! \d)|\bprovided(?: that)?\b", re.I), "if"),
    (re.compile(r"^Should (?=\w)"), "If "),
    (re.compile(r"\be\.g\.|\bi\.e\.", re.I), "for example"),
)
_WITHOUT = re.compile(r"\b([a-z]{2,30})-free\b", re.I)
# What a "yes" or "no" is about is known from the question alone.
_OPENER = re.compile(r"^\W*(?:yes|no|yeah|sure|of course)\b(?=\s*[,.!;:–—-])[\s,.!;:–—-]*", re.I)
_APOSTROPHES = str.maketrans("’‘`´ʼ", "'''''")
_RANGE = re.compile(r"(?<![\w.-])([€£$¥]?\d[\d.,:]*)\s?[–—‒-]\s?(?=[€£$¥]?\d)(?![\d.,:]+-)")
_TOKEN = re.compile(
    r"(?P<clock>\b\d{1,2}(?:[:.]\d\d)?\s?(?:a\.?m\b\.?|p\.?m\b\.?|o'clock)|\b\d{1,2}:\d\d\b)|"
    r"(?P<money>[€£$¥₹]\s?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)|"
    r"(?P<code>(?=[\w-]*[a-z])(?=[\w-]*\d)(?!\d+-[a-z]{2})(?!\d[\d.,]*(?:st|nd|rd|th|p|c|k|m|h|s|min|[kmgt]b|kw|kg|mm|cm|km|g"
    r"|gbit|mbit|mbps)\b)[a-z0-9]+(?:[-_.]?[a-z0-9]+)*)|"
    r"(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?)(?P<ordinal>(?:st|nd|rd|th)\b)?|"
    r"(?P<percent>%)|(?P<word>[^\W\d_]+)|(?P<break>[.,;:!?()\n–—|])",
    re.IGNORECASE,
)
_SIGNS = {"€": "EUR", "£": "GBP", "$": "USD", "¥": "JPY", "₹": "INR"}
_LONGEST = 20_000


def plain(text: str) -> str:
    """The text without markdown's signs and short forms, a link written after its words."""
    text = unicodedata.normalize("NFKC", text[:_LONGEST]).translate(_APOSTROPHES)
    text = _MARKED_LINK.sub(r"\1 \2 ", text)
    text = _MARKS.sub("", text)
    for pattern, instead in _CONTRACTIONS:
        text = pattern.sub(instead, text)
    return _WITHOUT.sub(lambda found: f"without {found[1].lower()}", text)


def without_opener(sentence: str) -> str:
    """The sentence without a "yes" or "no" before it, unless that is all."""
    return _OPENER.sub("", sentence, count=1)


@lru_cache(maxsize=4096)
def tokens_of(text: str) -> tuple[Token, ...]:
    """The tokens of a text, in order; numbers are still without the units that follow them."""
    text = plain(text)
    found: list[Token] = []
    done = 0
    for start, end, token in _contacts(text):
        found += _tokens(text[done:start], not found)
        found.append(token)
        done = end
    return (*found, *_tokens(text[done:], not found))


def _contacts(text: str) -> list[tuple[int, int, Token]]:
    """Links, mail addresses and phone numbers, in order and never overlapping."""
    every = [(m.start(), m.end(), Token(Kind.LINK, _link(m.group()))) for m in _LINK.finditer(text)]
    for find in find_personal(text):
        token = _personal(find.kind, find.text)
        every.append((find.start, find.end, token))
    kept: list[tuple[int, int, Token]] = []
    for start, end, token in sorted(every, key=lambda item: (item[0], -item[1])):
        if not kept or start >= kept[-1][1]:
            trailing = len(text[start:end]) - len(text[start:end].rstrip(".,;:!? "))
            kept.append((start, end - trailing, token))
    return kept


def _personal(kind: PersonalKind, text: str) -> Token:
    if kind is PersonalKind.MAIL:
        return Token(Kind.MAIL, text.lower())
    if kind is PersonalKind.PHONE:
        digits = re.sub(r"\D", "", text.replace("(0)", "")).removeprefix("00")
        # National and international spellings share their last digits.
        return Token(Kind.PHONE, digits[-9:])
    return Token(Kind.CODE, re.sub(r"\W", "", text.lower()))


def _link(text: str) -> str:
    plainer = re.sub(r"^https?://", "", text.lower().rstrip(".,;:!?"))
    return plainer.removeprefix("www.").rstrip("/")


def _tokens(text: str, begins: bool) -> Iterator[Token]:
    text = _RANGE.sub(r"\1 to ", text)
    for match in _TOKEN.finditer(text):
        yield _token(match, begins)
        begins = match.lastgroup == "break" and match.group() not in ",;:()–—|"


def _token(match: re.Match[str], begins: bool) -> Token:
    kind, text = match.lastgroup, match.group().lower()
    if kind == "word":
        word = match.group()
        # "S" names a plan wherever it stands, and so does "StepAside".
        named = not begins or any(sign.isupper() for sign in word[1:])
        single = len(word) == 1 and word not in "AI"
        name = (word[0].isupper() or named) and word != word.lower() and (named or single)
        # The month, which "may" is not.
        return Token(Kind.WORD, "maymonth" if word == "May" and not begins else text, name=name)
    if kind == "clock":
        return _clock(text)
    if kind == "money":
        return Token(Kind.NUMBER, text, _value(text[1:]), _SIGNS[text[0]])
    if kind == "code":
        return Token(Kind.CODE, re.sub(r"[\W_]", "", text))
    if kind in ("number", "ordinal"):
        unit = "ordinal" if match["ordinal"] else ""
        return Token(Kind.NUMBER, text, _value(match["number"]), unit)
    return Token(Kind.WORD if kind == "percent" else Kind.BREAK, text)


def _value(text: str) -> float:
    """The number; a comma before one or two last digits is a decimal one."""
    text = text.strip()
    if re.fullmatch(r"\d+,\d{1,2}", text):
        return float(text.replace(",", "."))
    return float(text.replace(",", ""))


def _clock(text: str) -> Token:
    """A time of day in minutes since midnight."""
    hours, minutes = (re.findall(r"\d+", text) + ["0"])[:2]
    hour = int(hours)
    if "p" in text and hour < 12:
        hour += 12
    elif "a" in text and hour == 12:
        hour = 0
    unit = "clock" if ":" in text or "m" in text else "clock12"
    return Token(Kind.NUMBER, text, hour * 60.0 + int(minutes), unit)


def concepts_of(word: str) -> frozenset[str]:
    """What a word in small letters stands for: its concepts, or its stem where it has none."""
    return CONCEPTS.get(word) or frozenset((_stem(word),))


@lru_cache(maxsize=50_000)
def _stem(word: str) -> str:
    return " ".join(terms(word)) or word
