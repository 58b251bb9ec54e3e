"""The causal ranker, on a tiny language model with random weights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from endings.tacit_tiny import WordTokenizer, language_model, one_thread
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.backbones.layers import embed, layers_of
from tacit.backbones.packing import Pack
from tacit.endings.systems.tacit import store as ranker_store
from tacit.endings.systems.tacit.memory import EndingRows, read_endings, remember
from tacit.endings.systems.tacit.ranker import CausalRanker, Shape
from tacit.endings.systems.tacit.store import BatchStore, EndingBatch, batches_of, compute, packs_of
from tacit.endings.systems.tacit.training import JudgeSchedule, choice_loss, scores_of, shuffled_batches, train_ranker
from tacit.endings.task import Cloze
from tacit.errors import InputError

SHAPE = Shape(start=1, stop=3, rank=2)


@pytest.fixture(autouse=True)
def _quietly() -> Iterator[None]:
    with one_thread():
        yield


@pytest.fixture(scope="module", name="model")
def tiny_model() -> Any:
    return language_model().model


token_lists = st.lists(st.integers(0, 59), min_size=1, max_size=6).map(tuple)
pack_lists = st.lists(
    st.builds(Pack, token_lists, st.lists(token_lists, min_size=2, max_size=4).map(tuple)), min_size=1
)


@given(pack_lists.filter(lambda packs: len(packs) < 5))
@settings(deadline=None, max_examples=20)
def test_reading_endings_after_their_story_is_reading_both_in_one_go(model: Any, packs: list[Pack]) -> None:
    with torch.inference_mode():
        memory, last = remember(model, [pack.context for pack in packs])
        endings = EndingRows.of(packs, memory.real)
        states = embed(model, endings.tokens, endings.positions)
        states = read_endings(model, layers_of(model), states, endings, memory)
        spans = iter(endings.spans)
        for row, pack in enumerate(packs):
            for continuation in pack.continuations:
                whole = torch.tensor([pack.context + continuation])
                expected = model.model(whole, output_hidden_states=True).last_hidden_state[0]
                found = model.model.norm(torch.cat([last[row : row + 1], states[row, slice(*next(spans)[1:])]]))
                torch.testing.assert_close(found, expected[len(pack.context) - 1 :], atol=1e-4, rtol=1e-3)


def clozes(count: int) -> list[Cloze]:
    """In the right ending something is seen, in the wrong one heard."""
    words = ["sun", "rain", "wind", "snow", "hail", "fog"]
    return [
        Cloze(str(n), (f"The {words[n % 6]} came",), (f"we heard {words[n % 5]}", f"we saw {words[n % 5]}"), 1)
        for n in range(count)
    ]


def store_of(model: Any, stories: list[Cloze], folder: Path) -> BatchStore:
    return BatchStore.fill(model, packs_of(stories, WordTokenizer()), start=SHAPE.start, stop=SHAPE.stop, folder=folder)


def test_a_store_gives_back_what_was_computed(model: Any, tmp_path: Path) -> None:
    stories = clozes(7)
    store = store_of(model, stories, tmp_path)
    ranker = CausalRanker(model, SHAPE).eval()
    with torch.inference_mode():
        kept = ranker(store.batch([5, 2]))
        fresh = ranker(compute(model, [store.packs[5], store.packs[2]], start=SHAPE.start, stop=SHAPE.stop))
    torch.testing.assert_close(kept, fresh, atol=5e-3, rtol=1e-2)


def test_a_reading_that_was_cut_goes_on(model: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stories = clozes(7)
    monkeypatch.setattr(ranker_store, "BATCH_TOKENS", 20)
    monkeypatch.setattr(ranker_store, "_MARK_EVERY", 1)
    packs = packs_of(stories, WordTokenizer())
    whole = BatchStore.fill(model, packs, start=1, stop=3, folder=tmp_path)
    (tmp_path / "batches.json").write_text("1")
    read: list[int] = []
    computed = ranker_store.compute

    def counted(model: Any, packs: Sequence[Pack], **options: int) -> EndingBatch:
        read.append(len(packs))
        return computed(model, packs, **options)

    monkeypatch.setattr(ranker_store, "compute", counted)
    again = BatchStore.fill(model, packs, start=1, stop=3, folder=tmp_path)
    assert 0 < sum(read) < len(packs)
    torch.testing.assert_close(again.batch([0, 3]).states, whole.batch([0, 3]).states)
    read.clear()
    BatchStore.fill(model, packs, start=1, stop=3, folder=tmp_path)
    assert read == []


def test_a_ranker_learns_what_tells_right_from_wrong(model: Any, tmp_path: Path) -> None:
    stories = clozes(30)
    store = store_of(model, stories, tmp_path)
    schedule = JudgeSchedule(stories=6, epochs=4, rate=1e-2, dropout=0.0)
    steps: list[float] = []
    ranker = train_ranker(
        model,
        store,
        stories,
        range(30),
        shape=SHAPE,
        schedule=schedule,
        seed=1,
        progress=lambda what, *_: steps.append(float(what.removeprefix("training: loss "))),
    )
    assert len(steps) == 4 * 5
    assert np.mean(steps[-5:]) < np.mean(steps[:5])
    scores = scores_of(lambda numbers: ranker(store.batch(numbers)), range(30), stories, size=4)
    assert np.mean([np.argmax(scores[n]) == 1 for n in range(30)]) > 0.8


def test_what_was_learnt_can_be_carried_over(model: Any, tmp_path: Path) -> None:
    stories = clozes(12)
    store = store_of(model, stories, tmp_path)
    schedule = JudgeSchedule(stories=6, epochs=2, rate=1e-2)
    learnt = train_ranker(model, store, stories, range(12), shape=SHAPE, schedule=schedule, seed=0)
    other = CausalRanker(model, SHAPE)
    other.load_weights(learnt.weights())
    batch = store.batch(range(12))
    torch.testing.assert_close(other.eval()(batch), learnt(batch), atol=1e-4, rtol=1e-3)
    with pytest.raises(InputError, match="head"):
        CausalRanker(model, SHAPE).load_weights({})


def test_the_shared_model_stays_as_it_is(model: Any, tmp_path: Path) -> None:
    before = {name: value.clone() for name, value in model.state_dict().items()}
    stories = clozes(8)
    store = store_of(model, stories, tmp_path)
    train_ranker(model, store, stories, range(8), shape=SHAPE, schedule=JudgeSchedule(4, 1, 0.1), seed=0)
    assert all(torch.equal(value, before[name]) for name, value in model.state_dict().items())


def test_the_loss_is_the_surprisal_of_right_endings() -> None:
    two = Cloze("a", ("s",), ("x", "y"), 1)
    three = Cloze("b", ("s",), ("x", "y", "z"), 0)
    loss = choice_loss(torch.tensor([1.0, 1.0, 0.0, 0.0, 0.0]), [two, three])
    assert loss.item() == pytest.approx((np.log(2) + np.log(3)) / 2)


@given(st.integers(1, 300), st.integers(1, 20), st.integers(1, 3))
@settings(deadline=None, max_examples=20)
def test_every_epoch_has_each_story_once(count: int, size: int, epochs: int) -> None:
    batches = shuffled_batches(
        range(count), [n % 7 for n in range(count)], JudgeSchedule(stories=size, epochs=epochs), 3
    )
    assert sorted(number for batch in batches for number in batch) == sorted([*range(count)] * epochs)
    assert max(map(len, batches)) <= size
    assert batches == shuffled_batches(range(count), [n % 7 for n in range(count)], JudgeSchedule(size, epochs), 3)


def test_batches_hold_every_pack_once() -> None:
    packs = [Pack((1,) * (n % 9 + 1), ((2, 3), (4,))) for n in range(50)]
    batches = batches_of(packs, tokens=40)
    assert sorted(number for batch in batches for number in batch) == list(range(50))
    assert all(len(batch) * max(len(packs[n]) for n in batch) <= 40 for batch in batches)


def test_a_ranker_does_not_go_on_with_other_stories_or_another_seed(model: Any, tmp_path: Path) -> None:
    stories = clozes(8)
    store = store_of(model, stories, tmp_path)
    checkpoint = tmp_path / "ranker.safetensors"

    def learn(told: list[Cloze], numbers: Sequence[int], seed: int) -> None:
        schedule = JudgeSchedule(4, 1, 0.1)
        train_ranker(model, store, told, numbers, shape=SHAPE, schedule=schedule, seed=seed, checkpoint=checkpoint)

    learn(stories, range(4), 0)
    learn(stories, range(4), 0)
    turned = [replace(cloze, endings=cloze.endings[::-1]) for cloze in stories]
    for told, numbers, seed in ((turned, range(4), 0), (stories, range(4, 8), 0), (stories, range(4), 1)):
        with pytest.raises(InputError, match="checkpoint of another training"):
            learn(told, numbers, seed)
