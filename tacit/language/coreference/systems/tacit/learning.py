"""The ranker's network in PyTorch, and how one is trained.

The loss is the negative marginal log-likelihood of all right antecedents, with the costs of Durrett and Klein 2013
added to wrong choices: a false new entity costs more than a false link. The weights that count are a moving average.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from tacit.extras import require
from tacit.language.coreference.features.mention_codes import N_MENTION_CODES, WORD_COLUMNS, Floats
from tacit.language.coreference.systems.tacit.examples import DocumentExample, word_matrix
from tacit.language.coreference.systems.tacit.pairs import N_PAIR_CODES
from tacit.language.coreference.systems.tacit.ranker import UnitVectors
from tacit.learning.training import Checkpoint, part_of, set_rate, take_step
from tacit.progress import Progress, no_progress

Tensor: TypeAlias = Any  # PyTorch is optional, so its types are not at hand
Tensors: TypeAlias = dict[str, Tensor]


@dataclass(frozen=True)
class RankerRecipe:
    """All that decides how a network is trained."""

    seed: int = 1
    epochs: int = 10
    encoding: int = 128
    hidden: int = 128
    learning_rate: float = 1e-3
    weight_decay: float = 1e-4
    dropout: float = 0.3
    unknown_words: float = 0.05  # share of words that are hidden in training
    false_new: float = 1.5
    false_link: float = 0.3
    wrong_link: float = 0.8
    averaging: float = 0.998
    product: int = 32
    second_hidden: int = 64


class RankerLearner:
    """A network in training."""

    def __init__(self, recipe: RankerRecipe, words: UnitVectors) -> None:
        torch: Any = require("torch", extra="neural")
        self.recipe = recipe
        self._torch = torch
        self._words = words
        generator = torch.Generator().manual_seed(recipe.seed)
        self.weights: Tensors = {
            name: _initial(torch, shape, generator).requires_grad_() for name, shape in weight_shapes(recipe).items()
        }
        self.average: Tensors = {name: weight.detach().clone() for name, weight in self.weights.items()}
        self._optimizer = torch.optim.AdamW(
            list(self.weights.values()), lr=recipe.learning_rate, weight_decay=recipe.weight_decay
        )
        self.epoch = 0

    def train(
        self,
        examples: Sequence[DocumentExample],
        *,
        checkpoint: Path | None = None,
        what: str = "training",
        progress: Progress = no_progress,
    ) -> None:
        """Train to the last epoch; with a checkpoint, go on where it stopped."""
        usable = [example for example in examples if len(example.anaphors)]
        kept = None if checkpoint is None else Checkpoint(checkpoint, _fingerprint(self.recipe, usable))
        if kept is not None and kept.path.is_file():
            self._restore(kept)
        while self.epoch < self.recipe.epochs:
            self._train_epoch(usable, what, progress)
            self.epoch += 1
            if kept is not None:
                self._keep(kept)

    def _train_epoch(self, examples: list[DocumentExample], what: str, progress: Progress) -> None:
        torch, total = self._torch, self.recipe.epochs * len(examples)
        # Seeded anew in each epoch, so that a run that was interrupted ends like one that was not.
        torch.manual_seed(self.recipe.seed * 1000 + self.epoch)
        order = list(range(len(examples)))
        random.Random(self.recipe.seed * 1000 + self.epoch).shuffle(order)  # noqa: S311
        for place, number in enumerate(order):
            step = self.epoch * len(examples) + place
            set_rate(self._optimizer, self.recipe.learning_rate * min(step / 100, 1 - step / total))
            loss = self._loss(examples[number])
            take_step(loss, self._optimizer, list(self.weights.values()), largest_gradient=5.0)
            self._update_average()
            progress(what, step + 1, total)

    def _update_average(self) -> None:
        with self._torch.no_grad():
            for name, weight in self.weights.items():
                self.average[name].lerp_(weight, 1 - self.recipe.averaging)

    def _loss(self, example: DocumentExample) -> Tensor:
        torch, recipe = self._torch, self.recipe
        scores = self._scores(example)
        right = torch.from_numpy(example.right)
        is_new = right[:, :1]
        cost = torch.where(is_new, recipe.false_link, recipe.wrong_link).expand_as(scores).clone()
        cost[:, 0] = recipe.false_new
        scores = scores + cost.masked_fill(right, 0.0)
        right_scores = torch.logsumexp(scores.masked_fill(~right, -1e9), 1)
        return (torch.logsumexp(scores, 1) - right_scores).sum() / 60

    def _scores(self, example: DocumentExample) -> Tensor:
        """A row a mention: the score of no antecedent, then those of its candidates."""
        torch, w = self._torch, self.weights
        linear, bag, relu = torch.nn.functional.linear, torch.nn.functional.embedding_bag, torch.relu

        def drop(values: Any) -> Any:
            return torch.nn.functional.dropout(values, self.recipe.dropout)

        words = torch.from_numpy(word_matrix(example, self._words)).unflatten(1, (len(WORD_COLUMNS), -1))
        known = torch.rand(words.shape[:2]) >= self.recipe.unknown_words
        words = (words * known.unsqueeze(-1)).flatten(1)
        codes = bag(torch.from_numpy(example.codes).long(), w["mention_codes"], mode="sum")
        encoding = drop(relu(codes + linear(words, w["words"].T, w["words_bias"])))
        encoding = drop(relu(linear(encoding, w["mention"].T, w["mention_bias"])))
        i, j = torch.from_numpy(example.anaphors).long(), torch.from_numpy(example.antecedents).long()
        product = linear(encoding, w["left"].T, w["left_bias"])[i] * linear(encoding, w["right"].T, w["right_bias"])[j]
        hidden = (
            bag(torch.from_numpy(example.pair_codes).long(), w["pair_codes"], mode="sum")
            + linear(encoding, w["anaphor"].T, w["anaphor_bias"])[i]
            + linear(encoding, w["antecedent"].T)[j]
            + product @ w["product"]
        )
        hidden = drop(relu(linear(drop(relu(hidden)), w["hidden"].T, w["hidden_bias"])))
        pairs = hidden @ w["score"] + w["score_bias"]
        new = drop(relu(linear(encoding, w["new"].T, w["new_bias"]))) @ w["new_score"] + w["new_score_bias"]
        columns = torch.from_numpy(example.columns).long()
        table = torch.full(example.right.shape, -1e4).index_put((i, columns), pairs)
        return torch.cat([new.unsqueeze(1), table[:, 1:]], 1)

    def averaged(self) -> dict[str, Floats]:
        """The weights that count, for `network.Network`."""
        return {name: weight.numpy().copy() for name, weight in self.average.items()}

    def _keep(self, checkpoint: Checkpoint) -> None:
        """All that the next epoch needs."""
        tensors = {f"weights.{name}": weight for name, weight in self.weights.items()}
        tensors |= {f"average.{name}": weight for name, weight in self.average.items()}
        checkpoint.keep(tensors, self._optimizer, {"epoch": self.epoch})

    def _restore(self, checkpoint: Checkpoint) -> None:
        """Go on from what `_keep` wrote for the same training."""
        with checkpoint.restored(self._optimizer) as (tensors, standing):
            for name, weight in part_of(tensors, "weights.").items():
                self.weights[name].data = weight
            self.average.update(part_of(tensors, "average."))
            self.epoch = int(standing["epoch"])


def _fingerprint(recipe: RankerRecipe, examples: Sequence[DocumentExample]) -> str:
    """What must be the same for a training to go on: recipe, seed and documents with their gold."""
    digest = hashlib.sha256(repr(asdict(recipe)).encode())
    for example in examples:
        digest.update(repr((example.id, example.style, example.right.shape)).encode())
        pairs = (example.anaphors, example.antecedents, example.columns, example.pair_codes)
        for array in (example.codes, example.words, *pairs, example.right):
            digest.update(array.tobytes())
    return digest.hexdigest()


def weight_shapes(recipe: RankerRecipe) -> dict[str, tuple[int, ...]]:
    """The shape of each weight of `network.Network`."""
    width, hidden, second = recipe.encoding, recipe.hidden, recipe.second_hidden
    return {
        "mention_codes": (N_MENTION_CODES, width),
        "words": (len(WORD_COLUMNS) * 100, width),
        "words_bias": (width,),
        "mention": (width, width),
        "mention_bias": (width,),
        "pair_codes": (N_PAIR_CODES, hidden),
        "anaphor": (width, hidden),
        "anaphor_bias": (hidden,),
        "antecedent": (width, hidden),
        "left": (width, recipe.product),
        "left_bias": (recipe.product,),
        "right": (width, recipe.product),
        "right_bias": (recipe.product,),
        "product": (recipe.product, hidden),
        "hidden": (hidden, second),
        "hidden_bias": (second,),
        "score": (second,),
        "score_bias": (1,),
        "new": (width, second),
        "new_bias": (second,),
        "new_score": (second,),
        "new_score_bias": (1,),
    }


def _initial(torch: Any, shape: tuple[int, ...], generator: Any) -> Tensor:
    """Embeddings start small; other weights as PyTorch's own layers do, by the number of their inputs."""
    if shape[0] in (N_MENTION_CODES, N_PAIR_CODES):
        return torch.randn(shape, generator=generator) * 0.1
    bound = 1 / np.sqrt(shape[0]) if len(shape) > 1 or shape[0] > 1 else 0.0
    return (torch.rand(shape, generator=generator) * 2 - 1) * bound
