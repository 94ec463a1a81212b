"""`faqdesk explain` as a person runs it, with the stand-in encoder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.app.test_command import FAQ, faqdesk


@pytest.fixture(autouse=True)
def _library(tmp_path: Path, hashing: None) -> None:
    faq = tmp_path / "faq.csv"
    faq.write_text(FAQ, "utf-8")
    assert faqdesk("ingest", str(faq)).status == 0


def test_it_tells_why_and_what_would_change_it() -> None:
    ran = faqdesk("explain", "can i bring my dog")
    assert ran.status == 0
    for part in (
        "Answered by “Can I bring my dog?”",
        "it shares the words",
        "What would have changed it:",
        "Rival 2. Can I bring my cat?",
        "Understand the question",
    ):
        assert part in ran.out


def test_the_numbers_of_the_json_are_those_of_ask() -> None:
    asked, explained = (
        faqdesk("ask", "bring my dog", "--json"),
        faqdesk("explain", "bring my dog", "--json"),
    )
    [path] = explained.json["paths"]
    assert path["verdict"]["confidence"] == asked.json["confidence"]
    assert path["verdict"]["decision"] == asked.json["decision"]
    assert path["entry_id"] == (asked.json["entry"] or {"id": ""})["id"]
    assert path["wanted"]["confidence"] == asked.json["intent"]["confidence"]


def test_it_writes_a_page(tmp_path: Path) -> None:
    file = tmp_path / "why.html"
    ran = faqdesk("explain", "can i bring my dog", "--html", str(file))
    assert (ran.status, ran.out) == (0, f"Wrote {file}.\n")
    assert file.read_text("utf-8").startswith("<!doctype html>")


def test_with_a_page_the_json_is_still_json_alone(tmp_path: Path) -> None:
    file = tmp_path / "why.html"
    ran = faqdesk("explain", "can i bring my dog", "--json", "--html", str(file))
    assert (len(ran.json["paths"]), file.exists()) == (1, True)


def test_a_page_that_cannot_be_written_says_why(tmp_path: Path) -> None:
    ran = faqdesk("explain", "can i bring my dog", "--html", str(tmp_path))
    assert ran.status == 2
    assert "cannot be written" in ran.err


def test_the_entry_that_should_have_answered_is_tried() -> None:
    assert "The entry bike: It came in place 3" in faqdesk(
        "explain", "can i bring my dog", "--entry", "bike"
    ).out.replace("\n", " ")
    ran = faqdesk("explain", "can i bring my dog", "--entry", "bike", "--json")
    changes = ran.json["paths"][0]["changes"]
    assert "bike" in [it["entry_id"] for it in changes if it["kind"] == "another way to ask"]
    assert faqdesk("explain", "can i bring my dog", "--entry", "nobody").status == 2


def test_a_category_is_kept_to() -> None:
    ran = faqdesk("explain", "can i bring my dog", "--category", "Bikes", "--json")
    assert [c["entry_id"] for c in ran.json["paths"][0]["candidates"]] == ["bike"]


def test_it_keeps_no_question() -> None:
    faqdesk("explain", "can i bring my dog")
    assert json.loads(faqdesk("status", "--json").out)["turns"] == 0
