"""Numbers and addresses here are reserved for documentation or fiction, or examples of a standard.

Phones: Ofcom's and NANP's numbers for drama, and their like. IBANs: the registry's own examples.
Cards: the issuers' numbers for tests.
"""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.personal import PersonalKind, find_personal, luhn, masked, valid_iban

MAILS = [
    "jo@example.com",
    "jo.doe@example.co.uk",
    "jo+faq@mail.example.org",
    "jo_doe-2@sub-domain.example.net",
    "JO@EXAMPLE.COM",
    "josé@example.com",
    "jo@müller.example",
    "jo@example.xn--p1ai",
    "4711@example.com",
    "jo (at) example.com",
    "jo[at]example[dot]com",
    "jo＠example.com",
    "jo @ example.com",
    "jo@ example.com",
    "иван@пример.рф",
    "γιάννης@example.gr",
    "jo (at) example (dot) com",
    "jo[at]example.com",
    "jo{at}example{dot}com",
    "jo <at> example <dot> co <dot> uk",
    "jo at example dot com",
    "JO AT EXAMPLE DOT COM",
    "jo.doe at mail dot example dot co dot uk",
    "jo dot doe at example dot org",
    "jo (at) example dot com",
    "jo @ example dot com",
    "jo@example dot com",
    "max at beispiel punkt de",
    "max ät beispiel punkt de",
    "jo arroba ejemplo punto com",
    "jo arobase exemple point fr",
]
PHONES = [
    "+44 20 7946 0123",
    "+44 (0)20 7946 0123",
    "+442079460123",
    "(+44) 20 7946 0123",
    "0044 20 7946 0123",
    "020 7946 0123",
    "(020) 7946 0123",
    "02079460123",
    "01632 960 140",
    "01632 960140",
    "(01632) 960140",
    "01632-960140",
    "07700 900123",
    "0808 157 0123",
    "0800 496 0123",
    "+1 202 555 0123",
    "+1 (202) 555-0123",
    "+1-202-555-0123",
    "1-202-555-0123",
    "(202) 555-0123",
    "(202)555-0123",
    "202-555-0123",
    "202.555.0123",
    "202 555 0123",
    "202-555-0123 ext. 42",
    "202-555-0123 x42",
    "011 44 20 7946 0123",
    "555-0123",
    "+33 1 99 00 12 34",
    "01 99 00 12 34",
    "01.99.00.12.34",
    "+33 (0)1 99 00 12 34",
    "+49 30 23125 123",
    "+49 (0)30 23125-123",
    "030 23125 123",
    "030/23125123",
    "030 / 23125 123",
    "0171-39200 12",
    "+41 44 668 18 00",
    "044 668 18 00",
    "+61 2 5550 1234",
    "(02) 5550 1234",
    "0491 570 156",
    "+353 20 912 1234",
    "+46 8 465 004 12",
    "08-465 004 12",
    "+358 9 4245 1234",
    "+31 20 123 4567",
    "020-1234567",
    "+81 3-1234-5678",
    "03-1234-5678",
    "090-1234-5678",
    "+86 138 0013 8000",
    "138 0013 8000",
    "+55 11 91234-5678",
    "(11) 91234-5678",
    "+91 98765 43210",
    "+7 495 123-45-67",
    "+34 912 345 678",
    "+971 4 123 4567",
    "+٤٤ ٢٠ ٧٩٤٦ ٠١٢٣",
    "＋44 20 7946 0123",
    "020\u00a07946\u20110123",
]
ANNOUNCED = [
    "Call 2025550123",
    "Call us on 912 345 678",
    "Tel. 22 99 01 23",
    "Tel: 7946 0123",
    "my number is 512 345 678",
    "WhatsApp: 98765 43210",
    "Ring **01632 960 140**",
    "Fax no. 5550123",
    "Telefon (030) 23125 123",
    "电话13800138000",
    "Call our delivery number 0163296014",
    "The number for delivery is 01632 960140",
    "delivery 02079460123",
    "Ring me about the delivery on 01632 960140",
]
CARDS = [
    "4111 1111 1111 1111",
    "4111111111111111",
    "4111-1111-1111-1111",
    "4111.1111.1111.1111",
    "4222222222222",
    "5555 5555 5555 4444",
    "2223003122003222",
    "3782 822463 10005",
    "378282246310005",
    "6011 1111 1111 1117",
    "3056 930902 5904",
    "3530 1113 3330 0000",
    "6200 0000 0000 0005",
    "4111\u00a01111\u00a01111\u00a01111",
]
IBANS = [
    "GB29 NWBK 6016 1331 9268 19",
    "GB29NWBK60161331926819",
    "gb29 nwbk 6016 1331 9268 19",
    "De89 3704 0044 0532 0130 00",
    "DE89 3704 0044 0532 0130 00",
    "DE89-3704-0044-0532-0130-00",
    "FR14 2004 1010 0505 0001 3M02 606",
    "NL91 ABNA 0417 1643 00",
    "BE68 5390 0754 7034",
    "CH93 0076 2011 6238 5295 7",
    "ES91 2100 0418 4502 0005 1332",
    "IT60 X054 2811 1010 0000 0123 456",
    "NO93 8601 1117 947",
    "MT84 MALT 0110 0001 2345 MTLC AST0 01S",
    "PL61 1090 1014 0000 0712 1981 2874",
    "SE45 5000 0000 0583 9825 7466",
    "SA03 8000 0000 6080 1016 7519",
]
EACH = [
    (kind, text)
    for kind, texts in (("mail", MAILS), ("phone", PHONES), ("card", CARDS), ("iban", IBANS))
    for text in texts
]

