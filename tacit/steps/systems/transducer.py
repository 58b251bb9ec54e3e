"""The paper's own systems: neural transducers, which say which abstract word each concrete one comes from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from tacit.progress import Progress, no_progress
from tacit.steps.networks.batches import batch_of
from tacit.steps.networks.learning import Stage
from tacit.steps.networks.transducer import DECODER, MARGINAL, VITERBI, ParameterisedTransducer
from tacit.steps.networks.transducer import TransducerNetwork as TransducerNetwork
from tacit.steps.slots import SlotDecoding, fill_slots
from tacit.steps.systems.neural import NeuralSystem
from tacit.steps.task import MAX_WORDS, Filling, Pair, Template

_ROWS = 32
PRIOR = 3.45
"""Words that `transducer-param-prior` counts as seen: chosen so that alignments come near the published length."""


class Transducer(NeuralSystem):
    """Shifts have a fixed probability; trained with the marginal likelihood, then with Viterbi EM.

    Blanks are filled from all places at once, each weighted by how likely it is; where `slots` is set, from one place
    each, as in appendix A.4.
    """

    slots: SlotDecoding | None = None
    name = "transducer"
    network_class = TransducerNetwork
    stages = (Stage(DECODER, 4), Stage(MARGINAL, 1), Stage(VITERBI, 8))

    def _prepare(self, templates: Sequence[Template]) -> None:
        """Estimate the probability of a shift from the lengths of both instructions (appendix A.1)."""
        shifts = sum(len(template.abstract) for template in templates)
        words = sum(len(template.concrete) for template in templates)
        self.transducer.shift_chance.fill_(shifts / (shifts + words))

    @property
    def transducer(self) -> TransducerNetwork:
        """The network."""
        assert isinstance(self.network_, TransducerNetwork)
        return self.network_

    def _fill_together(self, templates: Sequence[Template], *, oracle: bool) -> list[Filling]:
        if self.slots is not None:
            return fill_slots(self, templates, self.slots, oracle=oracle)
        return super()._fill_together(templates, oracle=oracle)

    def align(self, pairs: Sequence[Pair], *, progress: Progress = no_progress) -> list[tuple[int, ...]]:
        """For each concrete word the place of the abstract word it most likely comes from."""
        order = sorted(range(len(pairs)), key=lambda number: len(pairs[number].concrete))
        found: dict[int, tuple[int, ...]] = {}
        for first in range(0, len(order), _ROWS):
            chosen = order[first : first + _ROWS]
            together = [pairs[number] for number in chosen]
            batch = batch_of(together, self.vocabulary_, max_abstract=MAX_WORDS, max_concrete=MAX_WORDS)
            with torch.inference_mode():
                places = self.transducer.align(batch).tolist()
            for number, pair, row in zip(chosen, together, places, strict=True):
                found[number] = tuple(row[: len(pair.concrete)])
            progress("aligning", len(found), len(pairs))
        return [found[number] for number in range(len(pairs))]


class TransducerParam(Transducer):
    """Shift and emit probabilities are learned as well.

    With a `prior` above 0 Viterbi EM holds them near the fixed probability, as if each word had been seen so many times
    before. The paper has none.
    """

    name = "transducer-param"
    network_class = ParameterisedTransducer

    def __init__(self, *, prior: float = 0.0, **options: Any) -> None:
        super().__init__(**options)
        self.prior = prior

    def _prepare(self, templates: Sequence[Template]) -> None:
        super()._prepare(templates)
        assert isinstance(self.network_, ParameterisedTransducer)
        self.network_.prior = self.prior


class TransducerParamPrior(TransducerParam):
    """The same with the prior under which alignments are about as long as published: a choice made with that figure in
    view."""

    name = "transducer-param-prior"

    def __init__(self, *, prior: float = PRIOR, **options: Any) -> None:
        super().__init__(prior=prior, **options)
