"""Every shipped model with its config.json tampered with: one sentence, or a model, and never anything else."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tampering import tampered, without

import tacit
from tacit.errors import InputError, TacitError

pytestmark = pytest.mark.models

MODELS = Path(tacit.__file__).parent / "models"


def loaders() -> dict[str, Callable[[Path], Any]]:
    """How each shipped model is loaded, by its folder."""
    pytest.importorskip("torch")
    from tacit.backbones import discriminator, encoder, masked, vectors
    from tacit.clarifications.systems.bert import BertMarkers
    from tacit.clarifications.systems.tacit.comparing import Comparing
    from tacit.endings.coherence.model import CoherenceJudge
    from tacit.endings.systems.tacit import TacitEndings as Endings
    from tacit.howto.collection import Collection
    from tacit.language.coreference.systems.tacit.ranker import MentionRanker
    from tacit.language.english.kinds import KindClassifier
    from tacit.linter.ranker import Ranker as Linter
    from tacit.scenarios.features.topics import TopicModel
    from tacit.scenarios.systems.joint.system import Joint
    from tacit.scenarios.systems.tacit import ByExample
    from tacit.scenarios.systems.tacit.context import Context
    from tacit.scripts.base import ScriptBase
    from tacit.scripts.wording_encoder import WordingEncoder
    from tacit.steps.systems.gpt import GptFinetuned
    from tacit.steps.systems.lm import Lm
    from tacit.steps.systems.seq2seq import Attention, Seq2Seq
    from tacit.steps.systems.tacit import TacitSteps as Steps
    from tacit.steps.systems.transducer import Transducer, TransducerParamPrior

    return {
        "clarifications": Comparing.load,
        "clarifications/markers": BertMarkers.load,
        "coherence": CoherenceJudge.load,
        "coreference": MentionRanker.load,
        "discriminator": discriminator.fresh,
        "endings": Endings.load,
        "howto": Collection.load,
        "kinds": KindClassifier.load,
        "masked": masked.read,
        "linter": Linter.load,
        "scenarios": ByExample.load,
        "scenarios/context": lambda folder: Context.load(folder, encoder.plain()),
        "scenarios-joint": Joint.load,
        "scripts": ScriptBase.load,
        "scripts/encoder": WordingEncoder.load,
        "steps": Steps.load,
        "steps/causal": GptFinetuned.load,
        "steps/infilling": lambda folder: masked.read(folder, tied=False),
        "steps-attention": Attention.load,
        "steps-lm": Lm.load,
        "steps-seq2seq": Seq2Seq.load,
        "topics": TopicModel.load,
        "transducer": Transducer.load,
        "transducer-param-prior": TransducerParamPrior.load,
        "vectors": vectors.load.__wrapped__,
    }


UNREAD = {
    "clarify-verbs": {"kind", "texts", "words", "seed", "least_seen"},
    "coreference": {"documents", "held_out_conll_f1", "members", "recipe"},
    "howto": {"entries", "wordings"},
    "scripts": {"scenarios"},
    "topics": {"words"},
    "vectors": {"words", "width"},
}
"""What a config.json says to people alone."""
FOLDERS = sorted(str(path.parent.relative_to(MODELS)) for path in MODELS.rglob("config.json"))


def copy_of(folder: Path, target: Path) -> Path:
    """A model folder whose files are links to those of another, but for a config.json of its own."""
    target.mkdir()
    for path in folder.iterdir():
        if path.name != "config.json":
            (target / path.name).symlink_to(path)
    return target


def test_every_shipped_model_is_tampered_with():
    assert {*loaders(), "clarify-verbs"} == set(FOLDERS)  # that one's config.json nobody reads


@pytest.mark.parametrize("name", [name for name in FOLDERS if name != "clarify-verbs"])
def test_a_tampered_config_is_one_sentence(tmp_path, monkeypatch, name):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)  # one model names another to be fetched
    load, folder = loaders()[name], copy_of(MODELS / name, tmp_path / "model")
    config = json.loads((MODELS / name / "config.json").read_bytes())
    refused = 0
    for what, plain in tampered({key: value for key, value in config.items() if key not in UNREAD.get(name, ())}):
        (folder / "config.json").write_text(json.dumps(plain))
        try:
            load(folder)
        except TacitError as error:
            assert "\n" not in str(error), what
            assert len(str(error)) < 600, what
            refused += 1
    assert refused > 8


@pytest.mark.parametrize("content", ["", "{", "[]", "null", "1", '"x"', "[" * 100_000, "\ufffe"])
@pytest.mark.parametrize("name", ["howto", "steps-lm", "masked", "coreference"])
def test_a_config_that_is_no_object_is_one_sentence(tmp_path, name, content):
    folder = copy_of(MODELS / name, tmp_path / "model")
    (folder / "config.json").write_text(content)
    with pytest.raises(InputError):
        loaders()[name](folder)


@pytest.mark.parametrize("key", ["grams", "frequent", "rankers", "shape"])
def test_an_endings_model_with_one_entry_dropped_is_refused_when_loaded(tmp_path, key):
    folder = copy_of(MODELS / "endings", tmp_path / "model")
    config = json.loads((MODELS / "endings" / "config.json").read_bytes())
    changed = config | {"grams": config["grams"][1:]} if key == "grams" else without(config, key)
    (folder / "config.json").write_text(json.dumps(changed))
    with pytest.raises(InputError, match="n-grams do not fit" if key == "grams" else f"it has no '{key}'"):
        loaders()["endings"](folder)


@pytest.mark.parametrize(
    ("name", "file"),
    [("coreference", "boundaries.json"), ("transducer", "knowledge.json"), ("clarify-verbs", "counts.json")],
)
def test_other_tables_that_were_tampered_with_are_one_sentence(tmp_path, name, file):
    from tacit.language.coreference.model_folder import load_boundaries
    from tacit.linter.verbs import VerbTable
    from tacit.steps.knowledge import StepKnowledge

    load = {"boundaries.json": load_boundaries, "knowledge.json": StepKnowledge.load, "counts.json": VerbTable.load}[
        file
    ]
    content = json.loads((MODELS / name / file).read_bytes())
    if "tuples" in content:
        content["tuples"] = content["tuples"][:9]
    for _, plain in tampered(content):
        (tmp_path / file).write_text(json.dumps(plain))
        try:
            load(tmp_path)
        except TacitError as error:
            assert len(str(error)) < 600
