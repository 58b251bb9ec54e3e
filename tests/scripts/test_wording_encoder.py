"""The encoder that tells events of scripts apart, on an encoder of a few thousand numbers."""

from random import Random

import numpy as np
import pytest
from backbones.tiny import plain, tiny_encoder

from tacit.errors import InputError
from tacit.scripts.base import ScriptBase
from tacit.scripts.stories import JudgedStory
from tacit.scripts.task import Script, ScriptEvent
from tacit.scripts.wording_encoder import WordingEncoder, drawn, telling

STORY = JudgedStory("a", "soup", ("Mix the soup .", "Serve the soup ."), {"serve": (2,)}, frozenset())


def script(scenario, *events):
    made = tuple(ScriptEvent(words[0], {}, {}, "", id=id, wordings=words[1:]) for id, *words in events)
    return Script(scenario, made, (), {}, purpose="To eat.")


SOUP = script(
    "soup",
    ("boil", "boil water", "put water in the pot", "use a pot", "water to boil"),
    ("serve", "serve the soup", "take soup", "soup in the pot and serve"),
)
BREAD = script("bread", ("cut", "cut bread", "use the knife", "knife and bread"), ("mix", "mix eggs", "whisk the eggs"))


@pytest.fixture
def tiny(monkeypatch):
    monkeypatch.setattr("tacit.backbones.encoder.fresh", lambda name=None: tiny_encoder())
    for name in ("plain", "load"):
        monkeypatch.setattr(f"tacit.backbones.encoder.{name}", lambda: plain(tiny_encoder()))


def separation(encode, scripts):
    """How much nearer the wordings of an event are to each other than to those of others."""
    texts = [(number, text) for each in scripts for number, event in enumerate(each.events) for text in event.wordings]
    rows = encode([text for _, text in texts])
    same = np.array([[a == b for b, _ in texts] for a, _ in texts]) & ~np.eye(len(texts), dtype=bool)
    cosines = rows @ rows.T
    return cosines[same].mean() - cosines[~same & ~np.eye(len(texts), dtype=bool)].mean()


def test_wordings_of_an_event_come_together(tiny, tmp_path):
    learnt = WordingEncoder.learn([SOUP, BREAD], [STORY], epochs=30)
    before, after = (separation(each.encode, [SOUP, BREAD]) for each in (WordingEncoder({}), learnt))
    assert after > before + 0.05
    learnt.save(tmp_path)
    again = WordingEncoder.load(tmp_path)
    assert np.abs(again.encode(["serve the soup"]) - learnt.encode(["serve the soup"])).max() < 0.05
    assert again.has_learnt_from(STORY.text)
    assert not again.has_learnt_from("Somebody else went to the river and sat there for an hour without a word.")


def test_one_script_has_nothing_to_tell_apart(tiny):
    with pytest.raises(InputError, match="at least two scripts"):
        WordingEncoder.learn([SOUP])


def test_a_training_that_was_cut_goes_on_to_the_same_weights(tiny, tmp_path):
    whole = WordingEncoder.learn([SOUP, BREAD], epochs=2)
    steps = 0

    def stop(what, done, of):
        nonlocal steps
        steps += 1
        if steps == 3:
            raise KeyboardInterrupt

    place = tmp_path / "checkpoint.safetensors"
    with pytest.raises(KeyboardInterrupt):
        WordingEncoder.learn([SOUP, BREAD], epochs=2, checkpoint=place, progress=stop)
    again = WordingEncoder.learn([SOUP, BREAD], epochs=2, checkpoint=place)
    assert whole.weights.keys() == again.weights.keys()
    assert all(np.array_equal(whole.weights[name], again.weights[name]) for name in whole.weights)


def test_a_sentence_that_tells_an_event_may_be_drawn_for_it():
    told = telling([STORY])
    assert told == {("soup", "serve"): ["Serve the soup ."]}
    texts, owners = zip(*(drawn([SOUP, BREAD], told, Random(number)) for number in range(20)), strict=True)
    assert any("Serve the soup ." in each for each in texts)
    assert owners[0] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert all(each.index("Serve the soup .") == 2 for each in texts if "Serve the soup ." in each)


def test_weights_of_another_encoder_are_one_sentence(tiny):
    strange = {"0.attention.self.query.up": np.ones((24, 2), np.float32)}
    with pytest.raises(InputError, match="does not fit the sentence encoder at '0"):
        _ = WordingEncoder(strange).encode
    strange["0.attention.self.query.down"] = np.full((2, 24), np.nan, np.float32)
    with pytest.raises(InputError, match="does not fit"):
        _ = WordingEncoder(strange).encode


def test_a_base_keeps_its_encoder_and_drops_one_that_is_gone(tiny, tmp_path):
    learnt = WordingEncoder.learn([SOUP, BREAD], epochs=1)
    rows = {each.scenario: learnt.encode([text for event in each.events for text in (event.name, *event.wordings)])
            for each in (SOUP, BREAD)}  # fmt: skip
    ScriptBase.of([SOUP, BREAD], vectors=rows, encoder=learnt).save(tmp_path)
    assert ScriptBase.load(tmp_path).encoder.weights.keys() == learnt.weights.keys()
    ScriptBase.of([SOUP, BREAD], vectors=rows).save(tmp_path)
    assert not ScriptBase.load(tmp_path).encoder.weights
