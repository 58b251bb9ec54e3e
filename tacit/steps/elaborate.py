"""Turn a terse instruction into concrete steps that a child could follow.

The causal model draws more texts than are asked for. Words that the transducer's alignments tie to the instruction
(`tacit steps knowledge`) are drawn more readily, and the texts that are near the instruction in meaning, and say more
than the same thing again, come first.

>>> from tacit.steps.elaborate import elaborate
>>> best, *others = elaborate("drain the pasta")                      # doctest: +SKIP
>>> best.steps, best.tools                                            # doctest: +SKIP
(('Put a strainer in the sink.', …), ('strainer', 'sink', 'pot'))
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from math import exp
from pathlib import Path
from typing import Any

from tacit.backbones import encoder
from tacit.errors import InputError, MissingBackboneError, UsageError
from tacit.steps.assumptions import assumptions
from tacit.steps.data import instruction
from tacit.steps.generation import Generator, Line
from tacit.steps.knowledge import Knowledge
from tacit.steps.systems.gpt import GptFinetuned
from tacit.steps.task import Words

SHIPPED = Path(__file__).parents[1] / "models" / "steps" / "causal"
KNOWLEDGE = SHIPPED.parents[1] / "transducer"
TOKENS = 26
"""The longest text that is drawn."""
MOST = 20
"""The most alternatives at a time."""
SPARE = 3
"""How many texts more than asked for are drawn."""
_NEARNESS, _VARIETY = 1.5, 1.0
"""What nearness in meaning to the instruction (a cosine) and the share of different words count beside the score."""
_HINT, _MOST_HINT = 0.5, 1.5
"""What a bit of mutual information adds to a word's log-probability, and the most that is added."""
_OFTEN = 5
"""From so many sightings on an association counts in full."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True, slots=True)
class Elaboration:
    """One concrete version of an instruction.

    `score` is the geometric mean of its tokens' probabilities; `tools` and `actions` are what it assumes and the
    instruction does not name.
    """

    steps: tuple[str, ...]
    score: float
    tools: tuple[str, ...]
    actions: tuple[str, ...]

    @property
    def text(self) -> str:
        """All steps in a row."""
        return " ".join(self.steps)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return {"text": self.text, **asdict(self)}


class Elaborator:
    """Elaborates with a fine-tuned causal language model."""

    def __init__(self, system: GptFinetuned, knowledge: Knowledge | None = None) -> None:
        self._generator = Generator(system.words_, list(system.counts_))
        self._knowledge = knowledge

    def elaborate(
        self,
        text: str,
        *,
        count: int = 3,
        temperature: float = 0.6,
        top_p: float = 0.9,
        beams: int = 0,
        tokens: int = TOKENS,
        seed: int = 0,
    ) -> list[Elaboration]:
        """Different versions of one instruction, best first; with `beams` the likeliest, else drawn at random."""
        _check(count, beams)
        if beams:
            width = max(beams, count)
            lines = self._generator.beam(instruction(text), count=count, width=width, tokens=tokens)
            return self._versions(text, lines)
        [found] = self.elaborate_each(
            [text], count=count, temperature=temperature, top_p=top_p, tokens=tokens, seed=seed
        )
        return found

    def elaborate_each(
        self,
        texts: Sequence[str],
        *,
        count: int = 3,
        temperature: float = 0.6,
        top_p: float = 0.9,
        tokens: int = TOKENS,
        seed: int = 0,
        spare: int = SPARE,
    ) -> list[list[Elaboration]]:
        """`count` versions of each instruction, the best of `spare` more, drawn together: faster than one by one."""
        _check(count)
        words = [instruction(text) for text in texts]
        found = self._generator.sample(
            words,
            count=count + spare,
            temperature=temperature,
            top_p=top_p,
            tokens=tokens,
            seed=seed,
            hints=[self._hints(each) for each in words],
        )
        return [self._versions(text, self._best(text, lines)[:count]) for text, lines in zip(texts, found, strict=True)]

    def _hints(self, words: Words) -> dict[str, float]:
        """The words that alignments tie to those of the instruction, and how strongly."""
        hints: dict[str, float] = {}
        if self._knowledge is not None:
            for found in (found for word in words for found in self._knowledge.concrete_for(word)):
                strength = min(_HINT * found.pmi, _MOST_HINT) * min(1.0, found.count / _OFTEN)
                for part in found.concrete.split():
                    hints[part] = max(strength, hints.get(part, 0.0))
        return hints

    def _best(self, text: str, lines: Sequence[Line]) -> list[Line]:
        """Different lines, those that fit the instruction first."""
        distinct = list({self._steps(line): line for line in lines if self._steps(line)}.values())
        vectors = encoder.load().encode([text, *(" ".join(self._steps(line)) for line in distinct)])
        nearness = (vectors[1:] @ vectors[0]).tolist()
        worth = [
            line.score + _NEARNESS * near + _VARIETY * len(set(line.tokens)) / max(1, len(line.tokens))
            for line, near in zip(distinct, nearness, strict=True)
        ]
        return [distinct[number] for number in sorted(range(len(distinct)), key=lambda number: -worth[number])]

    def _versions(self, text: str, lines: Iterable[Line]) -> list[Elaboration]:
        return _elaborations(text, [(self._steps(line), line.score) for line in lines])

    def _steps(self, line: Line) -> tuple[str, ...]:
        """Sentences with a capital; a last one that the length limit has cut off is dropped if others stay."""
        sentences = [part for part in _SENTENCE_END.split(self._generator.text(line)) if any(map(str.isalnum, part))]
        if len(sentences) > 1 and not line.ended and sentences[-1][-1] not in ".!?":
            sentences.pop()
        return tuple(sentence[0].upper() + sentence[1:] for sentence in sentences)


def _check(count: int, beams: int = 0) -> None:
    if not 1 <= count <= MOST or not 0 <= beams <= MOST:
        raise UsageError(f"between 1 and {MOST} alternatives or beams can be asked for")


def _elaborations(text: str, found: Iterable[tuple[tuple[str, ...], float]]) -> list[Elaboration]:
    """Each version once, best first, with what it assumes."""
    scores: dict[tuple[str, ...], float] = {}
    for steps, score in found:
        if steps:
            scores[steps] = max(score, scores.get(steps, score))
    ranked = list(scores)
    assumed = assumptions(text, [" ".join(steps) for steps in ranked])
    return [
        Elaboration(steps, exp(scores[steps]), each.tools, each.actions)
        for steps, each in zip(ranked, assumed, strict=True)
    ]


@lru_cache(maxsize=2)
def load(folder: Path | None = None) -> Elaborator:
    """The elaborator with the shipped model, or one that `gpt-finetuned` has written; loaded once a process."""
    if folder is None and not (SHIPPED / "config.json").is_file():
        raise MissingBackboneError("the model for steps is not installed; make one with  tacit steps train")
    try:
        knowledge = Knowledge.load(KNOWLEDGE) if folder is None else None
    except InputError:  # it draws without hints, then
        knowledge = None
    return Elaborator(GptFinetuned.load(folder or SHIPPED), knowledge)


def elaborate(text: str, **options: Any) -> list[Elaboration]:
    """Different concrete versions of one instruction, best first; `Elaborator.elaborate` says which options."""
    return load().elaborate(text, **options)


def instructions_of(text: str) -> Iterator[str]:
    """The steps of a how-to text: one a line, without numbers and bullets; lines of several sentences are split.

    >>> list(instructions_of("1. Peel the eggs. Slice them.\\n\\n- Serve"))
    ['Peel the eggs.', 'Slice them.', 'Serve']
    """
    for line in text.splitlines():
        bare = re.sub(r"^\s*(?:\d+\s*[.)]|[-*•]+)?\s*", "", line)
        yield from (part for part in _SENTENCE_END.split(bare.strip()) if any(map(str.isalnum, part)))
