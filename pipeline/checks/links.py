"""Links that cannot work, seen from their form alone: nothing is fetched."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from data.records import Entry
from pipeline.checks.findings import Finding, FindingKind, listed, named, shortened
from pipeline.checks.prose import prose_of

# What stands between "(" and ")", on one line and with at most a few brackets of its own.
_TARGET = re.compile(r"[^()\n]{0,2000}(?:\([^()\n]{0,500}\)[^()\n]{0,2000}){0,4}\)")
# Not "rows[0](x)", which is a program; "](" after ")" is the end of a picture that is a link.
_LINK_START = re.compile(r"(?:(?<![\w)\]])\[[^\[\]\n]{0,300}|(?<=\)))\]\(")
_ADDRESS_START = re.compile(r"\s*<?(?:https?:|www\.|mailto:|tel:|/)", re.IGNORECASE)
_TITLED = re.compile(r"(\S*)\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\))")
_LOOSE = re.compile(r"(?<![\w(/])https?(?::/(?!/)|//)[^\s)>\"']{2,200}", re.IGNORECASE)

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]{0,30}):", re.IGNORECASE)
_SCRIPTS = ("javascript", "vbscript", "data")
_OWN_FILE = re.compile(r"file:|[a-z]:[\\/]|\\\\", re.IGNORECASE)
_HOST = re.compile(
    r"https?://(?:[^/?#@\s]*@)?(\[[0-9a-f:.]+\]|[^/?#:\s]*)(?::\d+)?(?:[/?#]|$)", re.I
)
_BAD_HOST = re.compile(r"https?|.*\.\..*|\..*|.*[,;<>\"'|{}\\].*|.*\.", re.IGNORECASE)
_SITE = re.compile(
    r"(?:www\.|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|gov|edu|info|int|eu|uk|de|fr|es|it|nl|ch|at|ie|ca|au|"
    r"example)(?:[/:?#]|$))",
    re.IGNORECASE,
)
_MAIL = re.compile(r"[^\s@/:]{1,64}@[^\s@/]{1,253}\.[a-z]{2,}", re.IGNORECASE)
# Put in by the maker of web pages, {{ site.url }}/help; a check for placeholders tells of it.
_TEMPLATE = re.compile(r"\{\{|\{%")

NEAR_SCHEME = 2


@dataclass(frozen=True, slots=True)
class BadLink:
    """A link as it stands in the text, and what is wrong with it and what to do."""

    target: str
    why: str


def links(entry: Entry) -> Iterator[Finding]:
    """Broken links in an entry's answer and url, and links that name no site."""
    prose = prose_of(entry.answer)
    targets = list(_targets(prose))
    url = entry.url.strip()
    bad = [link for target in [*targets, *([url] if url else [])] if (link := bad_form(target))]
    for link in dict.fromkeys([*bad, *_unclosed(prose), *_loose(prose)]):
        yield Finding(
            FindingKind.BROKEN_LINK,
            (entry.id,),
            f"{named(entry)} has a link that {link.why}",
            link.target,
        )
    siteless = list(dict.fromkeys(target for target in targets if _is_relative(target)))
    if siteless:
        shown = listed([f"“{shortened(target, 40)}”" for target in siteless])
        yield Finding(
            FindingKind.RELATIVE_LINK,
            (entry.id,),
            f"{named(entry)} links to {shown} without naming the site, which works on the page it "
            "came from and not in the chat. Write the whole address, from https:// on.",
            siteless[0],
        )


def bad_form(target: str) -> BadLink | None:
    """What is wrong with the target of a link, or `None` where it could work."""
    if not target:
        return BadLink("", "leads nowhere: its address is empty. Write the address or remove it.")
    if _TEMPLATE.search(target):
        return None
    why = _wrong_scheme(target) or _wrong_address(target)
    return BadLink(target, f"{why}: {shortened(target)}.") if why else None


def _wrong_scheme(target: str) -> str:
    if _OWN_FILE.match(target):
        return "leads to a file on somebody's own computer. Put the file on the web first"
    if re.match(r"https?(?!://)(?:[:/]|$)", target, re.IGNORECASE):
        return "does not begin with https:// as it should. Correct its beginning"
    scheme = _SCHEME.match(target)
    if scheme and scheme[1].lower() in _SCRIPTS:
        return "runs a program in the reader's browser. Remove it"
    if scheme and _is_misspelt(scheme[1].lower()):
        return f"begins with “{scheme[1]}:”, which is misspelt. Begin it with https://"
    if _MAIL.fullmatch(target):
        return "is a mail address without “mailto:” before it. Add that"
    if _SITE.match(target):
        return "lacks https:// before it, so it leads nowhere. Add that"
    return ""


def _is_misspelt(scheme: str) -> bool:
    from rapidfuzz.distance import OSA

    known = ("http", "https", "ftp", "ftps", "sftp", "htc", "ttys", "tel")
    return scheme not in known and OSA.distance(scheme, "https") <= NEAR_SCHEME


def _wrong_address(target: str) -> str:
    if re.search(r"\s", target):
        return "has a blank in its address. Write %20 for it, or remove it"
    if target.lower().startswith("mailto:") and "@" not in target and "%40" not in target:
        return "should open a mail and names no address. Add one"
    if target.lower().startswith(("http:", "https:")):
        host = _HOST.match(target)
        if host is None or not host[1] or _BAD_HOST.fullmatch(host[1]):
            return "names no site that can exist. Correct the part after https://"
    return ""


def _is_relative(target: str) -> bool:
    absolute = target.startswith("//") or _SCHEME.match(target) or _TEMPLATE.search(target)
    return not absolute and bad_form(target) is None


def _targets(prose: str) -> Iterator[str]:
    """The targets of the links and pictures in Markdown, without their titles."""
    for start in _starts(prose):
        match = _TARGET.match(prose, start)
        if match:
            inside = match[0][:-1].strip()
            titled = _TITLED.fullmatch(inside)
            target = titled[1] if titled else inside
            is_bracketed = target.startswith("<") and target.endswith(">")
            yield target[1:-1].strip() if is_bracketed else target


def _starts(prose: str) -> list[int]:
    """Where the targets of links begin."""
    # Most texts have no link, and this is far quicker to see.
    return [match.end() for match in _LINK_START.finditer(prose)] if "](" in prose else []


def _unclosed(prose: str) -> Iterator[BadLink]:
    for start in _starts(prose):
        if _ADDRESS_START.match(prose, start) and not _TARGET.match(prose, start):
            shown = shortened(prose[start : start + 300].split("\n", 1)[0])
            yield BadLink(shown, f"is never closed. Put “)” where its address ends: {shown}")


def _loose(prose: str) -> Iterator[BadLink]:
    """Addresses in plain text that begin wrongly."""
    for match in _LOOSE.finditer(prose):
        why = "does not begin with https:// as it should. Correct its beginning"
        yield BadLink(match[0], f"{why}: {shortened(match[0])}.")
