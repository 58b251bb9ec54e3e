"""Draw concrete versions of a terse instruction from networks that have learnt to cook: `elaborate --from network`.

More texts are drawn than are asked for: from the network with attention, which has learnt to cook, or where it does not
know the words, from the causal language model, which draws those words more readily that the transducer's alignments
tie to the instruction (`tacit steps knowledge`). The texts that are near the instruction in meaning, and say more than
the same thing again, are then read by the causal model, and the best come first.

>>> from tacit.steps.drawing import elaborate
>>> best, *others = elaborate("drain the pasta")                      # doctest: +SKIP
>>> best.steps, best.tools                                            # doctest: +SKIP
(('Put a strainer in the sink.', …), ('strainer', 'sink', 'pot'))
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from itertools import permutations
from math import exp
from pathlib import Path
from typing import Any

from tacit.backbones import encoder
from tacit.backbones.packing import Pack
from tacit.errors import MissingBackboneError, UsageError
from tacit.language.english.sentences import split_at_marks
from tacit.steps.assumptions import assumptions
from tacit.steps.data import instruction
from tacit.steps.features.generation import DrawnText, StepGenerator
from tacit.steps.knowledge import StepKnowledge
from tacit.steps.sources import CausalSource, NetworkSource
from tacit.steps.systems.gpt import GptFinetuned
from tacit.steps.systems.neural import NeuralSystem
from tacit.steps.systems.seq2seq import Attention
from tacit.steps.task import Words

SHIPPED = Path(__file__).parents[1] / "models" / "steps" / "causal"
KNOWLEDGE = SHIPPED.parents[1] / "transducer"
NETWORK = SHIPPED.parents[1] / "steps-attention"
TOKENS = 18
"""The longest text that is drawn from the causal model: each token takes it some 70 ms."""
WORDS = 45
"""The longest text that is drawn from the network."""
MOST = 20
"""The most alternatives at a time."""
SPARE = 3
"""How many texts more than asked for the causal model draws, or reads."""
_DRAWN = 6
"""How many texts the network draws for each one that the causal model reads."""
_UNKNOWN = 0.25
"""The greatest share of an instruction's words that the network may not know."""
_NEARNESS, _VARIETY = 1.5, 1.0
"""What nearness in meaning to the instruction (a cosine) and the share of different words count beside the score."""
_HINT, _MOST_HINT = 0.5, 1.5
"""What a bit of mutual information adds to a word's log-probability, and the most that is added."""
_OFTEN = 5
"""From so many sightings on an association counts in full."""
_LONG_WORD = re.compile(r"\w{4,}")


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


@dataclass(frozen=True, slots=True)
class _Draft:
    """A text that was drawn: its sentences, and the mean log-probability of its tokens."""

    steps: tuple[str, ...]
    score: float

    @property
    def text(self) -> str:
        return " ".join(self.steps)

    @property
    def variety(self) -> float:
        """The share of different words."""
        words = self.text.lower().split()
        return len(set(words)) / len(words)

    @property
    def stutters(self) -> bool:
        """Does a sentence say a word twice, or nothing that another has not said?"""
        said = [_LONG_WORD.findall(step.lower()) for step in self.steps]
        twice = any(len(set(words)) < len(words) for words in said)
        return twice or any(set(one) <= set(other) for one, other in permutations(said, 2))


