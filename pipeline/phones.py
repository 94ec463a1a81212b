"""Finds phone numbers: international ones, national ones in their usual spellings, announced ones.

What makes digits a phone number is a country's code after "+" or "00" (ITU-T E.164), a trunk "0"
or bracketed area before groups of digits, the North American 3-3-4, or a word such as "call" just
before. Numbers of orders, amounts, dates, times and addresses of computers are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

# ITU-T E.164: at most 15 digits with the country's code. Shorter than 8 is no full number.
MAX_DIGITS = 15
MIN_INTERNATIONAL = 8
MIN_NATIONAL, MAX_NATIONAL = 9, 12
MIN_ANNOUNCED = 7
# Digits in one piece are mostly the number of something else, except at these lengths.
UNBROKEN = (10, 11)

# How far before a number the words that say what it is may begin.
REACH = 48

# The codes of countries and services that are given out (ITU list of assigned codes, 2016).
_COUNTRY = (
    r"(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|21[1-368]|2[2-46]\d|25[0-8]|"
    r"29[01789]|3[57]\d|38[0-35-79]|42[013]|5[09]\d|6[78]\d|69[0-2]|80[08]|85[02356]|8[78]\d|"
    r"9[67]\d|99\d)"
)
_GAP = r"(?:\ ?[-./]\ ?|\ )?"
_MORE = rf"(?:\)?{_GAP}\(?\d)"
_OPEN = r"(?:\((?=\+?\d{1,6}\)))?"
_EXTENSION = r"(?:,?\ ?(?:ext\.?|extension|x)\ ?\d{1,5})?"
# What may stand beside a number. No find begins after one of these signs, so hiding one find never
# lets another begin or end.
_START = r"(?<![\w./=#+-])"
_END = r"(?![\w(@]|[./-]\d)"
_FLAGS = re.ASCII | re.IGNORECASE

_INTERNATIONAL = re.compile(
    rf"(?:(?<!\w){_OPEN}\+|(?<!\+)\+|{_START}(?:00|011\ ))\ ?{_COUNTRY}\)?"
    rf"(?:{_GAP}\(0\))?{_MORE}{{5,14}}{_EXTENSION}{_END}",
    _FLAGS,
)
_TRUNK = re.compile(rf"{_START}{_OPEN}0[1-9]{_MORE}{{7,10}}{_EXTENSION}{_END}", _FLAGS)
_BRACKETED = re.compile(
    rf"(?:{_START}1[ .-]?)?(?<![\w)\]])\([1-9]\d{{1,3}}\)(?:{_GAP}\d){{6,9}}{_EXTENSION}{_END}",
    _FLAGS,
)
_NORTH_AMERICAN = re.compile(
    rf"{_START}(?:1[ .-])?[2-9]\d\d[ .-][2-9]\d\d[ .-]\d{{4}}{_EXTENSION}{_END}", _FLAGS
)
# Of the local numbers only those that are kept for fiction look like nothing else.
_LOCAL = re.compile(rf"{_START}555[.-]\d{{4}}{_END}", _FLAGS)
_CHINESE = re.compile(rf"{_START}1[3-9]\d([ -])\d{{4}}\1\d{{4}}{_END}", _FLAGS)
_ANNOUNCED = re.compile(rf"{_START}{_OPEN}\d{_MORE}{{6,14}}{_EXTENSION}{_END}", _FLAGS)

# What says that a phone number follows, with small words between: "call our office on".
_CALLS = re.compile(
    r"(?:(?<![\w\[-])(?:tel|tél|telephone|telefono?|teléfono|téléphone|telefoon|phones?|call|ring|"
    r"dial|fax|mobile|mob|cell|cellphone|handy|mobil|móvil|celular|portable|whatsapp|sms|hotline|"
    r"helpline|rufnummer|anrufen|appelez|llame|my\ number|reach\ me)|电话|電話|手机|手機)"
    r"(?:[\s:.*()/_-]{1,4}(?:numbers?|nos?|nr|num|us|me|him|her|them|at|on|is|are|under|unter|uns|"
    r"the|our|my|line|office|home|work|free|toll|now|today|or|and|to|by|via|au|al|le|bei|mich|auf|"
    r"nummer|número|numéro|fax|mobile|whatsapp|sms|phone|please)){0,4}[\s:.*_]{0,4}$",
    re.IGNORECASE,
)
# What says that the number of something else follows.
_NAMES = re.compile(
    r"(?<![\w\[])(?:orders?|purchase|po|confirmation|voucher|coupon|transaction|shipment|"
    r"consignment|barcode|batch|lot|meter|product|art|auftrag|auftragsnummer|sendung|"
    r"sendungsnummer|vorgang|vorgangsnummer|invoice|ref|reference|booking|reservation|ticket|case|claim|article|item|"
    r"package|packet|waybill|awb|paket|paketnummer|lieferschein|lieferscheinnummer|liefernummer|"
    r"colis|paquete|sku|isbn|issn|ean|gtin|upc|asin|doi|pmid|serial|part|model|version|account|vat|tax|id|imei|"
    r"customer|member|membership|policy|contract|licen[cs]e|registration|company|charity|code|"
    r"tracking|parcel|bestell|bestellung|bestellnummer|artikel|artikelnummer|rechnung|"
    r"rechnungsnummer|kunden|kundennummer|pedido|factura|commande|facture|nhs|npi|ein)"
    r"(?:[\s.:_-]{1,3}(?:numbers?|nos?|nr|n[°º]|id|code|is|was|nummer)){0,3}[\s.:#*_(]{0,4}$",
    re.IGNORECASE,
)
# "Delivery number 0203011450" is none of a phone, but "call our delivery number 0203011450" is, and
# after the bare word it may be either, so that the number is rather masked.
_DELIVERY_NUMBER = (
    r"(?:delivery|shipping|dispatch|lieferung|livraison|entrega|envío)"
    r"[\s.:_-]{1,3}(?:numbers?|nos?|nr|n[°º]|id|code|ref|reference|note|nummer)"
    r"(?:[\s.:_-]{1,3}(?:numbers?|is|was)){0,2}"
    r"[\s.:#*_(]{0,4}$"
)
_DELIVERY = re.compile(rf"(?<![\w\[]){_DELIVERY_NUMBER}", re.IGNORECASE)
_CALLED_DELIVERY = re.compile(
    r"(?<![\w\[-])(?:tel|telephone|phones?|call|ring|dial|fax|mobile|whatsapp|sms|hotline)"
    r"(?:[\s:]{1,3}(?:us|our|the|your|my|at|on|by|for|about)){0,3}[\s:]{1,3}" + _DELIVERY_NUMBER,
    re.IGNORECASE,
)

_DATE = re.compile(
    r"(?<!\d)(?:\d{1,2}([-./])\d{1,2}\1(?:19|20)\d\d|(?:19|20)\d\d([-./])[01]\d\2[0-3]\d)(?!\d)"
)
_TIMES = re.compile(r"(?<!\d)[0-2]?\d\.[0-5]\d\ ?-\ ?[0-2]?\d\.[0-5]\d(?!\d)")
_COMPUTER = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_YEARS = re.compile(r"\(?(?:19|20)\d\d(?:\D+(?:19|20)\d\d)+")
_BRACKETED_YEAR = re.compile(r"\((?:19|20)\d\d\)")
_THOUSANDS = re.compile(r"\+?\d{1,3}(?:([ .])\d{3})(?:\1\d{3})*")
_SIX_PAIRS = re.compile(r"\d\d(?:\D\d\d){5}")
_TRUNK_GROUP = re.compile(r"\(?\d{2,5}\D")
_ANY_EXTENSION = re.compile(r",?\ ?[ex].*", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
# One or two digits after long groups are another number: "0800 496 0123 24 hours a day".
_LEFT_OVER = re.compile(r"\d{3}[ -]\d{3,4} \d\d?")

# What every phone number holds, to pass over texts without any at little cost.
_MIN_DIGITS = re.compile(r"\d(?:[ ()./+-]{0,4}\d){6}")

Fits = Callable[[str], bool]


def phone_spans(text: str) -> list[tuple[int, int]]:
    """The `[start, end)` of each phone number of a text with plain digits, in order."""
    found: list[tuple[int, int]] = []
    if not _MIN_DIGITS.search(text):
        return found
    for pattern, fits in _SHAPES:
        spans = list(_found(pattern, fits, text))
        text = hide(text, spans)
        found += spans
    return sorted(found)


def hide(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text, as long as before, with brackets round nothing in place of each span, in order.

    It then looks as it will when each span is masked, but for the lengths.
    """
    pieces: list[str] = []
    done = 0
    for start, end in spans:
        pieces += [text[done:start], "[", "\0" * (end - start - 2), "]"]
        done = end
    return "".join([*pieces, text[done:]])