NOTHING = [
    "What is the fee for 2,500 to 10,000 units in 2024?",
    "Between 1990 and 2024",
    "the years 2019-2024",
    "It costs 1 200 000 euros",
    "It costs 12.345.678 €",
    "It costs $202 555 0123",
    "+10 000 000 visitors",
    "+20 % since 2019",
    "It fell by -0.0123456789",
    "51.5074, -0.1278",
    "pi is 3.14159265358979",
    "1,234,567.89",
    "on 01.02.2024",
    "on 01/02/2024 at 09:30",
    "from 01.02.2024 to 05.02.2024",
    "01.02.2024-05.03.2024",
    "01.02.2024 09.30",
    "on 2024-01-31",
    "2024-01-31T23:59:59",
    "open 08:00-19:00",
    "open 08.00-12.00 and 13.00-17.00",
    "open 08.00 - 19.00",
    "09.00-12.30, 13.30-17.00",
    "Monday to Saturday 08:00–19:00 or Sunday 10:00–17:00",
    "open 24/7/365",
    "order 4711",
    "order number 0123456789",
    "Order no. 02079460123",
    "order 202-555-0123",
    "invoice 01632 960140",
    "order (0163296014)",
    "orders 0163296014",
    "confirmation number 0163296014",
    "voucher 01632 960140",
    "product 0163296014",
    "batch no. 0163296014",
    "Art.-Nr. 0163296014",
    "Auftragsnummer: 0163296014",
    "commande n° 0163296014",
    "delivery 20301145 is late",
    "delivery number 0163296014",
    "Delivery no. 02079460123",
    "my delivery number is 0163296014",
    "Lieferung Nr. 0163296014",
    "parcel 0163296014",
    "package 02079460123",
    "Paket 0163296014",
    "Lieferschein 0163296014",
    "colis 0163296014",
    "waybill 0163296014",
    "wait 10 @ 3.50 each",
    "order 026-1234567-1234567",
    "Ref: 0163296014",
    "booking reference SKL-4F7K2M",
    "customer number 912 345 678",
    "part 012-3456-789",
    "VAT id 0123456789",
    "ISBN 0-306-40615-2",
    "ISBN 0306406152",
    "ISBN 978-0-306-40615-7",
    "ISO 13616 and ISO/IEC 7812-1",
    "ISO 9001:2015",
    "RFC 5321, 4.5.3.1",
    "EAN 4006381333931",
    "UPC 012345678905",
    "DOI 10.1000/0123456789",
    "version 10.15.7.1234",
    "version 2.10.3",
    "IP 192.168.100.200",
    "IP 010.000.000.001",
    "2001:db8::8a2e:370:7334",
    "MAC 00:1B:44:11:3A:B7",
    "model SM-G991B/2022",
    "the form SL-204-2024",
    "LE-18 and L-75-06",
    "2125550123",
    "4111 1111 1111 1112",
    "4111 1111 1111",
    "9999 9999 9999 9995",
    "12 34 56 78 90 12 34 52",
    "0000 0000 0000 0000",
    "1234 5678 9012 3456",
    "GB28 NWBK 6016 1331 9268 19",
    "GB29 NWBK 6016 1331 9268",
    "XX29 NWBK 6016 1331 9268 19",
    "123e4567-e89b-12d3-a456-426614174000",
    "550e8400-0123-4567-8901-446655440000",
    "https://www.example.com/help/01632-960140",
    "https://example.com/?id=0123456789",
    "#0123456789",
    "1 2 3 4 5 6 7 8 9 10 11 12",
    "10 20 30 40 50 60",
    "Lancet 357(12):1234-1240",
    "Smith (2012) 345-6789",
    "rows 100-200 of 3000-4000",
    "call 112 or 911",
    "call between 9.00-17.00",
    "Call within 10 000 minutes",
    "write to me @jo on the forum",
    "jo at home",
    "user@host",
    "logo@2x.png",
    "npm install pkg@1.2.3",
    "a@b",
    "meet me at the station dot it is late",
    "look at example one",
    "look at example dot com",
    "I bought it at example dot com",
    "is there a discount at example dot com",
    "what is at the end dot",
    "the train stops at kirkhaven dot the bus does not",
    "it starts at 3 dot 5 percent",
    "met at one point in time",
    "jo at example",
    "example dot com",
    "see appendix (at) the end",
    "R1, R3, R9 and R12",
    "size 0.5 x 10 x 200",
    "size 38 40 42 44 46 48",
    "5,000,000,000 people",
    "a 16-digit number",
    "47,XXX and 22q11.2",
    "",
    "+",
    "()",
    "@",
]


