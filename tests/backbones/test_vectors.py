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


@pytest.mark.parametrize("content", ["cup 1 2\nmug 1\n", "cup one two\n", "", "cup\nmug 1 2\n", b"\xff\xfe\x00"])
def test_bad_text_files(tmp_path, content):
    path = tmp_path / "v.txt"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(InputError):
        vectors.load(path)


def test_tampered_folder(tmp_path):
    (tmp_path / "weights.npz").write_bytes(b"PK not really")
    with pytest.raises(InputError):
        vectors.load(tmp_path)


def folder_of(path, **arrays):
    """A folder of word vectors, some of its arrays replaced."""
    two = vectors.WordVectors(["cup", "mug"], np.array([[3.0, 4.0], [4.0, 3.0]], dtype=np.float32))
    vectors.save_cut(two, path, size=2)
    with np.load(path / "weights.npz") as whole:
        np.savez(path / "weights.npz", **{**whole, **arrays})
    return path


def test_a_cut_comes_back(tmp_path):
    loaded = vectors.load(folder_of(tmp_path))
    assert loaded.words == ["cup", "mug"]
    assert loaded["mug"].tolist() == pytest.approx([4, 3], abs=0.05)


@pytest.mark.parametrize(
    "arrays",
    [
        {"scales": np.float32(1)},
        {"scales": np.ones(3, dtype=np.float32)},
        {"rows": np.ones(2, dtype=np.int8)},
        {"rows": np.ones((3, 2), dtype=np.int8)},
        {"words": np.array(["cup"])},
    ],
)
def test_arrays_that_do_not_fit_are_one_error(tmp_path, arrays):
    with pytest.raises(InputError, match="not a whole model"):
        vectors.load(folder_of(tmp_path, **arrays))


@pytest.mark.parametrize("content", [b"PK\x03\x04 no archive", b"PK\x05\x06" + bytes(18), b""])
def test_an_archive_that_is_broken_is_one_error(tmp_path, content):
    (folder_of(tmp_path) / "weights.npz").write_bytes(content)
    with pytest.raises(InputError, match="not a whole model"):
        vectors.load(tmp_path)


def test_a_name_that_is_too_long_is_one_error(tmp_path):
    with pytest.raises(InputError, match="File name too long"):
        vectors.load(tmp_path / ("v" * 300))
