import json

import numpy as np
import pytest
import transformers
from clarifications.passages import shed, tea
from clarifications.tiny_models import save_encoder, tokenizer

from tacit import systems
from tacit.clarifications import Filler
from tacit.clarifications.systems import bert
from tacit.clarifications.systems.bert import BertFillerOnly, BertMarkers, BertNoContext, BertRanking, BertVanilla
from tacit.clarifications.systems.naive_bayes import GRID, NaiveBayes, best_smoothing
from tacit.errors import InputError, UsageError

STEPS = [tea(), shed()]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    return str(save_encoder(tmp_path_factory.mktemp("encoder")))


@pytest.fixture(autouse=True)
def cache(monkeypatch, tmp_path):
    monkeypatch.setenv("TACIT_CACHE", str(tmp_path / "cache"))


def test_all_systems_of_the_paper_are_registered(monkeypatch):
    monkeypatch.setitem(systems.TASKS, "clarifications", "tacit.clarifications.systems")
    published = {each.name: each.published.get("accuracy") for each in systems.systems("clarifications")}
    assert published == {
        "naive_bayes": 0.362,
        "bert_vanilla": 0.4451,
        "bert_no_context": 0.4307,
        "bert_filler_only": 0.4236,
        "bert_ranking": 0.4853,
        "bert_markers": 0.5139,
        "tacit": None,
        "llm": None,
    }


def test_naive_bayes_comes_back_from_its_folder(tmp_path):
    system = NaiveBayes().fit(STEPS)
    judgements = system.judge(STEPS)
    system.save(tmp_path / "model")
    again = NaiveBayes.load(tmp_path / "model").judge(STEPS)
    assert [each.score for each in again[0]] == pytest.approx([each.score for each in judgements[0]], abs=1e-4)
    assert [len(each) for each in judgements] == [3, 2]
    assert sum(judgements[0][0].probabilities) == pytest.approx(1)


def one_filler(number, text, label):
    return tea(id=str(number), fillers=(Filler(text, label),), previous="", following="")


def test_naive_bayes_smooths_as_its_training_instructions_advise(tmp_path):
    """A rare word that always tells the class is only believed where little smoothing stands against the priors."""
    common = [one_filler(number, "the kettle", "PLAUSIBLE") for number in range(40)]
    rare = [one_filler(number, "the xylophone", "IMPLAUSIBLE") for number in range(40, 45)]
    steps = [each for number in range(5) for each in (*common[8 * number : 8 * number + 8], rare[number])]
    chosen = best_smoothing(steps)
    assert chosen < 10
    assert best_smoothing(common) == 1  # all do equally well
    assert best_smoothing(steps[:4]) == 1  # too few to say
    system = NaiveBayes().fit(steps)
    assert system.smoothing_ == chosen
    [[odd]], [[odd_smoothed]] = system.judge([rare[0]]), NaiveBayes(max(GRID)).fit(steps).judge([rare[0]])
    assert (odd.label, odd_smoothed.label) == ("IMPLAUSIBLE", "PLAUSIBLE")
    system.save(tmp_path)
    assert NaiveBayes.load(tmp_path).smoothing_ == chosen


@pytest.mark.parametrize("side", ["previous", "following"])
def test_naive_bayes_reads_the_context_on_both_sides(side):
    def step(context, label):
        plain = {"previous": "", "following": "", side: context}
        return tea(**plain, fillers=(Filler("it", label),))

    learnt = [step("Heat the oven.", "PLAUSIBLE"), step("Feed the dog.", "IMPLAUSIBLE")] * 20
    system = NaiveBayes().fit([*learnt, step("Wait.", "NEUTRAL")])
    [[oven], [dog]] = system.judge([step("Heat the oven.", None), step("Feed the dog.", None)])
    assert oven.plausible > dog.plausible
    assert dog.implausible > oven.implausible


def test_naive_bayes_judges_nothing_without_training(tmp_path):
    with pytest.raises(UsageError, match="has not been trained"):
        NaiveBayes().judge(STEPS)
    NaiveBayes().fit(STEPS).save(tmp_path)
    config = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps({**config, "words": config["words"][1:]}))
    with pytest.raises(InputError, match="do not fit"):
        NaiveBayes.load(tmp_path)


@pytest.mark.parametrize("kind", [BertVanilla, BertNoContext, BertFillerOnly, BertMarkers])
def test_encoder_systems_learn_and_come_back(kind, tiny, tmp_path, monkeypatch):
    monkeypatch.setattr(kind, "epochs", 30)
    monkeypatch.setattr(kind, "dropout", 0.0)
    monkeypatch.setattr(kind, "rate", 1e-2)
    system = kind(tiny).fit(STEPS, seed=1)
    judgements = system.judge(STEPS)
    hits = [
        judgement.label == filler.label
        for step, row in zip(STEPS, judgements, strict=True)
        for judgement, filler in zip(row, step.fillers, strict=True)
    ]
    assert sum(hits) >= 4
    system.save(tmp_path / "model")
    again = kind.load(tmp_path / "model").judge(STEPS)
    for one, other in zip(sum(judgements, ()), sum(again, ()), strict=True):
        assert one.probabilities == pytest.approx(other.probabilities, abs=0.1)  # weights are stored as bytes


def other_encoders():
    heads, wide = {"num_attention_heads": 4, "num_hidden_layers": 3}, {"hidden_size": 16, "intermediate_size": 24}
    tiny = {"vocab_size": 80, "max_position_embeddings": 96, "pad_token_id": 0}
    yield "RoBERTa", transformers.RobertaModel(transformers.RobertaConfig(**tiny, **heads, **wide))
    yield "MPNet", transformers.MPNetModel(transformers.MPNetConfig(**tiny, **heads, **wide))
    yield (
        "DistilBERT",
        transformers.DistilBertModel(
            transformers.DistilBertConfig(vocab_size=80, dim=16, hidden_dim=24, n_heads=4, n_layers=3)
        ),
    )
    yield "GPT-2", transformers.GPT2Model(transformers.GPT2Config(vocab_size=80, n_embd=16, n_head=4, n_layer=2))