@pytest.mark.parametrize(("kind", "text"), EACH)
@pytest.mark.parametrize("around", ["{}", "Write {}, please.", "({})", "Is it {}?", "是{}吗"])
def test_personal_data_is_found_exactly(kind: str, text: str, around: str) -> None:
    found = find_personal(around.format(text))
    assert [(find.kind, find.text) for find in found] == [(kind, text)]
    assert masked(around.format(text)) == around.format(f"[{kind}]")


@pytest.mark.parametrize("text", ANNOUNCED)
def test_digits_after_a_word_for_phones_are_a_phone_number(text: str) -> None:
    (found,) = find_personal(text)
    assert found.kind is PersonalKind.PHONE
    assert re.sub(r"\D", "", found.text) == re.sub(r"\D", "", text)


@pytest.mark.parametrize("text", NOTHING)
def test_what_only_looks_like_personal_data_stays(text: str) -> None:
    assert find_personal(text) == ()
    assert masked(text) == text


def test_the_worked_example_holds() -> None:
    text = "Mail jo@example.com or call 020 7946 0123"
    assert [(find.start, find.end) for find in find_personal(text)] == [(5, 19), (28, 41)]
    assert masked(text) == "Mail [mail] or call [phone]"


def test_numbers_side_by_side_are_told_apart() -> None:
    text = "020 7946 0123 / 01632 960140, 0800 496 0123 24 hours a day, 4111 1111 1111 1111 12/26"
    assert masked(text) == "[phone] / [phone], [phone] 24 hours a day, [card] 12/26"


def test_a_card_and_an_iban_go_before_a_phone_number() -> None:
    assert masked("call 4111 1111 1111 1111") == "call [card]"
    assert masked("call 0800 DE89 3704 0044 0532 0130 00 now") == "call 0800 [iban] now"


