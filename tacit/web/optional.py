"""Capabilities that work on request: endings compared, an instruction expanded. Models load at first use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from tacit.errors import InputError

if TYPE_CHECKING:
    from tacit.endings.task import EndingSystem

TASKS = ("endings", "steps")
VERSIONS = 3
"""Ways to spell an instruction out."""
REASONS = 4


@cache
def _ending_system() -> EndingSystem:
    from tacit.endings.train import load

    return load()


def compare_endings(asked: Mapping[str, Any]) -> dict[str, Any]:
    """How probable each ending is, and what speaks for the best."""
    from tacit.endings.data import problem_of
    from tacit.endings.explain import explain
    from tacit.endings.systems.tacit import TacitEndings
    from tacit.endings.task import Cloze, chosen
    from tacit.language.english.sentences import split

    endings = tuple(" ".join(text.split()) for text in asked["endings"])
    cloze = Cloze("story", split(asked["story"]), endings)
    if problem := problem_of(cloze):
        raise InputError(problem)
    system = _ending_system()
    reasons: list[str] = []
    if isinstance(system, TacitEndings):
        [explained] = explain(system, [cloze])
        probabilities = explained.probabilities
        reasons = [reason.words for reason in explained.reasons[:REASONS]]
    else:
        [probabilities] = system.predict([cloze])
    return {
        "system": system.name,
        "chosen": chosen(probabilities),
        "endings": [
            {"text": text, "probability": round(probability, 4)}
            for text, probability in zip(endings, probabilities, strict=True)
        ],
        "reasons": reasons,
    }


def expand_instruction(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Ways to spell an instruction out, the likeliest first."""
    from tacit import howto

    answers = howto.load().answers(asked["instruction"], count=VERSIONS)
    known = [answer.to_dict() for answer in answers if answer.known]
    return {
        "instruction": asked["instruction"],
        "expansions": known,
        "why": "" if known else answers[0].why,
        "nearest": [] if known else list(answers[0].nearest),
    }
