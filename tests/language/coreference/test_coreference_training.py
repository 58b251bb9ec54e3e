"""Training on a handful of hand-written documents: it learns, resumes, and repeats itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from language.coreference.hand_parses import ANN, spans
from language.coreference.random_networks import SMALL

from tacit.errors import InputError
from tacit.language.coreference import train as training
from tacit.language.coreference.features.boundaries import Boundaries
from tacit.language.coreference.features.mention_codes import Floats
from tacit.language.coreference.gold import GoldDocument
from tacit.language.coreference.systems.tacit.examples import DocumentExample, boundary_decisions, example_of
from tacit.language.coreference.systems.tacit.network import Network
from tacit.language.coreference.systems.tacit.ranker import MentionRanker, RankerModel, UnitVectors

GOLD = GoldDocument("ann", ANN, [[(0, 1), (6, 7), (10, 11)], [(2, 5), (8, 9), (13, 15)]])
learning = pytest.importorskip("tacit.language.coreference.systems.tacit.learning")
torch = pytest.importorskip("torch")


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Networks this small lose more by waiting for other threads than they win."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def example() -> DocumentExample:
    return example_of(GOLD, Boundaries(), UnitVectors.shipped(), style=0)


def trained(epochs: int, checkpoint: Path | None = None, documents: int = 4) -> dict[str, Floats]:
    learner = learning.RankerLearner(replace(SMALL, epochs=epochs), UnitVectors.shipped())
    learner.train([example()] * documents, checkpoint=checkpoint)
    return dict(learner.averaged())


def test_an_example_knows_the_right_antecedents() -> None:
    right = example().right  # Ann | the old key | She | it | her | her pocket | The key
    assert [row.nonzero()[0].tolist() for row in right] == [[0], [0], [1], [2], [1, 3], [0], [2, 4]]


def test_boundary_decisions_say_which_dependents_belong() -> None:
    decisions = [inside for _, inside in boundary_decisions(GOLD)]
    assert decisions == [True, True, True]  # the, old, The


def test_the_same_seed_gives_the_same_weights() -> None:
    one, other = trained(2), trained(2)
    assert all((one[name] == other[name]).all() for name in one)


def test_training_that_was_interrupted_ends_like_one_that_was_not(tmp_path: Path) -> None:
    class Interrupted(Exception):
        pass

    def interrupt(what: str, done: int, total: int) -> None:
        if done == 10:
            raise Interrupted

    place = tmp_path / "0.safetensors"
    learner = learning.RankerLearner(replace(SMALL, epochs=3), UnitVectors.shipped())
    with pytest.raises(Interrupted):
        learner.train([example()] * 4, checkpoint=place, progress=interrupt)
    resumed, straight = trained(3, place), trained(3)
    assert all(np.array_equal(resumed[name], straight[name]) for name in straight)


def test_a_network_learns_its_only_document() -> None:
    recipe = replace(SMALL, epochs=25, dropout=0.0, averaging=0.5, learning_rate=0.02)
    learner = learning.RankerLearner(recipe, UnitVectors.shipped())
    learner.train([example()] * 4)
    ranker = MentionRanker.of(RankerModel([Network(learner.averaged())], Boundaries(), {}))
    assert spans(ranker.resolve(ANN)) == GOLD.clusters


@pytest.mark.models
def test_a_model_folder_is_written_whole_and_can_be_loaded(tmp_path: Path) -> None:
    for number, name in enumerate(("Ann", "Mary", "Kate", "Rose", "Jane", "Lucy")):
        words = [name, "found", "the", "old", "key", ".", "She", "kept", "it", "."]
        chains = ["(1)", "_", "(2", "_", "2)", "_", "(1)", "_", "(2)", "_"]
        rows = [f"{place}\t{word}\t{chain}" for place, (word, chain) in enumerate(zip(words, chains, strict=True))]
        content = "\n".join([f"#begin document ({number}); part 0", *rows, "#end document", ""])
        (tmp_path / f"{number}.conll").write_text(content)
    told: list[str] = []
    config = training.train(
        {"ontonotes": [tmp_path]},
        tmp_path / "model",
        recipe=SMALL,
        members=2,
        progress=lambda what, done, total: told.append(what),
    )
    assert sorted(path.name for path in (tmp_path / "model").iterdir()) == [
        "boundaries.json",
        "config.json",
        "seen.npz",
        "weights.npz",
    ]
    assert json.loads((tmp_path / "model" / "config.json").read_text()) == config
    assert set(told) == {"parsing ontonotes", "training 1/2", "training 2/2"}
    assert len(MentionRanker.load(tmp_path / "model").model.networks) == 2


def test_a_checkpoint_of_another_training_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "0.safetensors"
    trained(1, place)
    one = example()
    wrong = replace(one, right=np.roll(one.right, 1, axis=1))
    for recipe, examples in (
        (replace(SMALL, epochs=1, seed=7), [one] * 4),
        (replace(SMALL, epochs=1, dropout=0.1), [one] * 4),
        (replace(SMALL, epochs=1), [one] * 3),
        (replace(SMALL, epochs=1), [one] * 3 + [replace(one, id="bob")]),
        (replace(SMALL, epochs=1), [one] * 3 + [wrong]),
    ):
        learner = learning.RankerLearner(recipe, UnitVectors.shipped())
        with pytest.raises(InputError, match=r"0\.safetensors: a checkpoint of another training"):
            learner.train(examples, checkpoint=place)


@pytest.mark.parametrize("kept", [0, 40, -8])
def test_a_damaged_checkpoint_is_refused(tmp_path: Path, kept: int) -> None:
    place = tmp_path / "0.safetensors"
    trained(1, place)
    place.write_bytes(place.read_bytes()[:kept])
    with pytest.raises(InputError, match=r"0\.safetensors: not a whole"):
        trained(1, place)