def _found(pattern: re.Pattern[str], fits: Fits, text: str) -> Iterator[tuple[int, int]]:
    match = pattern.search(text)
    while match:
        start, end = match.span()
        done = 0
        if _may_begin(pattern, text, start):
            done = next((e for e in _ends(text, start, end) if fits(text[start:e])), 0)
        if done:
            yield start, done
        else:
            first = _DIGITS.search(text, start)
            done = first.end() if first else end
        match = pattern.search(text, done)


def _may_begin(pattern: re.Pattern[str], text: str, start: int) -> bool:
    """Whether the words or the sign before a number let it be a phone number."""
    if text[start] == "+":
        return True
    before = text[max(0, start - REACH) : start].rstrip(" .:#*_()/°-\t\n")
    if not before[-1:].isalpha():
        return pattern is not _ANNOUNCED and before[-1:] not in tuple("$€£¥₹")
    if pattern is _ANNOUNCED:
        return _CALLS.search(text, max(0, start - REACH), start) is not None
    return not (_NAMES.search(text, max(0, start - REACH), start) or _is_delivery(text, start))


def _is_delivery(text: str, start: int) -> bool:
    """Whether the words before a number say that it is that of a delivery, and not to be called."""
    reach = max(0, start - REACH)
    if not _DELIVERY.search(text, reach, start):
        return False
    return _CALLED_DELIVERY.search(text, reach, start) is None


