"""The masked model that fills blanks, and the system made of it and the causal model, on tiny backbones."""

from __future__ import annotations

import gzip
import json

import numpy as np
import pytest
from backbones.tiny import tiny_causal, tiny_encoder
from hypothesis import given, settings
from hypothesis import strategies as st
from steps.made_steps import templates

from tacit.backbones import causal, encoder, masked
from tacit.errors import InputError, MissingBackboneError
from tacit.steps.features.filling import Draft
from tacit.steps.systems.gpt import GptFinetuned
from tacit.steps.systems.tacit import TacitLeft, TacitSteps, infilling
from tacit.steps.systems.tacit import system as module
from tacit.steps.task import Template

TOOLS = ("knife", "ladle", "saw", "scoop", "sieve", "swirl", "tip", "whisk")


class SmallGpt(GptFinetuned):
    def __init__(self, epochs=1):
        super().__init__(layers=2, rank=2, epochs=epochs)


@pytest.fixture(autouse=True)
def tiny(monkeypatch):
    def missing():
        raise MissingBackboneError("not here")

    monkeypatch.setattr(encoder, "fresh", tiny_encoder)
    monkeypatch.setattr(causal, "fresh", tiny_causal)
    monkeypatch.setattr(masked, "load", missing)


@pytest.fixture
def infiller():
    return infilling.Infiller(masked.untrained(TOOLS, tied=False))


@pytest.fixture(scope="module")
def trained():
    patch = pytest.MonkeyPatch()
    patch.setattr(encoder, "fresh", tiny_encoder)
    patch.setattr(module, "_pretrained", lambda: None)
    patch.setattr(infilling, "RATE", 1e-2)
    patch.setattr(infilling, "BATCH_TOKENS", 64)
    yield TacitSteps(epochs=12, causal_epochs=0).fit(templates(), seed=2)
    patch.undo()


def test_instruction_and_both_sides_are_read(infiller):
    gap = infiller.gap(("mix", "eggs"), ["take", "a", None, "and", None, "."])
    shown = infiller.model.tokenizer.convert_ids_to_tokens(gap.tokens)
    assert shown == ["[CLS]", "mix", "eggs", "[SEP]", "take", "a", "[MASK]", "and", "[MASK]", ".", "[SEP]"]
    assert gap.places == [6, 8]


def test_words_of_several_pieces_and_unknown_ones(infiller):
    gap = infiller.gap(("flambé",), ["ladle", "", None])
    shown = infiller.model.tokenizer.convert_ids_to_tokens(gap.tokens)
    assert shown == ["[CLS]", "[UNK]", "[SEP]", "lad", "##le", "[UNK]", "[MASK]", "[SEP]"]


@given(before=st.integers(0, 300), after=st.integers(0, 300), abstract=st.integers(1, 300))
@settings(deadline=None, max_examples=10)
def test_long_instructions_are_cut_around_the_blank(before, after, abstract):
    infiller = infilling.Infiller(masked.untrained(TOOLS, tied=False))
    gap = infiller.gap(("ladle",) * abstract, ["ladle"] * before + [None] + ["soup"] * after)
    assert len(gap.tokens) <= infilling.LONGEST
    assert [gap.tokens[place] for place in gap.places] == [infiller.model.tokenizer.mask_token_id]


@given(seed=st.integers(0, 500))
@settings(deadline=None, max_examples=40)
def test_only_candidates_are_hidden(seed):
    template = templates()[0]
    hidden = infilling.hide(template, {"sieve", "tip"}, np.random.default_rng(seed))
    assert None in hidden
    shown = list(zip(template.concrete, hidden, strict=False))
    assert all(word == now or (now is None and word in {"sieve", "tip"}) for word, now in shown)


def test_the_right_side_counts_unless_hidden(trained):
    one = Template(("mix", "eggs"), ("take", "a", "whisk", "and", "stir"), (True, True, False, True, True))
    other = Template(("mix", "eggs"), ("take", "a", "whisk", "in", "water"), (True, True, False, True, True))
    both, left = (
        [trained.infiller_.scores([Draft(template)], left_only=left) for template in (one, other)]
        for left in (False, True)
    )
    assert not np.allclose(both[0], both[1], atol=1e-4)
    assert np.allclose(left[0], left[1], atol=1e-6)


