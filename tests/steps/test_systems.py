"""Training, checkpoints, filling and model folders, on a made-up kitchen."""

from __future__ import annotations

import json
from math import exp

import numpy as np
import pytest
from steps.made_steps import templates

from tacit.backbones import vectors
from tacit.errors import InputError, UsageError
from tacit.steps import train as training
from tacit.steps.networks.base import NetworkSizes
from tacit.steps.networks.transducer import TransducerNetwork as TransducerNetwork
from tacit.steps.systems.lm import Lm
from tacit.steps.systems.seq2seq import Attention, Seq2Seq
from tacit.steps.systems.transducer import Transducer, TransducerParam
from tacit.steps.task import END, Aligner, Template

SYSTEMS = (Lm, Seq2Seq, Attention, Transducer, TransducerParam)


@pytest.fixture(autouse=True)
def small_vectors(monkeypatch):
    words = sorted(
        {word for template in templates() for word in (*template.concrete, *template.abstract)} - {"a", ".", "ladle"}
    )
    draw = np.random.default_rng(1)
    made = vectors.WordVectors(words, draw.normal(size=(len(words), 8)).astype(np.float32))
    monkeypatch.setattr(vectors, "load", lambda: made)


def learnt(kind, *, epochs=2, **options):
    return kind(epochs=epochs, batch=4, rate=0.02).fit(templates(), seed=3, **options)


@pytest.mark.parametrize("kind", SYSTEMS)
def test_learns_saves_and_loads(kind, tmp_path):
    system = learnt(kind)
    system.save(tmp_path / "model")
    again = kind.load(tmp_path / "model")
    some = templates()[:3]
    for oracle in (True, False):
        before, after = system.fill(some, oracle=oracle), again.fill(some, oracle=oracle)
        for one, other in zip(before, after, strict=True):
            assert [guess.gold for guess in one] == pytest.approx([guess.gold for guess in other], abs=0.02)
    assert again.candidates == system.candidates == ("knife", "ladle", "saw", "scoop", "sieve", "swirl", "tip", "whisk")


def test_the_instruction_is_used():
    system = Attention(epochs=80, batch=16, rate=0.02).fit(templates(), seed=3)
    fillings = system.fill(templates())
    right = [t.answers == tuple(g.words[0] for g in f) for t, f in zip(templates(), fillings, strict=True)]
    assert sum(right) >= 14


def test_the_language_model_alone_does_not_see_the_instruction():
    for kind in SYSTEMS:
        system = learnt(kind)
        first, second = (system.next_words(abstract, ("take", "a")) for abstract in (("mix", "eggs"), ("cut", "bread")))
        assert (first == second) == (kind is Lm)


def test_guesses_are_candidates_that_the_instruction_does_not_state():
    system = learnt(Lm)
    stated = Template(("saw", "bread"), ("take", "a", "knife"), (True, True, False))
    [[guess]] = system.fill([stated])
    assert len(set(guess.words)) == 5
    assert set(guess.words) <= set(system.candidates) - {"saw"}


def test_few_candidates_or_none():
    system = learnt(Lm)
    blank = Template(("cut", "bread"), ("take", "a", "knife"), (True, True, False))
    system.restrict(["sieve", "knife", "zyx"])
    [[guess]] = system.fill([blank], oracle=False)
    assert sorted(guess.words) == ["knife", "sieve"]
    system.restrict(["zyx"])
    assert len(system.fill([blank], oracle=False)[0][0].words) == 5


def test_gold_words_that_nobody_knows_have_a_probability():
    [[guess]] = learnt(Lm).fill([Template(("mix",), ("take", "zyx"), (True, False))])
    assert guess.gold < 0
    assert np.isfinite(guess.gold)


@pytest.mark.parametrize("kind", SYSTEMS)
def test_later_words_are_never_seen(kind):
    system = learnt(kind)
    base = templates()[0]
    other = Template(base.abstract, (*base.concrete[:4], "saw", "a", "."), (*base.given[:4], False, True, True))
    first, second = (system.fill([each])[0][0] for each in (base, other))
    assert first.words == second.words
    assert first.gold == pytest.approx(second.gold)


