"""Finds mail addresses: as they are typed, and as people spell them so that no robot reads them.

`jo@example.com`, `jo [at] example (dot) com` and `jo at example dot com` are one address. Of the
last kind each word could stand in a sentence, so what comes before "at" must be no word that
sentences have there ("I bought it at example dot com"), and the end one that addresses have.
"""

from __future__ import annotations

import re

from pipeline.phones import hide

# Letters of addresses: Latin, Greek and Cyrillic ones. In scripts without blanks between words
# nothing would tell where an address ends.
_LETTER = "a-zÀ-ɏͰ-ԯ"
# Lengths after RFC 5321, 4.5.3.1; letters as people have them and not all that RFC 5322 allows.
_LOCAL = rf"(?<![{_LETTER}0-9_])[{_LETTER}0-9_][{_LETTER}0-9.%+_-]{{0,63}}"
_LABEL = rf"[{_LETTER}0-9](?:[{_LETTER}0-9-]{{0,62}})"
_TOP = r"(?:xn--[a-z0-9-]{2,59}|[a-z]{2,24}|[Ͱ-ԯ]{2,24})"
_END = rf"(?![{_LETTER}0-9_])"
_BRACKETED_AT = r"\ ?[(\[{<]\ ?(?:at|ät|@)\ ?[)\]}>]\ ?"
_BRACKETED_DOT = r"\ ?[(\[{<]\ ?(?:dot|punkt|\.)\ ?[)\]}>]\ ?"
_BARE_DOT = r"\ {1,2}(?:dot|punkt)\ {1,2}"
_TYPED = re.compile(
    rf"{_LOCAL}(?:\ ?@\ ?|{_BRACKETED_AT})"
    rf"(?:(?:{_LABEL}(?:\.|{_BRACKETED_DOT})){{1,8}}|(?:{_LABEL}{_BARE_DOT}){{1,8}}){_TOP}{_END}",
    re.IGNORECASE,
)
_AT = re.compile(r"@|[(\[{<] ?[aä]t ?[)\]}>]", re.IGNORECASE)
# Names of pictures in two sizes, "logo@2x.png", are no addresses.
_FILE_ENDINGS = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".css", ".js", ".py")

# Words that stand before "at" in sentences and are nobody's address.
_NO_LOCAL = re.sub(
    r"\s+",
    "|",
    """
    it me us you him her them this that these those one ones i we he she they is are was were be
    been am not no and or but up down in out on off back here there now then only also even just
    again online available open closed all any some both each everything anything nothing someone
    people look looks looked looking see sees saw seen seeing meet meets met meeting buy buys
    bought buying sell sells sold pay pays paid paying shop shops shopped shopping book books
    booked booking order ordered ordering find finds found read reads arrive arrives arrived
    start starts started stop stops stopped stay stayed stand wait work works worked live lives
    lived register registered sign signed log logged login apply applied check checked checking
    ask asked use used account accounts discount discounts price prices priced ticket tickets
    offer offers page pages site sites website websites article articles product products item
    items what which who where when why how if as so than more less
    """.strip(),
)
# What addresses end in, beside the two letters of a country.
_TOP_SAID = (
    "(?:com|org|net|edu|gov|mil|int|info|biz|name|mobi|app|dev|example|test|online|shop|[a-z]{2})"
)
_SAID = re.compile(
    rf"(?!(?:{_NO_LOCAL})\ ){_LOCAL}(?:\ dot\ {_LABEL}){{0,3}}\ {{1,2}}(?:"
    rf"(?:at|ät|bei)\ {{1,2}}(?:{_LABEL}{_BARE_DOT}){{1,4}}|"
    rf"(?:arroba|chiocciola)\ {{1,2}}(?:{_LABEL}\ {{1,2}}(?:punto|ponto)\ {{1,2}}){{1,4}}|"
    rf"arobas?e?\ {{1,2}}(?:{_LABEL}\ {{1,2}}point\ {{1,2}}){{1,4}}){_TOP_SAID}{_END}",
    re.IGNORECASE,
)
_DOT_SAID = re.compile(r" (?:dot|punkt|punto|ponto|point) ", re.IGNORECASE)


def mail_spans(text: str) -> list[tuple[int, int]]:
    """The `[start, end)` of each mail address of a text, in order."""
    found: list[tuple[int, int]] = []
    # Most texts have none, and this is far quicker to see than that no mail begins anywhere.
    if _AT.search(text):
        matches = _TYPED.finditer(text)
        found += [each.span() for each in matches if not each[0].lower().endswith(_FILE_ENDINGS)]
    if _DOT_SAID.search(text):
        found += [each.span() for each in _SAID.finditer(hide(text, found))]
    return sorted(found)
