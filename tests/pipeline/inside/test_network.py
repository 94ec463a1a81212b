"""The open network says what it does: its numbers against the same weights computed by hand."""

from __future__ import annotations

import numpy as np
import pytest

from data.errors import ModelError
from index.models import DEFAULT_ENCODER
from pipeline.build import open_faqdesk
from pipeline.inside.network import Network, is_word
from pipeline.inside.order import backward_order, turned
from tests.pipeline.inside.networks import (
    WINDOW,
    seen_by_hand,
    tiny_model,
    tiny_network,
    tokenizer,
)

SENTENCE = "May I bring my dog on the ferryboat?"


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("positions", [False, True])
def test_attention_and_states_are_those_of_the_formulas(causal: bool, positions: bool) -> None:
    text = tiny_network().cut(SENTENCE)
    seen = tiny_network().see(text, causal=causal, positions=positions)
    weights, states = seen_by_hand(tiny_model(), text, causal=causal, positions=positions)
    assert (seen.layers, seen.heads) == (2, 4)
    assert np.allclose(seen.weights, weights, atol=1e-4)
    assert np.allclose(seen.states, states, atol=1e-3)


def test_each_row_adds_up_to_1_and_under_the_mask_none_looks_ahead() -> None:
    text = tiny_network().cut(SENTENCE)
    free, masked = (tiny_network().see(text, causal=causal) for causal in (False, True))
    assert np.allclose(free.weights.sum(axis=-1), 1, atol=1e-5)
    assert np.allclose(masked.weights.sum(axis=-1), 1, atol=1e-5)
    later = np.triu(np.ones(free.weights.shape[-2:], bool), 1)
    assert (masked.weights[..., later] == 0).all()
    assert (free.weights[..., later] > 0).any()


def test_the_mean_is_that_of_the_layers_and_heads_that_are_not_picked() -> None:
    seen = tiny_network().see(tiny_network().cut(SENTENCE))
    assert np.allclose(seen.attention(1, 2), seen.weights[1, 2])
    assert np.allclose(seen.attention(0), seen.weights[0].mean(axis=0))
    assert np.allclose(seen.attention(head=3), seen.weights[:, 3].mean(axis=0))
    assert np.allclose(seen.attention(), seen.weights.mean(axis=(0, 1)))


def test_a_long_text_is_cut_as_the_encoder_cuts_it() -> None:
    text = tiny_network().cut("ferry " * 100)
    assert len(text.ids) == WINDOW
    assert (text.tokens[0], text.tokens[-1]) == ("[CLS]", "[SEP]")
    assert (text.words[0], text.words[-1]) == (-1, -1)
    assert text.tokens[1:-1] == ("ferry",) * (WINDOW - 2)


def test_static_vectors_are_rows_of_the_first_table_and_texts_their_means() -> None:
    table = tiny_model().get_input_embeddings().weight.detach().numpy()
    ids = tokenizer().encode("dog ferry", add_special_tokens=False).ids
    assert (tiny_network().static(ids) == table[ids]).all()
    mean = table[ids].mean(axis=0)
    found, empty = tiny_network().static_means(["dog ferry", ""])
    assert np.allclose(found, mean / np.linalg.norm(mean), atol=1e-6)
    assert not empty.any()


def test_a_stand_in_and_an_unknown_encoder_are_refused() -> None:
    with pytest.raises(ModelError, match="is a stand-in and no network"):
        Network.of_encoder("hash")
    with pytest.raises(ModelError, match="There is no encoder called 'nowhere'"):
        Network.of_encoder("nowhere")


@pytest.mark.parametrize(
    ("token", "says_something"),
    [("dog", True), ("##s", True), ("9", True), ("?", False), ("[SEP]", False), ("犬", True)],
)
def test_a_token_says_something_or_is_a_sign(token: str, says_something: bool) -> None:
    assert is_word(token) is says_something


def test_words_are_turned_round_and_their_pieces_are_not() -> None:
    text = tiny_network().cut("my ferryboat")
    assert text.tokens == ("[CLS]", "my", "ferry", "##boat", "[SEP]")
    assert backward_order(text) == [0, 2, 3, 1, 4]


def test_without_positions_weights_only_move_with_the_words() -> None:
    text = tiny_network().cut(SENTENCE)
    without = turned(tiny_network(), text, positions=False)
    assert without.weights < 1e-5
    assert without.states > 0.99999
    order = list(without.came_from)
    assert without.backward.text.tokens == tuple(text.tokens[at] for at in order)
    moved = without.forward.weights[:, :, order][:, :, :, order]
    assert np.allclose(moved, without.backward.weights, atol=1e-5)


def test_with_positions_they_do_not() -> None:
    turned_round = turned(tiny_network(), tiny_network().cut(SENTENCE), positions=True)
    assert turned_round.weights > 0.05
    assert turned_round.states < 0.99


@pytest.mark.slow
def test_the_real_encoder_is_the_one_that_answers_and_all_its_layers_are_the_formulas() -> None:
    network = Network.of_encoder(DEFAULT_ENCODER)
    text = network.cut(SENTENCE)
    seen = network.see(text)
    assert (seen.layers, seen.heads, network.window) == (6, 12, 256)
    weights, states = seen_by_hand(network._model, text)
    assert np.allclose(seen.weights, weights, atol=1e-4)
    assert np.allclose(seen.states, states, atol=1e-3)
    mean = states.mean(axis=0)
    answers = open_faqdesk().encoder.encode([SENTENCE])[0]
    assert answers @ mean / np.linalg.norm(mean) > 0.9999
    without = turned(network, text, positions=False)
    assert without.weights < 1e-4
    assert turned(network, text, positions=True).weights > 0.1
