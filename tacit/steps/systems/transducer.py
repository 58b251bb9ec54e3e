"""The paper's own systems: neural transducers, which say which abstract word each concrete one comes from."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from tacit.steps.networks.batches import batch_of
from tacit.steps.networks.learning import Stage
from tacit.steps.networks.transducer import DECODER, MARGINAL, VITERBI, ParameterisedTransducer
from tacit.steps.networks.transducer import Transducer as TransducerNetwork
from tacit.steps.systems.neural import NeuralSystem
from tacit.steps.task import MAX_WORDS, Pair, Progress, Template

_ROWS = 32


class Transducer(NeuralSystem):
    """Shifts have a fixed probability; trained with the marginal likelihood, then with Viterbi EM."""

    name = "transducer"
    network_class = TransducerNetwork
    stages = (Stage(DECODER, 4), Stage(MARGINAL, 1), Stage(VITERBI, 8))

    def _prepare(self, templates: Sequence[Template]) -> None:
        """Estimate the probability of a shift from the lengths of both instructions (appendix A.1)."""
        network = self.network_
        assert isinstance(network, TransducerNetwork)
        shifts = sum(len(template.abstract) for template in templates)
        words = sum(len(template.concrete) for template in templates)
        network.shift_chance.fill_(shifts / (shifts + words))

    def align(self, pairs: Sequence[Pair], *, progress: Progress | None = None) -> list[tuple[int, ...]]:
        """For each concrete word the place of the abstract word it most likely comes from."""
        network = self.network_
        assert isinstance(network, TransducerNetwork)
        order = sorted(range(len(pairs)), key=lambda number: len(pairs[number].concrete))
        found: dict[int, tuple[int, ...]] = {}
        for first in range(0, len(order), _ROWS):
            chosen = order[first : first + _ROWS]
            together = [pairs[number] for number in chosen]
            batch = batch_of(together, self.vocabulary_, max_abstract=MAX_WORDS, max_concrete=MAX_WORDS)
            with torch.inference_mode():
                places = network.align(batch).tolist()
            for number, pair, row in zip(chosen, together, places, strict=True):
                found[number] = tuple(row[: len(pair.concrete)])
            if progress is not None:
                progress(len(found), len(pairs))
        return [found[number] for number in range(len(pairs))]


class TransducerParam(Transducer):
    """Shift and emit probabilities are learned as well."""

    name = "transducer-param"
    network_class = ParameterisedTransducer
