"""Numbers, sums, dates, days and times in other forms; each gives None where it finds none."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

_NUMBER_WORDS = """
two 2/three 3/four 4/five 5/six 6/seven 7/eight 8/nine 9/ten 10/twelve 12/fourteen 14/fifteen 15
eighteen 18/twenty 20/twenty-one 21/twenty-four 24/twenty-eight 28/thirty 30/forty-five 45/sixty 60
ninety 90
"""
DIGITS = dict(pair.split() for pair in re.split(r"[/\n]", _NUMBER_WORDS.strip()))
WORDS = {digits: word for word, digits in DIGITS.items()}
# A number in a price, a time, a range or a code is not written as a word.
_NUMBER = re.compile(
    r"(?<![\w$£€.,:/–-])(?<!to )(\d{1,2})(?![\w.,:%°/–-])"
    r"(?! ?(?:[ap]\.?m\b|[A-Z]|to \d|[kcm]?m\b|[km]?g\b|ml\b))"
)
_NUMBER_WORD = re.compile(r"\b(" + "|".join(sorted(DIGITS, key=len, reverse=True)) + r")\b")
_CLOCK = re.compile(r"\b((?:[01]?\d|2[0-3])):00\b(?! ?[ap]\.?m)")
_CLOCK_MINUTES = re.compile(
    r"(?<=\b(?:at|by|to) )((?:[01]?\d|2[0-3])):([0-5]\d)\b(?! ?[ap]\.?m)(?=[ .,–;)])"
)
_HALF_DAYS = re.compile(r"\b(1[0-2]|[1-9])(?::([0-5]\d))? ?(am|pm|a\.m\.|p\.m\.)(?!\w)")
_MARKS = {"€": ("EUR", "euro"), "£": ("GBP", "pound"), "$": ("USD", "dollar")}
_SUM = r"(\d[\d,]*(?:\.\d\d)?)"
_PRICE = re.compile(
    rf"(?<!\w)(?:([€£$]){_SUM}|(EUR|GBP|USD) {_SUM}|{_SUM} (euro|pound|dollar)s?\b)"
    r"(?![.,]?\d| ?(?:million|billion|thousand|bn|m\b))"
)
_PERCENT = re.compile(r"(?<=\d)(?: ?%(?!\w)| percent\b| per cent\b)")
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_DATE = re.compile(
    rf"\b(?:(\d\d?)(?:st|nd|rd|th)?(?: of)? ({_MONTHS})|({_MONTHS}) (\d\d?)(?:st|nd|rd|th)?)"
    r"(?:,? ([12]\d{3}))?(?![\w–-]|,? \d| (?:to|and|or) \d)"
)
_RANGE = re.compile(
    r"(?<![\w$£€.,:/–-])(?:([Ff]rom )?(\d{1,3}) to (\d{1,3})|(\d{1,3})[–-](\d{1,3})"
    r"|([Bb]etween )(\d{1,3}) and (\d{1,3}))"
    r"(?= (?:minutes|hours|days|weeks|months|years|working days|business days|people|persons"
    r"|kilometres|kilograms|degrees)\b)"
)
_DAYS = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"
_SHORT_DAYS = {day[:3]: day for day in _DAYS.split("|")}
_DAY = rf"({_DAYS}|Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
_DAY_RANGE = re.compile(rf"\b(?:from )?{_DAY}(?: to |[–-]| until ){_DAY}\b(?!s)")
_EACH_DAY = re.compile(rf"\b(?:on ({_DAYS})s|every ({_DAYS}))\b(?! (?:and|or|to)\b|,)")
_UNITS = {
    "km": "kilometre", "kg": "kilogram", "cm": "centimetre", "mm": "millimetre",
    "ml": "millilitre", "mg": "milligram", "min": "minute",
}  # fmt: skip
_LONG_UNITS = {long: short for short, long in _UNITS.items() if short != "min"}
_SHORT_UNIT = re.compile(rf"(?<![\w.,])(\d+) ?({'|'.join(_UNITS)})\b(?!\.)")
_LONG_UNIT = re.compile(rf"(?<![\w.,])(\d+) ({'|'.join(_LONG_UNITS)})s?\b")


def with_other_numbers(text: str) -> str | None:
    """Digits as words, or words as digits."""
    changed = _NUMBER.sub(lambda match: WORDS.get(match[1], match[1]), text)
    if changed == text:
        changed = _NUMBER_WORD.sub(lambda match: DIGITS[match[1]], text)
    return _if_changed(changed, text)


def with_other_times(text: str) -> str | None:
    """18:00 as 6 pm, or the reverse."""

    def half_days(match: re.Match[str]) -> str:
        hour = int(match[1])
        minutes = f":{match[2]}" if match.re is _CLOCK_MINUTES and match[2] != "00" else ""
        return f"{(hour - 1) % 12 + 1}{minutes} {'pm' if hour >= 12 else 'am'}"

    def clock(match: re.Match[str]) -> str:
        hour = int(match[1]) % 12 + (12 if match[3].startswith("p") else 0)
        # The point of "p.m." may be the one that ends the sentence.
        point = "." if match[3].endswith(".") and match.end() == len(text) else ""
        return f"{hour}:{match[2] or '00'}{point}"

    changed = _CLOCK_MINUTES.sub(half_days, _CLOCK.sub(half_days, text))
    if changed == text:
        changed = _HALF_DAYS.sub(clock, text)
    return _if_changed(changed, text)


def with_other_money(text: str, random: Random) -> str | None:
    """€5 as 5 euros or EUR 5, or the reverse."""

    def other(match: re.Match[str]) -> str:
        amount = match[2] or match[4] or match[5]
        known = match[1] or match[3] or match[6]
        mark, (code, word) = next(
            (mark, names) for mark, names in _MARKS.items() if known in (mark, *names)
        )
        forms = {
            mark: mark + amount,
            code: f"{code} {amount}",
            word: f"{amount} {word}{'' if amount == '1' else 's'}",
        }
        return random.choice([form for name, form in forms.items() if name != known])

    return _if_changed(_PRICE.sub(other, text), text)


def with_other_percent(text: str, random: Random) -> str | None:
    """10% as 10 percent or 10 per cent, or the reverse."""
    match = _PERCENT.search(text)
    if match is None:
        return None
    forms = [form for form in ("%", " percent", " per cent") if form != match[0]]
    return _PERCENT.sub(random.choice(forms), text)


def with_other_dates(text: str, random: Random) -> str | None:
    """1 March as March 1, 1st March or the 1st of March, or the reverse."""

    def other(match: re.Match[str]) -> str:
        # "1 to 5 March" is not "1 to March 5".
        if re.search(r"\d ?(?:to|and|or|[–-]|,) ?$", match.string[: match.start()]):
            return match[0]
        day, month, year = match[1] or match[4], match[2] or match[3], match[5]
        place = match.string[: match.start()]
        the = "" if place.endswith(("the ", "The ")) else "the "
        forms = [f"{day} {month}", f"{_ordinal(day)} {month}", f"{the}{_ordinal(day)} of {month}"]
        forms = [f"{form} {year}" if year else form for form in forms]
        if the:
            forms.append(f"{month} {day}, {year}" if year else f"{month} {day}")
        return random.choice([form for form in forms if form != match[0]])

    return _if_changed(_DATE.sub(other, text), text)


def with_other_ranges(text: str, random: Random) -> str | None:
    """4 to 7 days as 4–7 days or between 4 and 7 days, or the reverse."""

    def other(match: re.Match[str]) -> str:
        low, high = match[2] or match[4] or match[7], match[3] or match[5] or match[8]
        forms = [f"{low} to {high}", f"{low}–{high}"]
        # "Within between 4 and 7 days" is no English.
        if not re.search(r"\b(?:within|in|by|to|of) $", match.string[: match.start()].lower()):
            forms.append(f"between {low} and {high}")
        if int(low) >= int(high):
            return match[0]
        return random.choice([form for form in forms if form != match[0].lower()])

    return _if_changed(_RANGE.sub(other, text), text)


def with_other_days(text: str, random: Random) -> str | None:
    """Monday to Friday as Mon–Fri, on Mondays as every Monday, or the reverse."""

    def other(match: re.Match[str]) -> str:
        first, last = (_SHORT_DAYS.get(day, day) for day in (match[1], match[2]))
        forms = (f"{first} to {last}", f"from {first} to {last}", f"{first[:3]}–{last[:3]}")
        return random.choice([form for form in forms if form != match[0]])

    changed = _DAY_RANGE.sub(other, text)
    if changed == text:
        changed = _EACH_DAY.sub(
            lambda match: f"every {match[1]}" if match[1] else f"on {match[2]}s", text
        )
    return _if_changed(changed, text)


def with_other_units(text: str) -> str | None:
    """5 km as 5 kilometres, or the reverse."""
    changed = _SHORT_UNIT.sub(
        lambda match: f"{match[1]} {_UNITS[match[2]]}{'' if match[1] == '1' else 's'}", text
    )
    if changed == text:
        changed = _LONG_UNIT.sub(lambda match: f"{match[1]} {_LONG_UNITS[match[2]]}", text)
    return _if_changed(changed, text)


def with_other_figures(text: str, random: Random) -> str | None:
    """One kind of figures of the text in another form."""
    kinds: list[Callable[[str, Random], str | None]] = [
        lambda text, _: with_other_numbers(text),
        lambda text, _: with_other_times(text),
        lambda text, _: with_other_units(text),
        with_other_money, with_other_percent, with_other_dates, with_other_ranges, with_other_days,
    ]  # fmt: skip
    found = (rule(text, random) for rule in random.sample(kinds, len(kinds)))
    return next((changed for changed in found if changed), None)


def _ordinal(day: str) -> str:
    ending = "th" if day in ("11", "12", "13") else {"1": "st", "2": "nd", "3": "rd"}.get(day[-1])
    return f"{day}{ending or 'th'}"


def _if_changed(changed: str, text: str) -> str | None:
    return None if changed == text else changed
