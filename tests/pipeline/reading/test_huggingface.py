"""Any question answering model of Hugging Face as a reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from data.errors import ModelError
from pipeline.reading.choice import make_reader
from pipeline.reading.huggingface import HuggingFaceReader
from pipeline.reading.reader import ToRead
from tests.pipeline.tiny_models import tiny_question_answerer

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_question_answerer(tmp_path_factory.mktemp("model"))


@pytest.fixture
def short(model: Path, monkeypatch: pytest.MonkeyPatch) -> HuggingFaceReader:
    """With windows as long as the tiny model can read."""
    monkeypatch.setattr("pipeline.reading.huggingface.LONGEST", 128)
    monkeypatch.setattr("pipeline.reading.huggingface.OVERLAP", 32)
    return HuggingFaceReader(str(model), on_gpu=False)


def test_its_spans_are_exact_in_short_and_long_passages(short: HuggingFaceReader) -> None:
    texts = ["At 9:30 🐕‍🦺, le cafe\u0301.", "", "  ", "The boat sails. " * 60]
    readings = short.read([ToRead("When does it sail?", text) for text in texts])
    for text, reading in zip(texts, readings, strict=True):
        assert text[reading.start : reading.end] == reading.text
        assert bool(reading.text) == bool(text.strip())
        assert 0 <= reading.answers <= 1


def test_company_makes_no_difference(short: HuggingFaceReader) -> None:
    items = [ToRead("When?", "At nine."), ToRead("When does it sail?", "The boat sails. " * 20)]
    together = short.read(items)
    assert [short.read([item])[0].text for item in items] == [r.text for r in together]


def test_a_folder_that_is_not_ours_is_taken_for_one_of_theirs(model: Path, tmp_path: Path) -> None:
    assert isinstance(make_reader(str(model), tmp_path, on_gpu=False), HuggingFaceReader)


def test_a_model_that_is_not_here_is_refused_with_what_to_do(tmp_path: Path) -> None:
    reader = make_reader("someone/no-such-model", tmp_path, on_gpu=False)
    assert reader is not None
    with pytest.raises(ModelError, match="not on this machine.*hf download.*FAQDESK_READER"):
        reader.read([ToRead("When?", "At nine.")])
