"""Uploads are shown before they change anything, and are applied once."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from openpyxl import load_workbook

from data.errors import EditConflictError, InputError, NotAllowedError
from data.importing import read_bytes
from data.importing.rejected import rejected_rows
from data.records import Entry
from data.roles import User
from pipeline.build import Faqdesk
from pipeline.drafting.uploading import MAX_UPLOAD_BYTES, UploadedFile, UploadPreview

TABLE = b"""question,answer,topic
Where is the harbour?,At the end of Pier Road.,Travel
,An answer to nothing.,Travel
"""


def upload(*files: bytes) -> list[UploadedFile]:
    return [UploadedFile(f"file-{n}.csv", data) for n, data in enumerate(files, start=1)]


def preview(faqdesk: Faqdesk, *files: bytes, replace_all: bool = False) -> UploadPreview:
    return faqdesk.uploads.preview(upload(*files), replace_all=replace_all)


def test_a_preview_says_what_would_happen_and_changes_nothing(filled: Faqdesk) -> None:
    live = filled.drafts.items()[0].entry
    other = f'question,answer\n"{live.question}",Another answer.\n'.encode()
    shown = preview(filled, TABLE, other)
    assert [entry.question for entry in shown.added] == ["Where is the harbour?"]
    (altered,) = shown.changed
    assert (altered.before, altered.after.answer) == (live, "Another answer.")
    assert [r.place.row for r in shown.rejected] == [3]
    assert shown.files[0].header == ("question", "answer", "topic")
    assert dict(shown.files[0].columns)["category"] == "topic"
    assert filled.drafts.drafts() == ()


def test_it_is_applied_to_the_drafts_once(filled: Faqdesk, editor: User) -> None:
    shown = preview(filled, TABLE)
    assert filled.uploads.apply(shown, editor) is True
    assert filled.uploads.apply(shown, editor) is False
    (draft,) = filled.drafts.drafts()
    assert draft.entry.answer == "At the end of Pier Road."
    assert filled.store.current_generation_number() == 1


def test_uploading_the_same_file_again_changes_nothing(filled: Faqdesk, editor: User) -> None:
    filled.uploads.apply(preview(filled, TABLE), editor)
    again = preview(filled, TABLE)
    assert (again.added, again.changed, again.unchanged) == ((), (), 1)


def test_a_preview_of_what_has_changed_since_is_refused_whole(
    filled: Faqdesk, editor: User
) -> None:
    item = filled.drafts.items()[0]
    shown = preview(
        filled, f'question,answer\nNew?,New.\n"{item.entry.question}",From the file.\n'.encode()
    )
    filled.drafts.save(replace(item.entry, answer="By hand."), item, editor)
    with pytest.raises(EditConflictError, match="while you worked on it"):
        filled.uploads.apply(shown, editor)
    assert [draft.entry.answer for draft in filled.drafts.drafts()] == ["By hand."]


def test_replacing_everything_retires_what_the_files_lack(
    filled: Faqdesk, editor: User, owner: User
) -> None:
    whole = b"question,answer\nWhere is the harbour?,At the end of Pier Road.\n"
    shown = preview(filled, whole, replace_all=True)
    assert len(shown.retired) == len(filled.drafts.items())
    filled.uploads.apply(shown, editor)
    filled.drafts.publish(owner, "")
    assert len(filled.store.current_revisions()) == 1


def test_nothing_is_retired_for_a_row_that_was_rejected(filled: Faqdesk) -> None:
    shown = preview(filled, TABLE, replace_all=True)
    assert shown.retired == ()
    assert "are not in the files but are kept" in shown.warnings[-1]


def test_a_file_that_cannot_be_read_is_named_and_the_others_go_on(filled: Faqdesk) -> None:
    shown = preview(filled, b"\x00\x01\x02", TABLE)
    assert len(shown.added) == 1
    assert shown.rejected[0].place.file == "file-1.csv"
    only = preview(filled, b"", replace_all=True)
    assert (only.added, only.retired) == ((), ())
    assert "is empty" in only.rejected[0].reason


def test_columns_can_be_named(filled: Faqdesk) -> None:
    file = UploadedFile("a.csv", b"Frage,Antwort,Notiz\nWo?,Hier.,Dort.\n", {"answer": "Notiz"})
    (entry,) = filled.uploads.preview([file], replace_all=False).added
    assert entry.answer == "Dort."


def test_a_file_whose_columns_say_nothing_can_be_told_which_they_are(filled: Faqdesk) -> None:
    table = b"Thema,Was,Text\nOrt,Wo?,Hier.\n"
    unclear = filled.uploads.preview([UploadedFile("a.csv", table)], replace_all=False)
    assert unclear.files[0].header == ("Thema", "Was", "Text")
    assert "--map" not in unclear.rejected[0].reason
    told = UploadedFile("a.csv", table, {"question": "Was", "answer": "Text"})
    (entry,) = filled.uploads.preview([told], replace_all=False).added
    assert (entry.question, entry.answer) == ("Wo?", "Hier.")


@pytest.mark.parametrize(
    ("files", "match"),
    [
        ([], "No file was given"),
        (upload(b"x" * (MAX_UPLOAD_BYTES + 1)), r"15\.0 MB, more than 15 MB"),
        (upload(*[b"x"] * 51), "51 files are more than 50"),
    ],
)
def test_too_much_is_refused_with_the_limit(
    filled: Faqdesk, files: list[UploadedFile], match: str
) -> None:
    with pytest.raises(InputError, match=match):
        filled.uploads.preview(files, replace_all=False)


def test_a_reader_uploads_nothing(filled: Faqdesk, reader: User) -> None:
    with pytest.raises(NotAllowedError, match="may not upload"):
        filled.uploads.apply(preview(filled, TABLE), reader)


def test_rejected_rows_can_be_mended_and_uploaded_again(filled: Faqdesk) -> None:
    data = b'question,answer,topic\n,"=1+1, or two",Sums\nid?,a,b\n'
    shown = preview(filled, data)
    rows = rejected_rows(shown.rejected)
    assert rows.name == "rejected-rows.xlsx"
    book = load_workbook(io.BytesIO(rows.content))
    sheet = book.active
    assert [cell.value for cell in sheet[1]] == ["reason", "question", "answer", "topic"]
    assert (sheet["C2"].value, sheet["C2"].data_type) == ("'=1+1, or two", "s")
    sheet["B2"], stream = "What is it?", io.BytesIO()
    book.save(stream)
    draft, *_ = read_bytes("mended.xlsx", stream.getvalue()).drafts
    assert (draft.answer, draft.category) == ("=1+1, or two", "Sums")


def test_rejected_rows_too_long_for_a_workbook_are_csv(filled: Faqdesk) -> None:
    rows = f"question,answer\n,{'x' * 40_000}\n".encode()
    spreadsheet = rejected_rows(preview(filled, rows).rejected)
    assert spreadsheet.name == "rejected-rows.csv"
    assert spreadsheet.content.decode("utf-8-sig").startswith("reason,question,answer\r\n")


def test_rejected_rows_keep_the_columns_in_the_order_of_their_file(filled: Faqdesk) -> None:
    rows = b"Frage,Antwort,Rubrik\nis it?,,Sums\n,because,\n"
    head, *_ = rejected_rows(preview(filled, rows).rejected).table
    assert head == ["reason", "Frage", "Antwort", "Rubrik"]


def test_entries_of_an_upload_keep_what_the_file_does_not_say(filled: Faqdesk) -> None:
    live: Entry = next(i.entry for i in filled.drafts.items() if i.entry.alternates)
    data = f'question,answer\n"{live.question}",Short.\n'.encode()
    (altered,) = preview(filled, data).changed
    assert altered.after == replace(live, answer="Short.")
