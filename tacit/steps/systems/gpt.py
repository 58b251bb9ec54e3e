"""The causal language model as it is, and fine-tuned: the last two rows of the paper's table 4.

The paper uses OpenAI's GPT; here the shared causal model stands in its place.
"""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from tacit.backbones import causal
from tacit.errors import InputError
from tacit.learning.folder import making
from tacit.learning.tensors import read_model, write_model
from tacit.progress import Progress, no_progress
from tacit.shapes import AtLeastOne, Named, Shape, Within
from tacit.steps.features.causal_words import CausalReading, CausalWords
from tacit.steps.features.filling import Draft, fill
from tacit.steps.task import END, Filling, StepSystem, Template, Words

if TYPE_CHECKING:
    from torch import Tensor

KIND = "causal model of steps"


class Gpt(StepSystem):
    """The model reads the abstract instruction and the words to the left; candidates share its probability."""

    name = "gpt"
    shape: ClassVar[dict[str, Shape]] = {"candidates": AtLeastOne(str), "counts": Named(str, Within(int, 0, 1 << 53))}
    """What its config.json must look like."""
    counts_: Mapping[str, int]

    def __init__(
        self, *, before: str = "Recipe step:", between: str = "\nThe same step, explained to a child:"
    ) -> None:
        self.before = before
        self.between = between
        self.counts_ = {}

    @cached_property
    def words_(self) -> CausalWords:
        """Instructions as the model's tokens."""
        return CausalWords(causal.load(), before=self.before, between=self.between)

    def fit(
        self,
        templates: Sequence[Template],
        *,
        validation: Sequence[Template] = (),
        seed: int = 0,
        checkpoint: Path | None = None,
        progress: Progress = no_progress,
    ) -> Gpt:
        """Learn only which words there are."""
        self._count(templates)
        return self

    def _count(self, templates: Sequence[Template]) -> None:
        self.counts_ = Counter(word for template in templates for word in template.concrete)
        self.restrict(sorted({word for template in templates for word in template.answers}))
        if not self.candidates:
            raise InputError("no training template has a blank")

    def next_words(self, abstract: Words, prefix: Words) -> Mapping[str, float]:
        """Log-probabilities of the words of the training instructions, and of the end."""
        words = (*self.counts_, END)
        draft = Draft(Template(abstract, (*prefix, ""), (*[True] * len(prefix), False)))
        reading = CausalReading(self.words_, words, {**self.counts_, END: 1})
        [row] = reading.scores([draft])
        return dict(zip(words, row.tolist(), strict=True))

    def reading(self) -> CausalReading:
        """A reading of templates, for the candidates."""
        return CausalReading(self.words_, self.candidates, self.counts_)

    def fill(
        self, templates: Sequence[Template], *, oracle: bool = True, progress: Progress = no_progress
    ) -> list[Filling]:
        """Guesses for all blanks."""
        return fill(templates, self.candidates, self.reading, oracle=oracle, stated=self.is_open, progress=progress)

    def open_up(self) -> None:
        """Let any word of the concrete training instructions stand in blanks."""
        self.candidates = tuple(sorted(self.counts_))
        self.is_open = True

    def save(self, folder: Path) -> None:
        """Write a model folder."""
        write_model(folder, KIND, self._config(), self._weights())

    def _config(self) -> dict[str, Any]:
        return {"candidates": self.candidates, "counts": dict(self.counts_)}

    def _weights(self) -> dict[str, Tensor]:
        return {}

    @classmethod
    def load(cls, folder: Path) -> Self:
        """The system that `save` wrote; the words that a fine-tuned model has seen serve the plain one too."""
        config, weights = read_model(folder, KIND, cls.shape)
        system = cls()
        with making(folder, KIND):
            system._restore(config, weights)
        return system

    def _restore(self, config: Mapping[str, Any], weights: Mapping[str, Tensor]) -> None:
        self.restrict(config["candidates"])
        self.counts_ = dict(config["counts"])


class GptFinetuned(Gpt):
    """The same after training its upper layers, by low-rank adaptation, on pairs of instructions.

    `layers` is how many layers learn, `rank` how thin their adaptation is.
    """

    name = "gpt-finetuned"
    shape: ClassVar[dict[str, Shape]] = {
        **Gpt.shape,
        **dict.fromkeys(("before", "between"), str),
        **dict.fromkeys(("layers", "rank", "epochs"), Within(int, 1, 4096)),
    }

    def __init__(
        self,
        *,
        before: str = "",
        between: str = "\n",
        layers: int = 8,
        rank: int = 16,
        epochs: int = 3,
    ) -> None:
        super().__init__(before=before, between=between)
        self.layers = layers
        self.rank = rank
        self.epochs = epochs

    @cached_property
    def words_(self) -> CausalWords:
        """Instructions as tokens of a model of its own, which will be changed."""
        return CausalWords(causal.fresh(), before=self.before, between=self.between)

    def fit(
        self,
        templates: Sequence[Template],
        *,
        validation: Sequence[Template] = (),
        seed: int = 0,
        checkpoint: Path | None = None,
        progress: Progress = no_progress,
    ) -> GptFinetuned:
        """Learn to continue abstract instructions with concrete ones."""
        self._count(templates)
        with tempfile.TemporaryDirectory() as temporary:
            work = Path(temporary) if checkpoint is None else checkpoint.with_suffix(".work")
            self._tune(templates, seed, work, progress)
            shutil.rmtree(work, ignore_errors=True)
        return self

    def _tune(self, templates: Sequence[Template], seed: int, work: Path, progress: Progress) -> None:
        from tacit.backbones.lowrank import low_rank_state, merge_low_rank
        from tacit.steps.features.causal_tuning import tune, upper_layers

        tune(
            self.words_,
            templates,
            frozenset(self.candidates),
            layers=self.layers,
            rank=self.rank,
            epochs=self.epochs,
            seed=seed,
            work=work,
            progress=progress,
        )
        upper = upper_layers(self.words_.model.model, self.layers)
        self.adaptation_ = low_rank_state(upper)
        merge_low_rank(upper)

    def _config(self) -> dict[str, Any]:
        options = {name: getattr(self, name) for name in ("before", "between", "layers", "rank", "epochs")}
        return {**super()._config(), **options}

    def _weights(self) -> dict[str, Tensor]:
        return self.adaptation_

    def _restore(self, config: Mapping[str, Any], weights: Mapping[str, Tensor]) -> None:
        from tacit.backbones.lowrank import LLAMA_MAPS, add_low_rank, load_low_rank, merge_low_rank
        from tacit.steps.features.causal_tuning import upper_layers

        super()._restore(config, weights)
        self.before, self.between = config["before"], config["between"]
        self.layers, self.rank, self.epochs = (config[key] for key in ("layers", "rank", "epochs"))
        self.adaptation_ = dict(weights)
        upper = upper_layers(self.words_.model.model, self.layers)
        add_low_rank(upper, LLAMA_MAPS, rank=self.rank)
        load_low_rank(upper, weights)
        merge_low_rank(upper)
