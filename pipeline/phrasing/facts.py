"""Numbers with their units, written in one way, and whether a source gives them.

Worked example: "five to seven business days" and "5–7 working days" both give 5 and 7 working days;
"a week" and "seven days" both 10,080 minutes; "half past six" is 6:30 and 18:30.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from pipeline.contrasts import NUMBER_WORDS
from pipeline.phrasing.tokens import Kind, Token, tokens_of
from pipeline.phrasing.vocabulary import words

_DURATIONS = {
    "second": ("minute", 1 / 60), "minute": ("minute", 1), "min": ("minute", 1),
    "hour": ("minute", 60), "hr": ("minute", 60), "h": ("minute", 60), "day": ("minute", 1440),
    "week": ("minute", 10080), "fortnight": ("minute", 20160), "month": ("month", 1),
    "year": ("month", 12),
}  # fmt: skip
_MEASURES = {
    "%": ("%", 1), "percent": ("%", 1), "pound": ("GBP", 1), "gbp": ("GBP", 1), "p": ("GBP", 0.01),
    "pence": ("GBP", 0.01), "penny": ("GBP", 0.01), "euro": ("EUR", 1), "eur": ("EUR", 1),
    "cent": ("cent", 1), "dollar": ("USD", 1), "usd": ("USD", 1), "franc": ("CHF", 1),
    "chf": ("CHF", 1), "km": ("m", 1000), "kilometre": ("m", 1000), "kilometer": ("m", 1000),
    "m": ("m", 1), "metre": ("m", 1), "meter": ("m", 1), "cm": ("m", 0.01), "mm": ("m", 0.001),
    "mile": ("mile", 1), "kg": ("kg", 1), "kilo": ("kg", 1), "g": ("kg", 0.001), "kb": ("kb", 1),
    "mb": ("kb", 1e3), "gb": ("kb", 1e6), "tb": ("kb", 1e9), "kw": ("kw", 1), "kwh": ("kwh", 1),
    "mbit": ("mbit", 1), "mbps": ("mbit", 1), "gbit": ("mbit", 1e3), "time": ("times", 1),
    "lb": ("lb", 1), "oz": ("oz", 1), "ounce": ("oz", 1), "litre": ("l", 1), "liter": ("l", 1),
    "l": ("l", 1), "ml": ("l", 0.001), "inch": ("inch", 1), "inches": ("inch", 1),
    "foot": ("ft", 1), "feet": ("ft", 1), "ft": ("ft", 1), "yard": ("yard", 1),
}  # fmt: skip
_MONTH_NAMES = (
    "january february march april may june july august september october november december"
)
MONTHS = {name: number for number, name in enumerate(_MONTH_NAMES.split(), start=1)}
MONTHS["maymonth"] = MONTHS["may"]
_SHORT_MONTHS = {name[:3]: number for name, number in MONTHS.items()} | {"sept": 9}
WEEKDAYS = words("monday tuesday wednesday thursday friday saturday sunday")
_ORDINALS = words("second third fourth fifth sixth seventh eighth ninth tenth")
_MORE_ORDINALS = {
    "sixth": "6", "seventh": "7", "eighth": "8", "ninth": "9", "tenth": "10", "twelfth": "12",
    "fifteenth": "15", "twentieth": "20",
}  # fmt: skip
_TENS = frozenset({20, 30, 40, 50, 60, 70, 80, 90})
_NO_COUNT = words("one first once single double second")
_WORK = words("working business work banking")
_SCALED = frozenset({"minute", "month", "GBP", "m", "kg", "kb", "mbit"})
_LEADING = words("in on at for to and or down up outside within elsewhere abroad")
_COUNTED = _WORK | {"to", "or", "o'clock"}
_JOINING = words("to and or through until")


@lru_cache(maxsize=4096)
def read(text: str) -> tuple[Token, ...]:
    """The tokens of a text with every number whole: its words, its unit, and dates."""
    found = _elliptic(_with_units(_with_fractions(_with_words(tokens_of(text)))))
    for place in range(len(found) - 3, -1, -1):
        first, joint, last = found[place : place + 3]
        numbers = first.kind is last.kind is Kind.NUMBER
        measured = last.unit not in ("", "ordinal", "clock", "clock12")
        if numbers and measured and not first.unit and joint.text in _JOINING | {",", "-"}:
            found[place] = _inherited(first, last)
    return tuple(found)


def _elliptic(tokens: list[Token]) -> list[Token]:
    """Bare numbers that stand for the unit named before: "2 days here and 4 to 7 elsewhere"."""
    last: Token | None = None
    for place, token in enumerate(tokens):
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        if token.kind is not Kind.NUMBER:
            continue
        if token.unit in ("minute", "month", "workday", "mbit"):
            last = None if token.text.startswith("a ") else token
        ends = after is None or after.kind is Kind.BREAK or after.text in _LEADING
        if last and not token.unit and ends:
            tokens[place] = _inherited(token, last)
    return tokens


def _inherited(first: Token, last: Token) -> Token:
    """The first number of a range in the unit of the last."""
    word = last.text.split()[-1]
    factor = _factor(word) if last.unit in _SCALED else 1.0
    return replace(first, value=first.value * factor, unit=last.unit)


def _factor(word: str) -> float:
    unit = _unit_of(Token(Kind.WORD, word))
    return unit[1] if unit else 1.0


def _with_words(tokens: Sequence[Token]) -> list[Token]:
    """Number words as numbers: "thirty-eight" is 38 and "ten thousand" 10,000."""
    found: list[Token] = []
    for place, token in enumerate(tokens):
        value = _word_value(token, tokens[place + 1] if place + 1 < len(tokens) else None)
        if token.text == "one" and place and tokens[place - 1].text == "between":
            value = 1.0
        before = found[-1] if found else None
        if value is None:
            found.append(token)
        elif before and before.kind is Kind.NUMBER and _goes_on(before, value, token):
            total = before.value * value if value in (100, 1000) else before.value + value
            found[-1] = Token(Kind.NUMBER, f"{before.text} {token.text}", total)
        else:
            unit = "ordinal" if _is_ordinal(token.text) else ""
            unit = "times" if token.text == "twice" else unit
            found.append(Token(Kind.NUMBER, token.text, value, unit))
    return found


def _goes_on(before: Token, value: float, token: Token) -> bool:
    if before.unit or token.text == "twice":
        return False
    return value in (100, 1000) or (before.value in _TENS and value < 10)


def _word_value(token: Token, after: Token | None) -> float | None:
    if token.kind is not Kind.WORD:
        return None
    word = token.text
    if word == "one":
        # "One of them" is no number, "one month" and "one o'clock" are.
        counted = after is not None and (_unit_of(after) or after.text in _COUNTED)
        return 1.0 if counted else None
    if word in _NO_COUNT - {"second"}:
        return None
    number = NUMBER_WORDS.get(word) or _MORE_ORDINALS.get(word)
    return float(number) if number else None


def _is_ordinal(word: str) -> bool:
    return word in _ORDINALS or word in _MORE_ORDINALS


def _with_fractions(tokens: Sequence[Token]) -> list[Token]:
    """Half an hour, a quarter past six and noon as numbers."""
    found: list[Token] = []
    place = 0
    while place < len(tokens):
        taken, token = _fraction(tokens, place)
        found.append(token)
        place += taken
    return found


def _fraction(tokens: Sequence[Token], place: int) -> tuple[int, Token]:
    token = tokens[place]
    texts = [t.text for t in tokens[place : place + 4]]
    if token.kind is not Kind.WORD:
        return 1, token
    if texts[0] in ("noon", "midday"):
        return 1, Token(Kind.NUMBER, texts[0], 720, "clock")
    if texts[0] == "midnight":
        return 1, Token(Kind.NUMBER, texts[0], 0, "clock")
    share = {"half": 0.5, "quarter": 0.25}.get(texts[0])
    if share is None or len(texts) < 3:
        return 1, token
    if texts[1] in ("past", "to") and tokens[place + 2].kind is Kind.NUMBER:
        hour = tokens[place + 2].value * 60
        minutes = share * 60 if texts[1] == "past" else -share * 60
        return 3, Token(Kind.NUMBER, " ".join(texts[:3]), hour + minutes, "clock12")
    articles = [text for text in texts[1:3] if text in ("a", "an", "of")]
    unit = _unit_of(tokens[place + 1 + len(articles)]) if place + 3 < len(tokens) else None
    unit = unit or (_unit_of(tokens[place + 2]) if len(articles) == 1 else None)
    if articles and unit:
        return 2 + len(articles), Token(Kind.NUMBER, "half", share * unit[1], unit[0])
    return 1, token


def _with_units(tokens: Sequence[Token]) -> list[Token]:
    found: list[Token] = []
    place = 0
    while place < len(tokens):
        taken, token = _measured(tokens, place)
        found.append(token)
        place += taken
    return found


def _measured(tokens: Sequence[Token], place: int) -> tuple[int, Token]:
    """The number at a place with its unit, and of how many tokens it is made."""
    token, rest = tokens[place], tokens[place + 1 : place + 4]
    if token.text in ("a", "an") and rest and _duration(rest[0]):
        unit, factor = _duration(rest[0]) or ("", 1.0)
        return 2, Token(Kind.NUMBER, f"a {rest[0].text}", factor, unit)
    month = _month(token)
    if month and rest and _is_day(rest[0]) and token.text != "may":
        return 2, _day(rest[0], month)
    if token.kind is not Kind.NUMBER or token.unit not in ("", "ordinal") or not rest:
        return 1, token
    return _followed(token, rest)


def _followed(token: Token, rest: Sequence[Token]) -> tuple[int, Token]:
    words = [t.text for t in rest]
    skipped = 1 if words[0] == "of" and token.unit == "ordinal" else 0
    month = _month(rest[skipped]) if len(rest) > skipped else None
    if month and token.value <= 31:
        return 2 + skipped, _day(token, month)
    if token.unit == "ordinal":
        return 1, token
    full = 1 if words[0] in ("full", "calendar", "consecutive") and len(rest) > 1 else 0
    if words[full] in _WORK and len(rest) > full + 1 and words[full + 1] in ("day", "days"):
        return 3 + full, Token(Kind.NUMBER, f"{token.text} days", token.value, "workday")
    unit = _unit_of(rest[full]) if len(rest) > full else None
    if unit is None:
        return 1, token
    text = f"{token.text} {words[full]}"
    return 2 + full, Token(Kind.NUMBER, text, token.value * unit[1], unit[0])


def _is_day(token: Token) -> bool:
    plain = token.kind is Kind.NUMBER and token.unit in ("", "ordinal")
    return plain and token.value <= 31


def _day(token: Token, month: int) -> Token:
    return Token(Kind.NUMBER, f"{token.value:g} {month}", token.value, f"day of month {month}")


def _month(token: Token) -> int | None:
    if token.kind is not Kind.WORD:
        return None
    if token.text == "may" and not token.name:
        return None
    return MONTHS.get(token.text) or (_SHORT_MONTHS.get(token.text) if token.name else None)


def _duration(token: Token) -> tuple[str, float] | None:
    if token.kind is not Kind.WORD:
        return None
    return _DURATIONS.get(token.text) or _DURATIONS.get(token.text.removesuffix("s"))


def _unit_of(token: Token) -> tuple[str, float] | None:
    if token.kind is not Kind.WORD:
        return None
    measure = _MEASURES.get(token.text) or _MEASURES.get(token.text.removesuffix("s"))
    return measure or _duration(token)


def agrees(said: Token, given: Token) -> bool:
    """Whether a fact that is said is the one that a source gives."""
    if said.kind is not Kind.NUMBER or given.kind is not Kind.NUMBER:
        return said.kind is given.kind and said.text == given.text
    if said.unit.startswith("clock") or given.unit.startswith("clock"):
        return _same_time(said, given)
    if said.unit == given.unit:
        return _equal(said.value, given.value)
    if not said.unit or "ordinal" in (said.unit, given.unit):
        return _equal(_bare(said), _bare(given))
    # Ages are given with and without "years".
    return not given.unit and said.unit == "month" and _equal(said.value, 12 * given.value)


def _equal(one: float, other: float) -> bool:
    return abs(one - other) < 1e-6


def _bare(token: Token) -> float:
    """The number of a measure before it was reckoned in its unit."""
    factor = _factor(token.text.split()[-1]) if token.unit in _SCALED else 1.0
    return token.value / factor


def _same_time(said: Token, given: Token) -> bool:
    """Whether two times of day are the same; one may be a bare hour, in figures."""
    bare = [t for t in (said, given) if not t.unit.startswith("clock")]
    if any(t.unit not in ("", "ordinal") or not t.text[:1].isdigit() for t in bare):
        return False
    half_days = bool(bare) or "clock12" in (said.unit, given.unit)
    minutes = [t.value if t.unit.startswith("clock") else t.value * 60 for t in (said, given)]
    apart = abs(minutes[0] - minutes[1])
    return apart < 1e-6 or (half_days and _equal(apart, 720))
