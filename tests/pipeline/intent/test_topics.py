from __future__ import annotations

from pathlib import Path

import pytest
from safetensors import safe_open
from safetensors.numpy import save_file

from data.errors import InputError, ModelError
from index.encoder import HashEncoder
from pipeline.build import Faqdesk
from pipeline.evaluation.labelled import LabelledText
from pipeline.intent.topics import FILE, Topics, described, remove_topics
from pipeline.training.advice import FULL_FROM, advice
from pipeline.training.intent import Trained, read_labelled, train_topics, train_topics_fully

TEXTS = """text,category
when does the boat leave,Timetable
when does the last boat go,Timetable
at what time does the boat sail,Timetable
is the boat late today,Timetable
which boat leaves first,Timetable
what does a bicycle cost,Fares
what does a child cost,Fares
how much does a car cost,Fares
how much is a ticket,Fares
what is the price of a ticket,Fares
can dogs come,Pets
"""


@pytest.fixture
def texts(tmp_path: Path) -> str:
    path = tmp_path / "texts.csv"
    path.write_text(TEXTS, "utf-8")
    return str(path)


def category(faqdesk: Faqdesk, question: str) -> str | None:
    intent = faqdesk.answerer.answer(question).intent
    assert intent is not None
    return intent.category


def trained_on(faqdesk: Faqdesk, file: str) -> Trained:
    return train_topics(faqdesk, read_labelled([file]))


def undone(faqdesk: Faqdesk) -> bool:
    return remove_topics(faqdesk.settings.home, faqdesk.settings.models)


def test_what_was_trained_is_used_at_once_and_undone_as_easily(filled: Faqdesk, texts: str) -> None:
    before = category(filled, "when does the last boat leave")
    trained = trained_on(filled, texts)
    assert (trained.texts, trained.labels) == (11, 3)
    assert category(filled, "when does the last boat leave") == "Timetable"
    assert undone(filled)
    assert category(filled, "when does the last boat leave") == before
    assert not undone(filled)


def test_what_is_in_use_is_told(filled: Faqdesk, texts: str) -> None:
    home, encoder = filled.settings.home, filled.encoder
    assert described(home, encoder).startswith("none trained")
    trained_on(filled, texts)
    told = described(home, encoder)
    assert told.startswith("linear head, ")
    assert "from 11 texts" in told
    assert "3 labels: Fares, Pets, Timetable" in told
    assert told.endswith("`faqdesk train intent --undo` takes it back")
    (home / FILE).write_bytes(b"broken")
    assert described(home, encoder).startswith("not usable, categories are those of the entries")


def test_labels_with_few_texts_are_named(filled: Faqdesk, texts: str) -> None:
    rough, rare = trained_on(filled, texts).advice
    assert rough.startswith("That rests on 2 texts and is rough")
    assert rare == "1 label has fewer than 5 texts (Pets): write at least ten each."


def test_a_text_with_two_labels_is_named_with_where_it_stands(
    filled: Faqdesk, tmp_path: Path
) -> None:
    file = tmp_path / "torn.csv"
    file.write_text(f"{TEXTS}when does  the BOAT leave,Pets\nis it cheap,Fares\n", "utf-8")
    torn = next(line for line in trained_on(filled, str(file)).advice if "more than one" in line)
    assert torn == (
        "1 text stands with more than one label (“when does the boat leave”: "
        f"Timetable in {file}, line 2, Pets in {file}, line 13): keep one each."
    )


def test_where_none_can_be_held_out_no_accuracy_is_made_up(filled: Faqdesk, tmp_path: Path) -> None:
    file = tmp_path / "single.csv"
    file.write_text("text,category\nthe boat,Timetable\nthe price,Fares\n", "utf-8")
    trained = trained_on(filled, str(file))
    assert (trained.held, trained.accuracy) == (0, None)
    assert "No text could be held out" in trained.advice[0]
    assert category(filled, "the price") == "Fares"


def test_a_file_of_an_earlier_version_still_serves(filled: Faqdesk, texts: str) -> None:
    trained_on(filled, texts)
    path = filled.settings.home / FILE
    with safe_open(path, framework="numpy") as saved:
        about = {k: v for k, v in (saved.metadata() or {}).items() if k != "made"}
        tensors = {name: saved.get_tensor(name) for name in saved.keys()}  # noqa: SIM118
    save_file(tensors, path, about)
    assert category(filled, "when does the last boat leave") == "Timetable"
    assert described(filled.settings.home, filled.encoder).startswith("linear head; 3 labels")


def test_a_single_label_cannot_be_learnt(filled: Faqdesk, tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text("text,category\na,A\nb,A\n", "utf-8")
    with pytest.raises(InputError, match="at least two labels"):
        trained_on(filled, str(tmp_path / "one.csv"))
    assert not (filled.settings.home / FILE).exists()


def test_a_damaged_file_is_told_of_and_done_without(
    filled: Faqdesk, texts: str, caplog: pytest.LogCaptureFixture
) -> None:
    trained_on(filled, texts)
    (filled.settings.home / FILE).write_bytes(b"broken")
    with pytest.raises(ModelError, match="Run `faqdesk train intent` again"):
        filled.topics.load()
    category(filled, "when does the last boat leave")
    assert "Categories are those of the entries" in caplog.text


def test_another_encoder_s_classifier_is_refused(filled: Faqdesk, texts: str) -> None:
    class Other(HashEncoder):
        digest = "other"

    trained_on(filled, texts)
    topics = Topics(filled.settings.home, Other(), lambda _: Other())
    with pytest.raises(ModelError, match="another encoder"):
        topics.load()


def test_many_texts_are_told_of_full_training() -> None:
    many = [LabelledText(f"line {n}", f"text {n}", f"label {n % 10}") for n in range(FULL_FROM)]
    (line,) = advice(many, full=False)
    assert "enough for --full" in line
    assert not advice(many, full=True)
    (line,) = advice(many[:-1], full=True)
    assert "few for --full" in line
    assert not advice(many[:-1], full=False)


def test_the_stand_in_encoder_cannot_be_trained(filled: Faqdesk, texts: str) -> None:
    with pytest.raises(InputError, match="no weights to train.*Leave --full out"):
        train_topics_fully(filled, read_labelled([texts]))
