"""The encoder in numpy against that of transformers."""

import math

import numpy as np
import pytest
import torch
from backbones.tiny import plain, tiny_encoder
from hypothesis import given
from hypothesis import strategies as st

from tacit.backbones.bert import Bert, gelu, is_bert
from tacit.errors import InputError

ENCODER = tiny_encoder()
BERT = Bert.of(ENCODER.model)
tokens = st.lists(st.integers(0, 30), min_size=1, max_size=12)


@given(st.lists(tokens, max_size=6))
def test_states_are_those_of_transformers(sequences):
    found = BERT.states(sequences)
    for sequence, states in zip(sequences, found, strict=True):
        with torch.inference_mode():
            [wanted] = ENCODER.model(input_ids=torch.tensor([sequence])).last_hidden_state.numpy()
        assert np.allclose(states, wanted, atol=1e-4)


def test_batches_do_not_matter(monkeypatch):
    sequences = [[1, 2, 3], [4], [], [5, 6], [7, 8, 9], [4]]
    whole = BERT.states(sequences)
    monkeypatch.setattr("tacit.backbones.bert.BATCH", 3)
    assert all(np.allclose(one, other, atol=1e-5) for one, other in zip(whole, BERT.states(sequences), strict=True))
    assert [len(each) for each in whole] == [3, 1, 0, 2, 3, 1]


def test_sentences_are_encoded_alike():
    sentences = ["drain the pasta .", "", "cut the bread and serve the soup .", "unheard of", "mix " * 300]
    assert np.allclose(plain(ENCODER).encode(sentences), ENCODER.encode(sentences), atol=1e-5)


@given(st.lists(st.floats(-9, 9, width=32), max_size=50))
def test_gelu(values):
    found = np.array(values, np.float32)
    gelu(found)
    wanted = [value * 0.5 * (1 + math.erf(value / math.sqrt(2))) for value in values]
    assert np.allclose(found, wanted, atol=1e-5)


def test_other_weights_take_the_place_of_old_ones():
    name = "encoder.layer.1.output.dense.bias"
    changed = BERT.with_weights({name: BERT.weights[name] + np.arange(24, dtype=np.float32)})
    assert not np.allclose(changed.states([[1, 2]])[0], BERT.states([[1, 2]])[0], atol=1e-3)
    with pytest.raises(ValueError, match="does not fit"):
        BERT.with_weights({name: BERT.weights[name][:-1]})
    with pytest.raises(ValueError, match="does not fit"):
        BERT.with_weights({"pooler.other": BERT.weights[name]})


def test_a_checkpoint_folder_is_opened(tmp_path):
    ENCODER.model.save_pretrained(tmp_path)
    opened = Bert.open(tmp_path)
    assert opened is not None
    assert np.allclose(opened.states([[1, 2, 3]])[0], BERT.states([[1, 2, 3]])[0], atol=1e-6)
    (tmp_path / "model.safetensors").write_bytes(b"no tensors at all")
    with pytest.raises(InputError):
        Bert.open(tmp_path)
    (tmp_path / "config.json").write_text('{"model_type": "mpnet", "hidden_act": "gelu"}')
    assert Bert.open(tmp_path) is None


def test_sequences_that_are_too_long_are_refused():
    with pytest.raises(ValueError, match="513"):
        BERT.states([[1] * 513])


@pytest.mark.parametrize("config", [None, [], {}, {"model_type": "bert", "hidden_act": "relu"}])
def test_other_kinds_are_known(config):
    assert not is_bert(config)