@pytest.mark.parametrize(("name", "model"), other_encoders(), ids=lambda each: each if isinstance(each, str) else "")
def test_any_encoder_can_stand_for_bert(name, model, tmp_path, monkeypatch):
    monkeypatch.setattr(BertMarkers, "epochs", 1)
    model.save_pretrained(tmp_path / name)
    tokenizer().save_pretrained(tmp_path / name)
    system = BertMarkers(str(tmp_path / name)).fit(STEPS, seed=1)
    judgements = system.judge(STEPS)
    assert [len(row) for row in judgements] == [3, 2]
    system.save(tmp_path / "model")
    again = BertMarkers.load(tmp_path / "model").judge(STEPS)
    assert again[0][0].probabilities == pytest.approx(judgements[0][0].probabilities, abs=0.1)


def test_a_model_of_another_version_is_refused(tiny, tmp_path):
    BertFillerOnly(tiny).fit(STEPS).save(tmp_path)
    config = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps({**config, "training": config["training"] - 1}))
    with pytest.raises(InputError, match="another version: train it again"):
        BertFillerOnly.load(tmp_path)


def test_what_is_read_and_how_classes_count_is_kept(tiny, tmp_path):
    system = BertVanilla(tiny, context="window", shares="train").fit(STEPS, seed=1)
    system.save(tmp_path / "model")
    again = BertVanilla.load(tmp_path / "model")
    assert (again.context, again.shares) == ("window", "train")
    assert BertVanilla(tiny, context="window").fit(STEPS, seed=1).judge(STEPS) != system.judge(STEPS)


def test_a_model_from_before_there_was_a_choice_reads_a_window(tiny, tmp_path):
    BertVanilla(tiny, context="window").fit(STEPS).save(tmp_path)
    config = json.loads((tmp_path / "config.json").read_text())
    plain = {name: value for name, value in config.items() if name not in ("context", "shares")}
    (tmp_path / "config.json").write_text(json.dumps(plain))
    old = BertVanilla.load(tmp_path)
    assert (old.context, old.shares) == ("window", "dev")
    (tmp_path / "config.json").write_text(json.dumps({**config, "context": "half"}))
    with pytest.raises(InputError, match="context"):
        BertVanilla.load(tmp_path)


def test_a_long_context_changes_what_is_judged_only_if_it_is_read(tiny):
    far = tea(previous="Hang the garden tools on hooks. " + "Take the cup. " * 8)
    near = tea(previous="Take the cup. " * 8)
    whole, window = (BertVanilla(tiny, context=each).fit(STEPS, seed=1) for each in ("whole", "window"))
    assert whole.judge([far]) != whole.judge([near])
    assert window.judge([far]) == window.judge([near])


def test_more_than_the_encoder_can_read_is_cut(tiny):
    system = BertMarkers(tiny).fit(STEPS, seed=1)
    assert len(system.judge([tea(previous="Take the cup. " * 100, after=" water" * 100)])[0]) == 3


def test_what_another_encoder_has_learnt_is_not_taken_over(tiny, tmp_path):
    other = str(save_encoder(tmp_path / "other", seed=7))
    first, second = (BertFillerOnly(each).fit(STEPS, seed=3).judge(STEPS) for each in (tiny, other))
    assert first != second


def test_an_encoder_that_was_trained_again_is_another_one(tmp_path):
    place = save_encoder(tmp_path / "encoder", seed=6)
    first = BertFillerOnly(str(place)).fit(STEPS, seed=3)
    first.save(tmp_path / "model")
    save_encoder(place, seed=7)
    assert BertFillerOnly(str(place)).fit(STEPS, seed=3).judge(STEPS) != first.judge(STEPS)
    with pytest.raises(InputError, match="trained on another encoder"):
        BertFillerOnly.load(tmp_path / "model")


def test_little_is_judged_without_a_trace(tiny, tmp_path):
    BertVanilla(tiny).fit(STEPS).save(tmp_path / "model")
    system = BertVanilla.load(tmp_path / "model")
    there = sorted((tmp_path / "cache").rglob("*"))
    system.judge(STEPS)
    assert sorted((tmp_path / "cache").rglob("*")) == there


def test_the_same_seed_gives_the_same_judgements(tiny):
    once, twice = (BertFillerOnly(tiny).fit(STEPS, seed=3).judge(STEPS) for _ in range(2))
    assert once == twice


def test_ranking_uses_the_language_model(tiny, monkeypatch):
    class Scores:
        def __init__(self, count):
            self.total = np.arange(count, dtype=np.float32)

        def __len__(self):
            return len(self.total)

    monkeypatch.setattr(bert, "causal_scores", lambda steps: [Scores(len(step.fillers)) for step in steps])
    system = BertRanking(tiny)
    assert system.extra_features(STEPS).ravel().tolist() == [1.0, 0.5, 0.0, 1.0, 0.0]
    assert [len(row) for row in system.fit(STEPS).judge(STEPS)] == [3, 2]


def test_an_untrained_or_foreign_model_is_refused(tiny, tmp_path):
    with pytest.raises(UsageError, match="has not been trained"):
        BertVanilla(tiny).judge(STEPS)
    BertVanilla(tiny).fit(STEPS).save(tmp_path)
    with pytest.raises(InputError, match="holds a model of the kind 'clarifications bert_vanilla'"):
        BertMarkers.load(tmp_path)
