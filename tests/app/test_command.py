"""The `faqdesk` command as a person runs it, with the stand-in encoder."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.command import cli, main
from data.errors import FaqdeskError

FAQ = """id,question,answer,category,source,url
dog,Can I bring my dog?,"Yes, on a lead.",Pets,Handbook,https://example.org/dog
cat,Can I bring my cat?,In a closed basket.,Pets,,
bike,What does a bike cost?,A bike costs £5.,Bikes,,
"""


@dataclass(frozen=True)
class Ran:
    """How a command ended and what it printed."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> dict:
        return json.loads(self.out)


def faqdesk(*arguments: str, stdin: str | bytes = "") -> Ran:
    """Runs a command in this process; an expected error is told as `main` tells it."""
    result = CliRunner().invoke(cli, list(arguments), input=stdin)
    if isinstance(result.exception, FaqdeskError):
        return Ran(2, result.stdout, f"faqdesk: {result.exception}\n")
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Ran(result.exit_code, result.stdout, result.stderr)


@pytest.fixture(autouse=True)
def _stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAQDESK_ENCODER", "hash")
    monkeypatch.setenv("FAQDESK_READER", "overlap")


@pytest.fixture
def faq(tmp_path: Path) -> str:
    path = tmp_path / "faq.csv"
    path.write_text(FAQ, "utf-8")
    return str(path)


@pytest.fixture
def library(faq: str) -> None:
    assert faqdesk("ingest", faq).status == 0


def test_ingest_says_what_it_did_and_which_generation_is_live(faq: str) -> None:
    ran = faqdesk("ingest", faq)
    assert ran.status == 0
    assert [line.split() for line in ran.out.splitlines()[:5]] == [
        ["added", "3"],
        ["updated", "0"],
        ["unchanged", "0"],
        ["retired", "0"],
        ["rejected", "0"],
    ]
    assert "Generation 1 is live." in ran.out


def test_ingest_as_json_is_one_object_with_the_agreed_keys(faq: str) -> None:
    assert faqdesk("ingest", faq, "--json").json == {
        "added": 3,
        "updated": 0,
        "unchanged": 0,
        "retired": 0,
        "rejected": [],
        "warnings": [],
        "generation": 1,
    }


def test_ingesting_again_changes_nothing(faq: str) -> None:
    faqdesk("ingest", faq)
    again = faqdesk("ingest", faq, "--json").json
    assert (again["added"], again["updated"], again["unchanged"]) == (0, 0, 3)
    assert again["generation"] == 1


def test_a_rejected_row_is_named_and_the_rest_goes_in(tmp_path: Path) -> None:
    path = tmp_path / "some.csv"
    path.write_text("question,answer\nWhy?,Because.\nHow?,\n", "utf-8")
    ran = faqdesk("ingest", str(path), "--json")
    assert ran.status == 3
    (rejected,) = ran.json["rejected"]
    assert (rejected["row"], rejected["column"]) == (3, "answer")
    assert rejected["file"].endswith("some.csv")
    assert ran.json["added"] == 1


@pytest.mark.parametrize(
    "content", ["", "\n\n", "question,answer\n", "just one line", "a,b\n1,2\n"]
)
def test_a_file_without_entries_imports_nothing_and_says_why(tmp_path: Path, content: str) -> None:
    path = tmp_path / "none.csv"
    path.write_text(content, "utf-8")
    ran = faqdesk("ingest", str(path))
    assert ran.status == 2
    assert "none.csv" in ran.err
    as_json = faqdesk("ingest", str(path), "--json")
    assert as_json.status == 2
    assert as_json.json["added"] == 0
    assert as_json.json["rejected"][0]["reason"]


