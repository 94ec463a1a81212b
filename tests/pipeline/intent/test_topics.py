from __future__ import annotations

from pathlib import Path

import pytest

from data.errors import InputError, ModelError
from index.encoder import HashEncoder
from pipeline.build import Faqdesk
from pipeline.intent.topics import FILE, load_topics, remove_topics
from pipeline.training.intent import train_topics

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


def test_what_was_trained_is_used_at_once_and_undone_as_easily(filled: Faqdesk, texts: str) -> None:
    before = category(filled, "when does the last boat leave")
    trained = train_topics(filled, [texts])
    assert (trained.texts, trained.labels) == (11, 3)
    assert category(filled, "when does the last boat leave") == "Timetable"
    assert remove_topics(filled.settings.home)
    assert category(filled, "when does the last boat leave") == before
    assert not remove_topics(filled.settings.home)


def test_labels_with_few_texts_are_named(filled: Faqdesk, texts: str) -> None:
    (advice,) = train_topics(filled, [texts]).advice
    assert advice == "1 labels have fewer than 5 texts (Pets): write at least ten each."


def test_a_single_label_cannot_be_learnt(filled: Faqdesk, tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text("text,category\na,A\nb,A\n", "utf-8")
    with pytest.raises(InputError, match="at least two labels"):
        train_topics(filled, [str(tmp_path / "one.csv")])
    assert not (filled.settings.home / FILE).exists()


def test_a_damaged_file_is_told_of_and_done_without(
    filled: Faqdesk, texts: str, caplog: pytest.LogCaptureFixture
) -> None:
    train_topics(filled, [texts])
    (filled.settings.home / FILE).write_bytes(b"broken")
    with pytest.raises(ModelError, match="Run `faqdesk train intent` again"):
        load_topics(filled.settings.home, filled.encoder)
    category(filled, "when does the last boat leave")
    assert "Categories are those of the entries" in caplog.text


def test_another_encoder_s_classifier_is_refused(filled: Faqdesk, texts: str) -> None:
    class Other(HashEncoder):
        digest = "other"

    train_topics(filled, [texts])
    with pytest.raises(ModelError, match="another encoder"):
        load_topics(filled.settings.home, Other())
