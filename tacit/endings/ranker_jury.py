"""Trained judges of endings; in use all of them judge, and the mean of each kind counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.backbones import causal, encoder
from tacit.endings.choice import endings_of
from tacit.endings.features import Matrix
from tacit.endings.features.style import EndingStyle
from tacit.endings.pair_encoder import PairEncoder, PairShape, pairs_of
from tacit.endings.ranker import CausalRanker, Shape
from tacit.endings.ranker_store import batches_of, compute, packs_of
from tacit.endings.ranker_training import scores_of
from tacit.endings.systems.ending_only import EndingOnly
from tacit.endings.task import Cloze, Progress, no_progress
from tacit.extras import require

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True, slots=True)
class Jury:
    """Trained judges: of the language model, of the pair encoder, and one of style."""

    rankers: tuple[CausalRanker, ...]
    pairs: tuple[PairEncoder, ...]
    style: EndingOnly

    def scores(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> Matrix:
        """A row for each candidate, a column for each kind of judge: the mean of what they say."""
        columns = [
            self._ranker_scores(clozes, progress),
            self._pair_scores(clozes, progress),
            style_scores(self.style, clozes),
        ]
        return np.stack(columns, axis=1).astype(np.float32)

    def config(self) -> dict[str, Any]:
        """What `from_weights` needs besides the weights."""
        return {
            "rankers": len(self.rankers),
            "shape": asdict(self.rankers[0].shape),
            "pairs": len(self.pairs),
            "pair_shape": asdict(self.pairs[0].shape),
            "grams": self.style.style_.grams,
            "frequent": sorted(self.style.style_.frequent),
        }

    def weights(self) -> dict[str, Tensor]:
        """What the judges have learnt, each one's under its own prefix."""
        torch = require("torch", extra="neural")
        kept: dict[str, Tensor] = {"style": torch.from_numpy(self.style.regression_.weights)}
        for prefix, member in _prefixed(self.rankers, self.pairs):
            kept |= {prefix + name: value for name, value in member.weights().items()}
        return kept

    @classmethod
    def from_weights(cls, config: Mapping[str, Any], weights: Mapping[str, Tensor]) -> Jury:
        """A jury from what `config` and `weights` say; backbones are loaded for it."""
        style = EndingOnly()
        style.style_ = EndingStyle(config["grams"], config["frequent"])
        style.regression_.weights = weights["style"].double().numpy()
        rankers = [CausalRanker(causal.load().model, Shape(**config["shape"])) for _ in range(config["rankers"])]
        pairs = [PairEncoder(encoder.load().model, PairShape(**config["pair_shape"])) for _ in range(config["pairs"])]
        for prefix, member in _prefixed(rankers, pairs):
            member.load_weights(_below(weights, prefix))
            member.eval()
        return cls(tuple(rankers), tuple(pairs), style)

    def _ranker_scores(self, clozes: Sequence[Cloze], progress: Progress) -> list[float]:
        torch = require("torch", extra="neural")
        language_model = causal.load()
        packs = packs_of(clozes, language_model.tokenizer)
        shape = self.rankers[0].shape
        found: dict[int, list[float]] = {}

        def judged(numbers: list[int]) -> Tensor:
            chosen = [packs[number] for number in numbers]
            batch = compute(language_model.model, chosen, start=shape.start, stop=shape.stop)
            return torch.stack([ranker(batch) for ranker in self.rankers]).mean(0)  # type: ignore[no-any-return]

        for numbers in batches_of(packs):
            found.update(scores_of(judged, numbers, clozes, size=len(numbers)))
            progress("language model as a judge", len(found), len(clozes))
        return [score for number in range(len(clozes)) for score in found[number]]

    def _pair_scores(self, clozes: Sequence[Cloze], progress: Progress) -> list[float]:
        torch = require("torch", extra="neural")
        pairs = [pairs_of(cloze, encoder.load().tokenizer) for cloze in clozes]
        order = sorted(range(len(clozes)), key=lambda number: len(pairs[number][0].tokens))

        def judged(numbers: list[int]) -> Tensor:
            chosen = [pair for number in numbers for pair in pairs[number]]
            lower = self.pairs[0].lower_states(chosen)  # of layers that do not learn: the same in all
            return torch.stack([network.judge(chosen, lower) for network in self.pairs]).mean(0)  # type: ignore[no-any-return]

        found = scores_of(judged, order, clozes)
        progress("pair encoder as a judge", len(clozes), len(clozes))
        return [score for number in range(len(clozes)) for score in found[number]]


def style_scores(style: EndingOnly, clozes: Sequence[Cloze]) -> list[float]:
    """How right each candidate looks by itself."""
    scores: list[float] = style.regression_.scores(style.style_.transform(endings_of(clozes))).tolist()
    return scores


def _prefixed(
    rankers: Sequence[CausalRanker], pairs: Sequence[PairEncoder]
) -> Iterator[tuple[str, CausalRanker | PairEncoder]]:
    """Each judge with what the names of its weights start with."""
    yield from ((f"ranker{number}.", ranker) for number, ranker in enumerate(rankers))
    yield from ((f"pair{number}.", pair) for number, pair in enumerate(pairs))


def _below(weights: Mapping[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {name.removeprefix(prefix): value for name, value in weights.items() if name.startswith(prefix)}
