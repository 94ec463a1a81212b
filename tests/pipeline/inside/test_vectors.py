"""Where a question lies, with the numbers of the answer itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from data.records import Entry, PassageKind
from pipeline.build import Faqdesk
from pipeline.inside import vectors
from pipeline.inside.network import Network
from pipeline.inside.pairs import parts_of, related
from pipeline.inside.senses import SENTENCES, senses
from pipeline.inside.vectors import ground_of, nearest_passages, placed, principal_axes
from tests.conftest import Publish
from tests.pipeline.inside.networks import tiny_network

QUESTION = "May my dog come along, and what does a bicycle cost?"


def test_similarities_are_those_that_the_answer_was_found_by(filled: Faqdesk) -> None:
    answer = filled.unlogged_answerer.answer(QUESTION)
    for evidence in answer.evidence:
        of_entry = nearest_passages(filled, QUESTION, 99, evidence.entry_id)
        best = {each.kind: each.cosine for each in reversed(of_entry)}
        wanted = (evidence.question, evidence.alternate, evidence.answer)
        found = tuple(best.get(kind, 0.0) for kind in PassageKind)
        assert found == pytest.approx(wanted, abs=1e-6)


def test_the_nearest_passages_come_first_and_say_what_they_are(
    filled: Faqdesk, entries: tuple[Entry, ...]
) -> None:
    found = nearest_passages(filled, "Are pets allowed?", 5)
    assert (found[0].entry_id, found[0].kind) == ("dogs", PassageKind.ALTERNATE)
    assert found[0].text == "Are pets allowed?"
    assert found[0].cosine == pytest.approx(1)
    assert len(found) == 5
    assert list(found) == sorted(found, key=lambda each: -each.cosine)
    everything = nearest_passages(filled, "Are pets allowed?", 999)
    assert len(everything) == sum(len(entry.forms) + 1 for entry in entries)
    assert everything[:5] == found


def test_an_entry_that_is_not_valid_today_is_nowhere(
    filled: Faqdesk, publish: Publish, entries: tuple[Entry, ...]
) -> None:
    publish(replace(entries[0], valid_until=date(2020, 1, 1)))
    found = nearest_passages(filled, "Are pets allowed?", 999)
    assert "dogs" not in {each.entry_id for each in found}
    assert nearest_passages(filled, "Are pets allowed?", 9, "dogs") == ()
    assert "dogs" not in {entry.id for entry in ground_of(filled).entries}


def test_an_entry_that_is_not_there_has_no_passages(filled: Faqdesk) -> None:
    assert nearest_passages(filled, QUESTION, 5, "nowhere") == ()


def test_the_map_is_that_of_another_library_for_it(filled: Faqdesk) -> None:
    from sklearn.decomposition import PCA

    ground = ground_of(filled)
    theirs = PCA(2, svd_solver="full").fit(ground.vectors)
    vector = filled.encoder.encode([QUESTION])[0]
    shown = placed(ground, vector)
    assert shown.shares == pytest.approx(theirs.explained_variance_ratio_, abs=1e-5)
    ours = np.array([[dot.x, dot.y] for dot in shown.dots])
    wanted = theirs.transform(ground.vectors)
    # Which end of an axis is which is a choice.
    flip = np.sign((ours * wanted).sum(axis=0))
    assert np.allclose(ours, wanted * flip, atol=1e-4)
    assert np.allclose([shown.x, shown.y], theirs.transform(vector[None])[0] * flip, atol=1e-4)


def test_dots_carry_their_entry_and_its_similarity(
    filled: Faqdesk, entries: tuple[Entry, ...]
) -> None:
    shown = placed(ground_of(filled), filled.encoder.encode([entries[1].question])[0])
    assert {dot.entry_id for dot in shown.dots} == {entry.id for entry in entries}
    bikes = next(dot for dot in shown.dots if dot.entry_id == "bikes")
    assert (bikes.question, bikes.category) == (entries[1].question, "Prices")
    assert bikes.cosine == pytest.approx(1)
    assert (bikes.x, bikes.y) == pytest.approx((shown.x, shown.y), abs=1e-5)


def test_of_a_large_library_some_entries_are_drawn_and_the_same_each_time(
    filled: Faqdesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "MOST_DOTS", 5)
    first, second = ground_of(filled), ground_of(filled)
    assert (len(first.entries), first.total) == (5, 12)
    assert first.entries == second.entries


@pytest.mark.parametrize("count", [1, 2])
def test_a_library_of_one_or_two_entries_has_a_map(count: int) -> None:
    rows = np.eye(4, dtype=np.float32)[:count]
    axes = principal_axes(rows)
    assert axes.place(rows).shape == (count, 2)
    assert np.isfinite(axes.place(rows)).all()
    assert axes.shares == pytest.approx((float(count == 2), 0.0), abs=1e-6)


def test_parts_of_the_case_worked_on_paper() -> None:
    left, right = np.eye(2, dtype=np.float32), np.array([[1, 0]], np.float32)
    assert parts_of(left, right)[:, 0] == pytest.approx([0.7071, 0], abs=1e-4)


def test_the_parts_of_all_pairs_are_the_similarity_of_the_texts() -> None:
    texts = ("my dog on the ferry", "May a cat sail?")
    states = [network_states(tiny_network(), text) for text in texts]
    first, second = (each.mean(axis=0) for each in states)
    cosine = first @ second / np.linalg.norm(first) / np.linalg.norm(second)
    found = related(tiny_network(), *texts, limit=99)
    assert found.cosine == pytest.approx(float(cosine), abs=1e-5)
    inner = parts_of(*states)[1:-1, 1:-1].sum()
    assert found.words == pytest.approx(float(inner), abs=1e-5)
    assert [pair.part for pair in found.pairs] == sorted(
        (p.part for p in found.pairs), reverse=True
    )


def test_a_word_is_most_related_to_itself_and_signs_to_nothing() -> None:
    text = "my dog on the ferry?"
    found = related(tiny_network(), text, text, limit=99)
    assert {pair.left for pair in found.pairs} == {"my", "dog", "on", "the", "ferry"}
    assert all(pair.left == pair.right for pair in found.pairs)
    assert [pair.cosine for pair in found.pairs] == pytest.approx([1] * 5, abs=1e-5)


def test_a_word_has_one_static_vector_and_a_contextual_one_in_each_sentence() -> None:
    found = senses(tiny_network(), "bank", SENTENCES)
    assert found.static == pytest.approx(np.ones((3, 3)), abs=1e-5)
    assert np.diag(found.contextual) == pytest.approx(np.ones(3), abs=1e-5)
    states = [network_states(tiny_network(), s) for s in SENTENCES]
    places = [tiny_network().cut(s).tokens.index("bank") for s in SENTENCES]
    first, second = (states[at][places[at]] for at in (0, 1))
    cosine = first @ second / np.linalg.norm(first) / np.linalg.norm(second)
    assert found.contextual[0, 1] == pytest.approx(float(cosine), abs=1e-5)
    assert found.contextual[0, 1] < 0.99


def test_a_word_of_several_pieces_is_their_mean() -> None:
    found = senses(tiny_network(), "FERRYBOAT", ["my ferryboat", "A ferryboat sails."])
    assert found.static == pytest.approx(np.ones((2, 2)), abs=1e-5)


@pytest.mark.slow
def test_money_and_money_are_nearer_than_money_and_river() -> None:
    found = senses(Network.of_encoder("sentence-transformers/all-MiniLM-L6-v2"), "bank", SENTENCES)
    assert found.contextual[1, 2] > found.contextual[0, 1] + 0.05
    assert found.contextual[1, 2] > found.contextual[0, 2] + 0.05


def network_states(network: Network, text: str) -> np.ndarray:
    return network.see(network.cut(text)).states