def test_rejecting_every_row_imports_nothing(tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_text("question,answer\nHow?,\n", "utf-8")
    assert faqdesk("ingest", str(path)).status == 2


def test_a_wrong_shape_of_json_changes_nothing(library: None, tmp_path: Path) -> None:
    path = tmp_path / "wrong.json"
    path.write_text("[1, 2, 3]", "utf-8")
    assert faqdesk("ingest", str(path), "--replace").status == 2
    assert len(faqdesk("list").out.splitlines()) == 3


def test_standard_input_is_read(tmp_path: Path) -> None:
    assert faqdesk("ingest", "-", "--json", stdin="question,answer\nWhy?,So.\n").json["added"] == 1


def test_a_file_whose_name_is_no_text_is_imported(tmp_path: Path) -> None:
    path = os.fsdecode(os.path.join(os.fsencode(tmp_path), b"caf\xe9.csv"))
    Path(path).write_text("question,answer\nHow?,So.\n")
    assert "Generation 1 is live." in faqdesk("ingest", path).out


def test_bytes_that_are_no_characters_are_told_and_are_no_damage(library: None) -> None:
    ran = faqdesk("show", "caf\udce9")
    assert (ran.status, "bytes that are no characters" in ran.err) == (2, True)


def test_columns_can_be_mapped(tmp_path: Path) -> None:
    path = tmp_path / "odd.csv"
    path.write_text("x,y\nWhy?,So.\n", "utf-8")
    ran = faqdesk("ingest", str(path), "--map", "question=x", "--map", "answer=y", "--json")
    assert ran.json["added"] == 1
    assert faqdesk("ingest", str(path), "--map", "question").status == 2


def test_replace_retires_what_the_file_lacks(library: None, tmp_path: Path) -> None:
    path = tmp_path / "less.csv"
    path.write_text(FAQ.rsplit("bike,", 1)[0], "utf-8")
    ran = faqdesk("ingest", str(path), "--replace", "--json").json
    assert (ran["retired"], ran["unchanged"]) == (1, 2)
    assert faqdesk("ask", "What does a bike cost?", "--json").json["entry"] is None


def test_replace_retires_nothing_while_a_row_is_rejected(library: None, tmp_path: Path) -> None:
    path = tmp_path / "less.csv"
    path.write_text(FAQ.rsplit("bike,", 1)[0] + "bike,What does a bike cost?,,Bikes,,\n", "utf-8")
    ran = faqdesk("ingest", str(path), "--replace", "--json")
    assert (ran.status, ran.json["retired"]) == (3, 0)
    assert "1 entries are not in the files but were kept" in ran.json["warnings"][0]


def test_an_answer_as_json_has_the_agreed_keys(library: None) -> None:
    answer = faqdesk("ask", "can i bring my dog", "--json").json
    assert list(answer) == [
        "question",
        "decision",
        "text",
        "confidence",
        "entry",
        "span",
        "suggestions",
        "intent",
        "phrased",
        "phrasing",
        "remark",
        "further",
        "generation",
        "timings_ms",
    ]
    assert answer["decision"] == "answered"
    assert answer["text"] == "Yes, on a lead."
    assert answer["entry"] == {
        "id": "dog",
        "question": "Can I bring my dog?",
        "answer": "Yes, on a lead.",
        "category": "Pets",
        "source": "Handbook",
        "url": "https://example.org/dog",
    }
    assert 0 <= answer["confidence"] <= 1
    assert all(set(s) == {"id", "question", "confidence"} for s in answer["suggestions"])


def test_the_span_stands_at_its_offsets_in_the_answer(library: None) -> None:
    answer = faqdesk("ask", "can i bring my dog on a lead", "--json").json
    span = answer["span"]
    assert span["text"] == "Yes, on a lead."
    assert answer["entry"]["answer"][span["start"] : span["end"]] == span["text"]


def test_an_answer_in_words_names_its_entry_and_how_sure_it_is(library: None) -> None:
    out = faqdesk("ask", "can i bring my dog").out
    assert out.startswith("Yes, on a lead.")
    assert "Can I bring my dog?  [dog]" in out
    assert "Sure: " in out


def test_nonsense_is_unanswered_and_not_an_error(library: None) -> None:
    ran = faqdesk("ask", "xyzzy plugh", "--json")
    assert (ran.status, ran.json["decision"], ran.json["entry"]) == (0, "unanswered", None)


def test_marked_words_in_the_terminal_have_no_half_of_what_sets_them_in_bold(
    tmp_path: Path,
) -> None:
    file = tmp_path / "bold.csv"
    file.write_text("question,answer\nWhen does it sail?,It does sail **at nine**.\n", "utf-8")
    faqdesk("ingest", str(file))
    (words,) = (x for x in faqdesk("ask", "When does it sail?").out.splitlines() if "words:" in x)
    assert "at nine" in words
    assert "*" not in words


@pytest.mark.parametrize(
    ("question", "says"),
    [("", "empty"), (" \n\t", "empty"), ("\x00\x07", "empty"), ("why " * 25_000, "limit is 2,000")],
)
def test_a_question_that_cannot_be_asked_says_what_to_do(
    library: None, question: str, says: str
) -> None:
    ran = faqdesk("ask", question)
    assert ran.status == 2
    assert says in ran.err


@pytest.mark.parametrize(
    "question", ["a", "the", "is it the", "😀", "هل يمكنني", "我可以", "x\x00y"]
)
def test_odd_questions_get_an_answer_of_some_kind(library: None, question: str) -> None:
    assert faqdesk("ask", question, "--json").json["decision"] in {
        "answered",
        "suggested",
        "unanswered",
    }


def test_a_file_of_questions_gives_one_json_line_each(library: None, tmp_path: Path) -> None:
    path = tmp_path / "questions.txt"
    path.write_text("can i bring my dog\n\n" + "x" * 3000 + "\nbike cost\n", "utf-8")
    ran = faqdesk("ask", "--file", str(path))
    rows = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.status == 3
    assert [row.get("decision", "refused") for row in rows][:2] == ["answered", "refused"]
    assert "limit is 2,000" in rows[1]["error"]
    assert len(rows) == 3


def test_an_empty_library_says_how_to_fill_it() -> None:
    ran = faqdesk("ask", "anything")
    assert ran.status == 2
    assert "faqdesk ingest FILE" in ran.err
    assert faqdesk("status").status == 3


def test_list_and_show_tell_what_is_there(library: None) -> None:
    assert faqdesk("list", "BASKET").out == "cat\tPets\tCan I bring my cat?\n"
    assert len(faqdesk("list", "--category", "Pets").out.splitlines()) == 2
    shown = faqdesk("show", "dog").out
    assert "Yes, on a lead." in shown
    assert "ingest faq.csv" in shown
    assert faqdesk("show", "nobody").status == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["horse"], "There is no entry with the words “horse” in question or answer."),
        (["dog", "--category", "Bikes"], "in question or answer in the category “Bikes”."),
        (["--category", "None"], "There is no entry in the category “None”."),
        (["--retired"], "There is no retired entry in the library."),
    ],
)
def test_a_list_of_nothing_says_so_beside_the_output(
    library: None, arguments: list[str], words: str
) -> None:
    ran = faqdesk("list", *arguments)
    assert (ran.status, ran.out) == (0, "")
    assert words in " ".join(ran.err.split())


