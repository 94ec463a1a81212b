"""Candidates are read when that can matter, and ordered by what was read."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from data.answers import Candidate, Evidence, Reading
from data.errors import ModelError
from data.records import Entry
from pipeline.build import Faqdesk
from pipeline.rank import Mixing, Ranker
from pipeline.reading.reader import Reader, ToRead
from pipeline.retrieve import Found, heading_of

MIXING = Mixing(relevance=0.2, numbers=0.1, codes=0.1, negation=0.1, missing=0.1, reach=0.2)


class Opinions:
    """A reader whose relevance of each passage is laid down; it keeps what it read."""

    def __init__(self, **relevance: float) -> None:
        self._relevance = relevance
        self.read_so_far: list[ToRead] = []

    def read(self, items: Sequence[ToRead]) -> list[Reading]:
        self.read_so_far += items
        return [Reading(0, 1, i.passage[:1], 0.0, self._relevance[i.passage], 0.5) for i in items]


def candidate(name: str, fused: float) -> Candidate:
    return Candidate(Entry(name, f"{name}?", name), Evidence(name, 1, fused, 0, 0, 0), fused, fused)


def found(**fused: float) -> Found:
    return Found(tuple(candidate(name, score) for name, score in fused.items()), ())


def ranked(reader: Reader, **fused: float) -> list[tuple[str, float]]:
    (one,) = Ranker(lambda: reader, MIXING).ranked(["q"], [found(**fused)])
    return [(c.entry.id, pytest.approx(c.score)) for c in one.candidates]


def test_the_worked_example() -> None:
    reader = Opinions(a=0.3, b=0.9)
    assert ranked(reader, a=0.70, b=0.62, c=0.45) == [("b", 0.70), ("a", 0.66), ("c", 0.45)]
    assert [item.passage for item in reader.read_so_far] == ["a", "b"]


def test_where_retrieval_is_sure_one_is_read() -> None:
    reader = Opinions(a=0.0)
    assert [name for name, _ in ranked(reader, a=0.9, b=0.6, c=0.5)] == ["a", "b", "c"]
    assert len(reader.read_so_far) == 1


def test_at_most_five_are_read() -> None:
    names = "abcdefg"
    reader = Opinions(**dict.fromkeys(names, 0.5))
    ranked(reader, **dict.fromkeys(names, 0.7))
    assert len(reader.read_so_far) == 5


def test_reading_the_others_too_would_not_change_which_is_first() -> None:
    for relevance in (0.0, 0.5, 1.0):
        few = ranked(Opinions(a=relevance, b=1.0), a=0.7, b=0.51, c=0.49)
        assert few[0][0] == max([("a", 0.7, relevance), ("b", 0.51, 1.0), ("c", 0.49, 1.0)],
                                key=lambda x: x[1] + 0.2 * (x[2] - 0.5))[0]  # fmt: skip


def test_the_heading_is_the_form_that_is_nearest() -> None:
    entry = Entry("e", "q?", "a", alternates=("q?", "first", "second"))
    evidence = Evidence("e", 1, 0.5, 0.6, 0, 0, nearest=2)
    assert heading_of(Candidate(entry, evidence, 0.5, 0.5)) == "second"


def test_the_index_tells_which_form_is_nearest(faqdesk: Faqdesk) -> None:
    forms = ("may cats sail?", "hounds on board?")
    with faqdesk.publisher.lock():
        faqdesk.publisher.publish([Entry("e", "is it far?", "No.", alternates=forms)], by="test")
    (best, *_) = faqdesk.answerer.answer("hounds on board").candidates
    assert heading_of(best) == "hounds on board?"


def test_without_a_reader_the_order_is_that_of_retrieval() -> None:
    ranker = Ranker(lambda: None, MIXING)
    assert ranker.ranked(["q"], [found(a=0.7, b=0.6)]) == [found(a=0.7, b=0.6)]
    assert ranker.problem == ""


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("refund after 90 days", "Can I get a refund after 90 days?"),
        ("refund after ninety days", "Can I get a refund after 90 days?"),
        ("refund after 30 days", "Can I get a refund after 30 days?"),
    ],
)
def test_numbers_that_clash_count_against_an_entry(question: str, first: str) -> None:
    forms = ("Can I get a refund after 30 days?", "Can I get a refund after 90 days?")
    alike = Found(
        tuple(
            Candidate(Entry(f, f, "See below."), Evidence(f, 1, 0.8, 0, 0, 0), 0.8, 0.8)
            for f in forms
        ),
        (),
    )
    for reader in (None, Opinions(**{"See below.": 0.9})):
        (one,) = Ranker(lambda reader=reader: reader, MIXING).ranked([question], [alike])  # type: ignore[misc]
        assert one.candidates[0].entry.id == first


def test_a_reader_that_cannot_be_loaded_is_done_without_and_that_is_said(
    filled: Faqdesk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> Reader:
        raise ModelError("The weights are damaged. Put them back.")

    monkeypatch.setattr(filled.ranker, "_reader", broken)
    answers = [filled.answerer.answer("may I bring my dog on board?") for _ in range(2)]
    assert {(a.decision, a.span, a.remark) for a in answers} == {
        ("answered", None, "The weights are damaged. Put them back.")
    }
    assert answers[0].entry is not None
    assert len([r for r in caplog.records if "No words are marked" in r.message]) == 1
