from __future__ import annotations

import pytest
import torch
from endings.made_stories import stories
from endings.tacit_tiny import language_model, one_thread

from tacit.backbones.packing import Pack
from tacit.endings.making.negatives import MAKERS, make_clozes
from tacit.endings.making.writing import next_sentences
from tacit.endings.task import Story
from tacit.errors import InputError, UsageError

TOLD = [
    Story("cat", ("The cat was hungry.", "It looked for food.", "It ate fish.")),
    Story("dog", ("The dog was hungry.", "It looked for meat.", "It ate a bone.")),
    Story("car", ("The car broke down.", "The engine smoked.", "We walked home.")),
]


def test_each_method_makes_one_cloze_a_story_with_the_right_ending_at_its_answer():
    made = make_clozes(TOLD, ["random", "backward", "nearest"], seed=1)
    assert {cloze.id for cloze in made} >= {"cat-backward", "dog-nearest", "car-random"}
    told = {story.id: story for story in TOLD}
    for cloze in made:
        name, _, _ = cloze.id.partition("-")
        assert cloze.endings[cloze.answer] == told[name].ending
        assert cloze.story == told[name].body
        assert len(set(cloze.endings)) == 2


def test_where_wrong_endings_come_from():
    wrong = {cloze.id: cloze.endings[1 - cloze.answer] for cloze in make_clozes(TOLD, ["backward", "nearest"])}
    assert wrong["cat-backward"] in TOLD[0].body
    assert wrong["cat-nearest"] == TOLD[1].ending
    assert wrong["dog-nearest"] == TOLD[0].ending


def test_together_gives_one_cloze_a_story_with_different_endings():
    made = make_clozes(stories(30), ["random", "backward", "nearest"], together=True, seed=2)
    assert [cloze.id for cloze in made] == [f"s{number}" for number in range(30)]
    assert all(len(set(cloze.endings)) == len(cloze.endings) >= 3 for cloze in made)
    assert len({cloze.answer for cloze in made}) > 1


class Writer:
    """A language model of which the network writes the same in all rows, but no row of it to its end but the last."""

    def __init__(self, text):
        self.text = text
        self.model = self.tokenizer = self
        self.eos_token_id = 0

    def __call__(self, text, **options):
        return {"input_ids": list(text.encode())}

    def pack(self, context, continuations):
        return Pack((1, *context.encode()), ())

    def generate(self, given, *, attention_mask, num_return_sequences, **options):
        assert (given[:, -1] != 0).all(), "what fills up stands on the left"
        assert (attention_mask == (given != 0)).all()
        rows = torch.tensor([list(self.text.encode())] * len(given) * num_return_sequences)
        rows[::num_return_sequences, -1] = ord("w")
        return torch.cat([given.repeat_interleave(num_return_sequences, 0), rows], 1)

    def batch_decode(self, rows, **options):
        return [bytes(row.tolist()).decode() for row in rows]


def test_generated_endings_are_finished_sentences_that_the_model_writes(monkeypatch):
    monkeypatch.setattr("tacit.backbones.causal.load", lambda: Writer(" Then it slept."))
    made = make_clozes(TOLD, ["generated"])
    assert [cloze.endings[1 - cloze.answer] for cloze in made] == ["Then it slept."] * 3


def test_what_the_story_has_said_is_no_generated_ending(monkeypatch):
    monkeypatch.setattr("tacit.backbones.causal.load", lambda: Writer(" It looked for food."))
    assert [cloze.id for cloze in make_clozes(TOLD, ["generated"])] == ["dog-generated", "car-generated"]


def test_first_sentences_are_drawn_from_a_network():
    model = language_model()
    model.tokenizer = Writer("")
    model.pack = model.tokenizer.pack
    with one_thread():
        drawn = [next_sentences(model, ["!", "!!"], count=3, seed=seed) for seed in (1, 1)]
    assert drawn[0] == drawn[1]
    assert len(drawn[0]) == 2


def test_the_same_seed_makes_the_same_endings():
    assert make_clozes(TOLD, ["random"], seed=3) == make_clozes(TOLD, ["random"], seed=3)


def test_what_cannot_be_made():
    with pytest.raises(UsageError, match=f"named 'odd'; there are {', '.join(MAKERS)}"):
        make_clozes(TOLD, ["odd"])
    with pytest.raises(InputError, match="two or more"):
        make_clozes(TOLD[:1], ["random"])
