"""The pair encoder on a tiny encoder with random weights, and the made-up endings it learns from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import torch
from endings.tacit_tiny import WordTokenizer, one_thread, sentence_encoder

from tacit.endings.pair_encoder import PairEncoder, PairShape, pairs_of
from tacit.endings.pair_negatives import Recaster
from tacit.endings.pair_training import train_pair_encoder
from tacit.endings.ranker_training import Schedule
from tacit.endings.task import Cloze, Story
from tacit.errors import InputError

SHAPE = PairShape(start=1, rank=2, hidden=8)


@pytest.fixture(autouse=True)
def _quietly() -> Iterator[None]:
    with one_thread():
        yield


@pytest.fixture(scope="module", name="encoder")
def tiny_encoder() -> Any:
    return sentence_encoder()


def clozes(count: int) -> list[Cloze]:
    return [Cloze(str(n), (f"Day {n} was cold",), ("we heard it", "we saw it"), 1) for n in range(count)]


def test_a_long_story_loses_its_beginning_and_the_ending_stays() -> None:
    [first, second] = pairs_of(Cloze("a", (" ".join(["word"] * 500) + " last",), ("x y", "z")), WordTokenizer())
    assert first.story == second.story == 202
    assert len(first.tokens) == 205
    assert len(second.tokens) == 204
    assert first.tokens[200] == WordTokenizer()("last")["input_ids"][0]


def test_scores_do_not_depend_on_the_pairs_beside(encoder: Any) -> None:
    network = PairEncoder(encoder.model, SHAPE).eval()
    pairs = [
        pair
        for cloze in [*clozes(2), Cloze("c", ("One",), ("a b c d e f", "g"))]
        for pair in pairs_of(cloze, encoder.tokenizer)
    ]
    with torch.inference_mode():
        together = network(pairs)
        alone = torch.cat([network([pair]) for pair in pairs])
    torch.testing.assert_close(together, alone, atol=1e-5, rtol=1e-4)


def test_it_learns_and_what_it_learnt_can_be_carried_over(encoder: Any) -> None:
    stories = clozes(24)
    losses: list[float] = []
    learnt = train_pair_encoder(
        encoder, stories, range(24), shape=SHAPE, schedule=Schedule(8, 8, 3e-2, 1.0, 0.0), seed=0,
        on_step=lambda step, steps, loss: losses.append(loss),
    )  # fmt: skip
    assert losses[-1] < losses[0] / 2
    other = PairEncoder(encoder.model, SHAPE)
    other.load_weights(learnt.weights())
    pairs = pairs_of(stories[0], encoder.tokenizer)
    with torch.inference_mode():
        scores = other.eval()(pairs)
        torch.testing.assert_close(scores, learnt(pairs))
    assert scores[1] > scores[0]
    with pytest.raises(InputError, match="head"):
        PairEncoder(encoder.model, PairShape(1, 2, 4)).load_weights(learnt.weights())


def tales() -> list[Story]:
    """Anna and Ben, Carla and Dan bake or sail; each name is seen often enough to be one."""
    told = []
    for name, pronoun in (("Anna", "She"), ("Ben", "He"), ("Carla", "She"), ("Dan", "He")):
        for number in range(4):
            what = ("baked bread in the hot oven", "sailed a boat on the windy lake")[number % 2]
            ending = (f"{name} ate slice {number} .", f"{name} came home wet after trip {number}.")[number % 2]
            told.append(
                Story(
                    f"{name}{number}",
                    (f"{name} {what}.", f"{pronoun} was happy.", f"At last {name} did it again.", ending),
                )
            )
    return told


def test_wrong_endings_are_of_the_same_people_in_the_same_voice() -> None:
    stories = {story.id: story for story in tales()}
    made = list(Recaster(tales()).clozes(16, wrong=2, seed=0))
    assert len(made) == 16
    for cloze in made:
        hero = cloze.story[0].split()[0]
        assert cloze.answer == 0
        assert cloze.endings[0].replace(".", "") == stories[cloze.id].ending.replace(" .", "").replace(".", "")
        assert len(set(cloze.endings)) == 3
        assert all(ending.startswith(f"{hero} ") for ending in cloze.endings)


def test_blanks_before_marks_do_not_tell_whose_ending_it_is() -> None:
    assert not any(" ." in ending for cloze in Recaster(tales()).clozes(16, wrong=2) for ending in cloze.endings)


def test_the_same_seed_makes_the_same_endings() -> None:
    first, again, other = (list(Recaster(tales()).clozes(10, wrong=2, seed=seed)) for seed in (1, 1, 2))
    assert first == again != other
