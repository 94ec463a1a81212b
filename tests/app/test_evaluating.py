"""`faqdesk evaluate` as a person runs it, with the stand-in encoder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.app.test_command import FAQ, Ran, faqdesk

QUESTIONS = """{"query": "can i bring my dog along", "relevant": ["dog"]}
{"query": "what does a bike cost", "relevant": ["bike"]}
{"query": "xyzzy plugh", "relevant": []}
{"query": "who knows", "relevant": ["nobody"]}
"""


def with_questions(folder: Path, lines: str) -> str:
    """A file of labelled questions, beside a library of the few entries that they ask for."""
    faq, asked = folder / "faq.csv", folder / "questions.jsonl"
    faq.write_text(FAQ, "utf-8")
    asked.write_text(lines, "utf-8")
    assert faqdesk("ingest", str(faq)).status == 0
    return str(asked)


@pytest.fixture
def questions(tmp_path: Path, hashing: None) -> str:
    return with_questions(tmp_path, QUESTIONS)


def evaluated(*arguments: str) -> Ran:
    return faqdesk("evaluate", *arguments)


def test_a_set_is_asked_and_every_file_is_written(questions: str, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("r.json", "r.html", "r.csv")]
    options = [f"--{path.suffix[1:]}={path}" for path in files]
    ran = evaluated(questions, *options)
    assert ran.status == 0
    assert "row 4" in ran.err.replace("line 4", "row 4")
    report = json.loads(files[0].read_text("utf-8"))
    assert report["retrieval"]["final"]["hit@1"]["value"] == 1
    assert set(report["retrieval"]["dense"]["map"]) == {"value", "low", "high", "n"}
    assert report["answers"]["em"]["n"] == 0
    assert len(files[2].read_text("utf-8").splitlines()) == 4
    assert files[1].read_text("utf-8").lower().startswith("<!doctype html")


@pytest.mark.parametrize("option", ["--json", "--html", "--csv"])
def test_a_report_is_not_written_over_the_questions(questions: str, option: str) -> None:
    before = Path(questions).read_bytes()
    ran = faqdesk("evaluate", questions, option, questions)
    assert (ran.status, "would be written over" in ran.err) == (2, True)
    assert Path(questions).read_bytes() == before


def test_where_nothing_can_be_written_nothing_is_asked(questions: str, tmp_path: Path) -> None:
    ran = faqdesk("evaluate", questions, "--html", str(tmp_path / "no folder" / "report.html"))
    assert (ran.status, ran.out) == (2, "")
    assert "give a file in a folder that is there" in ran.err


def test_a_run_and_itself_do_not_differ(questions: str) -> None:
    evaluated(questions)
    ran = evaluated(questions, "--compare", "1")
    assert ran.status == 0
    assert "no difference" in ran.out


def test_a_missed_mark_ends_with_4_and_says_why(questions: str) -> None:
    assert evaluated(questions, "--fail-under", "hit@1=0.5").status == 0
    ran = evaluated(questions, "--fail-under", "coverage>=0.99")
    assert ran.status == 4
    assert "Failed: coverage" in ran.out


def test_a_bank_in_a_file_leaves_the_library_alone(questions: str, tmp_path: Path) -> None:
    assert evaluated(questions, "--faqs", str(tmp_path / "faq.csv")).status == 0
    assert "1" in faqdesk("generations").out
    assert evaluated("--compare", "1").status == 2


def test_the_faq_itself_is_no_file_of_questions(questions: str, tmp_path: Path) -> None:
    ran = evaluated(str(tmp_path / "faq.csv"))
    assert (ran.status, ran.out) == (2, "")
    assert "holds entries" in ran.err
    assert "`faqdesk evaluate --self`" in ran.err


def test_the_self_test_needs_no_questions(questions: str) -> None:
    assert "Self test" in evaluated("--self").out


def test_without_anything_to_ask_it_says_what_to_give(questions: str) -> None:
    assert evaluated("--limit", "3").status == 2


def test_the_guard_is_measured_and_bad_lines_are_named(tmp_path: Path, hashing: None) -> None:
    case = {"question": "How long?", "answer": "You have 30 days.", "kind": "number"}
    lines = [
        json.dumps({**case, "phrasing": "You have 30 days.", "faithful": True}),
        json.dumps({**case, "phrasing": "You have [bold]90[/bold] days.", "faithful": False}),
        "{",
    ]
    file, report = tmp_path / "cases.jsonl", tmp_path / "report.json"
    file.write_text("\n".join(lines), "utf-8")
    ran = evaluated("guard", str(file), f"--json={report}")
    assert ran.status == 0
    assert "row 3: it is not valid JSON" in ran.err
    written = json.loads(report.read_text("utf-8"))
    assert written["stopped"]["value"] == written["passed"]["value"] == 1
    assert written["wrong"] == []


def test_a_missing_file_of_guard_cases_is_named(hashing: None) -> None:
    ran = evaluated("guard", "nowhere.jsonl")
    assert ran.status == 2
    assert "nowhere.jsonl" in ran.err
