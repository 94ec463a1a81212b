"""Four ways of comparing, each against numbers worked out in another way."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from data.errors import InputError
from data.records import Entry, Status
from index.lexical import terms
from pipeline.build import Faqdesk, open_faqdesk
from pipeline.evaluation.question_sets import QuestionSet, questions_in
from pipeline.evaluation.records import LabelledQuestion
from pipeline.evaluation.report_json import report_as_json
from pipeline.evaluation.service import Choice, evaluate_library, live_entries
from pipeline.inside import then_and_now
from pipeline.inside.network import Network
from pipeline.inside.then_and_now import SAMPLE, Method, Methods, WordCounts, labelled, question_set
from pipeline.inside.vectors import ground_of, nearest_passages, placed
from tests.conftest import Publish
from tests.pipeline.inside.networks import tiny_network

QUESTIONS = [
    "May my dog come along?",
    "what does a bicycle cost",
    "Are pets allowed?",
    "zebra quantum",
]
LABELS = [
    LabelledQuestion(1, "Are pets allowed?", ("dogs",)),
    LabelledQuestion(2, "How much does a bicycle cost?", ("bikes", "groups")),
    LabelledQuestion(3, "Is there wireless internet on board?", ("meals",)),
    LabelledQuestion(4, "zygote quux frobnicate", ("dogs",)),
    LabelledQuestion(5, "hello", ()),
]


@pytest.fixture
def methods(filled: Faqdesk) -> Methods:
    return Methods.of_library(filled, tiny_network())


def test_word_counts_are_the_case_worked_on_paper() -> None:
    counts = WordCounts(["dog dog cat", "cat"])
    assert counts.scores("a dog") == pytest.approx([1, 0])
    assert counts.scores("the cat") == pytest.approx([0, 0])
    assert counts.scores("zebra") == pytest.approx([0, 0])


def test_word_counts_are_cosines_of_term_counts_times_idf() -> None:
    texts = ["dogs sail free", "a dog and a cat sail", "cats pay", "boats"]
    question = "may a dog or two cats sail? cats!"
    within = {t: sum(t in terms(text) for text in texts) for text in texts for t in terms(text)}
    idf = {term: math.log(len(texts) / count) for term, count in within.items()}

    def vector(text: str) -> np.ndarray:
        return np.array([terms(text).count(term) * idf[term] for term in sorted(idf)])

    asked = vector(question)
    wanted = [
        vector(text) @ asked / np.linalg.norm(vector(text)) / np.linalg.norm(asked)
        for text in texts
    ]
    assert WordCounts(texts).scores(question) == pytest.approx(wanted, abs=1e-6)


def test_bm25_and_contextual_scores_are_those_of_the_answer(
    filled: Faqdesk, methods: Methods, entries: tuple[Entry, ...]
) -> None:
    scores = methods.scores(QUESTIONS)
    ids = [each.id for each in filled.library.current().entries]
    for row, question in enumerate(QUESTIONS):
        for evidence in filled.unlogged_answerer.answer(question).evidence:
            at = ids.index(evidence.entry_id)
            assert scores[Method.BM25][row, at] == pytest.approx(evidence.lexical, abs=1e-6)
            # An entry without alternates has none that are near.
            has_alternates = len({e.id: e for e in entries}[evidence.entry_id].forms) > 1
            said = [evidence.question, evidence.answer]
            said += [evidence.alternate] if has_alternates else []
            assert scores[Method.CONTEXTUAL][row, at] == pytest.approx(max(said), abs=1e-5)


def test_static_scores_are_cosines_of_means_of_rows(
    methods: Methods, filled: Faqdesk, entries: tuple[Entry, ...]
) -> None:
    scores = methods.scores(QUESTIONS)[Method.STATIC]
    ids = [each.id for each in filled.library.current().entries]
    dogs = entries[0]
    texts = tiny_network().static_means([*dogs.forms, dogs.answer])
    asked = tiny_network().static_means(QUESTIONS)
    assert scores[:, ids.index("dogs")] == pytest.approx((asked @ texts.T).max(axis=1), abs=1e-5)


def test_each_method_names_its_best_and_the_rank_of_the_right_entry(methods: Methods) -> None:
    found = {each.method: each for each in methods.found("Are pets allowed?", ["dogs"])}
    assert list(found) == list(Method)
    for each in found.values():
        assert each.best[0].entry_id == "dogs"
        assert each.rank == 1
        assert [p.score for p in each.best] == sorted((p.score for p in each.best), reverse=True)


def test_of_several_right_entries_the_best_counts_and_of_none_there_is_no_rank(
    methods: Methods,
) -> None:
    scores = methods.scores(["Are pets allowed?"])[Method.CONTEXTUAL][0]
    both = methods.found("Are pets allowed?", ["wifi", "dogs"])
    assert [each.rank for each in both] == [1, 1, 1, 1]
    alone = {e.method: e.rank for e in methods.found("Are pets allowed?", ["wifi"])}
    ids = [entry.id for entry in methods._library.entries]
    better = int((scores > scores[ids.index("wifi")]).sum())
    assert alone[Method.CONTEXTUAL] is None or alone[Method.CONTEXTUAL] > better
    assert [each.rank for each in methods.found("Are pets allowed?", [])] == [None] * 4


def test_words_that_are_nowhere_find_nothing(methods: Methods) -> None:
    found = {e.method: e for e in methods.found("zygote quux", ["dogs"])}
    assert found[Method.WORDS].best == found[Method.BM25].best == ()
    assert found[Method.WORDS].rank is None


def test_hits_are_counted_over_the_questions_that_have_an_answer(methods: Methods) -> None:
    hits = {each.method: each.hit for each in methods.hits(LABELS)}
    assert {hit.n for hit in hits.values()} == {4}
    for method in (Method.WORDS, Method.BM25, Method.CONTEXTUAL):
        scores = methods.scores([q.query for q in LABELS[:4]])[method]
        ids = [entry.id for entry in methods._library.entries]
        right = [
            ids[int(row.argmax())] in q.relevant and row.max() > 0
            for row, q in zip(scores, LABELS, strict=False)
        ]
        assert hits[method].value == pytest.approx(sum(right) / 4)
    assert hits[Method.BM25].value == 0.5


def test_batches_make_no_difference_to_hits(
    methods: Methods, monkeypatch: pytest.MonkeyPatch
) -> None:
    together = methods.hits(LABELS)
    monkeypatch.setattr(then_and_now, "BATCH", 1)
    assert methods.hits(LABELS) == together


def test_questions_without_a_right_entry_cannot_be_counted(methods: Methods) -> None:
    with pytest.raises(InputError, match="No question of the set says which entry answers"):
        methods.hits([LabelledQuestion(1, "hello", ())])


def test_a_library_that_takes_too_long_is_refused(
    filled: Faqdesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(then_and_now, "MOST_PASSAGES", 3)
    with pytest.raises(InputError, match="more than 3 would take too long"):
        Methods.of_library(filled, tiny_network())


def test_entries_that_are_not_valid_today_are_found_by_none(
    filled: Faqdesk, publish: Publish, entries: tuple[Entry, ...]
) -> None:
    publish(replace(entries[0], valid_until=date(2020, 1, 1)))
    found = Methods.of_library(filled, tiny_network()).found("Are pets allowed?", ["dogs"])
    for each in found:
        assert each.rank is None
        assert "dogs" not in {place.entry_id for place in each.best}


def test_the_questions_are_those_of_the_last_evaluation(filled: Faqdesk) -> None:
    lines = b'{"query": "may dogs come", "relevant": ["dogs"]}\n{"query": "hi", "relevant": []}\n'
    asked = questions_in("mine.jsonl", lines, None)
    report = evaluate_library(filled, asked, live_entries(filled), Choice()).report
    filled.evaluations.add("mine.jsonl", 1, report_as_json(report))
    found = question_set(filled)
    assert found.name == "mine.jsonl"
    assert [(q.query, q.relevant) for q in found.questions] == [
        ("may dogs come", ("dogs",)),
        ("hi", ()),
    ]


def test_without_one_those_of_the_sample_are_for_the_sample_alone(filled: Faqdesk) -> None:
    with pytest.raises(InputError, match="Run an evaluation on the page Quality"):
        question_set(filled)


def test_a_question_of_the_set_brings_its_right_entries_along() -> None:
    questions = QuestionSet("mine", tuple(LABELS))
    assert labelled(questions, " are PETS allowed? ") == ("dogs",)
    assert labelled(questions, "are pets") == ()
    assert labelled(questions, "hello") == ()


def test_a_library_without_entries_is_said_to_be_empty(
    filled: Faqdesk, publish: Publish, entries: tuple[Entry, ...]
) -> None:
    publish(*(replace(entry, status=Status.RETIRED) for entry in entries))
    with pytest.raises(InputError, match="The library has no entries today"):
        Methods.of_library(filled, tiny_network())
    assert nearest_passages(filled, "Are pets allowed?", 5) == ()
    assert placed(ground_of(filled), filled.encoder.encode(["dog"])[0]).dots == ()


@pytest.mark.slow
def test_on_the_sample_each_step_is_worth_what_the_bars_say(home: Path) -> None:
    desk = open_faqdesk()
    desk.ingester.ingest([str(SAMPLE.with_name("faq.csv"))])
    network = Network.of_encoder(desk.settings.encoder)
    questions = question_set(desk)
    assert questions.name == "the questions of the sample"
    hits = {e.method: e.hit for e in Methods.of_library(desk, network).hits(questions.questions)}
    desk.engine.dispose()
    assert {hit.n for hit in hits.values()} == {351}
    values = [hits[method].value or 0.0 for method in Method]
    assert values == pytest.approx([0.407, 0.450, 0.282, 0.593], abs=0.02)