def test_later_gold_words_are_not_looked_at(trained):
    given_ = (True, True, False, True, False)
    one = Template(("mix", "eggs"), ("take", "a", "whisk", "and", "swirl"), given_)
    other = Template(("mix", "eggs"), ("take", "a", "whisk", "and", "saw"), given_)
    [first, _], [same, _] = trained.fill([one, other])
    assert first == same


def test_it_learns(trained):
    fillings = trained.fill(templates())
    guesses = [guess for filling in fillings for guess in filling]
    golds = [word for template in templates() for word in template.answers]
    assert np.mean([guess.words[0] == gold for guess, gold in zip(guesses, golds, strict=True)]) > 0.4


def test_folder_brings_the_system_back(trained, tmp_path):
    trained.save(tmp_path)
    for kind in (TacitSteps, TacitLeft):
        loaded = kind.load(tmp_path)
        assert loaded.candidates == trained.candidates
        assert len(loaded.fill(templates()[:2])) == 2
    saved, read = trained.fill(templates()), TacitSteps.load(tmp_path).fill(templates())
    golds = [(a.gold, b.gold) for one, other in zip(saved, read, strict=True) for a, b in zip(one, other, strict=True)]
    assert max(abs(a - b) for a, b in golds) < 0.3


def test_tampered_and_foreign_folders(trained, tmp_path):
    trained.save(tmp_path)
    config = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps(config | {"weight": "much"}))
    with pytest.raises(InputError, match=r"weight is .much., not a number"):
        TacitSteps.load(tmp_path)
    (tmp_path / "config.json").write_text(json.dumps(config | {"version": 0}))
    with pytest.raises(InputError, match="another version"):
        TacitSteps.load(tmp_path)
    (tmp_path / "config.json").write_text(json.dumps(config))
    weights = tmp_path / "infilling" / "differences.safetensors.gz"
    weights.write_bytes(gzip.compress(gzip.decompress(weights.read_bytes())[:-8] + b"tampered"))
    with pytest.raises(InputError, match="weights are not those"):
        TacitSteps.load(tmp_path)


def test_restricted_to_words_it_has_learnt(trained, tmp_path):
    trained.save(tmp_path)
    loaded = TacitSteps.load(tmp_path)
    loaded.restrict(["whisk", "knife", "unheard"])
    assert loaded.candidates == ("whisk", "knife")
    [[first, _]] = loaded.fill(templates()[:1])
    assert set(first.words) == {"whisk", "knife"}
    with pytest.raises(InputError, match="none of the words"):
        loaded.restrict(["unheard"])


def test_templates_without_blanks_teach_nothing():
    template = Template(("mix",), ("stir", "it"), (True, True))
    with pytest.raises(InputError, match="has a blank"):
        TacitSteps().fit([template])


def test_with_the_causal_model(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "GptFinetuned", SmallGpt)
    small = templates()[:6]
    system = TacitSteps(epochs=1, causal_epochs=1).fit(small, validation=small[:2], seed=1)
    assert system.weight in module.WEIGHTS
    assert set(system.next_words(("mix", "eggs"), ("take", "a"))) >= {"whisk", "sieve"}
    system.save(tmp_path)
    assert TacitSteps.load(tmp_path).fill(small)[0][0].words


def test_infilling_does_not_go_on_with_other_templates_or_another_seed(tmp_path):
    def learn(some, seed):
        options = {"base": None, "epochs": 1, "minutes": 0, "checkpoint": tmp_path / "infilling.safetensors"}
        return infilling.train(some, TOOLS, seed=seed, **options)

    learn(templates(), 1)
    learn(templates(), 1)
    for some, seed in ((templates(), 2), (templates()[::-1], 1)):
        with pytest.raises(InputError, match="checkpoint of another training"):
            learn(some, seed)
