"""Model folders that were tampered with: one error each, and never much memory."""

import hashlib
import json
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from tacit.errors import InputError, OutputError, UsageError
from tacit.learning.folder import check_size, read_object, trained_folder, write_folder
from tacit.learning.tensors import DIFFERENCES, TENSORS, read_model, write_model


def test_the_size_is_what_the_arrays_unpack_to(tmp_path):
    np.savez_compressed(tmp_path / "weights.npz", a=np.zeros(5 << 20, dtype=np.int8))
    check_size(tmp_path / "weights.npz", 6 << 20)
    with pytest.raises(ValueError, match="would take 5 MB"):
        check_size(tmp_path / "weights.npz", 4 << 20)


def test_a_folder_with_too_long_a_name_is_no_model():
    with pytest.raises(InputError, match="is not a model folder"):
        trained_folder("tea:" + "a" * 300, default="tea", shipped=None, train="")


def archive_that_claims_two_gigabytes(path):
    """A small file of weights whose first array is said to be large."""
    np.savez(path, words=np.zeros(1, dtype=np.uint8))
    content = path.read_bytes()
    entry = content.index(b"PK\x01\x02")
    path.write_bytes(content[: entry + 24] + (1 << 31).to_bytes(4, "little") + content[entry + 28 :])


def test_coreference_weights_that_unpack_to_too_much_are_refused(tmp_path):
    from tacit.language.coreference.systems.tacit.network import load_networks

    archive_that_claims_two_gigabytes(tmp_path / "weights.npz")
    with pytest.raises(InputError, match="its weights would take 2048 MB"):
        load_networks(tmp_path / "weights.npz")


def test_word_vectors_that_unpack_to_too_much_are_refused(tmp_path):
    from tacit.backbones import vectors

    archive_that_claims_two_gigabytes(tmp_path / "weights.npz")
    (tmp_path / "config.json").write_text(json.dumps({"kind": "word vectors"}))
    with pytest.raises(InputError, match="its weights would take 2048 MB"):
        vectors.load(tmp_path)


@pytest.mark.parametrize(
    ("name", "array", "message"),
    [("mention_codes", np.float32(1), "other features"), ("words", np.array(["x"]), "do not fit together")],
)
def test_coreference_weights_of_odd_shapes_are_refused(tmp_path, name, array, message):
    from tacit.language.coreference.features.mention_codes import N_MENTION_CODES
    from tacit.language.coreference.systems.tacit.network import WEIGHT_NAMES, load_networks
    from tacit.language.coreference.systems.tacit.pairs import N_PAIR_CODES

    rows = {"mention_codes": N_MENTION_CODES, "pair_codes": N_PAIR_CODES}
    weights = {f"0.{each}": np.zeros((rows.get(each, 1), 1), dtype=np.float16) for each in WEIGHT_NAMES}
    np.savez(tmp_path / "weights.npz", **{**weights, f"0.{name}": array})
    with pytest.raises(InputError, match=message):
        load_networks(tmp_path / "weights.npz")


def test_naive_bayes_that_was_not_trained_cannot_be_saved(tmp_path):
    from tacit.clarifications.systems.naive_bayes import NaiveBayes

    with pytest.raises(UsageError, match="there is nothing to save"):
        NaiveBayes().save(tmp_path)


@pytest.mark.parametrize("words", [5, None, {"tea": 1}, True])
def test_naive_bayes_wants_a_list_of_words(tmp_path, words):
    torch = pytest.importorskip("torch")
    from tacit.clarifications.systems.naive_bayes import NaiveBayes

    write_model(tmp_path, "clarifications naive_bayes", {"words": words}, {"priors": torch.zeros(3)})
    with pytest.raises(InputError, match=r"its config\.json is damaged: words"):
        NaiveBayes.load(tmp_path)


@pytest.mark.parametrize("scales", [1, 2])
def test_what_torch_refuses_is_an_error_about_the_folder(tmp_path, monkeypatch, scales):
    torch = pytest.importorskip("torch")
    from tacit.endings.systems.tacit import TacitEndings

    def refuse(config, _):
        return torch.empty(-config["shape"]["rank"])

    monkeypatch.setattr("tacit.endings.systems.tacit.jury.Jury.from_weights", refuse)
    config = {"rankers": 1, "shape": {"start": 1, "stop": 2, "rank": 1}, "grams": [], "frequent": []}
    write_model(tmp_path, "endings tacit", config, {"scale": torch.ones(scales)})
    with pytest.raises(InputError, match="not a whole model of the kind 'endings tacit'"):
        TacitEndings.load(tmp_path)


@pytest.mark.parametrize("kind", ["arrays", "packed", "tensors"])
def test_a_model_is_written_whole_or_not_at_all(tmp_path, monkeypatch, kind):
    torch = pytest.importorskip("torch")
    write = {"arrays": write_folder, "packed": write_model, "tensors": partial(write_model, packed=False)}[kind]
    ones = {"a": np.ones(3) if kind == "arrays" else torch.ones(3)}
    write(tmp_path, "tea", {}, ones)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    real = Path.replace

    def replace(self, target):
        if target.name == "config.json":
            raise OSError(28, "No space left on device")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(OutputError, match="No space left"):
        write(tmp_path, "tea", {"more": 1}, {**ones, "b": ones["a"] + 1})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_word_vectors_say_their_kind(tmp_path):
    from tacit.backbones import vectors

    np.savez(tmp_path / "weights.npz", words=np.zeros(1, dtype=np.uint8))
    (tmp_path / "config.json").write_text(json.dumps({"kind": "tea"}))
    with pytest.raises(InputError, match="holds a model of the kind 'tea', not 'word vectors'"):
        vectors.load(tmp_path)