def test_oracle_reads_gold_words_and_greedy_its_own():
    system = learnt(Lm)
    words, given = ("use", "a", "?", "and", "?"), (True, True, False, True, False)
    [[first, _]] = system.fill([Template(("mix",), words, given)])
    guess, gold = first.words[0], first.words[1]

    def second(word, tags, *, oracle):
        return system.fill([Template(("mix",), ("use", "a", word, "and", "sieve"), tags)], oracle=oracle)[0][-1]

    known = (True, True, True, True, False)
    after_gold, after_guess = second(gold, known, oracle=True), second(guess, known, oracle=True)
    assert after_gold.gold != pytest.approx(after_guess.gold)
    assert second(gold, given, oracle=True).gold == pytest.approx(after_gold.gold, abs=1e-5)
    assert second(gold, given, oracle=False).gold == pytest.approx(after_guess.gold, abs=1e-5)


@pytest.mark.parametrize("kind", [Lm, Transducer])
def test_next_words_and_samples(kind):
    system = learnt(kind)
    scores = system.next_words(("mix", "qqq"), ("take",))
    assert sum(map(exp, scores.values())) == pytest.approx(1, rel=1e-4)
    assert END in scores
    assert "<unk>" not in scores
    words, _ = system.sample(("mix", "the", "eggs", "."), seed=2, max_words=9)
    assert len(words) <= 9


def test_transducers_align_and_others_do_not():
    aligned = learnt(Transducer).align(templates())
    assert isinstance(learnt(Transducer), Aligner)
    assert not isinstance(learnt(Lm), Aligner)
    for template, places in zip(templates(), aligned, strict=True):
        assert len(places) == len(template.concrete)
        assert list(places) == sorted(places)
        assert places[-1] == len(template.abstract) - 1


class Killed(Exception):
    pass


@pytest.mark.parametrize("kind", [Lm, TransducerParam])
def test_killed_training_goes_on_to_the_same_weights(kind, tmp_path):
    checkpoint = tmp_path / "checkpoint.safetensors"

    def kill(what, done, _total):
        second.extend([done] if "epoch 2" in what else [])
        if len(second) == 2:
            raise Killed

    second = []

    whole = learnt(kind, validation=templates()[:4])
    with pytest.raises(Killed):
        learnt(kind, validation=templates()[:4], checkpoint=checkpoint, progress=kill)
    seen = []
    went_on = learnt(kind, validation=templates()[:4], checkpoint=checkpoint, progress=lambda *step: seen.append(step))
    assert ": epoch 2, loss " in seen[0][0]
    assert went_on.losses_ == whole.losses_
    for name, value in whole.network_.state_dict().items():
        assert bool((value == went_on.network_.state_dict()[name]).all()), name


def test_the_same_seed_gives_the_same_losses():
    assert learnt(Lm, validation=templates()).losses_ == learnt(Lm, validation=templates()).losses_


def test_training_stops_when_nothing_gets_better():
    system = Lm(epochs=40, batch=4, rate=0.5, patience=2).fit(templates()[:8], validation=templates()[8:], seed=1)
    losses = system.losses_
    assert len(losses) < 40
    assert min(losses[-2:]) >= min(losses)


def test_a_checkpoint_of_another_training_is_refused(tmp_path):
    checkpoint = tmp_path / "checkpoint.safetensors"
    learnt(Lm, checkpoint=checkpoint)
    with pytest.raises(InputError, match="a checkpoint of another training"):
        Lm(epochs=1, batch=4).fit(templates()[:5], seed=3, checkpoint=checkpoint)


def test_a_checkpoint_of_a_training_with_other_blanks_is_refused(tmp_path):
    checkpoint = tmp_path / "checkpoint.safetensors"
    learnt(Lm, checkpoint=checkpoint)
    first, *others = templates()
    fewer = Template(first.abstract, first.concrete, (*[True] * 4, *first.given[4:]))
    with pytest.raises(InputError, match="a checkpoint of another training"):
        Lm(epochs=2, batch=4, rate=0.02).fit([fewer, *others], seed=3, checkpoint=checkpoint)


