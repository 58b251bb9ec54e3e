"""The causal model as a step system, on a tiny one."""

from __future__ import annotations

import json
from math import exp

import numpy as np
import pytest
import torch
from backbones.tiny import tiny_causal
from steps.made_steps import templates

from tacit.backbones import causal
from tacit.errors import InputError
from tacit.steps.features import causal_tuning
from tacit.steps.features.causal_words import CausalWords
from tacit.steps.features.filling import Draft
from tacit.steps.systems.gpt import Gpt, GptFinetuned
from tacit.steps.task import END, Template


@pytest.fixture(autouse=True)
def tiny(monkeypatch):
    made = tiny_causal()
    monkeypatch.setattr(causal, "load", lambda: made)
    monkeypatch.setattr(causal, "fresh", tiny_causal)


@pytest.fixture
def gpt():
    return Gpt(before="", between="\n").fit(templates())


@pytest.fixture(scope="module")
def finetuned():
    patch = pytest.MonkeyPatch()
    patch.setattr(causal, "fresh", tiny_causal)
    patch.setattr(causal_tuning, "RATE", 0.02)
    patch.setattr(causal_tuning, "BATCH_TOKENS", 64)
    yield GptFinetuned(layers=2, rank=4, epochs=5).fit(templates(), seed=1)
    patch.undo()


def test_reading_from_blank_to_blank_is_reading_at_once(gpt):
    template = templates()[5]
    words = gpt.words_
    [filling] = gpt.fill([template])
    sequence = words.start(template.abstract) + words.words(template.concrete)
    with torch.inference_mode():
        scores = words.model.model(torch.tensor([sequence])).logits[0].numpy()
    firsts, shares = words.shares(gpt.candidates, gpt.counts_)
    for place, guess in zip(template.blanked, filling, strict=True):
        before = len(words.start(template.abstract)) + len(words.words(template.concrete[:place]))
        row = {word: float(x) for word, x in zip(gpt.candidates, scores[before - 1, firsts] + shares, strict=True)}
        allowed = {word: exp(score) for word, score in row.items() if word not in template.abstract}
        gold = allowed[template.concrete[place]] / sum(allowed.values())
        assert exp(guess.gold) == pytest.approx(gold, abs=1e-4)


def test_batches_do_not_change_the_guesses(gpt):
    longer = Template(
        ("mix", "eggs"), ("take", "a", "whisk", "and", "mix", "the", "eggs"), (True,) * 2 + (False,) + (True,) * 4
    )
    many = [*templates(), longer]
    for oracle in (True, False):
        together = gpt.fill(many, oracle=oracle)
        alone = [gpt.fill([template], oracle=oracle)[0] for template in many]
        golds = [[guess.gold for filling in fillings for guess in filling] for fillings in (together, alone)]
        assert np.allclose(*golds, atol=1e-4)


def test_words_that_share_a_first_token_share_its_probability():
    words = CausalWords(tiny_causal())
    words._known = {"scoop": [6, 7], "scale": [6, 1], "pot": [20]}
    firsts, shares = words.shares(("scoop", "scale", "pot"), {"scoop": 2, "scale": 0})
    assert firsts == [6, 6, 20]
    assert np.exp(shares) == pytest.approx([2.5 / 3, 0.5 / 3, 1], abs=1e-5)


def test_next_words_are_a_distribution_with_an_end(gpt):
    scores = gpt.next_words(("mix", "eggs"), ("take", "a"))
    assert sum(map(exp, scores.values())) == pytest.approx(1, abs=1e-4)
    assert END in scores


def test_marks_have_no_space_before_them():
    words = CausalWords(tiny_causal())
    assert words.words(["pot", "."]) == words.model.tokenizer(" pot.", add_special_tokens=False)["input_ids"]


def test_instruction_of_thousands_of_words_is_read(gpt):
    long = Template(("pasta",) * 2000, (*["pot"] * 3000, "sieve"), (*[True] * 3000, False))
    [[guess]] = gpt.fill([long])
    assert guess.words


def test_fine_tuning_learns_what_a_system_that_only_reads_does_not(gpt, finetuned):
    def surprisal(system):
        return -np.mean([guess.gold for filling in system.fill(templates()) for guess in filling])

    assert surprisal(finetuned) < surprisal(gpt) - 0.1