def test_only_the_kinds_asked_for_are_masked() -> None:
    text = "jo@example.com, 020 7946 0123"
    assert masked(text, {PersonalKind.PHONE}) == "jo@example.com, [phone]"
    assert masked(text, ()) == text


def test_the_phone_and_mail_in_a_link_are_found() -> None:
    text = "[Ring](tel:+442079460123) or [write](mailto:jo@example.com?subject=Hi)"
    assert masked(text) == "[Ring](tel:[phone]) or [write](mailto:[mail]?subject=Hi)"


@pytest.mark.parametrize(("digits", "right"), [("79927398713", True), ("79927398710", False)])
def test_the_check_digit_is_luhns(digits: str, right: bool) -> None:
    assert luhn(digits) is right


@given(st.integers(10**12, 10**19), st.integers(0, 9))
def test_one_wrong_digit_is_always_noticed(number: int, shift: int) -> None:
    digits = f"{number}{next(d for d in '0123456789' if luhn(f'{number}{d}'))}"
    wrong = digits[:-5] + str((int(digits[-5]) + shift) % 10) + digits[-4:]
    assert luhn(wrong) == (wrong == digits)


@pytest.mark.parametrize("code", ["", "GB29", "GB29NWBK6016133192681é", "ZZ00"])
def test_no_iban_is_no_iban(code: str) -> None:
    assert not valid_iban(code)


HOSTILE = [
    "1" * 100_000,
    "1 " * 50_000,
    "+4" * 50_000,
    "00 " * 33_000,
    "+44 20 7946 0123+" * 6_000,
    "01632960140:" * 8_000,
    "01.01.2020 " * 9_000,
    "0" * 100_000,
    "01" * 50_000,
    "01-" * 33_000,
    "(" * 100_000,
    "((0)" * 25_000,
    "a" * 100_000,
    "a." * 50_000,
    "@" * 100_000,
    "a@" * 50_000,
    "a@a." * 25_000,
    "a@" + "a." * 50_000,
    "a (at) " * 15_000,
    "a at " * 20_000,
    "a at b dot " * 9_000,
    "a dot " * 16_000,
    "a" * 50_000 + " at b dot com"[:-4],
    "a.a" * 33_000 + " dot ",
    "GB29" * 25_000,
    "GB29 NWBK 6016 1331 9268 1" * 4_000,
    "4111 1111 1111 1112 " * 5_000,
    "call " * 20_000,
    "call 1234567 " * 8_000,
    " " * 100_000,
    "tel " + ": " * 50_000 + "1234567",
    "😀٤" * 50_000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:12]))
def test_hostile_texts_of_100_000_characters_are_searched(text: str) -> None:
    assert find_personal(masked(text)) == ()


PIECES = st.sampled_from(
    [*MAILS, *PHONES, *CARDS, *IBANS, *ANNOUNCED, *NOTHING]
    + [*"+-./:()#@[]x, 0159\n", "00", "+44", "call", "order ", "(0)", " ext. 5", "a", "é", "電話"]
)
TEXTS = (
    st.lists(PIECES, max_size=8).map("".join) | st.text(alphabet="0123456789+-./ ()@aG") | st.text()
)


@given(TEXTS)
def test_masking_what_is_masked_changes_nothing(text: str) -> None:
    assert masked(masked(text)) == masked(text)


@given(TEXTS)
def test_finds_are_exact_in_order_and_never_overlap(text: str) -> None:
    found = find_personal(text)
    assert all(text[find.start : find.end] == find.text != "" for find in found)
    assert all(a.end <= b.start for a, b in zip(found, found[1:], strict=False))


@given(TEXTS, st.sets(st.sampled_from(list(PersonalKind))))
def test_what_is_masked_holds_no_such_data_any_more(text: str, kinds: set[PersonalKind]) -> None:
    left = {find.kind for find in find_personal(masked(text, kinds))}
    assert not left & kinds
