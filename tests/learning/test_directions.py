import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.learning.directions import pack, unpack


@given(st.integers(0, 20), st.integers(0, 1000))
def test_cosines_are_kept(count, seed):
    rows = np.random.default_rng(seed).normal(size=(count, 384)).astype(np.float32)
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    packed = pack(rows)
    assert packed.nbytes == rows.nbytes // 8
    again = unpack(packed)
    assert again.shape == rows.shape
    assert np.allclose((again * rows).sum(1), 1, atol=0.02)
    assert np.abs(again @ rows.T - rows @ rows.T).max(initial=0) < 0.05


def test_what_is_not_packed_is_refused():
    with pytest.raises(ValueError, match="cannot be packed in pairs"):
        pack(np.zeros((2, 3), np.float32))
    with pytest.raises(ValueError, match="not packed rows"):
        unpack(np.zeros((2, 3), np.float32))
    with pytest.raises(ValueError, match="not packed rows"):
        unpack(np.zeros(4, np.uint8))
