"""What must be reached, and what is said when it is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from data.errors import InputError
from pipeline.evaluation.gates import Gate, failed_gates, parse_gate
from pipeline.evaluation.records import Figure, Report
from tests.pipeline.evaluation.factories import outcome, report


def measured(**decisions: float) -> Report:
    """A report with hit@1 of .71 (BM25 .4), and of decisions these figures."""
    made = report([outcome()])
    figures = {"final": Figure(0.71, 0.6, 0.8, 50), "bm25": Figure(0.4, 0.3, 0.5, 50)}
    retrieval = {source: {"hit@1": figure} for source, figure in figures.items()}
    known = {name: Figure(value, value, value, 50) for name, value in decisions.items()}
    return replace(made, retrieval=retrieval, decisions={**made.decisions, **known})


@pytest.mark.parametrize(
    ("text", "gate"),
    [
        ("hit@1=0.80", Gate("hit@1", "final", "hit@1", ">=", 0.8)),
        ("hit@1>=.8", Gate("hit@1", "final", "hit@1", ">=", 0.8)),
        (" wrong <= 0.05 ", Gate("wrong", "decisions", "wrong", "<=", 0.05)),
        ("wrong<0.05", Gate("wrong", "decisions", "wrong", "<", 0.05)),
        ("coverage@0.95>0", Gate("coverage@0.95", "decisions", "coverage@0.95", ">", 0)),
        ("f1=1", Gate("f1", "answers", "f1", ">=", 1)),
        ("accuracy=0.9", Gate("accuracy", "decisions", "accuracy", ">=", 0.9)),
        ("macro_f1=0.9", Gate("macro_f1", "intent", "macro_f1", ">=", 0.9)),
        ("intent.accuracy=0.9", Gate("intent.accuracy", "intent", "accuracy", ">=", 0.9)),
        ("bm25.hit@1=0.4", Gate("bm25.hit@1", "bm25", "hit@1", ">=", 0.4)),
        (
            "decisions.coverage@0.8>=0.5",
            Gate("decisions.coverage@0.8", "decisions", "coverage@0.8", ">=", 0.5),
        ),
    ],
)
def test_a_gate_names_a_figure_a_sign_and_a_limit(text: str, gate: Gate) -> None:
    assert parse_gate(text) == gate


@pytest.mark.parametrize("text", ["hit@1", "hit@1=", "=0.8", "hit@1==0.8", "hit@1=-1", "hit@1=nan"])
def test_what_is_no_gate_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is no gate. Write one such as hit@1>=0.80"):
        parse_gate(text)


def test_a_number_that_is_none_or_too_large_is_refused() -> None:
    with pytest.raises(InputError, match=r"'hit@1=0\.8\.1' has no number at its end"):
        parse_gate("hit@1=0.8.1")
    with pytest.raises(InputError, match="'hit@1=80' asks for more than 1"):
        parse_gate("hit@1=80")


@pytest.mark.parametrize("name", ["hits@1", "bm25.wrong", "bm26.hit@1", "retrieval.hit@1"])
def test_an_unknown_name_is_refused_with_those_that_there_are(name: str) -> None:
    with pytest.raises(InputError, match=f"no figure '{name}'. Take one of hit@1, .* and macro_f1"):
        parse_gate(f"{name}=0.5")


def test_equality_is_refused_where_less_is_better() -> None:
    with pytest.raises(InputError, match="wrong gets better as it falls. Write wrong<=0.05"):
        parse_gate("wrong=0.05")


@pytest.mark.parametrize(
    ("gate", "reason"),
    [
        ("hit@1=0.80", "hit@1 is 0.71 and must be at least 0.80"),
        ("hit@1>0.71", "hit@1 is 0.710000 and must be above 0.710000"),
        ("hit@1<=0.7099", "hit@1 is 0.7100 and must be at most 0.7099"),
        ("bm25.hit@1>=0.5", "bm25.hit@1 is 0.40 and must be at least 0.50"),
        ("wrong<=0.05", "wrong is 0.06 and must be at most 0.05"),
        ("wrong<0.06", "wrong is 0.060000 and must be below 0.060000"),
    ],
)
def test_a_gate_that_fails_says_by_how_much(gate: str, reason: str) -> None:
    assert failed_gates(measured(wrong=0.06), [parse_gate(gate)]) == (reason,)


@pytest.mark.parametrize("gate", ["hit@1=0.71", "hit@1>=0.7", "hit@1<0.8", "wrong<=0.06"])
def test_a_gate_that_is_reached_says_nothing(gate: str) -> None:
    assert failed_gates(measured(wrong=0.06), [parse_gate(gate)]) == ()


def test_reasons_come_in_the_order_of_the_gates() -> None:
    gates = [parse_gate(text) for text in ("wrong<=0.05", "hit@1<1", "hit@1=0.8")]
    assert [reason.split()[0] for reason in failed_gates(measured(wrong=0.06), gates)] == [
        "wrong",
        "hit@1",
    ]


def test_a_gate_on_questions_that_there_are_not_fails() -> None:
    reasons = failed_gates(measured(), [parse_gate("false_answers<=0.1")])
    assert reasons == (
        "false_answers must be at most 0.10 and is not known: there were no questions of this kind",
    )


def test_a_gate_on_a_figure_that_an_old_report_lacks_fails() -> None:
    reasons = failed_gates(measured(), [parse_gate("dense.map=0.1")])
    assert reasons == ("dense.map must be at least 0.10 and is not known: it is not in the report",)
