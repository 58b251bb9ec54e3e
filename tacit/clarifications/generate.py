"""Fillers for a place in an instruction (section 3.4): what language models expect there, and what was spoken of.

The best hundred come from the masked model, which sees both sides, the causal model, which knows more words, and the
nouns of the discourse; a diverse set of four is what lies nearest to the centres of four clusters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tacit.backbones import causal, encoder, masked
from tacit.backbones.layers import embed, final_norm, run_layers
from tacit.backbones.packing import Pack, collate
from tacit.clarifications.features.discourse import stem, words_of
from tacit.clarifications.features.nouns import Noun, nouns_among, nouns_of
from tacit.clarifications.features.reading import InstructionReader, clean
from tacit.clarifications.task import Instruction, Phenomenon
from tacit.extras import require
from tacit.language.english.wordlists import word_list, words

if TYPE_CHECKING:
    from tacit.backbones.causal import CausalModel
    from tacit.backbones.masked import MaskedModel

TOP, DIVERSE = 100, 4
DETERMINERS = ("the", "your")
"""What an implicit reference may start with besides a bare noun."""
_LIGHT = word_list("determiners", "article", "demonstrative", "possessive") | words("of all each both")
"""Words that may stand between the blank and the noun next to it."""
_MENTIONED = 2.0
"""How many nats a noun gains by having been mentioned."""
_FLOOR = -14.0
"""The log-probability of a word that a model does not know."""
_POOL = 400
"""Words of each model that are looked at."""
_MOST_PIECES = 126
_CLUSTERED = 40
"""How many of the best are clustered: further down are more odd words than new meanings."""


@dataclass(frozen=True, slots=True)
class FillerCandidate:
    """A filler with the sum of both models' log-probabilities."""

    text: str
    score: float


class FillerGenerator:
    """Generates fillers with the shared models, or with others of the same kinds."""

    def __init__(self, *, masked_model: MaskedModel | None = None, causal_model: CausalModel | None = None) -> None:
        self._masked = masked_model
        self._causal = causal_model

    def generate(self, instruction: Instruction, count: int = TOP) -> list[FillerCandidate]:
        """The best fillers of the right part of speech, best first."""
        mentioned = nouns_of([instruction.title, instruction.section, clean(instruction.previous),
                              instruction.before, instruction.after, instruction.following])  # fmt: skip
        determiners = self._determiners(instruction)
        expected = self._expected(instruction, determiners)
        pool = {word for scores in expected for word in scores}
        nouns = {noun.text: noun for noun in (*nouns_among(sorted(pool)), *mentioned)}
        stems = {stem(noun.text) for noun in mentioned}
        beside = _beside(instruction)
        best: dict[str, float] = {}
        for determiner, scores in zip(determiners, expected, strict=True):
            for word, noun in nouns.items():
                if stem(word) not in beside and _fits(noun, instruction, determiner):
                    bonus = _MENTIONED if stem(word) in stems else 0.0
                    best[f"{determiner} {word}".strip()] = scores.get(word, 2 * _FLOOR) + bonus
        ranked = sorted(best.items(), key=lambda item: (-item[1], item[0]))
        return [FillerCandidate(text, score) for text, score in ranked[:count]]

    def diverse(
        self, instruction: Instruction, candidates: Sequence[FillerCandidate], count: int = DIVERSE
    ) -> list[str]:
        """One filler near each of `count` centres of meaning, in the order of their scores."""
        texts = [candidate.text for candidate in candidates[:_CLUSTERED]]
        if len(texts) <= count:
            return texts
        from sklearn.cluster import KMeans

        points = contextual_vectors(instruction, texts)
        centres = KMeans(count, algorithm="elkan", n_init=3, random_state=0).fit(points).cluster_centers_
        likeness = points @ (centres / np.linalg.norm(centres, axis=1, keepdims=True)).T
        chosen: list[int] = []
        for nearness in likeness.T:
            chosen.append(next(number for number in np.argsort(-nearness).tolist() if number not in chosen))
        return [texts[number] for number in sorted(chosen)]

    def _determiners(self, instruction: Instruction) -> tuple[str, ...]:
        return ("", *DETERMINERS) if instruction.phenomenon is Phenomenon.IMPLICIT_REFERENCE else ("",)

    def _expected(self, instruction: Instruction, determiners: Sequence[str]) -> list[dict[str, float]]:
        """For each determiner the words that may follow it, with the sum of both models' log-probabilities."""
        both = zip(
            self._causal_words(instruction, determiners), self._masked_words(instruction, determiners), strict=True
        )
        return [
            {word: one.get(word, _FLOOR) + other.get(word, _FLOOR) for word in {*_likeliest(one), *_likeliest(other)}}
            for one, other in both
        ]

    def _masked_words(self, instruction: Instruction, determiners: Sequence[str]) -> list[dict[str, float]]:
        model = self._masked or masked.load()
        around = f"{clean(instruction.previous)} {instruction.before}", f"{instruction.after} {instruction.following}"
        gaps = [model.gap(f"{around[0]}{each} {masked.MASK} {around[1]}") for each in determiners]
        rows = [scores[-1] for scores in model.log_probabilities(gaps)]
        return [dict(zip(model.words, row.tolist(), strict=True)) for row in rows]

    def _causal_words(self, instruction: Instruction, determiners: Sequence[str]) -> list[dict[str, float]]:
        """Next words after the context and each determiner, whose own probability counts too."""
        model = self._causal or causal.load()
        torch = require("torch", extra="neural")
        context = InstructionReader(model.tokenizer).context(instruction)
        openings = [
            tuple(model.tokenizer(f" {each}", add_special_tokens=False)["input_ids"]) if each else ()
            for each in determiners
        ]
        pack = Pack(context, tuple(openings))
        with torch.inference_mode():
            tokens, positions, mask = collate([pack])
            states = run_layers(model.model, embed(model.model, tokens, positions), mask=mask, positions=positions)
            ends = [end - 1 if end > start else len(context) - 1 for start, end in pack.spans]
            chosen = final_norm(model.model, states[0, [len(context) - 1, *ends]])
            logits = model.model.lm_head(chosen).log_softmax(-1).numpy()
        opened = [sum(float(logits[0, token]) for token in opening) for opening in openings]
        words = _whole_words(model.tokenizer)
        return [
            {word: float(row[token]) + start for word, token in words.items()}
            for row, start in zip(logits[1:], opened, strict=True)
        ]


