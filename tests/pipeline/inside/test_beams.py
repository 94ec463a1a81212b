"""Beam search, on a table of probabilities and against Hugging Face transformers."""

from __future__ import annotations

import json
import math
from collections.abc import Generator, Mapping
from typing import TypeVar

import numpy as np
import pytest

from pipeline.inside.beams import Beams, beam_search
from pipeline.inside.decoding import Next, Token, Written, entropy
from pipeline.inside.decoding_charts import BEST, beams_chart
from pipeline.inside.transformers_writer import TransformersWriter
from pipeline.inside.writer import Writer, opened
from pipeline.phrasing.phraser import Decoding, PhraseRequest
from pipeline.phrasing.transformers_lm import TransformersPhraser
from tests.pipeline.phrasing.conftest import REQUEST
from tests.pipeline.tiny_models import tiny_writer

T = TypeVar("T")
END = "."


def done(work: Generator[str, None, T]) -> T:
    while True:
        try:
            assert next(work) == ""
        except StopIteration as end:
            found: T = end.value
            return found


class TableWriter:
    """A writer whose probabilities stand in a table, by what was written before."""

    cuts_first = True

    def __init__(self, table: Mapping[str, Mapping[str, float]]) -> None:
        self._table = table

    def prompt(
        self,
        request: PhraseRequest,  # noqa: ARG002
    ) -> Generator[str, None, tuple[int, ...]]:
        yield ""
        return ()

    def written(
        self,
        before: tuple[int, ...],  # noqa: ARG002
        decoding: Decoding,  # noqa: ARG002
        most: int,  # noqa: ARG002
    ) -> Generator[str, None, Written]:
        yield ""
        return Written((), "", ended=False)

    def following(
        self,
        before: tuple[int, ...],
        *,
        whole: bool = False,  # noqa: ARG002
    ) -> Generator[str, None, Next]:
        yield ""
        row = sorted(self._table["".join(map(chr, before))].items(), key=lambda pair: -pair[1])
        tokens = tuple(Token(ord(t), t, p, ends=t == END) for t, p in row)
        probabilities = np.array([p for _, p in row])
        return Next(tokens, probabilities, len(row), entropy(probabilities, len(row)))

    def text(self, ids: tuple[int, ...]) -> Generator[str, None, str]:
        yield ""
        return "".join(map(chr, ids))


def searched(table: Mapping[str, Mapping[str, float]], width: int, steps: int) -> Beams:
    return done(beam_search(TableWriter(table), (), width, steps))


def test_the_worked_example_comes_out() -> None:
    table = {"": {"a": 0.6, "b": 0.4}, "a": {"c": 0.5, "d": 0.5}, "b": {"c": 1.0}}
    two = searched(table, 2, 2)
    assert [beam.text for beam in two.found] == ["bc", "ac"]
    assert two.found[0].total == pytest.approx(math.log(0.4))
    assert searched(table, 1, 2).found[0].text == "ac"
    kept = {(b.step, b.token.text, b.kept) for b in two.branches}
    assert {(1, "a", True), (1, "b", True), (2, "d", False)} <= kept


def test_what_ended_is_set_aside_and_compared_by_the_mean() -> None:
    table = {
        "": {"a": 0.7, END: 0.3},
        "a": {"b": 0.9, END: 0.1},
        "ab": {END: 0.95, "c": 0.05},
        "abc": {END: 1.0},
    }
    beams = searched(table, 2, 4)
    assert beams.found[0].text == "ab"
    assert beams.found[0].mean == pytest.approx(math.log(0.7 * 0.9 * 0.95) / 3)
    parents = {b.number: b.parent for b in beams.branches}
    line = beams.found[0].branches
    assert [parents[number] for number in line] == [0, *line[:-1]]


def test_the_tree_is_drawn_with_every_branch_and_fetches_nothing() -> None:
    table = {"": {"a": 0.6, " ": 0.4}, "a": {"c": 0.5, END: 0.5}, " ": {"c": 1.0}}
    drawn = beams_chart(searched(table, 2, 2)).to_dict()
    [rows] = (
        list(drawn["datasets"].values())
        if "datasets" in drawn
        else [drawn["layer"][0]["data"]["values"]]
    )
    assert {(row["token"], row["kind"]) for row in rows} >= {("␣", BEST), ("a", "kept")}
    assert '"url"' not in json.dumps(drawn)


@pytest.fixture(scope="module")
def writer(tmp_path_factory: pytest.TempPathFactory) -> TransformersWriter:
    folder = tiny_writer(tmp_path_factory.mktemp("writer"))
    found: Writer = done(opened(TransformersPhraser(str(folder), 60, on_gpu=False)))
    assert isinstance(found, TransformersWriter)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("width", "steps"), [(1, 8), (2, 6), (4, 8)])
def test_it_finds_what_transformers_finds(
    writer: TransformersWriter, width: int, steps: int
) -> None:
    import torch

    prompt = done(writer.prompt(REQUEST))
    theirs = writer._parts.model.generate(
        **writer._given(prompt),
        attention_mask=torch.ones((1, len(prompt)), dtype=torch.long),
        num_beams=width,
        num_return_sequences=width,
        max_new_tokens=steps,
        do_sample=False,
        pad_token_id=0,
        output_scores=True,
        return_dict_in_generate=True,
    )
    ours = done(beam_search(writer, prompt, width, steps))
    by_number = {branch.number: branch for branch in ours.branches}
    found = [[by_number[n].token.id for n in beam.branches] for beam in ours.found]
    assert found == theirs.sequences[:, len(prompt) :].tolist()
    if width > 1:
        means = [beam.mean for beam in ours.found]
        assert means == pytest.approx(theirs.sequences_scores.tolist(), abs=1e-4)
