"""Finds and masks personal data in text: mail addresses, phone and card numbers, IBANs.

Rules and check digits alone, no model: what is found looks like what it is called, and a question
about 2,500 units in 2024 stays as it is. Every pattern is bounded, so that the time grows with the
length of the text and no faster, whatever the text.

Worked example: "Mail jo@example.com or call 020 7946 0123" gives a mail (5 to 19) and a phone (28
to 41), and masked it is "Mail [mail] or call [phone]".

Masking twice changes nothing more: what lets a find begin or end is the one character beside it,
and never one that another find could hide.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

from pipeline.mails import mail_spans
from pipeline.phones import hide, phone_spans


class PersonalKind(StrEnum):
    """What sort of personal data was found; the value is what stands in its place."""

    MAIL = "mail"
    PHONE = "phone"
    CARD = "card"
    IBAN = "iban"


@dataclass(frozen=True, slots=True)
class Personal:
    """One find: `[start, end)` are code points of the text that was searched."""

    kind: PersonalKind
    start: int
    end: int
    text: str


Spans = Iterable[tuple[int, int]]

# ISO 13616, IBAN registry: how many characters the IBANs of a country have.
_COUNTRIES = {
    country: length
    for length, countries in {
        15: "NO", 16: "BE", 18: "DK FI FK FO GL NL SD", 19: "MK SI",
        20: "AT BA EE KZ LT LU MN XK", 21: "CH HR LI LV", 22: "BG BH CR DE GB GE IE ME RS VA",
        23: "AE GI IL IQ OM SO TL", 24: "AD CZ ES MD PK RO SA SE SK TN VG", 25: "LY PT ST",
        26: "IS TR", 27: "BI DJ FR GR IT MC MR SM", 28: "AL AZ BY CY DO GT HN HU LB NI PL SV",
        29: "BR EG PS QA UA", 30: "JO KW MU YE", 31: "MT SC", 32: "LC", 33: "RU",
    }.items()
    for country in countries.split()
}  # fmt: skip
_IBAN_START = re.compile(r"(?<![a-z0-9])[a-z]{2}\d\d", re.IGNORECASE)
_IBAN_BODY = re.compile(r"(?:[ -]?[a-z0-9]){4,34}", re.IGNORECASE)

# Issuers' first digits and the lengths that they give out (ISO/IEC 7812-1), the common ones.
_CARDS = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})"  # Visa
    r"|(?:5[1-5]|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12,14}"  # Mastercard
    r"|3[47]\d{13}"  # American Express
    r"|3(?:0[0-5]|[689]\d)\d{11,16}"  # Diners Club
    r"|35(?:2[89]|[3-8]\d)\d{12,15}"  # JCB
    r"|(?:6011|64[4-9]\d|65\d\d)\d{12,15}"  # Discover
    r"|62\d{14,17}"  # UnionPay
    r"|(?:50|5[6-8]|6304|6759|676[1-3])\d{11,17}"  # Maestro
)
_DIGIT_RUN = re.compile(r"\d+(?:[ .-]\d+)*")
_GROUP = re.compile(r"\d+")
MIN_CARD, MAX_CARD = 13, 19
# People write cards in fours, or 4-6-5; pairs and single digits are something else.
MIN_CARD_GROUP = 3


def find_personal(text: str) -> tuple[Personal, ...]:
    """What personal data a text holds, in order and never overlapping.

    Digits of other scripts, wide characters and unusual blanks and dashes count as their plain
    forms. Where two kinds overlap, the one with the check digits is taken: an IBAN or card goes
    before a phone number.
    """
    hidden = _plain(text)
    found: list[Personal] = []
    for kind, spans in _FINDERS.items():
        taken = list(spans(hidden))
        found += [Personal(kind, start, end, text[start:end]) for start, end in taken]
        hidden = hide(hidden, taken)
    return tuple(sorted(found, key=lambda find: find.start))


def masked(text: str, kinds: Collection[PersonalKind] = tuple(PersonalKind)) -> str:
    """The text with a mark such as `[mail]` in place of each find of these kinds."""
    pieces: list[str] = []
    done = 0
    for find in find_personal(text):
        if find.kind in kinds:
            pieces += [text[done : find.start], f"[{find.kind}]"]
            done = find.end
    return "".join([*pieces, text[done:]])


def luhn(digits: str) -> bool:
    """Whether the last digit is the check digit of the others (Luhn, US patent 2,950,048).

    Example: 79927398713 is right and 79927398710 is not.
    """
    doubled = str.maketrans("0123456789", "0246813579")
    total = sum(map(int, digits[::-2])) + sum(map(int, digits[-2::-2].translate(doubled)))
    return total % 10 == 0


def valid_iban(code: str) -> bool:
    """Whether letters and digits without blanks are an IBAN: its country's length, and mod 97.

    ISO 13616-1 with ISO/IEC 7064 MOD 97-10: the first four characters go to the end, A is 10 to Z
    is 35, and the number leaves 1 when divided by 97.
    """
    code = code.upper()
    if _COUNTRIES.get(code[:2]) != len(code) or not code.isascii() or not code.isalnum():
        return False
    return int("".join(str(int(sign, 36)) for sign in code[4:] + code[:4])) % 97 == 1


def _plain(text: str) -> str:
    """As long as the text, with digits, blanks, dashes and wide signs in their plain forms."""
    if text.isascii():
        return text
    return text.translate({ord(sign): _plain_sign(sign) for sign in set(text)})


def _plain_sign(sign: str) -> str:
    if sign.isascii():
        return sign
    if sign.isdecimal():
        return str(unicodedata.decimal(sign))
    if unicodedata.category(sign) == "Pd" or sign == "\N{MINUS SIGN}":
        return "-"
    same = unicodedata.normalize("NFKC", sign)
    return same if len(same) == 1 else sign


def _ibans(text: str) -> Spans:
    done = 0
    for begin in _IBAN_START.finditer(text):
        length = _COUNTRIES.get(begin[0][:2].upper())
        body = _IBAN_BODY.match(text, begin.start())
        if length is None or body is None or begin.start() < done:
            continue
        end = begin.start() + _end_of_signs(body[0], length)
        code = re.sub("[ -]", "", text[begin.start() : end])
        # A phone begins a sentence in its own way: "De89 3704".
        one_case = code.isupper() or code.islower() or code[2:].isdigit()
        if one_case and valid_iban(code) and not _is_word(text[end : end + 1]):
            done = end
            yield begin.start(), end


def _end_of_signs(text: str, count: int) -> int:
    """Where the first `count` letters and digits end."""
    places = [place for place, sign in enumerate(text) if sign.isalnum()]
    return places[count - 1] + 1 if len(places) >= count else len(text)


def _cards(text: str) -> Spans:
    for run in _DIGIT_RUN.finditer(text):
        if run.end() - run.start() < MIN_CARD:
            continue
        groups = [group.span() for group in _GROUP.finditer(text, *run.span())]
        done = 0
        for first, (start, _) in enumerate(groups):
            if start >= done and not _is_joined(text, start):
                end = _card_end(text, groups[first : first + MAX_CARD])
                if end:
                    done = end
                    yield start, end


def _card_end(text: str, groups: list[tuple[int, int]]) -> int:
    """Where the card number that begins with the first group ends, or 0 where there is none."""
    digits, found = "", 0
    for start, end in groups:
        if end - start + len(digits) > MAX_CARD:
            break
        digits += text[start:end]
        if _CARDS.fullmatch(digits) and luhn(digits) and not _goes_on(text[end : end + 2]):
            found = end
        if end - start < MIN_CARD_GROUP:
            break
    return found


def _is_joined(text: str, start: int) -> bool:
    """Whether a number is the tail of something longer, such as a code or an address of a page."""
    before = text[start - 1 : start]
    return _is_word(before) or (before != "" and before in "-./=#")


def _goes_on(after: str) -> bool:
    return _is_word(after[:1]) or (after[:1] in ("-", ".") and after[1:].isdigit())


def _is_word(sign: str) -> bool:
    """Whether a sign is a letter, digit or underscore; those of CJK stand beside numbers freely."""
    return sign == "_" or (sign.isascii() and sign.isalnum())


_FINDERS: dict[PersonalKind, Callable[[str], Spans]] = {
    PersonalKind.MAIL: mail_spans,
    PersonalKind.IBAN: _ibans,
    PersonalKind.CARD: _cards,
    PersonalKind.PHONE: phone_spans,
}
