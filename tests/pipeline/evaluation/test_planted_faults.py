"""Faults that are planted on purpose change the figures that they should, and no others."""

from __future__ import annotations

from dataclasses import replace

from pipeline.evaluation.records import Figure, Outcome, Report
from tests.pipeline.evaluation.factories import CATEGORIES, entry, outcome, report

IDS = "abcd"
KINDS = ["ask", "ask", "bye"]


def healthy() -> list[Outcome]:
    """Forty questions, most of them right, surer where right; the last eight have no answer."""
    made = []
    for at in range(40):
        id_ = IDS[at % 4]
        others = [other for other in IDS if other != id_]
        ranking = [id_, *others] if at % 5 else [others[0], id_, *others[1:]]
        about = {"gold": "yes", "span": "yes", "kind": KINDS[at % 3], "intent": "ask"}
        sure = at / 100 + (0.5 if at % 5 and at < 32 else 0.2)
        made.append(
            outcome(
                f"question {at}",
                [] if at >= 32 else [id_],
                ranking,
                confidence=sure,
                answered=sure > 0.55,
                **about,
            )
        )
    return made


def figures(made: Report) -> dict[str, Figure]:
    named = {
        f"{source}.{name}": f for source, fs in made.retrieval.items() for name, f in fs.items()
    }
    for group in ("answers", "decisions", "intent"):
        named |= {f"{group}.{name}": f for name, f in getattr(made, group).items()}
    return named


def changed(before: list[Outcome], after: list[Outcome]) -> set[str]:
    """The figures whose value is another one, less the name of the source."""
    old, new = figures(report(before)), figures(report(after))
    return {name for name, figure in old.items() if figure.value != new[name].value}


def swapped(before: Outcome) -> Outcome:
    """The outcome of a library in which the entries a and b have each other's id."""
    swap = str.maketrans("ab", "ba")
    given = before.answer.entry
    answer = replace(before.answer, entry=entry(given.id.translate(swap)) if given else None)
    rankings = {
        source: tuple(id_.translate(swap) for id_ in ids) for source, ids in before.rankings.items()
    }
    return replace(before, answer=answer, rankings=rankings)


def test_two_entries_with_each_others_id() -> None:
    before = healthy()
    found = changed(before, [swapped(each) for each in before])
    sources = {name.partition(".")[0] for name in found}
    assert sources == {"dense", "bm25", "fused", "final", "decisions"}
    # Who is answered and how often stays, and so does what is told to those without an answer.
    assert {"decisions.coverage", "decisions.false_answers"}.isdisjoint(found)
    assert {"final.hit@1", "decisions.accuracy", "decisions.wrong", "decisions.aurc"} <= found
    # Both are still among the first five: only their order is wrong.
    assert {"final.hit@5", "final.recall@20"}.isdisjoint(found)


def test_a_confidence_that_is_always_the_same() -> None:
    before = healthy()
    after = [replace(each, answer=replace(each.answer, confidence=0.7)) for each in before]
    rocs = ("auroc",)
    assert changed(before, after) == {
        f"decisions.{name}"
        for name in ("coverage@0.8", "coverage@0.9", "coverage@0.95", "aurc", *rocs, "ece")
    }
    flat = report(after).decisions
    right = sum(each.best_is_right for each in after) / len(after)
    assert flat["auroc"] == Figure(0.5, 0.5, 0.5, 40)
    assert flat["coverage@0.8"].value == 0
    assert flat["aurc"].value == flat["aurc"].value == round(1 - right, 6)
    assert flat["ece"].value == round(abs(right - 0.7), 6)


def without_b(before: Outcome) -> Outcome:
    """The outcome of a library that has lost the entry b."""
    rankings = {
        source: tuple(id_ for id_ in ids if id_ != "b") for source, ids in before.rankings.items()
    }
    first = rankings["final"][0]
    entry_ = entry(first) if before.answer.entry else None
    return replace(before, answer=replace(before.answer, entry=entry_), rankings=rankings)


def test_an_entry_that_is_missing() -> None:
    before = healthy()
    after = [without_b(each) for each in before]
    found = changed(before, after)
    assert {f"{source}.recall@20" for source in ("dense", "bm25", "fused", "final")} <= found
    assert {"final.hit@1", "final.hit@5", "final.map", "decisions.wrong"} <= found
    assert not {name for name in found if name.startswith(("answers", "intent"))}
    assert report(after).retrieval["final"]["recall@20"].value == 24 / 32
    assert {row.rank for row in report(after).rows if row.expected == ("b",)} == {0}


def test_one_source_that_ranks_at_random_changes_that_source_alone() -> None:
    before = healthy()
    after = [
        replace(each, rankings={**each.rankings, "bm25": tuple(reversed(each.rankings["bm25"]))})
        for each in before
    ]
    assert changed(before, after) == {
        f"bm25.{name}" for name in ("hit@1", "mrr@10", "ndcg@10", "map")
    }


def test_categories_are_told_apart_in_the_confusion() -> None:
    # Swapping ids within a category leaves the categories as they were.
    before = report(healthy())
    after = report([swapped(each) for each in healthy()])
    assert CATEGORIES["a"] == CATEGORIES["b"]
    assert before.confusion["Travel"]["Travel"] + before.confusion["Money"]["Money"] >= 16
    assert sum(after.confusion["Money"].values()) == sum(before.confusion["Money"].values())
