"""The network that reads sentences in their context, on an encoder of a few thousand numbers."""

from random import Random

import numpy as np
import pytest
from backbones.tiny import plain, tiny_encoder
from hypothesis import given
from hypothesis import strategies as st

from tacit.errors import InputError, UsageError
from tacit.progress import no_progress
from tacit.scenarios.systems.tacit import ByExample, context_training
from tacit.scenarios.systems.tacit.context import Context, stretches_of
from tacit.scenarios.systems.tacit.context_training import Lessons, Pupil, learn
from tacit.scenarios.task import Narrative

PASTA = ("boil the water .", "put the pasta in .", "stir the pasta .", "drain the pasta .")
BREAD = ("take the knife .", "cut the bread .", "serve the bread .", "use the knife .")
NOTHING = ("the a .", "and the .", "to the .")


def told(id, sentences, label):
    return Narrative(id, tuple(sentences), ((label,) if label else (),) * len(sentences))


def texts():
    found = []
    for copy in range(12):
        turned = [tuple(each[copy % len(each) :] + each[: copy % len(each)]) for each in (PASTA, BREAD, NOTHING)]
        found += [
            told(f"{name}-{copy}", some, label)
            for name, some, label in zip("pbn", turned, ("cooking pasta", "cutting bread", ""), strict=True)
        ]
    return found


ENCODER = tiny_encoder()


def encode(sentences):
    return ENCODER.encode(sentences)


LABELS = ("cooking pasta", "cutting bread")
MIXED = (*PASTA, *NOTHING, *BREAD)
WANTED = [1] * len(PASTA) + [0] * len(NOTHING) + [2] * len(BREAD)


def pupil():
    return Pupil(tiny_encoder(), LABELS, [encode(PASTA), encode(BREAD)])


def untrained():
    return pupil().trained()


@pytest.fixture(scope="module")
def context():
    return learn(pupil(), Lessons(texts(), {}, LABELS), seed=1, progress=no_progress, epochs=20, rate=2e-3)


def test_it_learns_what_sentences_are_about(context):
    def likelihood(some):
        [found] = some.log_shares([MIXED])
        assert np.allclose(np.exp(found).sum(1), 1, atol=1e-4)
        return found[np.arange(len(WANTED)), WANTED].mean()

    assert likelihood(context) > likelihood(untrained()) + 0.4


def test_texts_read_together_are_read_alone(context):
    together = context.log_shares([PASTA, (), BREAD[:1], (*NOTHING, *PASTA)])
    alone = [context.log_shares([text])[0] for text in (PASTA, (), BREAD[:1], (*NOTHING, *PASTA))]
    for one, other in zip(together, alone, strict=True):
        assert one.shape == other.shape
        assert np.allclose(one, other, atol=1e-4)


def test_the_context_of_a_sentence_counts(context):
    [alone], [in_pasta] = context.log_shares([("use the knife .",)]), context.log_shares([(*PASTA, "use the knife .")])
    assert np.abs(alone[0] - in_pasta[-1]).max() > 1e-3


def test_a_network_comes_back(context, tmp_path):
    context.save(tmp_path)
    again = Context.load(tmp_path, plain(tiny_encoder()))
    assert again.labels == context.labels
    [one], [other] = context.log_shares([PASTA]), again.log_shares([PASTA])
    assert np.abs(np.exp(one) - np.exp(other)).max() < 0.1
    (tmp_path / "config.json").write_text('{"kind": "scenarios in context", "labels": []}')
    with pytest.raises(InputError):
        Context.load(tmp_path, plain(tiny_encoder()))


def test_a_scenario_is_added_by_phrases(context):
    more = context.with_label("making soup", ["mix the soup .", "stir the soup ."])
    [found] = more.log_shares([("mix the soup .", "stir the soup .")])
    [before] = context.log_shares([("mix the soup .", "stir the soup .")])
    assert found.shape[1] == before.shape[1] + 1
    order = np.argsort(-found[:, :3]) == np.argsort(-before)
    assert order.all(), "what it knew before is weighed as before"


def test_a_cut_training_goes_on_as_if_it_never_was(tmp_path):
    def trained(checkpoint, stop=None):
        def progress(what, done, total):
            if stop is not None and done >= stop:
                raise KeyboardInterrupt

        lessons = Lessons(texts(), {}, LABELS)
        made = learn(pupil(), lessons, seed=2, progress=progress, checkpoint=checkpoint, epochs=2, composed=20)
        return made.log_shares([PASTA])[0]

    whole = trained(None)
    with pytest.raises(KeyboardInterrupt):
        trained(tmp_path / "part.safetensors", stop=3)
    assert np.allclose(trained(tmp_path / "part.safetensors"), whole, atol=1e-5)


