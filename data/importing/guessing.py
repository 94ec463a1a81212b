"""Which old 8-bit encoding a text is in, told by the letters that its words would have.

One byte is "ù" in Windows-1252, "ů" in Windows-1250 and "щ" in Windows-1251, so an encoding is as
likely as the words that come out. Where two fit, Windows-1252 is taken: it is by far the commonest.

Worked example: `hasło` in Windows-1250 has the byte B3, in Windows-1252 a "³" between two letters,
which no word has; `für` is the same in both, and so tells nothing and is taken for Windows-1252.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_WESTERN = "cp1252"
# Per encoding, what fits into the words of each language: its letters that are not ASCII, and of
# some only where that language has them.
_ALPHABETS = {
    encoding: tuple(re.compile(letters) for letters in alphabets)
    for encoding, alphabets in {
        _WESTERN: (
            "[äöüßéàèêç]",  # German, and the words that it borrows
            "[àâæçéèêëîïôûü]|(?<=o)ù|œ(?=[cdefistu])",  # French
            "[áéíñóúüçàèïò·]",  # Spanish, Catalan
            "[áâãàçéêíóôúü]|õ(?=e)",  # Portuguese
            "[àèéìíòóùú](?![^\\W\\d_])|î",  # Italian
            "[åäöéüà]",  # Swedish, Finnish
            "[åæøéóôü]",  # Danish, Norwegian
            "[äöü]|õ(?=[^\\W\\d_])",  # Estonian, but for what it borrows
            # Icelandic
            "[áéíóúýæö]|(?<=[^\\W\\d_])ð|(?<![aeiouyáéóúýæö])þ(?=[aeiouyáéíóúýæöjrv])",
            "[éèëïöüôóçñáäâ]",  # Dutch, English and the words that it borrows, Albanian
        ),
        "cp1250": (
            "[ąćęłńóśźż]",  # Polish
            # Czech, Slovak, of which none stands alone as Italian "è" does, nor ends in "à"
            "[áéíóúýäôťľĺ]|[čďěňřšůžŕ](?=[^\\W\\d_])|(?<=[^\\W\\d_])[čďěňřšůž]",
            "[áéíóöőúüű]",  # Hungarian
            "[ăâîşţ]",  # Romanian
            "[čćđšž]",  # Slovene, Croatian
        ),
        "cp1254": ("[âçğıîöşüû]",),  # Turkish
        "cp1257": ("[ąčęėįšųūž]", "[āčēģīķļņšūž]"),  # Lithuanian, Latvian
    }.items()
}
_ALPHABETIC = ["cp1251", "cp1253", "cp1255", "cp1256", "koi8_r"]
# To these nearly all bytes are letters, so that they fit anything.
_LAX = ["cp874", "cp932", "euc_jp", "gb18030", "big5", "cp949"]
_NAMES = {
    "cp1252": "Western European",
    "cp1250": "Central European",
    "cp1254": "Turkish",
    "cp1257": "Baltic",
    "cp1251": "Cyrillic",
    "cp1253": "Greek",
    "cp1255": "Hebrew",
    "cp1256": "Arabic",
    "koi8_r": "Cyrillic",
    "cp874": "Thai",
    "cp932": "Japanese",
    "euc_jp": "Japanese",
    "gb18030": "Chinese",
    "big5": "Chinese",
    "cp949": "Korean",
}

_NOT_ASCII = re.compile(rb"[\x80-\xff]")
_LETTERS = re.compile(rb"[A-Za-z\x80-\xff]")
# Letters side by side; quotes, dashes and the like have the same bytes in most encodings.
_RUN = re.compile(rb"[\xa1-\xaa\xac-\xba\xbc-\xff]{3,}")
_WESTERN_SIGN = re.compile("[À-ÿŒœŠšŽž«»“”‘’„…–—•€£°§©®½¼¾²³¡¿·\xa0]")
_WORD = re.compile(rb"[^\s,;\"]*[\x80-\xff][^\s,;\"]*")
_FOREIGN = re.compile(r"[^\W\d_\x00-\x7fªº¹²³µ¼½¾]")
_WORD_LETTERS = re.compile(r"[^\W\d_]+")
_KANA = re.compile("[ぁ-んァ-ヶ]")
_SIGN_IN_WORD = re.compile(r"(?<=[^\W\d_])[ªº¹²³¼½¾¿¡£¥¢¤¦¬¯±¸×÷ˇ˘˛˝˙\ufffd](?=[^\W\d_])|\ufffd")

SAMPLE_BYTES = 64 * 1024
# A sign within a word is surer than a letter that one language has and another has not.
SIGN_COST = 2
# Windows-1252 gives way only to what fits at least so much better, and twice as well.
CLEARLY_BETTER = 2
# In other scripts the letters outside ASCII stand side by side; in Western words they are alone.
OTHER_SCRIPT_RUNS = 0.5
OTHER_SCRIPT_SHARE = 0.3
KANA_SHARE = 0.2
LAST_LATIN = "\u024f"


def guess_encoding(data: bytes) -> str:
    """The encoding, by its Python name, that gives the likeliest words; cp1252 when in doubt."""
    sample = _telling_part(data)
    return _other_script(sample) if _is_other_script(sample) else _latin(sample)


def shown(encoding: str) -> str:
    """An encoding as people know it: "Windows-1253 (Greek)"."""
    return f"{encoding.replace('cp125', 'Windows-125')} ({_NAMES[encoding]})"


def _telling_part(data: bytes) -> bytes:
    """The lines that are not plain ASCII, as far as they are needed to tell the encoding."""
    part = bytearray()
    for line in data.splitlines(keepends=True):
        part += line if _NOT_ASCII.search(line) else b""
        if len(part) > SAMPLE_BYTES:
            break
    return bytes(part)


def _is_other_script(sample: bytes) -> bool:
    """Whether the words are written in other letters than Latin ones."""
    if _is_kana(sample):
        return True
    count = len(_NOT_ASCII.findall(sample))
    if sum(map(len, _RUN.findall(sample))) >= OTHER_SCRIPT_RUNS * count:
        return True
    # Of Japanese and Chinese each second byte may be ASCII; what they give is no Western letters.
    many = count >= OTHER_SCRIPT_SHARE * len(_LETTERS.findall(sample))
    western = sample.decode(_WESTERN, errors="replace")
    return many and 2 * len(_WESTERN_SIGN.findall(western)) < count


def _other_script(sample: bytes) -> str:
    from charset_normalizer import from_bytes

    if _is_kana(sample):
        return "cp932"
    # English words beside them would say nothing of the others.
    words = b" ".join(_WORD.findall(sample))
    fits = from_bytes(words, cp_isolation=[*_ALPHABETIC, *_LAX])
    # Of those that are as good the library's first stands; it puts the likelier in front.
    ranked = [(_ruined(words, fit.encoding), -fit.coherence, fit.encoding in _LAX) for fit in fits]
    return fits[ranked.index(min(ranked))].encoding if ranked else _WESTERN


def _ruined(words: bytes, encoding: str) -> int:
    """How many of the words nobody would write: letters of two scripts, capitals in their midst."""
    text = words.decode(encoding, errors="replace")
    found = _WORD_LETTERS.findall(text)
    odd = len(_SIGN_IN_WORD.findall(text)) + sum(not _is_word(word) for word in found)
    # Hebrew letters have the bytes of small Cyrillic ones, of which some would be capitals.
    uncapped = len(found) > 2 and text.lower() != text.upper() and not any(map(str.istitle, found))
    return odd + uncapped


def _is_word(word: str) -> bool:
    one_case = word in (word.lower(), word.upper(), word.capitalize())
    return one_case and len({sign > LAST_LATIN for sign in word}) == 1


def _is_kana(sample: bytes) -> bool:
    """Whether it is Japanese in Shift JIS, whose kana no other text has at the same bytes."""
    try:
        text = sample.decode("cp932")
    except UnicodeDecodeError:
        return False
    return KANA_SHARE * len(re.findall(r"[^\x00-\x7f]", text)) <= len(_KANA.findall(text)) > 1


def _latin(sample: bytes) -> str:
    costs = {encoding: sum(_costs(sample, encoding)) for encoding in _ALPHABETS}
    best = min(costs, key=lambda encoding: costs[encoding])
    gain = costs[_WESTERN] - costs[best]
    return best if gain >= max(CLEARLY_BETTER, costs[best]) else _WESTERN


def _costs(sample: bytes, encoding: str) -> Iterator[int]:
    """For each line how much in it fits into no word of the one language that suits it best.

    Line by line, because one file may hold several languages.
    """
    for line in sample.decode(encoding, errors="replace").lower().splitlines():
        letters = len(_FOREIGN.findall(line))
        fitting = max(len(letters.findall(line)) for letters in _ALPHABETS[encoding])
        yield letters - fitting + SIGN_COST * len(_SIGN_IN_WORD.findall(line))
