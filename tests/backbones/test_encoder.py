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
