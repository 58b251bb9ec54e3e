"""Make, learn and load: script bases, and systems that read with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tacit import systems
from tacit.documents import Document
from tacit.errors import InputError
from tacit.llm import Model
from tacit.scripts.base import PARAPHRASE, SHIPPED, ScriptBase
from tacit.scripts.drafting import namings_of
from tacit.scripts.learn import learn, read_texts
from tacit.scripts.paraphrase import Paraphrase
from tacit.scripts.task import OmissionSystem, Script

TASK = "scripts"
DEFAULT = "tacit"


@dataclass(frozen=True, slots=True)
class ScriptKnowledge:
    """Scripts, and a system that says what is left out of them."""

    base: ScriptBase
    system: OmissionSystem


def create(name: str) -> OmissionSystem:
    """A new system that has learnt nothing."""
    system: OmissionSystem = systems.system_named(TASK, name).create()
    return system


def load(name: str = DEFAULT) -> ScriptKnowledge:
    """A system with the scripts that ship with tacit, or `NAME:FOLDER` with those that `learn_base` wrote."""
    name, _, folder = name.partition(":")
    system = create(name)
    base = ScriptBase.load(Path(folder) if folder else SHIPPED)
    weights = base.weights.get(name)
    if weights is None:
        return ScriptKnowledge(base, system)
    try:
        return ScriptKnowledge(base, system.restore(weights))
    except (KeyError, ValueError):
        raise InputError(f"the weights of the system {name!r} are not whole", path=folder or SHIPPED) from None


def learn_base(
    documents: Iterable[Document],
    *,
    scenario: str | None = None,
    paraphrase: Paraphrase | None = None,
    model: Model | None = None,
    ask: float = 1.0,
) -> ScriptBase:
    """A base from texts that say what they are about.

    What holds for all scenarios is learnt from texts whose events are labelled; where these hide nothing to learn
    from, and without a measure of paraphrases, it is taken from the base that ships with tacit. A language model reads
    some of the texts, the share `ask` at most, and names what belongs to each script.
    """
    if paraphrase is None:
        paraphrase = Paraphrase(ScriptBase.load().weights[PARAPHRASE])
    documents = list(documents)
    texts = read_texts(documents, scenario=scenario)
    namings = None if model is None else namings_of(model, documents, texts, scenario=scenario, ask=ask)
    scripts = learn(texts, paraphrase, namings)
    if not scripts:
        raise InputError("no two texts about one scenario tell the same events")
    return ScriptBase.of(scripts, {PARAPHRASE: paraphrase.weights, DEFAULT: _omission_weights(scripts)})


def _omission_weights(scripts: Sequence[Script]) -> dict[str, float]:
    labelled = [script for script in scripts if any(event.label for event in script.events)]
    try:
        return create(DEFAULT).fit(labelled).weights()
    except InputError:  # nothing that could be hidden
        return dict(ScriptBase.load().weights[DEFAULT])
