"""Encodings: marks, guesses, and bytes that are no text."""

from __future__ import annotations

import codecs
import random

import pytest

from data.errors import SourceError
from data.importing import read_bytes
from tests.data.encoding_texts import LANGUAGES, Language

FRENCH = "question,réponse\nOù est le café ?,Près de la gare à côté.\n"


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_a_byte_order_mark_settles_the_encoding(mark: bytes, encoding: str) -> None:
    result = read_bytes("faq.csv", mark + FRENCH.encode(encoding))
    assert (result.drafts[0].question, result.warnings) == ("Où est le café ?", ())


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_is_recognised_and_said(encoding: str) -> None:
    result = read_bytes("faq.csv", FRENCH.encode(encoding))
    assert result.drafts[0].question == "Où est le café ?"
    assert f"the encoding looks like {encoding.upper()}" in result.warnings[0]


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("Windows-1252", FRENCH),
        ("Windows-1252", "question,answer\nDon’t you?,It’s £5 – “cheap”.\n"),
        ("Windows-1252", "question,answer\nWhat is a résumé?,A CV.\n"),
        ("Windows-1251", "question,answer\nКак сменить пароль?,Откройте настройки сайта\n"),
        ("Windows-1250", "pytanie,answer\nJak zmienić hasło?,Otwórz ustawienia, zażółć gęślą\n"),
        ("cp932", "question,answer\n今日の天気を教えてください,今日は晴れです。ありがとう。\n"),
    ],
)
def test_other_encodings_are_guessed_and_the_guess_is_named(encoding: str, text: str) -> None:
    text = text.replace("pytanie", "question").replace("ustawienia,", "ustawienia")
    result = read_bytes("faq.csv", text.encode(encoding.replace("Windows-", "cp")))
    assert result.drafts[0].question == text.split("\n")[1].split(",")[0]
    assert f"guessed to be {encoding}" in result.warnings[0]


@pytest.mark.parametrize("rows", [1, 3, 30])
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_files_of_a_row_or_more_are_read_in_the_encoding_of_their_language(
    language: Language, rows: int
) -> None:
    result = read_bytes("faq.csv", language.file(rows))
    pairs = [(draft.question, draft.answer) for draft in result.drafts]
    assert pairs == language.pairs(rows)
    assert (
        f"guessed to be {language.encoding.replace('cp125', 'Windows-125')} ("
        in (result.warnings[0])
    )


@pytest.mark.parametrize(
    "text",
    [
        'question,answer\nWo ist das Café?,"Am Münsterplatz, Tür 3"\n',
        "question,answer\nOù?,Là\n",
        "question,answer\nÄäh?,Öö\n",
        "question,answer\nJ’ai reçu “l’été”…,«Ça» — œuvre à 20 €\n",
        "question,answer\nIs it €5 – or £4?,½ of “it” costs 3 m³ · 20°\n",
        "question,answer\nWho is Søren?,A naïve señor from Škoda\n",
    ],
)
def test_a_few_accents_are_taken_for_western_ones(text: str) -> None:
    result = read_bytes("faq.csv", text.encode("cp1252"))
    assert f"{result.drafts[0].question},{result.drafts[0].answer}" in text.replace('"', "")
    assert "Windows-1252 (Western European)" in result.warnings[0]


def test_a_western_file_in_many_languages_with_foreign_names_stays_western() -> None:
    western = [language for language in LANGUAGES if language.encoding == "cp1252"]
    names = "Who is Škoda?,Žižek\r\nWho is Šimon?,A naïve man\r\n".encode("cp1252")
    data = b"".join(language.file(5) for language in western) + names
    assert "Windows-1252" in read_bytes("faq.csv", data).warnings[0]


def test_where_the_encoding_cannot_be_known_the_warning_says_how_to_make_it_sure() -> None:
    turkish = "question,answer\nKafe nerede?,Ana girişin yanında\n".encode("cp1254")
    assert read_bytes("faq.csv", turkish).warnings == (
        "the encoding was guessed to be Windows-1252 (Western European); if letters look wrong, "
        "save the file as UTF-8 (in Excel: CSV UTF-8) and give it again",
    )


def test_bytes_that_the_guessed_encoding_lacks_are_replaced_with_a_warning() -> None:
    result = read_bytes(
        "faq.csv", "question,answer\nOù est le café ?,Près \x81.\n".encode("latin-1")
    )
    assert result.drafts[0].answer == "Près \ufffd."
    assert "not valid in that encoding" in result.warnings[1]


def test_bad_bytes_after_a_mark_are_replaced_with_a_warning() -> None:
    result = read_bytes("faq.csv", codecs.BOM_UTF8 + b"question,answer\nHow?,So \xff.\n")
    assert result.drafts[0].answer == "So \ufffd."
    assert "not valid UTF-8" in result.warnings[0]


@pytest.mark.parametrize(
    "data",
    [
        random.Random(0).randbytes(5000),
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 4,
        b"question,answer\nHow?,\0So.\n",
        bytes(range(1, 32)) * 50,
    ],
)
def test_binary_junk_is_an_error_that_says_what_to_save(data: bytes) -> None:
    with pytest.raises(SourceError, match=r"faq\.csv is not a text file\. Save it as CSV"):
        read_bytes("faq.csv", data)