class Elaborator:
    """Elaborates with a fine-tuned causal language model, and a network for the words that it knows."""

    def __init__(
        self, system: GptFinetuned, knowledge: StepKnowledge | None = None, network: NeuralSystem | None = None
    ) -> None:
        self._words = system.words_
        self._causal = StepGenerator(CausalSource(system.words_, list(system.counts_)))
        self._knowledge = knowledge
        self._vocabulary = None if network is None else network.vocabulary_
        self._network = None if network is None else StepGenerator(NetworkSource(network))

    def elaborate(
        self,
        text: str,
        *,
        count: int = 3,
        temperature: float = 0.6,
        top_p: float = 0.9,
        beams: int = 0,
        tokens: int | None = None,
        seed: int = 0,
    ) -> list[Elaboration]:
        """Different versions of one instruction, best first; with `beams` the likeliest, else drawn at random."""
        _check(count, beams)
        if beams:
            words, width = instruction(text), max(beams, count)
            network = self._network if self._knows(words) else None
            generator, longest = (self._causal, TOKENS) if network is None else (network, WORDS)
            lines = generator.beam(words, count=width, width=width, tokens=tokens or longest)
            read = 0 if network is None else width
            return self._versions(text, _drafts(generator, lines), count=count, read=read)
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
        tokens: int | None = None,
        seed: int = 0,
        spare: int = SPARE,
    ) -> list[list[Elaboration]]:
        """`count` versions of each instruction, the best of `spare` more, drawn together: faster than one by one."""
        _check(count)
        words = [instruction(text) for text in texts]
        drawn: dict[int, list[_Draft]] = {}
        known = [number for number, each in enumerate(words) if self._knows(each)]
        if self._network is not None and known:
            lines = self._network.sample(
                [words[number] for number in known],
                count=_DRAWN * (count + spare),
                temperature=temperature,
                top_p=top_p,
                tokens=tokens or WORDS,
                seed=seed,
            )
            drawn |= {number: _drafts(self._network, each) for number, each in zip(known, lines, strict=True)}
        if others := [number for number in range(len(texts)) if number not in drawn]:
            lines = self._causal.sample(
                [words[number] for number in others],
                count=count + spare,
                temperature=temperature,
                top_p=top_p,
                tokens=tokens or TOKENS,
                seed=seed,
                hints=[self._hints(words[number]) for number in others],
            )
            drawn |= {number: _drafts(self._causal, each) for number, each in zip(others, lines, strict=True)}
        reads = dict.fromkeys(known, count + spare)
        return [
            self._versions(text, drawn[number], count=count, read=reads.get(number, 0))
            for number, text in enumerate(texts)
        ]

    def _knows(self, words: Words) -> bool:
        """Does the network know most of the words?"""
        vocabulary = self._vocabulary
        return vocabulary is not None and sum(word not in vocabulary for word in words) <= _UNKNOWN * len(words)

    def _hints(self, words: Words) -> dict[str, float]:
        """The words that alignments tie to those of the instruction, and how strongly."""
        hints: dict[str, float] = {}
        if self._knowledge is not None:
            for found in (found for word in words for found in self._knowledge.concrete_for(word)):
                strength = min(_HINT * found.pmi, _MOST_HINT) * min(1.0, found.count / _OFTEN)
                for part in found.concrete.split():
                    hints[part] = max(strength, hints.get(part, 0.0))
        return hints

    def _versions(self, text: str, drafts: Sequence[_Draft], *, count: int, read: int) -> list[Elaboration]:
        """The best drafts; of those of the network, the best of the `read` ones that the causal model reads."""
        distinct = list({draft.steps: draft for draft in drafts}.values())
        if not distinct:
            return []
        vectors = encoder.load().encode([text, *(draft.text for draft in distinct)])
        fit = {
            draft.steps: _NEARNESS * float(near) + _VARIETY * draft.variety
            for draft, near in zip(distinct, vectors[1:] @ vectors[0], strict=True)
        }

        def rank(draft: _Draft) -> tuple[bool, float]:
            return draft.stutters, -draft.score - fit[draft.steps]

        best = sorted(distinct, key=rank)
        if read:
            best = sorted(self._judged(instruction(text), best[:read]), key=rank)
        return _elaborations(text, best[:count])

    def _judged(self, words: Words, drafts: Sequence[_Draft]) -> list[_Draft]:
        """The drafts with the causal model's scores, all read in one pass."""
        said = [[*self._words.words(instruction(draft.text)), *self._words.end] for draft in drafts]
        pack = Pack(tuple(self._words.start(words)), tuple(map(tuple, said)))
        [scores] = self._words.model.scores([pack])
        return [replace(draft, score=float(each.mean())) for draft, each in zip(drafts, scores, strict=True)]


def _drafts(generator: StepGenerator, lines: Sequence[DrawnText]) -> list[_Draft]:
    found = [_Draft(_steps(generator.text(line), whole=line.ended), line.score) for line in lines]
    return [draft for draft in found if draft.steps]


def _steps(text: str, *, whole: bool) -> tuple[str, ...]:
    """Sentences with a capital; a last one that the length limit has cut off is dropped if others stay."""
    sentences = split_at_marks(text)
    if len(sentences) > 1 and not whole and sentences[-1][-1] not in ".!?":
        sentences.pop()
    return tuple(sentence[0].upper() + sentence[1:] for sentence in sentences)


def _check(count: int, beams: int = 0) -> None:
    if not 1 <= count <= MOST or not 0 <= beams <= MOST:
        raise UsageError(f"between 1 and {MOST} alternatives or beams can be asked for")


def _elaborations(text: str, drafts: Sequence[_Draft]) -> list[Elaboration]:
    """Versions with what they assume."""
    assumed = assumptions(text, [draft.text for draft in drafts])
    return [
        Elaboration(draft.steps, exp(draft.score), each.tools, each.actions)
        for draft, each in zip(drafts, assumed, strict=True)
    ]


@lru_cache(maxsize=2)
def load(folder: Path | None = None) -> Elaborator:
    """The elaborator with the shipped model, or one that `gpt-finetuned` has written; loaded once a process."""
    if folder is None and not (SHIPPED / "config.json").is_file():
        raise MissingBackboneError("the model for steps is not installed; make one with  tacit steps train")
    if folder is not None:
        return Elaborator(GptFinetuned.load(folder))
    return Elaborator(GptFinetuned.load(SHIPPED), StepKnowledge.load(KNOWLEDGE), Attention.load(NETWORK))


def elaborate(text: str, **options: Any) -> list[Elaboration]:
    """Different concrete versions of one instruction, best first; `Elaborator.elaborate` says which options."""
    return load().elaborate(text, **options)