def test_folder_brings_the_fine_tuned_model_back(finetuned, tmp_path):
    finetuned.save(tmp_path)
    saved, read = finetuned.fill(templates()), GptFinetuned.load(tmp_path).fill(templates())
    golds = [[guess.gold for filling in fillings for guess in filling] for fillings in (saved, read)]
    assert np.allclose(*golds, atol=0.2)


def test_its_words_serve_the_plain_model(finetuned, tmp_path):
    finetuned.save(tmp_path)
    plain = Gpt.load(tmp_path)
    assert plain.candidates == finetuned.candidates
    assert plain.between == Gpt().between


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": 7}, "another version"),
        ({"layers": 99}, "layers can learn"),
        ({"rank": 9}, "adaptation"),
        ({"counts": None}, "counts is NoneType"),
        ({"kind": "soup"}, "of the kind 'soup'"),
    ],
)
def test_folders_that_do_not_fit(finetuned, tmp_path, changes, message):
    finetuned.save(tmp_path)
    config = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps(config | changes))
    with pytest.raises(InputError, match=message):
        GptFinetuned.load(tmp_path)


def test_cut_fine_tuning_goes_on(monkeypatch, tmp_path):
    monkeypatch.setattr(causal_tuning, "BATCH_TOKENS", 64)

    class Cut(Exception):
        pass

    def cut(_what, done, total):
        if done > total / 2:
            raise Cut

    def untrained():
        return GptFinetuned(layers=2, rank=2, epochs=2)

    checkpoint = tmp_path / "checkpoint.safetensors"
    with pytest.raises(Cut):
        untrained().fit(templates(), seed=3, checkpoint=checkpoint, progress=cut)
    batches = []
    resumed = untrained().fit(templates(), seed=3, checkpoint=checkpoint, progress=lambda *step: batches.append(step))
    assert batches and all(done > total / 2 for _, done, total in batches)
    whole = untrained().fit(templates(), seed=3)
    golds = [[guess.gold for guess in system.fill(templates()[:1])[0]] for system in (resumed, whole)]
    assert golds[0] == pytest.approx(golds[1], abs=1e-5)
    assert not checkpoint.with_suffix(".work").exists()


def test_left_side_only():
    gpt = Gpt().fit(templates())
    one = Template(("mix",), ("take", "a", "whisk", "now"), (True, True, False, True))
    other = Template(("mix",), ("take", "a", "whisk", "in", "water"), (True, True, False, True, True))
    rows = [gpt.reading().scores([Draft(template)]) for template in (one, other)]
    assert np.allclose(*rows, atol=1e-6)


def test_fine_tuning_does_not_go_on_with_other_pairs_or_another_seed(tmp_path):
    def tune(some, seed):
        options = {"layers": 2, "rank": 2, "epochs": 1, "minutes": 0, "work": tmp_path}
        return causal_tuning.tune(CausalWords(tiny_causal()), some, frozenset(), seed=seed, **options)

    one, other, *_ = templates()
    assert not tune([one, other], 1)
    assert not tune([one, other], 1)
    for some, seed in (([one, other], 2), ([other, one], 1)):
        with pytest.raises(InputError, match="checkpoint of another training"):
            tune(some, seed)


def test_an_open_vocabulary_is_that_of_the_concrete_instructions(gpt):
    some = templates()[:2]
    before = gpt.fill(some)
    gpt.open_up()
    assert set(gpt.candidates) == {word for template in templates() for word in template.concrete}
    for opened, restricted in zip(gpt.fill(some), before, strict=True):
        assert all(one.gold < other.gold for one, other in zip(opened, restricted, strict=True))
    stated = Template(("take", "a"), ("take", "a", "take"), (True, True, False))
    [[guess]] = gpt.fill([stated])
    assert "take" in guess.words


def test_no_other_words_can_be_open_to_a_masked_model():
    from tacit.errors import UsageError
    from tacit.steps.systems.tacit import TacitSteps

    with pytest.raises(UsageError, match="knows only the words that were blanked in training"):
        TacitSteps().open_up()
