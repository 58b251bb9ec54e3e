import numpy as np
import pytest

from tacit.backbones import vectors
from tacit.errors import InputError


def test_shipped_vectors_know_household_words():
    shipped = vectors.load()
    assert shipped.matrix.shape == (60_000, 100)
    assert shipped.similarity("pasta", "noodles") > shipped.similarity("pasta", "parliament") + 0.3
    assert all(word in shipped for word in ("strainer", "whisk", "spatula"))


def test_mean_passes_over_unknown_words():
    shipped = vectors.load()
    assert np.array_equal(shipped.mean(["cup", "xyzzyx"]), shipped["cup"])
    assert not shipped.mean(["xyzzyx"]).any()


@pytest.mark.parametrize("header", ["", "2 3\n"])
def test_text_files_of_both_kinds(tmp_path, header):
    path = tmp_path / "v.txt"
    path.write_text(f"{header}cup 1 2 3\nmug 4 5 6\n")
    loaded = vectors.load(path)
    assert loaded.words == ["cup", "mug"]
    assert loaded["mug"].tolist() == [4, 5, 6]


@pytest.mark.parametrize("content", ["cup 1 2\nmug 1\n", "cup one two\n", "", b"\xff\xfe\x00"])
def test_bad_text_files(tmp_path, content):
    path = tmp_path / "v.txt"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(InputError):
        vectors.load(path)


def test_tampered_folder(tmp_path):
    (tmp_path / "weights.npz").write_bytes(b"PK not really")
    with pytest.raises(InputError):
        vectors.load(tmp_path)
