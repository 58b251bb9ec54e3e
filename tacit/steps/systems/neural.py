"""What the systems with networks of their own share: vocabulary, training, filling of blanks, model folders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from math import isfinite
from pathlib import Path
from typing import ClassVar

import numpy as np
import torch
from torch import Tensor

from tacit.backbones import vectors as word_vectors
from tacit.backbones.vectors import Matrix
from tacit.learning.folder import making
from tacit.learning.tensors import read_model, write_model
from tacit.progress import Progress, no_progress
from tacit.shapes import AtLeastOne, Within, numbers_of
from tacit.steps.features.filling import filling_of
from tacit.steps.features.vocabulary import PAD, SPECIAL, START, UNKNOWN, Vocabulary
from tacit.steps.networks.base import NetworkSizes, State, StepNetwork
from tacit.steps.networks.batches import padded
from tacit.steps.networks.learning import Schedule, Stage, Training
from tacit.steps.task import TOP, Filling, Guess, StepSystem, Template, Words

_ROWS = 64
"""Templates that are filled together."""
_WIDEST = 4096
_SIZES = dict.fromkeys(("width", "hidden", "inner"), Within(int, 1, _WIDEST))
_SHAPE = {
    "words": [str],
    "candidates": AtLeastOne(str),
    "losses": [float],
    "sizes": {**numbers_of(NetworkSizes), **_SIZES},
}
_OUTPUT_SCALE = 0.2
"""Brings word vectors to the size of the weights that an output layer usually starts with."""
NEVER_NEXT = (PAD, UNKNOWN, START)
"""Signs that no text has."""


class NeuralSystem(StepSystem):
    """A network over fixed word vectors, trained on pairs of instructions.

    `vocabulary_size`, `max_abstract` and `max_concrete` limit what training sees; reading has no limit of its own.
    """

    network_class: ClassVar[type[StepNetwork]]
    stages: ClassVar[tuple[Stage, ...]] = (Stage("likelihood", 10),)

    def __init__(
        self,
        *,
        vocabulary_size: int = 2000,
        max_abstract: int = 50,
        max_concrete: int = 80,
        batch: int = 32,
        rate: float = 4e-3,
        patience: int = 2,
        epochs: int | None = None,
    ) -> None:
        self.vocabulary_size = vocabulary_size
        self.max_abstract = max_abstract
        self.max_concrete = max_concrete
        self.batch = batch
        self.rate = rate
        self.patience = patience
        self.epochs = epochs

    def fit(
        self,
        templates: Sequence[Template],
        *,
        validation: Sequence[Template] = (),
        seed: int = 0,
        checkpoint: Path | None = None,
        progress: Progress = no_progress,
    ) -> NeuralSystem:
        """Learn from pairs; without validation pairs training goes on to the last epoch."""
        self.candidates = tuple(sorted({word for template in templates for word in template.answers}))
        vocabulary = Vocabulary.learn(templates, size=self.vocabulary_size, always=frozenset(self.candidates))
        glove = word_vectors.load()
        learned = [word for word in vocabulary.words[len(SPECIAL) :] if word not in glove]
        known = [word for word in vocabulary.words[len(SPECIAL) :] if word in glove]
        self.vocabulary_ = Vocabulary([*learned, *known])
        torch.manual_seed(seed)
        self.network_ = self.network_class(
            NetworkSizes(len(self.vocabulary_), len(SPECIAL) + len(learned), glove.width)
        )
        if known:
            self._start_from(np.stack([glove[word] for word in known]))
        self._prepare(templates)
        training = Training(
            self.network_, self.vocabulary_, self._schedule(), seed=seed, checkpoint=checkpoint, progress=progress
        )
        self.losses_ = training.fit(templates, validation)
        return self

    def _prepare(self, templates: Sequence[Template]) -> None:
        """Set what the network needs to know of the pairs before training."""

    def _start_from(self, known: Matrix) -> None:
        """Fix the vectors of known words; the output layer starts from them, too, where its width allows."""
        fixed = torch.from_numpy(known)
        self.network_.vectors.fixed.copy_(fixed)
        if self.network_.sizes.inner == self.network_.sizes.width:
            with torch.no_grad():
                self.network_.words.weight[self.network_.sizes.learned :] = fixed * _OUTPUT_SCALE

    def _schedule(self) -> Schedule:
        stages = tuple(Stage(stage.loss, self.epochs or stage.epochs) for stage in self.stages)
        return Schedule(stages, self.batch, self.rate, self.patience, self.max_abstract, self.max_concrete)

    def next_words(self, abstract: Words, prefix: Words) -> Mapping[str, float]:
        """Log-probabilities of all words of the vocabulary, and of the end."""
        numbers = [n for n, word in enumerate(self.vocabulary_.words) if word not in NEVER_NEXT]
        with torch.inference_mode():
            state = self.begin([abstract])
            for word in self.vocabulary_.encode(prefix):
                state = self.network_.advance(state, torch.tensor([word]))
            scores = self.network_.next_words(state)[0, numbers].log_softmax(0).tolist()
        return {self.vocabulary_.words[number]: score for number, score in zip(numbers, scores, strict=True)}

    def fill(
        self, templates: Sequence[Template], *, oracle: bool = True, progress: Progress = no_progress
    ) -> list[Filling]:
        """Guesses for all blanks; templates of similar length are read together, word by word."""
        order = sorted(range(len(templates)), key=lambda number: len(templates[number].concrete))
        fillings: dict[int, Filling] = {}
        for first in range(0, len(order), _ROWS):
            chosen = order[first : first + _ROWS]
            together = [templates[number] for number in chosen]
            fillings |= dict(zip(chosen, self._fill_together(together, oracle=oracle), strict=True))
            progress(filling_of(oracle), len(fillings), len(templates))
        return [fillings[number] for number in range(len(templates))]

    def _fill_together(self, templates: Sequence[Template], *, oracle: bool) -> list[Filling]:
        allowed = torch.stack([self.allowed(template) for template in templates])
        guesses: list[list[Guess]] = [[] for _ in templates]
        words, _ = padded([self.vocabulary_.encode(template.concrete) for template in templates])
        with torch.inference_mode():
            state = self.begin([template.abstract for template in templates])
            for place in range(words.shape[1]):
                rows = [row for row, each in enumerate(templates) if place < len(each.given) and not each.given[place]]
                found = self._guess(state, rows, allowed, words[:, place]) if rows else []
                for row, guess in zip(rows, found, strict=True):
                    guesses[row].append(guess)
                    if not oracle:
                        words[row, place] = self.vocabulary_.numbers[guess.words[0]]
                state = self.network_.advance(state, words[:, place])
        return [tuple(each) for each in guesses]

    def _guess(self, state: State, rows: Sequence[int], allowed: Tensor, gold: Tensor) -> list[Guess]:
        """Guesses for the next word of some rows, whichever place it comes from."""
        chosen = torch.tensor(rows)
        state = state.rows(chosen)
        scores = (self.network_.next_words(state) + allowed[chosen]).log_softmax(-1)
        found = self.guesses(scores, gold[chosen])
        emitted = self.network_.emitted(state).tolist()
        return [Guess(guess.words, guess.gold + more) for guess, more in zip(found, emitted, strict=True)]

    def guesses(self, scores: Tensor, gold: Tensor) -> list[Guess]:
        """Guesses from log-probabilities; what may not stand there counts as unknown (for `Guess.gold`).

        The scores are changed: no guess is the unknown word.
        """
        unknown = self.vocabulary_.unknown
        golds = scores.gather(1, gold[:, None])[:, 0]
        golds = torch.where(golds.isfinite(), golds, scores[:, unknown])
        scores[:, unknown] = -torch.inf
        best, words = scores.topk(TOP, dim=-1), self.vocabulary_.words
        rankings = [
            tuple(words[number] for number, score in zip(numbers, values, strict=True) if isfinite(score))
            for numbers, values in zip(best.indices.tolist(), best.values.tolist(), strict=True)
        ]
        return [Guess(*guess) for guess in zip(rankings, golds.tolist(), strict=True)]

    def open_up(self) -> None:
        """Let any word of the vocabulary stand in blanks."""
        self.candidates = self.vocabulary_.words[len(SPECIAL) :]
        self.is_open = True

    def allowed(self, template: Template) -> Tensor:
        """0 for words that may stand in a blank of the template, and the unknown; minus infinity for all others.

        Where none of them is known, any word may stand there.
        """
        known = [word for word in self.answers_for(template) if word in self.vocabulary_]
        known = known or list(self.vocabulary_.words[len(SPECIAL) :])
        allowed = torch.full((len(self.vocabulary_),), -torch.inf)
        allowed[self.vocabulary_.encode([UNKNOWN, *known])] = 0.0
        return allowed

    def begin(self, abstracts: Sequence[Words]) -> State:
        """The state before the first word of each."""
        self.network_.eval()
        return self.network_.begin(*padded([self.vocabulary_.encode(words) for words in abstracts]))

    def save(self, folder: Path) -> None:
        """Write a model folder; weights in half precision, which changes no guess that is not a toss-up."""
        config = {
            "words": self.vocabulary_.words[len(SPECIAL) :],
            "candidates": self.candidates,
            "sizes": asdict(self.network_.sizes),
            "losses": self.losses_,
        }
        weights = {name: value.half() for name, value in self.network_.state_dict().items()}
        write_model(folder, self.name, config, weights, packed=False)

    @classmethod
    def load(cls, folder: Path) -> NeuralSystem:
        """The system that `save` wrote."""
        config, tensors = read_model(folder, cls.name, _SHAPE)
        system = cls()
        with making(folder, cls.name):
            system.vocabulary_ = Vocabulary(config["words"])
            system.restrict(config["candidates"])
            system.losses_ = list(config["losses"])
            sizes = _checked(NetworkSizes(**config["sizes"]), system.vocabulary_)
            if not all(bool(value.isfinite().all()) for value in tensors.values()):
                raise ValueError("a weight is not a number")
            system.network_ = cls.network_class(sizes)
            system.network_.load_state_dict(tensors)
        system.network_.eval()
        return system


def _checked(sizes: NetworkSizes, vocabulary: Vocabulary) -> NetworkSizes:
    """Sizes from a file, before anything that large is made."""
    if sizes.words != len(vocabulary):
        raise ValueError("its sizes do not fit its words")
    return sizes
