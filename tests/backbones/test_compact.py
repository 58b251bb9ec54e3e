"""Small model folders whose weights do not fit together."""

import hashlib
import json

import pytest

from tacit.backbones.compact import read_model, write_model
from tacit.errors import InputError

torch = pytest.importorskip("torch")
safetensors = pytest.importorskip("safetensors.torch")


def test_a_matrix_comes_back_nearly_as_it_was(tmp_path):
    matrix = torch.linspace(-1, 1, 64 * 64).reshape(64, 64)
    write_model(tmp_path, "tea", {}, {"matrix": matrix})
    _, weights = read_model(tmp_path, "tea")
    assert torch.allclose(weights["matrix"], matrix, atol=0.01)


@pytest.mark.parametrize(
    ("whole", "scales"),
    [((100_000, 1), (1, 100_000)), ((100_000, 1, 1), (100_000, 1)), ((5, 2), (2,)), ((), (1,)), ((3,), (3, 1))],
)
def test_scales_that_are_not_one_a_row_are_refused(tmp_path, whole, scales):
    content = safetensors.save({"m": torch.ones(whole, dtype=torch.int8), "m.scales": torch.ones(scales)})
    (tmp_path / "weights.safetensors").write_bytes(content)
    config = {"kind": "tea", "version": 1, "weights": hashlib.sha256(content).hexdigest()}
    (tmp_path / "config.json").write_text(json.dumps(config))
    with pytest.raises(InputError, match="the weights cannot be read: 'm' is not a matrix with a scale for each row"):
        read_model(tmp_path, "tea")