def test_a_checkpoint_of_another_version_is_refused(tmp_path, monkeypatch):
    from tacit.learning import training as checkpoints

    checkpoint = tmp_path / "checkpoint.safetensors"
    learnt(Lm, checkpoint=checkpoint)
    monkeypatch.setattr(checkpoints, "CHECKPOINT_VERSION", 3)
    with pytest.raises(InputError, match="a checkpoint of version 2, not 3; delete it to start anew"):
        learnt(Lm, checkpoint=checkpoint)


@pytest.mark.parametrize("content", [b"", b"not tensors", b"\xff" * 100])
def test_a_broken_checkpoint_is_refused(tmp_path, content):
    checkpoint = tmp_path / "checkpoint.safetensors"
    checkpoint.write_bytes(content)
    with pytest.raises(InputError, match=r"checkpoint.safetensors: not a whole safetensors file"):
        learnt(Lm, checkpoint=checkpoint)


@pytest.fixture
def folder(tmp_path):
    learnt(Lm).save(tmp_path / "model")
    return tmp_path / "model"


def test_tampered_weights_are_noticed(folder):
    weights = bytearray((folder / "weights.safetensors").read_bytes())
    weights[-1] ^= 1
    (folder / "weights.safetensors").write_bytes(weights)
    with pytest.raises(InputError, match="weights are not those"):
        Lm.load(folder)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 9}, "written by another version of tacit"),
        ({"kind": "attention"}, "holds a model of the kind 'attention', not 'lm'"),
        ({"words": ["tea"]}, "its sizes do not fit its words"),
        ({"sizes": {"words": 21, "learned": 5, "width": 5, "hidden": 10**9}}, r"sizes\.hidden is 1e\+09"),
        ({"sizes": {"words": 21, "learned": 5, "hidden": 4}}, "sizes has no 'width'"),
        ({"words": None}, "words is NoneType, not a list"),
        ({"candidates": 3}, "candidates is int, not a list"),
    ],
)
def test_a_changed_configuration_is_noticed(folder, change, message):
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**config, **change}))
    with pytest.raises(InputError, match=message):
        Lm.load(folder)


@pytest.mark.parametrize("text", ["", "[]", "{", "{}"])
def test_a_broken_configuration_is_noticed(folder, text):
    (folder / "config.json").write_text(text)
    with pytest.raises(InputError, match="model"):
        Lm.load(folder)


def test_systems_by_name(folder, tmp_path):
    assert isinstance(training.load(f"lm:{folder}"), Lm)
    with pytest.raises(InputError, match="is not a model folder"):
        training.load(f"lm:{tmp_path / 'nothing'}")
    with pytest.raises(UsageError, match="there is no steps system 'magic'"):
        training.load("magic")
    with pytest.raises(UsageError, match="does not take all of the options depth"):
        training.create("lm", depth=3)


def test_what_is_held_back_shares_no_instruction(monkeypatch):
    monkeypatch.setattr(training, "_HELD_BACK", 4)
    learnt_from, held_back = training.hold_back(templates() * 2)
    assert held_back
    assert len(learnt_from) + len(held_back) == 32
    assert not {each.abstract for each in learnt_from} & {each.abstract for each in held_back}
    assert training.hold_back(held_back) == (held_back, [])


def test_training_needs_a_blank():
    whole = Template(("mix",), ("stir",), (True,))
    with pytest.raises(InputError, match="no training template has a blank"):
        training.train("lm", [whole])


def test_a_shift_is_as_likely_as_abstract_words_among_all():
    """Appendix A.1: with two abstract words for six concrete ones a place is left a quarter of the time."""
    made = Transducer()
    made.network_ = TransducerNetwork(NetworkSizes(9, 9, width=4, hidden=4, inner=4))
    made._prepare([Template(("mix", "it"), tuple("abcdef"), (True,) * 6)])
    assert made.network_.shift_chance.item() == pytest.approx(2 / 8)