def contextual_vectors(instruction: Instruction, fillers: Sequence[str]) -> npt.NDArray[np.float32]:
    """The mean of the encoder's last states over each filler, in its sentence; unit length."""
    shared = encoder.plain()
    pieces = shared.tokenizer.pieces([instruction.filled(filler) for filler in fillers])
    sequences = [[shared.tokenizer.first, *ids[:_MOST_PIECES], shared.tokenizer.last] for ids, _ in pieces]
    rows = []
    for filler, states, (_, places) in zip(fillers, shared.bert.states(sequences), pieces, strict=True):
        first, last = len(instruction.before), len(instruction.before) + len(filler)
        inside = [1 + at for at, (start, end) in enumerate(places[:_MOST_PIECES]) if start < last and end > first]
        rows.append(states[inside].mean(0) if inside else states.mean(0))
    vectors = np.stack(rows) if rows else np.zeros((0, shared.width), np.float32)
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)


def _beside(instruction: Instruction) -> set[str]:
    """The stems of the words next to the blank, which say nothing new: no leg of the *leg*."""
    sides = words_of(instruction.before)[::-1], words_of(instruction.after)
    return {stem(word) for side in sides for word in [each for each in side if each not in _LIGHT][:1]}


def _fits(noun: Noun, instruction: Instruction, determiner: str) -> bool:
    """Is it of the part of speech that the phenomenon asks for (section 3.4)?"""
    if instruction.phenomenon is Phenomenon.NOUN_COMPOUND:
        return not noun.is_plural
    return instruction.phenomenon is not Phenomenon.IMPLICIT_REFERENCE or bool(determiner) or noun.is_plural


def _likeliest(scores: dict[str, float]) -> Iterable[str]:
    return sorted(scores, key=lambda word: -scores[word])[:_POOL]


def _whole_words(tokenizer: Any) -> dict[str, int]:
    """Tokens that are a lower-case word after a space."""
    return {
        token[1:]: number
        for token, number in tokenizer.get_vocab().items()
        if len(token) > 2 and token[0] in "Ġ▁" and token[1:].isalpha() and token[1:].islower()
    }
