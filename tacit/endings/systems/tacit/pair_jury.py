"""Judges on the large encoder, one a fold like those on the language model; the mean of what they say counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from tacit.endings.systems.tacit.pairs import (
    PairRanker,
    PairShape,
    States,
    below,
    filled,
    pair_packs,
    read_all,
    train_pair,
)
from tacit.endings.systems.tacit.store import batches_of
from tacit.endings.systems.tacit.training import scores_of
from tacit.endings.systems.tacit.workshop import Bench
from tacit.endings.task import Cloze
from tacit.extras import require
from tacit.progress import Progress, no_progress

if TYPE_CHECKING:
    from torch import Tensor

    from tacit.backbones.packing import Pack


@dataclass(frozen=True, slots=True)
class PairJury:
    """Judges that share the large encoder."""

    rankers: tuple[PairRanker, ...]

    def scores(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> list[float]:
        """The mean score of each candidate, story after story."""
        torch = require("torch", extra="neural")
        clozes = [part for cloze in clozes for part in _in_parts(cloze)]
        packs = pair_packs(clozes)
        start = self.rankers[0].shape.start
        found: dict[int, list[float]] = {}

        def judged(numbers: list[int]) -> Tensor:
            chosen = [packs[number] for number in numbers]
            states = below(chosen, start)
            return torch.stack([ranker(chosen, states) for ranker in self.rankers]).mean(0)  # type: ignore[no-any-return]

        for numbers in batches_of(packs):
            found |= scores_of(judged, numbers, clozes, size=len(numbers))
            progress("judging endings with the large encoder", len(found), len(clozes))
        return [score for number in range(len(clozes)) for score in found[number]]

    def config(self) -> dict[str, Any]:
        """What `from_weights` needs besides the weights."""
        return {"pairs": len(self.rankers), "pair_shape": asdict(self.rankers[0].shape)}

    def weights(self) -> dict[str, Tensor]:
        """What the judges have learnt, each one's under its own prefix."""
        return {
            f"pair{number}.{name}": value
            for number, ranker in enumerate(self.rankers)
            for name, value in ranker.weights().items()
        }

    @classmethod
    def from_weights(cls, config: Mapping[str, Any], weights: Mapping[str, Tensor]) -> PairJury:
        """Judges from what `config` and `weights` say; the encoder is loaded for them."""
        rankers = []
        for number in range(config["pairs"]):
            prefix = f"pair{number}."
            ranker = PairRanker(PairShape(**config["pair_shape"]))
            ranker.load_weights({n.removeprefix(prefix): value for n, value in weights.items() if n.startswith(prefix)})
            rankers.append(ranker.eval())
        return cls(tuple(rankers))


JUDGES = 3
"""How many judges a jury keeps: each takes 1.2 MB and a tenth of a second a choice."""
_MOST_ENDINGS = 8
"""Endings that are read side by side; more would only cost memory, as they do not see each other."""


def _in_parts(cloze: Cloze) -> list[Cloze]:
    starts = range(0, len(cloze.endings), _MOST_ENDINGS)
    return [replace(cloze, endings=cloze.endings[start : start + _MOST_ENDINGS], answer=None) for start in starts]


def cross_fit_pairs(
    clozes: Sequence[Cloze],
    assigned: Sequence[int],
    *,
    shape: PairShape,
    seed: int = 0,
    progress: Progress = no_progress,
) -> tuple[PairJury, list[float]]:
    """A judge for each fold, trained on the others, and what it says of its own; finished judges stay in the cache.

    Only the first `JUDGES` are kept in the jury.
    """
    bench = Bench.of("pairs", clozes, tuple(assigned), shape, seed)
    material = cache(lambda: _material(clozes, shape, progress))
    rankers: list[PairRanker] = []
    found: dict[int, list[float]] = {}
    for fold in range(max(assigned) + 1):
        left_out = [number for number, place in enumerate(assigned) if place == fold]
        ranker = PairRanker(shape)
        scores = bench.take(fold, ranker)
        if scores is None:
            packs, states = material()
            others = [number for number, place in enumerate(assigned) if place != fold]
            ranker = train_pair(
                packs,
                states,
                clozes,
                others,
                seed=seed + fold,
                shape=shape,
                checkpoint=bench.checkpoint(fold),
                what=f"training judge {fold + 1} on the large encoder",
                progress=progress,
            )
            said = scores_of(_reader(ranker, packs, states), left_out, clozes)
            scores = [score for number in left_out for score in said[number]]
            bench.keep(fold, ranker, scores)
        each = iter(scores)
        found |= {number: [next(each) for _ in clozes[number].endings] for number in left_out}
        rankers.append(ranker.eval())
    return PairJury(tuple(rankers[:JUDGES])), [score for number in range(len(clozes)) for score in found[number]]


def _reader(ranker: PairRanker, packs: Sequence[Pack], states: States) -> Callable[[list[int]], Tensor]:
    return lambda numbers: ranker([packs[number] for number in numbers], filled(states, numbers))


def _material(clozes: Sequence[Cloze], shape: PairShape, progress: Progress) -> tuple[list[Pack], States]:
    packs = pair_packs(clozes)
    return packs, read_all(packs, shape.start, progress=progress)