def test_a_list_of_an_empty_library_says_how_to_fill_it() -> None:
    assert "faqdesk ingest FILE" in faqdesk("list").err


def test_what_has_expired_goes_in_with_a_warning_and_is_listed_as_expired(tmp_path: Path) -> None:
    path = tmp_path / "faq.csv"
    path.write_text(
        "id,question,answer,valid_from,valid_until\n"
        "old,Is there a night boat?,At two.,,2020-01-31\n"
        "new,Is there a day boat?,At noon.,2999-01-01,\n"
        "now,Is there a boat?,At six.,2020-01-01,2999-01-31\n",
        "utf-8",
    )
    ran = faqdesk("ingest", str(path))
    assert ran.status == 0
    assert f"Warning: {path}: expired in row 2: visitors do not get what is past its" in ran.out
    assert faqdesk("list").out.splitlines() == [
        "old\t\tIs there a night boat?\texpired, valid until 2020-01-31",
        "new\t\tIs there a day boat?\tnot yet, valid from 2999-01-01",
        "now\t\tIs there a boat?",
    ]
    assert "status:    expired, valid until 2020-01-31\n" in faqdesk("show", "old").out
    assert "status:    not yet, valid from 2999-01-01\n" in faqdesk("show", "new").out
    assert "status:    live\n" in faqdesk("show", "now").out
    faqdesk("delete", "old")
    assert "status:    retired\n" in faqdesk("show", "old").out