def test_lessons_have_wordings_in_their_order():
    lessons = Lessons([], {"a": ["one", "two", "three"]}, ["a"])
    drawn = list(lessons.epoch(Random(1), 30))
    assert drawn
    order = {"One.": 1, "Two.": 2, "Three.": 3}
    for lesson in drawn:
        assert {labels for _, labels in lesson.sentences} == {("a",)}
        assert all(sentence in order for sentence, _ in lesson.sentences)


@given(st.lists(st.integers(1, 60), max_size=40))
def test_stretches_cover_a_text(lengths):
    found = stretches_of(lengths, 100)
    assert [place for start, end in found for place in range(start, end)] == list(range(len(lengths)))
    assert all(sum(lengths[start:end]) <= 100 for start, end in found)


def test_the_whole_system_reads_in_context(monkeypatch, tmp_path):
    monkeypatch.setattr("tacit.backbones.encoder.fresh", lambda name=None: tiny_encoder())
    monkeypatch.setattr("tacit.backbones.encoder.plain", lambda: plain(tiny_encoder()))
    system = ByExample()
    system.encode, system.inventory = encode, []
    system.fit(texts(), seed=1)
    new = Narrative("new", (*PASTA, *BREAD))
    [found] = system.tables([new])
    assert found.shape == (8, 2)
    system.save(tmp_path)
    again = ByExample.load(tmp_path)
    again.encode = encode
    assert again.witnesses_ is not None
    assert again.witnesses_.context is not None
    assert np.abs(again.tables([new])[0] - found).max() < 0.3


def test_a_network_goes_on_from_what_it_knew(context):
    again = Pupil.of(context, tiny_encoder()).trained()
    for before, after in zip(context.log_shares([MIXED]), again.log_shares([MIXED]), strict=True):
        assert np.abs(before - after).max() < 1e-4


def test_texts_about_nothing_are_read_as_they_are_where_they_teach_that():
    nothing = [each for each in texts() if not any(each.labels)]
    as_gaps = Lessons(nothing, {}, LABELS).epoch(Random(0), 0)
    as_texts = Lessons(nothing, {}, LABELS, found=True).epoch(Random(0), 0)
    assert not list(as_gaps)
    assert len(list(as_texts)) == len(nothing)


def test_a_system_goes_on_learning(monkeypatch):
    monkeypatch.setattr("tacit.backbones.encoder.fresh", lambda name=None: tiny_encoder())
    system = ByExample()
    system.encode, system.inventory = encode, []
    system.fit(texts(), seed=1)
    before = len(system.trees_.starts)
    mixed = tuple((label,) if label else () for label in ("cooking pasta",) * 4 + ("",) * 3 + ("cutting bread",) * 4)
    more = [Narrative(f"more-{number}", MIXED, mixed) for number in range(60)]
    assert len(MIXED) == len(mixed)
    system.adapt(more[:6], seed=1)
    assert len(system.trees_.starts) == before  # too few to learn how sure it may be
    system.adapt([*more, *(told(f"nothing-{number}", NOTHING, "") for number in range(300))], seed=1)
    assert len(system.trees_.starts) > before


def test_judged_texts_teach_a_judge_first_and_then_the_network(monkeypatch):
    taught = []
    learn = context_training.learn

    def watched(pupil, lessons, **options):
        taught.append(lessons.size)
        return learn(pupil, lessons, **options)

    monkeypatch.setattr("tacit.backbones.encoder.fresh", lambda name=None: tiny_encoder())
    system = ByExample()
    system.encode, system.inventory = encode, []
    system.fit(texts(), seed=1)
    before = len(system.trees_.starts)
    monkeypatch.setattr(context_training, "learn", watched)
    mixed = tuple((label,) if label else () for label in ("cooking pasta",) * 4 + ("",) * 3 + ("cutting bread",) * 4)
    own, judged = ([Narrative(f"{name}-{number}", MIXED, mixed) for number in range(40)] for name in ("own", "judged"))
    system.adapt(own[:3], judged=judged, seed=1)
    assert len(system.trees_.starts) > before
    assert taught == [3, 43]


def test_without_a_network_there_is_nothing_to_go_on_from():
    system = ByExample(in_context=False)
    system.encode, system.inventory = encode, []
    system.fit(texts(), seed=1)
    with pytest.raises(UsageError, match="go on learning"):
        system.adapt(texts())
