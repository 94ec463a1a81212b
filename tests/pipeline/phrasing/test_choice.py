from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from data.errors import ModelError, SettingsError
from pipeline.making import make_decoding, make_phrasing, make_style
from pipeline.phrasing.choice import make_phraser, methods_of, warm_up
from pipeline.phrasing.counting import CountingPhraser
from pipeline.phrasing.endpoint import EndpointPhraser
from pipeline.phrasing.llama import LlamaPhraser
from pipeline.phrasing.phraser import Decoding, Method, Phraser, Style, Tone
from pipeline.phrasing.transformers_lm import TransformersPhraser
from pipeline.settings import Settings, load_settings
from tests.pipeline.phrasing.conftest import REQUEST


def made(name: str, cache: Path, model: str = "") -> Phraser | None:
    return make_phraser(name, cache, model=model, timeout_s=5, on_gpu=False)


def test_off_is_none(tmp_path: Path) -> None:
    assert made("off", tmp_path) is None
    assert make_phrasing(Settings()) is None


def test_each_kind_of_name_is_told_apart(tmp_path: Path, gguf: Path, llama_cpp: None) -> None:
    assert isinstance(made("counting", tmp_path), CountingPhraser)
    assert isinstance(made(str(gguf), tmp_path), LlamaPhraser)
    assert isinstance(made("HTTP://localhost:1/v1", tmp_path, "m"), EndpointPhraser)
    assert isinstance(made("openai-community/gpt2", tmp_path), TransformersPhraser)


def test_the_local_model_must_have_been_got(tmp_path: Path, llama_cpp: None) -> None:
    with pytest.raises(ModelError, match="Run `faqdesk models get phrasing` once"):
        made("local", tmp_path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path, llama_cpp: None) -> None:
    with pytest.raises(ModelError, match=r"There is no model nothing\.gguf"):
        made("nothing.gguf", tmp_path)


def test_an_endpoint_needs_the_name_of_a_model(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="Set FAQDESK_PHRASING_MODEL"):
        made("http://localhost:1", tmp_path)


def test_the_key_comes_from_the_environment_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    monkeypatch.setenv("FAQDESK_PHRASING_KEY", "k3y")
    phraser = made("http://localhost:1", tmp_path, "m")
    assert isinstance(phraser, EndpointPhraser)
    assert phraser._route.key == "k3y"
    assert "k3y" not in repr(load_settings())
    home.mkdir()
    (home / "settings.toml").write_text('phrasing_key = "k3y"', "utf-8")
    with pytest.raises(SettingsError, match="phrasing_key is no setting") as raised:
        load_settings()
    assert "k3y" not in str(raised.value)


def test_only_transformers_have_beam_search() -> None:
    assert Method.BEAM in methods_of("openai-community/gpt2")
    for name in ("local", "a.GGUF", "https://example.org"):
        assert methods_of(name) == (Method.GREEDY, Method.SAMPLE)


def test_settings_become_a_style_and_a_decoding() -> None:
    settings = Settings(
        organisation="Skerryline",
        phrasing_tone="brief",
        phrasing_sentences=2,
        phrasing_language="French",
        phrasing_examples="Hello!\n\n  It is at 9. \n",
        phrasing_decoding="sample",
        phrasing_seed=7,
    )
    style = Style(Tone.BRIEF, 2, "French", "Skerryline", ("Hello!", "It is at 9."))
    assert make_style(settings) == style
    assert make_decoding(settings) == Decoding(method=Method.SAMPLE, seed=7)
    assert make_decoding(Settings()) == Decoding()
    assert make_style(Settings(organisation="")) == Style()


def test_the_stand_in_repeats_what_answers_and_counts() -> None:
    phraser = CountingPhraser()
    assert "".join(phraser.phrase(REQUEST)) == "It sails at 9:30."
    pieces = phraser.phrase(REQUEST)
    next(pieces)
    pieces.close()  # type: ignore[attr-defined]
    assert (phraser.asked, phraser.given, phraser.closed) == ([REQUEST, REQUEST], 5, 1)
    assert list(CountingPhraser(["It is ", "free."]).phrase(REQUEST)) == ["It is ", "free."]


def test_warming_up_asks_for_one_word() -> None:
    phraser = CountingPhraser()
    warm_up(phraser, Style(Tone.BRIEF))
    assert [request.decoding.max_tokens for request in phraser.asked] == [1]
    assert phraser.asked[0].style == Style(Tone.BRIEF)


def test_off_imports_nothing_of_it(home: Path, hashing: None, tmp_path: Path) -> None:
    (tmp_path / "faq.csv").write_text("question,answer\nWhen does it sail?,At 9:30.\n", "utf-8")
    program = (
        "import sys\nfrom app.command import cli\n"
        f"cli(['ingest', {str(tmp_path / 'faq.csv')!r}], standalone_mode=False)\n"
        "cli(['ask', 'When does it sail?'], standalone_mode=False)\n"
        "names = ('pipeline.phrasing', 'xllamacpp', 'httpx2', 'huggingface_hub', 'transformers')\n"
        "print('imported:', [n for n in sys.modules if n.startswith(names)])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "imported: []"
