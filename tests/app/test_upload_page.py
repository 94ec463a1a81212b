"""The Upload page, run in this process without a browser."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1.element_tree import Selectbox

from app.findings import finding_html
from app.uploading import state
from app.uploading.choosing import example_csv, kinds
from app.uploading.deciding import counts_html
from app.uploading.listing import rejections_table
from app.uploading.mapping import understood
from data.importing import ENDINGS, read_bytes
from data.importing.rejected import rejected_rows
from data.pending import Edit
from data.records import Entry, ImportedFile, Place, Rejection
from data.roles import Role
from pipeline.build import Faqdesk
from pipeline.checks import Finding, FindingKind
from pipeline.drafting.uploading import MAX_UPLOAD_BYTES
from tests.app.signing import SignedInAs
from tests.app.test_pages import Visitor

Publish = Callable[[Path, Sequence[Entry]], None]
UPLOAD = "screens/upload.py"
HOSTILE = '<script>document.title = "stolen"</script>'
TABLE = f"""\
Frage,Antwort,Thema,Notiz
Can I bring my dog aboard?,Dogs are welcome on deck.,Pets,
Where is the harbour?,"At the end of <b>Pier Road</b>. {HOSTILE.replace('"', '""')}",Ports,Old pier.
,An answer to nothing.,Ports,
""".encode()
UNCLEAR = b"Thema,Was,Text\nOrt,Where is it?,Here.\n"

pytestmark = pytest.mark.usefixtures("fresh_pages")


class Editor(Visitor):
    """Somebody on the Upload page."""

    def __init__(self, who: SignedInAs) -> None:
        super().__init__()
        who.enter(self.page)
        self.visit(UPLOAD)

    def upload(self, *files: tuple[str, bytes]) -> None:
        given = [(name, data, "application/octet-stream") for name, data in files]
        self.page.file_uploader[0].set_value(given)
        self.run()

    def field(self, label: str) -> Selectbox:
        return next(it for it in self.page.selectbox if it.label == label)

    def choose(self, label: str, column: str) -> None:
        self.field(label).set_value(column)
        self.run()

    def replace_all(self) -> None:
        self.page.toggle(key=state.REPLACE).set_value(True)
        self.run()

    @property
    def tabs(self) -> list[str]:
        return [tab.label for tab in self.page.tabs]


@pytest.fixture
def editor(desk: Faqdesk, page_home: Path, signed_in_as: Callable[..., SignedInAs]) -> Editor:
    return Editor(signed_in_as(page_home, Role.EDITOR))


def drafts(desk: Faqdesk) -> dict[str, str]:
    return {item.entry.question: item.entry.answer for item in desk.drafts.drafts()}


# -------------------------------------------------------------------------------------- who may


def test_a_visitor_and_a_reader_see_no_place_for_files(
    desk: Faqdesk, page_home: Path, signed_in_as: Callable[..., SignedInAs]
) -> None:
    visitor = Visitor()
    visitor.visit(UPLOAD)
    assert not visitor.page.file_uploader
    reader = Editor(signed_in_as(page_home, Role.READER))
    assert not reader.page.file_uploader
    assert "This page is for people with the role editor" in reader.text


# ---------------------------------------------------------------------------------- the preview


def test_before_a_file_is_given_the_page_says_what_it_may_look_like(editor: Editor) -> None:
    assert "How do I book a ticket?" in editor.text
    assert ".csv, .tsv" in editor.text
    assert ".xlsx" in editor.text
    assert "upload-apply" not in editor.buttons
    uploader = editor.page.file_uploader[0]
    assert "15 MB" in uploader.label
    assert uploader.proto.max_upload_size_mb == 15


def test_a_preview_comes_first_and_changes_nothing(editor: Editor, desk: Faqdesk) -> None:
    editor.upload(("faq.csv", TABLE))
    assert "2 questions understood" in editor.text
    assert "1 row rejected" in editor.text
    assert editor.tabs == ["Added (1)", "Changed (1)", "Rejected (1)", "Remarks (1)", "Checks"]
    assert "Dogs are welcome<ins> on deck</ins>." in editor.text
    assert "row 4, column Frage" in editor.text
    assert drafts(desk) == {}


def test_what_was_previewed_is_added_to_the_drafts_once(editor: Editor, desk: Faqdesk) -> None:
    editor.upload(("faq.csv", TABLE))
    editor.press("upload-apply")
    assert "Added to the drafts" in editor.text
    assert "1 added, 1 changed" in editor.text
    assert "upload-apply" not in editor.buttons
    assert set(drafts(desk)) == {"Can I bring my dog aboard?", "Where is the harbour?"}
    versions = [item.change.version for item in desk.drafts.drafts() if item.change]
    editor.run()
    assert [it.change.version for it in desk.drafts.drafts() if it.change] == versions
    assert len(desk.audit.search("upload applied", limit=9)) == 1


def test_a_rerun_shows_the_same_preview_and_makes_none_anew(editor: Editor) -> None:
    editor.upload(("faq.csv", TABLE))
    first = editor.page.session_state["upload-looked"]
    editor.run()
    again = editor.page.session_state["upload-looked"]
    assert again.preview is first.preview
    assert again.findings is not None


def test_a_preview_that_was_applied_elsewhere_is_not_applied_again(
    editor: Editor, desk: Faqdesk
) -> None:
    editor.upload(("faq.csv", TABLE))
    preview = editor.page.session_state["upload-looked"].preview
    assert desk.pending.apply(preview.upload, preview.edits, "Ed")
    before = len(desk.audit.search(limit=99))
    editor.press("upload-apply")
    assert "These were in the drafts already" in editor.text
    assert len(desk.audit.search(limit=99)) == before


def test_cancel_forgets_the_files(editor: Editor, desk: Faqdesk) -> None:
    editor.upload(("faq.csv", TABLE))
    editor.press("upload-cancel")
    assert not editor.tabs
    assert "What a file may look like" in [it.label for it in editor.page.expander]
    assert drafts(desk) == {}
    assert "upload-looked" not in editor.page.session_state


def test_a_file_that_changes_nothing_says_so(editor: Editor, entries: Sequence[Entry]) -> None:
    dog = next(entry for entry in entries if entry.id == "dog")
    editor.upload(("same.csv", f"question,answer\n{dog.question},{dog.answer}\n".encode()))
    assert "Nothing would change." in editor.text
    assert editor.page.button(key="upload-apply").disabled


def test_markup_in_answers_is_shown_as_text(editor: Editor) -> None:
    editor.upload(("faq.csv", TABLE))
    assert "&lt;script&gt;" in editor.text
    assert "<script" not in editor.text
    assert "&lt;b&gt;Pier Road" in editor.text


def test_several_files_are_looked_at_together(editor: Editor, desk: Faqdesk) -> None:
    editor.upload(("one.csv", TABLE), ("two.csv", b"q,a\nNew?,Yes.\n"), ("three.pdf", b"%PDF-1.7"))
    assert "Added (2)" in editor.tabs
    assert "three.pdf is a PDF" in editor.text
    editor.press("upload-apply")
    assert len(drafts(desk)) == 3


def test_long_lists_are_paged(editor: Editor) -> None:
    many = "".join(f"Question {n}?,Answer {n}.\n" for n in range(30))
    editor.upload(("many.csv", f"question,answer\n{many}".encode()))
    assert "30 entries, 1 to 25 shown" in editor.text
    assert "Question 24?" in [it.label.replace("\\", "") for it in editor.page.expander]
    assert "Question 25?" not in [it.label.replace("\\", "") for it in editor.page.expander]


def test_too_large_a_file_is_refused_with_the_limit(editor: Editor) -> None:
    editor.upload(("big.csv", b"question,answer\n" + b"x" * MAX_UPLOAD_BYTES))
    assert "more than 15 MB" in editor.text
    assert "upload-apply" not in editor.buttons


def test_the_report_names_what_stands_out(editor: Editor) -> None:
    editor.upload(("a.csv", b"question,answer\nWho?,Write to anna.smith@gmail.com please.\n"))
    assert "personal data" in editor.text
    assert "1 problem on what would be added or changed." in editor.text


# ------------------------------------------------------------------------------------ the columns


def test_columns_are_shown_as_they_were_understood_and_can_be_changed(
    editor: Editor, desk: Faqdesk
) -> None:
    editor.upload(("faq.csv", TABLE))
    assert [editor.field(it).value for it in ("Question", "Answer", "Category", "Tags")] == [
        "Frage",
        "Antwort",
        "",
        "",
    ]
    (columns,) = [it.label for it in editor.page.expander if it.label.startswith("Columns")]
    assert columns.replace("\\", "").endswith("Answer from Antwort. Not used: Thema, Notiz")
    editor.choose("Category", "Thema")
    assert editor.field("Category").value == "Thema"
    assert '<span dir="ltr">Ports</span>' in editor.text
    editor.press("upload-apply")
    assert {item.entry.category for item in desk.drafts.drafts()} == {"Pets", "Ports"}


def test_a_column_that_is_taken_for_another_field_is_no_longer_that_of_the_first(
    editor: Editor,
) -> None:
    editor.upload(("faq.csv", b"question,answer,remark,category\nWo?,Hier.,Dort.,Ort\n"))
    editor.choose("Tags", "category")
    assert (editor.field("Tags").value, editor.field("Category").value) == ("category", "")
    editor.choose("Source", "category")
    assert (editor.field("Tags").value, editor.field("Source").value) == ("", "category")
    editor.choose("Source", "")
    assert editor.field("Source").value == ""


def test_a_file_whose_columns_say_nothing_is_understood_once_they_are_chosen(
    editor: Editor, desk: Faqdesk
) -> None:
    editor.upload(("unclear.csv", UNCLEAR))
    assert "has no column for the question" in editor.text
    assert "--map" not in editor.text
    assert editor.page.button(key="upload-apply").disabled
    editor.choose("Question", "Was")
    assert "1 question understood" in editor.text
    editor.press("upload-apply")
    assert drafts(desk) == {"Where is it?": "Here."}


def test_several_columns_of_a_field_are_shown_as_one_choice(editor: Editor) -> None:
    editor.upload(("a.csv", b"question1,question2,answer\nOne?,Two?,Yes.\n"))
    assert "question1 + question2" in editor.field("Question").options
    editor.choose("Question", "question2")
    assert editor.field("Question").value == "question2"


# --------------------------------------------------------------------------- the whole library


def test_what_the_files_lack_is_retired_only_when_that_is_asked_for(
    editor: Editor, desk: Faqdesk
) -> None:
    whole = b"question,answer\nCan I bring my dog aboard?,Dogs are welcome.\n"
    editor.upload(("whole.csv", whole))
    assert "Retired (5)" not in editor.tabs
    editor.replace_all()
    assert "Retired (5)" in editor.tabs
    assert "5 entries are not in these files and would be retired" in editor.text
    editor.press("upload-apply")
    assert "5 to be retired" in editor.text
    assert {it.state for it in desk.drafts.drafts()} >= {"to be retired"}
    assert desk.store.current_generation_number() == 1


def test_nothing_is_retired_while_rows_are_rejected(editor: Editor) -> None:
    editor.upload(("faq.csv", TABLE))
    editor.replace_all()
    assert "Nothing is retired as long as rows are rejected" in editor.text
    assert not [tab for tab in editor.tabs if tab.startswith("Retired")]


# --------------------------------------------------------------------------------- going wrong


def test_what_somebody_else_changed_meanwhile_is_told_and_can_be_looked_at_again(
    editor: Editor, desk: Faqdesk
) -> None:
    editor.upload(("faq.csv", TABLE))
    item = desk.drafts.item("dog")
    edit = Edit(replace(item.entry, answer="By hand."), item.live.number if item.live else None)
    desk.pending.save([edit], "Bea")
    editor.press("upload-apply")
    assert "was changed by Bea" in editor.text
    assert drafts(desk) == {"Can I bring my dog aboard?": "By hand."}
    assert "upload-apply" not in editor.buttons
    editor.press("upload-again")
    assert "<del>By hand</del>" in editor.text
    editor.press("upload-apply")
    assert len(drafts(desk)) == 2


def test_who_was_signed_out_meanwhile_changes_nothing(editor: Editor, desk: Faqdesk) -> None:
    editor.upload(("faq.csv", TABLE))
    desk.accounts.sign_out(editor.page.session_state["access-token"])
    editor.press("upload-apply")
    assert drafts(desk) == {}
    assert "upload-apply" not in editor.buttons


# ------------------------------------------------------------------------------------- the pieces


def test_the_rejected_rows_can_be_mended_and_uploaded_again(editor: Editor) -> None:
    editor.upload(("faq.csv", TABLE))
    assert "upload-rejected-rows" in [it.key for it in editor.page.download_button]
    rejected = editor.page.session_state["upload-looked"].preview.rejected
    head, row = rejected_rows(rejected).table
    assert dict(zip(head, row, strict=True))["Antwort"] == "An answer to nothing."
    assert row[0].startswith("faq.csv, row 4, column Frage")
    # Also once the others are drafts, until there are other files.
    editor.press("upload-apply")
    assert "1 row was rejected and left out" in editor.text
    assert "upload-left-out-rows" in [it.key for it in editor.page.download_button]
    editor.upload(("other.csv", b"question,answer\nWhere is the bar?,On deck two.\n"))
    assert "Added to the drafts" not in editor.text


def test_the_example_can_be_uploaded_as_it_is() -> None:
    read = read_bytes("example.csv", example_csv().encode())
    assert [draft.alternates for draft in read.drafts] == [("Where can I reserve a seat?",), ()]
    assert read.rejections == ()
    assert set(kinds()) <= set(ENDINGS)


def test_what_was_made_of_a_file_is_told_in_words() -> None:
    whole = Rejection(Place("a<b>.csv"), "a<b>.csv is empty.")
    row = Rejection(Place("a.csv", 2, "q"), "no question")
    assert "a&lt;b&gt;.csv is empty." in understood(ImportedFile("a<b>.csv", (), (whole,)))
    told = understood(ImportedFile("a.csv", (), (row,), ("hm",)))
    assert "0 questions understood" in told
    assert "1 row rejected" in told
    assert "1 remark" in told


def test_markup_in_files_and_findings_is_shown_as_text() -> None:
    table = rejections_table([Rejection(Place("<i>.csv", 2, "<u>"), "<script>")])
    assert "&lt;script&gt;" in table
    assert "&lt;i&gt;.csv, row 2, column &lt;u&gt;" in table
    shown = finding_html(Finding(FindingKind.BROKEN_LINK, ("a",), "<script>"))
    assert "&lt;script&gt;" in shown
    assert "fd-fault-problem" in shown


def test_counts_are_told(desk: Faqdesk) -> None:
    from pipeline.drafting.uploading import UploadedFile

    preview = desk.uploads.preview([UploadedFile("a.csv", TABLE)], replace_all=False)
    shown = counts_html(preview)
    assert "<b>1</b> added" in shown
    assert "Nothing would change" not in shown
