"""Exports of QnA Maker and QnABot, small ones made here and the real ones in shared/."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from data.errors import SourceError
from data.importing import read_bytes, read_source
from data.records import ImportedFile

SHARED = Path(__file__).parents[2].parent / "shared" / "data"
needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="shared/data is not there")

QNA_MAKER = (
    "Question\tAnswer\tSource\tMetadata\tSuggestedQuestions\tIsContextOnly\tPrompts\tQnaId\n"
    'A?\tone\\ntwo\thttps://x.org/a\tkind:x|age:2\t[]\tFalse\t[{"DisplayText":"B"}]\t1\n'
    "B?\tthree\tEditorial\t\t[]\tFalse\t[]\t2\n"
    "A again?\tone\\ntwo\thttps://x.org/a\tkind:x\t"
    '[{"AlternateQuestionList":[{"Question":"c"},{"Question":"d"}]}]\tFalse\t[]\t1\n'
    "C?\tother\tEditorial\t\t[]\tFalse\t[]\t2\n"
)


def test_qna_maker_rows_of_one_id_and_answer_are_one_entry() -> None:
    result = read_bytes("kb.tsv", QNA_MAKER.encode())
    first, second, _ = result.drafts
    assert (first.question, first.alternates) == ("A?", ("A again?",))
    assert (first.id, first.answer, first.tags) == (None, "one\ntwo", ("kind:x", "age:2"))
    assert (first.source, first.url) == ("https://x.org/a", "https://x.org/a")
    assert (second.source, second.url) == ("Editorial", "")


def test_qna_maker_rows_of_one_id_and_different_answers_are_not() -> None:
    result = read_bytes("kb.tsv", QNA_MAKER.encode())
    assert result.rejections == ()
    assert [draft.answer for draft in result.drafts[1:]] == ["three", "other"]


def test_prompts_and_suggested_questions_are_counted_in_one_warning() -> None:
    result = read_bytes("kb.tsv", QNA_MAKER.encode())
    assert result.warnings == (
        "follow-up prompts (1) and suggested questions (2) are not imported",
    )


def test_a_literal_backslash_n_stays_in_files_of_other_programs() -> None:
    (draft,) = read_bytes("faq.csv", b"question,answer\nA?,C:\\new\n").drafts
    assert draft.answer == "C:\\new"


def read_qnabot(*items: dict[str, object]) -> ImportedFile:
    return read_bytes("bot.json", json.dumps({"qna": items}).encode())


def test_qnabot_items_are_entries_with_a_topic() -> None:
    result = read_qnabot({"qid": "X.1", "q": ["A?", "B?"], "a": "x", "t": "Tours", "r": {"a": 1}})
    (draft,) = result.drafts
    assert (draft.id, draft.question, draft.alternates) == ("X.1", "A?", ("B?",))
    assert draft.category == "Tours"
    assert result.warnings == ("columns that are not used: 'r'; map them to a field to use them",)


def test_qnabot_markdown_stands_in_for_an_empty_answer_only() -> None:
    alt = {"markdown": "*y*", "ssml": ""}
    result = read_qnabot(
        {"qid": "1", "q": ["A?"], "a": "x", "alt": alt},
        {"qid": "2", "q": ["B?"], "a": "", "alt": alt},
    )
    assert [draft.answer for draft in result.drafts] == ["x", "*y*"]
    assert "Markdown form was taken in row 2" in result.warnings[0]


def test_qnabot_items_of_other_types_are_rejected() -> None:
    result = read_qnabot(
        {"qid": "1", "q": ["A?"], "a": "x", "type": "qna"},
        {"qid": "2", "type": "quiz", "question": "B?"},
    )
    assert len(result.drafts) == 1
    assert "this is a quiz" in result.rejections[0].reason


# Entries and rejections of each real file.
REAL = {
    "azure_qnamaker/data-source-formats/Multiturn-Surface-Pro.xlsx": (20, 0),
    "azure_qnamaker/data-source-formats/QnA Maker Sample FAQ.xlsx": (9, 0),
    "azure_qnamaker/data-source-formats/Scenario_Responses_Friendly.tsv": (161, 0),
    "azure_qnamaker/data-source-formats/Structured-multi-turn-format.xlsx": (5, 0),
    "azure_qnamaker/knowledge-bases/SampleActiveLearning.tsv": (21, 0),
    "azure_qnamaker/knowledge-bases/SampleQnAs.tsv": (11, 0),
    "azure_qnamaker/knowledge-bases/SampleQnAs.xlsx": (11, 0),
    "azure_qnamaker/knowledge-bases/SampleV2QnAs.tsv": (11, 0),
    "azure_qnamaker/knowledge-bases/SampleV2QnAs.xlsx": (11, 0),
    "azure_qnamaker/knowledge-bases/basic-kb.tsv": (16, 0),
    "azure_qnamaker/data-source-formats/Multiturn-ContosoBenefits.docx": (58, 0),
    "azure_qnamaker/data-source-formats/multi-turn.docx": (20, 0),
    "azure_qnamaker/data-source-formats/semi-structured.docx": (16, 0),
    "azure_qnamaker/data-source-formats/structured.docx": (11, 0),
    "azure_qnamaker/knowledge-bases/SampleKBReplica.zip": (11, 0),
    "azure_qnamaker/knowledge-bases/SampleKBReplicaWithTsvs.zip": (11, 0),
    "azure_qnamaker/knowledge-bases/SampleV2KBReplica.zip": (11, 0),
    "azure_qnamaker/knowledge-bases/SampleV2KBReplicaWithTsvs.zip": (11, 0),
    "chatterbot_yaml/tech_support.yml": (10, 0),
    "chatterbot_yaml/trivia.yml": (260, 1),
    "login_gov_help_md/_en/help/get-started/authentication-options.md": (1, 0),
    "login_gov_help_md/_en/landing/help.md": (0, 1),
    "aws_qnabot/PrairieLineTrailTour.json": (66, 0),
    "aws_qnabot/blog-samples-final.json": (20, 0),
    "aws_qnabot/blog-samples.json": (8, 0),
    "aws_qnabot/import-fail.xlsx": (3, 1),
    "aws_qnabot/import-pass.xlsx": (3, 0),
    "aws_qnabot/import-test.xlsx": (11, 1),
    "aws_qnabot/import_questions_qna.json": (1, 0),
    "aws_qnabot/sample.xlsx": (2, 1),
}


@needs_shared
@pytest.mark.parametrize("name", REAL)
def test_real_exports_go_in(name: str) -> None:
    result = read_source(str(SHARED / "import" / name))
    assert (len(result.drafts), len(result.rejections)) == REAL[name]
    assert not any("\\n" in draft.answer for draft in result.drafts if "azure" in name)


@needs_shared
def test_what_is_broken_in_import_fail_is_said_with_its_row() -> None:
    result = read_source(str(SHARED / "import" / "aws_qnabot" / "import-fail.xlsx"))
    assert [(it.place.row, it.place.column) for it in result.rejections] == [(2, "question1")]
    assert any("Markdown form was taken in row 3" in warning for warning in result.warnings)
    assert any("was joined with row 5" in warning for warning in result.warnings)


@needs_shared
def test_real_pdfs_are_refused_with_what_to_do_instead() -> None:
    for path in (SHARED / "import").rglob("*.pdf"):
        with pytest.raises(SourceError, match=r"is a PDF, .* and save it as \.docx"):
            read_source(str(path))


@needs_shared
@pytest.mark.parametrize("name", ["SampleSynonyms.tsv", "SampleSynonyms.xlsx"])
def test_real_lists_of_synonyms_are_told_apart(name: str) -> None:
    with pytest.raises(SourceError, match="holds synonyms and no questions"):
        read_source(str(SHARED / "import" / "azure_qnamaker" / "knowledge-bases" / name))


@needs_shared
def test_the_large_medical_bank_is_read_whole() -> None:
    result = read_source(str(SHARED / "faq_banks" / "medquad.jsonl.gz"))
    assert (len(result.drafts), len(result.rejections)) == (16_407, 0)
    assert "and 29 more" in result.warnings[0]


@needs_shared
def test_a_bank_without_answers_goes_in_only_where_that_is_asked_for() -> None:
    path = str(SHARED / "retrieval" / "hint3_curekart" / "faqs.jsonl")
    assert len(read_source(path, allow_empty_answer=True).drafts) == 28
    assert len(read_source(path).rejections) == 28