def test_delete_takes_an_entry_from_answers_at_once(library: None) -> None:
    ran = faqdesk("delete", "dog")
    assert ran.out == "Deleted 1. Generation 2 is live.\n"
    answer = faqdesk("ask", "can i bring my dog", "--json").json
    assert answer["entry"] is None or answer["entry"]["id"] != "dog"
    assert "dog" not in [suggestion["id"] for suggestion in answer["suggestions"]]
    assert faqdesk("list", "--retired").out == "dog\tPets\tCan I bring my dog?\n"
    assert "was deleted before" in faqdesk("delete", "dog").err


def test_deleting_an_unknown_entry_deletes_none(library: None) -> None:
    assert faqdesk("delete", "dog", "nobody").status == 2
    assert len(faqdesk("list").out.splitlines()) == 3


def test_rollback_brings_back_what_was_deleted(library: None) -> None:
    faqdesk("delete", "dog")
    assert faqdesk("rollback", "1").out == "Generation 1 is live.\n"
    assert faqdesk("ask", "can i bring my dog", "--json").json["entry"]["id"] == "dog"
    assert faqdesk("rollback", "99").status == 2
    assert "ingest faq.csv" in faqdesk("generations").out


@pytest.mark.parametrize("arguments", [["rollback"], ["evaluate", "--compare"]])
def test_a_number_beyond_all_numbers_is_told(library: None, arguments: list[str]) -> None:
    ran = faqdesk(*arguments, "9" * 30)
    assert (ran.status, "larger than any that faqdesk gives" in ran.err) == (2, True)