def _ends(text: str, start: int, end: int) -> Iterator[int]:
    """Where a number may end, best first: as far as it goes, or at a blank before that."""
    blanks = [place for place in range(end - 1, start, -1) if text[place] == " "]
    ends = [end, *(place for place in blanks if text[place - 1].isdigit())]
    if len(ends) > 1 and _LEFT_OVER.search(text[start:end][-11:]) and "x" not in text[start:end]:
        yield from (e for e in ends[1:2] if _count(text[start:e]) >= UNBROKEN[0])
    yield from ends


def _digits(number: str) -> str:
    """The digits without an extension and without the "(0)" that is not dialled from abroad."""
    return re.sub(r"\D", "", _ANY_EXTENSION.sub("", number).replace("(0)", ""))


def _count(number: str) -> int:
    return len(_digits(number))


def _is_plain_number(number: str) -> bool:
    """Whether a number is a date, a span of hours or years, or a computer's address."""
    within = any(pattern.search(number) for pattern in (_DATE, _TIMES, _BRACKETED_YEAR))
    return within or any(pattern.fullmatch(number) for pattern in (_COMPUTER, _YEARS))


def _is_international(number: str) -> bool:
    digits = _digits(number)
    if not number.lstrip("(").startswith("+"):
        digits = digits.removeprefix("00").removeprefix("011")
        if len(digits) < UNBROKEN[0] or _is_plain_number(number):
            return False
    if digits[0] in "17":
        return len(digits) == 11 and (digits[0] == "7" or digits[1] > "1" and digits[4] > "1")
    amount = _THOUSANDS.fullmatch(number) and len(digits) <= MIN_NATIONAL
    return MIN_INTERNATIONAL <= len(digits) <= MAX_DIGITS and not amount


def _is_trunk(number: str) -> bool:
    count = _count(number)
    if number.isdigit():
        return count in UNBROKEN
    grouped = _TRUNK_GROUP.match(number) and not _SIX_PAIRS.fullmatch(number)
    in_range = MIN_NATIONAL <= count <= MAX_NATIONAL
    return bool(grouped) and in_range and not _is_plain_number(number)


def _is_bracketed(number: str) -> bool:
    return MIN_NATIONAL <= _count(number) <= UNBROKEN[1] and not _is_plain_number(number)


def _is_announced(number: str) -> bool:
    amount = _THOUSANDS.fullmatch(number) and ("." in number or _count(number) < MIN_NATIONAL)
    in_range = MIN_ANNOUNCED <= _count(number) <= MAX_DIGITS
    return in_range and not amount and not _is_plain_number(number)


def _is_any(number: str) -> bool:
    return not _is_plain_number(number)


_SHAPES: tuple[tuple[re.Pattern[str], Fits], ...] = (
    (_INTERNATIONAL, _is_international),
    (_NORTH_AMERICAN, _is_any),
    (_BRACKETED, _is_bracketed),
    (_TRUNK, _is_trunk),
    (_CHINESE, _is_any),
    (_LOCAL, _is_any),
    (_ANNOUNCED, _is_announced),
)
