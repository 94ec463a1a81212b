"""Personal data in entries, told apart from the organisation's own contact details."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from data.records import Entry
from pipeline.checks.findings import Finding, FindingKind, listed, named
from pipeline.personal import Personal, PersonalKind, find_personal

# Mail boxes that belong to a task and not to a person (RFC 2142 names the first of them).
_TASK_WORDS = (
    "info marketing sales support abuse noc security postmaster hostmaster webmaster www privacy "
    "help helpdesk hilfe contact kontakt contacto hello hallo hi mail email post office team staff "
    "service services servicedesk customer customers customerservice care kundenservice billing "
    "accounts accounting invoice invoices payments finance orders order returns refunds booking "
    "bookings reservations tickets press media news newsletter jobs careers hr recruiting admin "
    "administration enquiries inquiries enquiry questions faq feedback complaints claims legal "
    "compliance dpo data datenschutz gdpr events members membership groups reception noreply no "
    "reply donotreply it tech web webmail editor reports report general emergency library"
)
_TASKS = frozenset(_TASK_WORDS.split())
_TASK_ENDINGS = ("info", "staff", "support", "help", "service", "office", "team", "desk", "policy")
# Mail boxes that anybody can have.
_FREE = re.compile(
    r"@(?:gmail|googlemail|hotmail|outlook|live|yahoo|ymail|icloud|me|aol|gmx|web|proton|protonmail|"
    r"mail|yandex|qq|163)\.(?:com|net|org|de|fr|it|es|ru|ch|at|me|in|ca|com?\.[a-z]{2})$",
    re.IGNORECASE,
)
# Kept for examples (RFC 2606), or chosen for them, as in "type your address, name@example.com".
_EXAMPLE = re.compile(
    r"@(?:[\w.-]*\.)?example\.(?:com|org|net)$|@X+\.X|^example|^admin@admin\.|^(?:git|root|ubuntu|ec2-user|user(?:name)?|test)@"
    r"|@(?:your|my|some|the)?-?(?:domain|company|companyname|site|organi[sz]ation|email|foo|bar)\.",
    re.IGNORECASE,
)

_TOLL_FREE = re.compile(
    r"\D*(?:1\D{0,2})?8(?:00|33|44|55|66|77|88)\D|0080?0|0808|080\d|03\d\d\D|084|087"
)
_OWN = re.compile(
    r"\b(?:cell|private|home|his|her|mr|mrs|ms|dr|herr|frau)\b[^.!?\n]{0,30}$", re.IGNORECASE
)
# Around a number that is given out: the words for calling, or the rest of an address.
_PUBLIC = re.compile(
    r"\b(?:call|calling|ring|phone|telephone|tel|line|hotline|helpline|fax|tty|contact|reach|office|"
    r"desk|service|cent(?:er|re)|team|us|our|customer|toll|free|number|visit|website|street|suite|"
    r"group|anruf\w*|telefon\w*|rufnummer)\b|www\.|https?:|\b[A-Z]{2} \d{5}\b",
    re.IGNORECASE,
)
NEAR = 80

_WHAT = {
    PersonalKind.MAIL: "mail address",
    PersonalKind.PHONE: "phone number",
    PersonalKind.CARD: "card number",
    PersonalKind.IBAN: "bank account (IBAN)",
}


@dataclass(frozen=True, slots=True)
class _Seen:
    """A find in an entry, and whether it looks like a contact that visitors are meant to have."""

    entry: Entry
    find: Personal
    is_contact: bool


def privacy(checked: Sequence[Entry], entries: Sequence[Entry]) -> Iterator[Finding]:
    """Personal data in the checked entries, one finding for each address or number.

    What is repeated elsewhere among all `entries` is no secret, so a phone number in several of
    them is taken for the organisation's own.
    """
    seen: defaultdict[str, list[_Seen]] = defaultdict(list)
    for entry in checked:
        for text in (*entry.forms, entry.answer):
            # What is said several times in a text is judged where it is said first.
            finds = {_key(find): find for find in reversed(find_personal(text))}
            for key, find in reversed(finds.items()):
                if not _EXAMPLE.search(find.text):
                    seen[key].append(_Seen(entry, find, _is_contact(find, text, entry)))
    for several in seen.values():
        yield _finding(several, entries)


def _key(find: Personal) -> str:
    """The same for every spelling of a number or address."""
    text = find.text.lower()
    return (
        text if find.kind is PersonalKind.MAIL else f"{find.kind} {re.sub('[^a-z0-9]', '', text)}"
    )


def _finding(several: list[_Seen], entries: Sequence[Entry]) -> Finding:
    find = several[0].find
    holders = {seen.entry.id: seen.entry for seen in several}
    what = f"The {_WHAT[find.kind]} {find.text} is in {_where(holders.values())}."
    if any(seen.is_contact for seen in several) or _is_shared(find, entries):
        return Finding(
            FindingKind.CONTACT,
            tuple(holders),
            f"{what} It looks like a contact of your organisation: check that it is right and "
            "meant for everybody.",
            find.text,
        )
    return Finding(
        FindingKind.PERSONAL,
        tuple(holders),
        f"{what} Every visitor can read it. Remove it unless it is meant to be public.",
        find.text,
    )


def _where(entries: Iterable[Entry]) -> str:
    return listed(list(dict.fromkeys(map(named, entries))))


def _is_contact(find: Personal, text: str, entry: Entry) -> bool:
    if find.kind is PersonalKind.MAIL:
        return _is_task(find.text, entry)
    if find.kind is not PersonalKind.PHONE:
        return False
    before = text[max(0, find.start - NEAR) : find.start]
    around = before + text[find.end : find.end + NEAR // 2]
    return not _OWN.search(before) and bool(
        _TOLL_FREE.match(find.text) or _PUBLIC.search(around) or _PUBLIC.search(entry.question)
    )


def _is_task(address: str, entry: Entry) -> bool:
    """Whether a mail box is named after a task or its organisation, and not after a person.

    Such are the usual ones, numbers, the name of the site ("resna@resna.org"), a word of the
    question ("groups@" where it asks about groups) and the initials of an office in the answer.
    """
    box, _, site = address.lower().partition("@")
    if _FREE.search(address):
        return False
    parts = [part for part in re.split(r"[^a-z]+", box) if part]
    if not parts or any(part in _TASKS for part in parts) or box.endswith(_TASK_ENDINGS):
        return True
    said = " ".join((*entry.forms, entry.category, *entry.tags)).lower()
    initials = re.search(rf"\b{re.escape(box.upper())}\b", entry.answer)
    named_after = any(len(part) > 3 and part.rstrip("s") in said for part in parts)
    return named_after or bool(initials) or site.split(".")[0] in box


def _is_shared(find: Personal, entries: Sequence[Entry]) -> bool:
    is_phone = find.kind is PersonalKind.PHONE
    return is_phone and sum(find.text in entry.answer for entry in entries) > 1
