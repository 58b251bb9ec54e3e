import numpy as np
import pytest

from tacit.backbones import encoder
from tacit.errors import MissingBackboneError

pytestmark = pytest.mark.models


def test_near_in_meaning_is_near_in_space():
    vectors = encoder.load().encode(["She drained the pasta.", "The noodles were strained.", "The court adjourned."])
    assert vectors.shape == (3, 384)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2] + 0.2


def test_batching_does_not_change_the_vectors():
    sentences = ["Tea.", "She put the kettle on and waited for it to boil.", "He left.", ""]
    model = encoder.load()
    assert np.allclose(model.encode(sentences), model.encode(sentences, batch_size=1), atol=1e-5)


def test_no_sentences():
    assert encoder.load().encode([]).shape == (0, 384)


def test_folder_that_is_no_checkpoint(tmp_path):
    with pytest.raises(MissingBackboneError, match="does not load as a language model"):
        encoder.load(tmp_path)


def test_a_vector_does_not_depend_on_what_stands_beside_it():
    sentences = ["Tea.", "She put the kettle on and waited for it to boil.", "He left.", "", "Tea."]
    together = encoder.PlainEncoder(encoder.plain().bert, encoder.plain().tokenizer).encode(sentences)
    for sentence, row in zip(sentences, together, strict=True):
        alone = encoder.PlainEncoder(encoder.plain().bert, encoder.plain().tokenizer).encode([sentence])[0]
        assert np.array_equal(row, alone)


def test_what_was_encoded_lately_is_not_encoded_again(monkeypatch):
    own = encoder.PlainEncoder(encoder.plain().bert, encoder.plain().tokenizer)
    first = own.encode(["He left.", "Tea.", "He left."])
    monkeypatch.setattr(own.bert, "states", lambda _: pytest.fail("encoded again"))
    assert np.array_equal(own.encode(["Tea.", "He left."]), first[[1, 0]])


def test_memory_of_vectors_is_bounded(monkeypatch):
    monkeypatch.setattr(encoder, "REMEMBERED", 2)
    own = encoder.PlainEncoder(encoder.plain().bert, encoder.plain().tokenizer)
    rows = own.encode(["one", "two", "three"])
    assert len(own._recent) == 2
    assert np.array_equal(own.encode(["one", "two", "three"]), rows)
