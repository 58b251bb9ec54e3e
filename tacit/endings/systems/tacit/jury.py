"""Trained judges of endings; in use all of them judge, and the mean of what they say counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from tacit.backbones import causal
from tacit.endings.systems.tacit.ranker import CausalRanker, Shape
from tacit.endings.systems.tacit.store import batches_of, compute, packs_of
from tacit.endings.systems.tacit.training import scores_of
from tacit.endings.task import Cloze
from tacit.extras import require
from tacit.progress import Progress, no_progress

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True, slots=True)
class Jury:
    """Judges that have learnt from different parts of the same stories; they share the model below and above."""

    rankers: tuple[CausalRanker, ...]

    def scores(self, clozes: Sequence[Cloze], *, progress: Progress = no_progress) -> list[float]:
        """The mean score of each candidate, story after story."""
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
            found |= scores_of(judged, numbers, clozes, size=len(numbers))
            progress("judging endings", len(found), len(clozes))
        return [score for number in range(len(clozes)) for score in found[number]]

    def config(self) -> dict[str, Any]:
        """What `from_weights` needs besides the weights."""
        return {"rankers": len(self.rankers), "shape": asdict(self.rankers[0].shape)}

    def weights(self) -> dict[str, Tensor]:
        """What the judges have learnt, each one's under its own prefix."""
        return {
            f"ranker{number}.{name}": value
            for number, ranker in enumerate(self.rankers)
            for name, value in ranker.weights().items()
        }

    @classmethod
    def from_weights(cls, config: Mapping[str, Any], weights: Mapping[str, Tensor]) -> Jury:
        """A jury from what `config` and `weights` say; the language model is loaded for it."""
        rankers = []
        for number in range(config["rankers"]):
            ranker = CausalRanker(causal.load().model, Shape(**config["shape"]))
            ranker.load_weights(_below(weights, f"ranker{number}."))
            rankers.append(ranker.eval())
        return cls(tuple(rankers))


def _below(weights: Mapping[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {name.removeprefix(prefix): value for name, value in weights.items() if name.startswith(prefix)}