@pytest.mark.parametrize("ending", ["csv", "xlsx", "jsonl"])
def test_importing_an_export_changes_nothing(library: None, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"out.{ending}"
    assert faqdesk("export", str(path)).status == 0
    again = faqdesk("ingest", str(path), "--replace", "--json").json
    assert (again["unchanged"], again["generation"]) == (3, 1)


def test_an_export_to_an_unknown_format_is_refused(library: None, tmp_path: Path) -> None:
    assert faqdesk("export", str(tmp_path / "out.pdf")).status == 2


def test_status_names_model_counts_and_health(library: None) -> None:
    found = faqdesk("status", "--json").json
    assert (found["entries"], found["generation"], found["healthy"]) == (3, 1, True)
    assert found["encoder"] == "hash"
    assert "good" in faqdesk("status").out


def test_doctor_names_variables_that_are_nearly_those_of_settings(
    library: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAQDESK_ANSWERAT", "0.9")
    monkeypatch.setenv("FAQDESK_PORT_8501_TCP", "tcp://10.0.0.1:8501")
    found = faqdesk("doctor")
    assert found.status == 0
    assert "The variable FAQDESK_ANSWERAT is no setting" in found.out
    assert "call it FAQDESK_ANSWER_AT" in found.out
    assert "8501" not in found.out


def test_doctor_finds_a_flipped_byte_and_mends_it(library: None, home: Path) -> None:
    assert "All is well" in faqdesk("doctor").out
    vectors = home / "generations" / "000001" / "vectors.faiss"
    data = bytearray(vectors.read_bytes())
    data[-1] ^= 1
    vectors.write_bytes(data)
    assert faqdesk("doctor").status == 1
    assert "faqdesk doctor --fix" in faqdesk("ask", "dog").err
    fixed = faqdesk("doctor", "--fix")
    first, *others = fixed.out.splitlines()
    assert fixed.status == 0
    assert first.startswith("mended: Generation 000001 cannot be used: vectors.faiss has been")
    assert "--fix" not in first
    assert [line.partition(":")[0] for line in others] == ["All is well"]
    assert "mended" not in faqdesk("doctor", "--fix").out
    assert faqdesk("ask", "can i bring my dog", "--json").json["entry"]["id"] == "dog"


def test_what_doctor_mended_is_in_its_json(library: None, home: Path) -> None:
    (home / "generations" / "000001" / "vectors.faiss").unlink()
    (mended,) = faqdesk("doctor", "--fix", "--json").json
    assert (mended["severity"], "vectors.faiss" in mended["what"]) == ("mended", True)
    assert faqdesk("doctor", "--fix", "--json").json == []


def test_home_can_be_given(faq: str, tmp_path: Path) -> None:
    other = str(tmp_path / "other")
    assert faqdesk("ingest", faq, "--home", other).status == 0
    assert faqdesk("list").out == ""
    assert len(faqdesk("list", "--home", other).out.splitlines()) == 3


def test_a_setting_that_makes_no_sense_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAQDESK_ANSWER_AT", "1.5")
    ran = faqdesk("list")
    assert ran.status == 2
    assert "answer_at = '1.5'" in ran.err


def test_text_that_looks_like_markup_is_printed_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "markup.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["question", "answer"], ["[red]Why?[/]", "[bold]So[/bold]"]])
    faqdesk("ingest", str(path))
    assert "[bold]So[/bold]" in faqdesk("ask", "why red").out


def test_the_program_ends_with_a_sentence_and_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    arguments, sys.argv = sys.argv, ["faqdesk", "show", "nobody"]
    try:
        with pytest.raises(SystemExit, match="2"):
            main()
    finally:
        sys.argv = arguments
    assert capsys.readouterr().err.startswith("faqdesk: There is no entry with the id 'nobody'")


HEAVY = "torch transformers sentence_transformers streamlit alembic openpyxl pandas"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_output_to_a_full_disk_is_told_in_a_sentence(library: None) -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "app.command", "list"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert ran.stderr.startswith("faqdesk: The output or a file cannot be read or written (")


@pytest.mark.slow
@pytest.mark.parametrize("arguments", ["list", "show dog", "status --json", "ingest faq.csv"])
def test_with_its_output_closed_it_ends_quietly(library: None, arguments: str) -> None:
    ran = subprocess.run(
        ["sh", "-c", f'exec "{sys.executable}" -m app.command {arguments} >&-'],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (2, "")


@pytest.mark.parametrize(
    "arguments", [["--help"], ["ask", "can i bring my dog"], ["explain", "my dog", "--json"]]
)
def test_nothing_heavy_is_imported(library: None, home: Path, arguments: list[str]) -> None:
    code = (
        f"import sys; sys.argv = ['faqdesk', *{arguments!r}]\n"
        "from app.command import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        f"sys.stderr.write(' '.join(set(sys.modules) & set({HEAVY!r}.split())))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stderr == ""


@pytest.mark.slow
def test_a_page_that_explains_is_drawn_without_torch(library: None, tmp_path: Path) -> None:
    arguments = ["explain", "my dog", "--html", str(tmp_path / "why.html")]
    code = (
        f"import sys; sys.argv = ['faqdesk', *{arguments!r}]\n"
        "from app.command import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "sys.stderr.write(str('torch' in sys.modules))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stderr == "False"
