"""tacit's own system with vectors that count words."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.errors import InputError, UsageError
from tacit.scenarios.systems.tacit import ByExample
from tacit.scenarios.systems.tacit.decoding import Settings, detection
from tacit.scenarios.systems.tacit.examples import Examples, condensed, neighbourhoods
from tacit.scenarios.systems.tacit.features import table
from tacit.scenarios.systems.tacit.material import Material, is_kept_back, parted
from tacit.scenarios.systems.tacit.whole import with_whole
from tacit.scenarios.task import NONE, Narrative

TEA = ("kettle", "teapot", "leaves", "cup")
TREE = ("hole", "sapling", "soil", "roots")
NOTHING = ("council", "mayor", "vote", "rain")
WORDS = (*TEA, *TREE, *NOTHING, "we", "the", "a")


def encode(sentences):
    rows = [[float(word in sentence.split()) for word in WORDS] + [0.1] for sentence in sentences]
    vectors = np.array(rows, dtype=np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def text(id, words, label):
    sentences = tuple(f"we the {word}" for word in words)
    return Narrative(id, sentences, ((label,) if label else (),) * len(sentences))


def texts():
    kinds = {"making tea": TEA, "planting a tree": TREE, "": NOTHING}
    return [
        text(f"{label.replace(' ', '-') or 'none'}-{copy}", words[copy % 4 :] + words[: copy % 4], label)
        for copy in range(24)
        for label, words in kinds.items()
    ]


@pytest.fixture(scope="module")
def system():
    system = ByExample(in_context=False)
    system.encode = encode
    system.inventory = []
    return system.fit(texts(), seed=1)


MIXED = Narrative(
    "new", ("we the kettle", "we the teapot", "we the council", "we the mayor", "we the hole", "we the soil")
)


def test_passages_are_found_between_other_things(system):
    [found] = system.detect([MIXED])
    assert [ranking[0].label for ranking in found.rankings] == [
        "making tea", "making tea", NONE, NONE, "planting a tree", "planting a tree",
    ]  # fmt: skip
    assert found.starts == (0, 2, 4)


def test_the_whole_text_has_one_label(system):
    [found] = system.detect([Narrative("tea", tuple(f"we the {word}" for word in TEA))])
    assert found.whole == "making tea"


def test_a_model_comes_back(system, tmp_path):
    system.save(tmp_path)
    again = ByExample.load(tmp_path)
    again.encode = encode
    for one, other in zip(system.tables([MIXED]), again.tables([MIXED]), strict=True):
        assert np.abs(one - other).max() < 0.1
    assert again.labels == system.labels


@pytest.mark.parametrize("name", ["examples", "label", "kind", "weights", "bias", "trees_left", "trees_starts"])
def test_a_damaged_model_is_one_sentence(system, tmp_path, name):
    system.save(tmp_path)
    arrays = dict(np.load(tmp_path / "weights.npz"))
    for damaged in (arrays[name][:-1], arrays[name].astype(np.int64) + 100_000, None):
        changed = {key: value for key, value in arrays.items() if key != name}
        np.savez(tmp_path / "weights.npz", **(changed if damaged is None else {**changed, name: damaged}))
        try:
            again = ByExample.load(tmp_path)
        except InputError as error:
            assert "\n" not in str(error)
        else:
            again.encode = encode
            assert len(again.detect([MIXED])) == 1


def test_a_scenario_of_ones_own_needs_no_text(system, tmp_path):
    system.save(tmp_path)
    own = ByExample.load(tmp_path)
    own.encode = encode
    own.add_scenario("attending a council meeting", ["the council", "the mayor", "we the vote"])
    [found] = own.detect([Narrative("x", ("we the mayor", "we the council", "we the vote"))])
    best = [next((label for label, _ in ranking if label != NONE), NONE) for ranking in found.rankings]
    assert "attending a council meeting" in best
    with pytest.raises(UsageError, match="a label of its own"):
        own.add_scenario("making tea", [])


def test_what_follows_elsewhere_changes_nothing(system):
    [alone] = system.tables([MIXED])
    longer = Narrative("more", (*MIXED.sentences, *["we the rain"] * 12))
    [more] = system.tables([longer])
    assert np.abs(alone[:2].argmax(1) - more[:2].argmax(1)).max() == 0


def test_an_empty_text_and_an_untrained_system(system):
    [found] = system.detect([Narrative("empty", ())])
    assert found.rankings == ()
    with pytest.raises(UsageError, match="has learnt nothing"):
        ByExample().detect([MIXED])
    with pytest.raises(UsageError, match="has learnt nothing"):
        ByExample().save(None)


def test_material_is_sorted_and_composed():
    material = Material.of(texts())
    assert len({each.id for each in material.giving}) == 2 * 14
    assert len(material.nothing) == 24
    documents = material.documents(seed=1)
    assert any(len(set(each.labels)) > 1 for each in documents)
    assert documents == Material.of(texts()).documents(seed=1)
    kept = [each for each in texts() if is_kept_back(each)]
    assert 0 < len(kept) < len(texts()) / 2


def test_texts_of_one_name_are_parted_by_their_places():
    same = [text("text", words, "making tea") for words in (TEA, TEA[:2], TEA[2:], TEA[1:])]
    assert parted(same) == ([same[1]], [same[0], *same[2:]])
    kept, others = parted(texts())
    assert kept == [each for each in texts() if is_kept_back(each)]
    assert len(kept) + len(others) == len(texts())
    with pytest.raises(InputError, match="one text is too few"):
        parted(same[:1])


def test_means_stand_for_many():
    rows = encode([f"the {word}" for word in WORDS for _ in range(10)])
    few = condensed(rows, 6)
    assert few.shape == (6, rows.shape[1])
    assert np.allclose(np.linalg.norm(few, axis=1), 1, atol=1e-5)
    assert condensed(rows[:4], 6) is not None


def test_kinds_that_lack_examples_are_filled():
    examples = Examples.of({"a": {"wordings": ["the cup"]}, "b": {"narratives": ["the soil"]}}, encode)
    near = examples.nearness(encode(["the cup"]), encode(["the cup"]))
    assert near.shape == (1, 2, 10)
    assert near[0, 0].min() > 0.9
    assert near[0, 1].max() < 0.9


@given(st.integers(1, 12), st.integers(2, 5))
def test_features_fit_any_text(sentences, labels):
    draw = np.random.default_rng(sentences)
    nearness = draw.random((sentences, labels, 10), dtype=np.float32)
    shares = np.log(draw.random((sentences, 1 + labels), dtype=np.float32) + 0.1)
    found = table(nearness, shares)
    assert found.shape[:2] == (sentences, labels)
    assert np.isfinite(found).all()


def test_a_sentence_between_two_belongs_to_them():
    chances = np.array([[0.9, 0.0], [0.2, 0.0], [0.9, 0.0]])
    assert detection(chances, ["a", "b"], Settings(least=0.3, spread=0.0)).starts == (0, 1, 2)
    assert detection(chances, ["a", "b"], Settings(least=0.3, spread=0.5)).starts == (0,)


def test_neighbourhoods_of_one_sentence():
    assert neighbourhoods(["a"]) == ["a"]


def test_a_short_text_is_about_what_fits_it_as_a_whole():
    chances = np.full((4, 3), 0.05)
    nearness, shares = np.zeros((4, 3, 10), np.float32), np.zeros((4, 4), np.float32)
    assert (with_whole(chances, nearness, shares) == chances).all()
    nearness[:, 1] = 0.5
    lifted = with_whole(chances, nearness, shares)
    assert (lifted[:, 1] == 0.3).all()
    assert (lifted[:, [0, 2]] == chances[:, [0, 2]]).all()
    long = np.full((13, 3), 0.05)
    assert with_whole(long, np.zeros((13, 3, 10), np.float32), np.zeros((13, 4), np.float32)) is long


def test_a_few_texts_teach_a_trained_system_a_new_scenario(system, tmp_path):
    system.save(tmp_path / "before")
    other = ByExample.load(tmp_path / "before")
    other.encode = encode
    corrected = text("mine", NOTHING[:2], "going to a council")
    before = other.tables([corrected])[0].max()
    other.adapt([corrected, text("tea", TEA, "making tea")])
    place = other.labels.index("going to a council")
    assert other.tables([corrected])[0][:, place].min() > before
    kinds, labels = other.witnesses_.examples.kind, other.witnesses_.examples.label
    assert (np.diff(labels) >= 0).all()  # each label's examples in a row
    assert len(kinds) == len(labels)
    other.save(tmp_path / "after")
    assert ByExample.load(tmp_path / "after").labels == [*system.labels, "going to a council"]