def test_a_matrix_comes_back_nearly_as_it_was(tmp_path):
    torch = pytest.importorskip("torch")
    matrix = torch.linspace(-1, 1, 64 * 64).reshape(64, 64)
    write_model(tmp_path, "tea", {}, {"matrix": matrix})
    _, weights = read_model(tmp_path, "tea")
    assert torch.allclose(weights["matrix"], matrix, atol=0.01)


@pytest.mark.parametrize(
    ("whole", "scales"),
    [((100_000, 1), (1, 100_000)), ((100_000, 1, 1), (100_000, 1)), ((5, 2), (2,)), ((), (1,)), ((3,), (3, 1))],
)
def test_scales_that_are_not_one_a_row_are_refused(tmp_path, whole, scales):
    torch, safetensors = pytest.importorskip("torch"), pytest.importorskip("safetensors.torch")
    content = safetensors.save({"m": torch.ones(whole, dtype=torch.int8), "m.scales": torch.ones(scales)})
    (tmp_path / "weights.safetensors").write_bytes(content)
    config = {"kind": "tea", "version": 1, "weights": hashlib.sha256(content).hexdigest()}
    (tmp_path / "config.json").write_text(json.dumps(config))
    with pytest.raises(InputError, match="the weights cannot be read: 'm' is not a matrix with a scale for each row"):
        read_model(tmp_path, "tea")


def test_tensors_that_are_not_packed_keep_every_bit(tmp_path):
    torch = pytest.importorskip("torch")
    matrix = torch.linspace(-1, 1, 64 * 64).reshape(64, 64).half()
    write_model(tmp_path, "tea", {}, {"matrix": matrix, "again": matrix}, packed=False)
    _, weights = read_model(tmp_path, "tea")
    assert torch.equal(weights["matrix"], matrix.float())
    assert weights["again"].dtype == torch.float32


@pytest.fixture
def tuned(tmp_path):
    """A model in three folders: whole, told by its differences, and what it was tuned from."""
    torch = pytest.importorskip("torch")
    draw = torch.Generator().manual_seed(1)
    before = {name: torch.randn(64, 128, generator=draw) for name in ("steeped", "poured")}
    before["poured"][0, 0] = 100.0
    tea = {"steeped": before["steeped"] + 0.01 * torch.randn(64, 128, generator=draw), "poured": -before["poured"]}
    tea |= {"stirred": torch.randn(64, 128, generator=draw), "sugar": torch.ones(3)}
    write_model(tmp_path / "whole", "tea", {}, tea)
    write_model(tmp_path / "told", "tea", {}, tea, tuned_from=before)
    return before, tmp_path / "whole", tmp_path / "told"


def test_what_is_told_by_its_differences_comes_back_to_the_last_bit(tuned):
    import torch

    before, whole, told = tuned
    (_, expected), (_, found) = read_model(whole, "tea"), read_model(told, "tea", tuned_from=before)
    assert found.keys() == expected.keys()
    assert all(torch.equal(found[name], expected[name]) for name in expected)
    assert (whole / "config.json").read_bytes() == (told / "config.json").read_bytes()
    assert not (told / TENSORS).exists()
    assert (told / DIFFERENCES).stat().st_size < (whole / TENSORS).stat().st_size


def test_a_model_that_was_written_whole_is_read_beside_what_it_was_tuned_from(tuned):
    before, whole, _ = tuned
    _, found = read_model(whole, "tea", tuned_from=before)
    assert "steeped" in found


def test_differences_from_another_model_are_refused(tuned):
    before, _, told = tuned
    with pytest.raises(InputError, match="or the model it was tuned from is another"):
        read_model(told, "tea", tuned_from={**before, "steeped": before["poured"]})


@pytest.mark.parametrize("change", [lambda content: content[:-9], lambda content: b"tea", lambda content: b""])
def test_differences_that_are_not_whole_are_refused(tuned, change):
    before, _, told = tuned
    (told / DIFFERENCES).write_bytes(change((told / DIFFERENCES).read_bytes()))
    with pytest.raises(InputError, match="cannot be read"):
        read_model(told, "tea", tuned_from=before)


def test_differences_that_unpack_to_too_much_are_refused(tuned, monkeypatch):
    before, _, told = tuned
    monkeypatch.setattr("tacit.learning.tensors.LARGEST", 1 << 10)
    with pytest.raises(InputError, match="they would take more than"):
        read_model(told, "tea", tuned_from=before)


@pytest.mark.parametrize("content", [None, "{", "[1]", '{"style": 1}'])
def test_another_table_of_a_folder_is_read_or_is_one_sentence(tmp_path, content):
    if content is not None:
        (tmp_path / "more.json").write_text(content)
    with pytest.raises(InputError, match=r"more\.json"):
        read_object(tmp_path, "more.json", {"style": {"L": float}})
