"""Instructions as the causal model reads them, with the states of its lower layers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tacit.backbones.states import States, lower_states
from tacit.clarifications.features.reading import FillerReading, InstructionReader
from tacit.clarifications.kept import kept_folder
from tacit.clarifications.task import Instruction

if TYPE_CHECKING:
    from torch import Tensor

    from tacit.backbones.causal import CausalModel

CHUNK = 250
"""Instructions whose states are kept in one file: what a killed run loses at most."""


def lower_count(model: Any) -> int:
    """How many of the model's layers are never adapted: the lower two thirds."""
    return 2 * int(model.config.num_hidden_layers) // 3


@dataclass(frozen=True)
class PassageStates:
    """Readings in chunks; a chunk's states are computed when they are first asked for, or come from disk."""

    model: Any
    readings: list[FillerReading]
    _computed: dict[int, States] = field(default_factory=dict)

    @classmethod
    def of(cls, model: CausalModel, instructions: Sequence[Instruction]) -> PassageStates:
        """The instructions as this model reads them."""
        reader = InstructionReader(model.tokenizer)
        return cls(model.model, [reader.read(instruction) for instruction in instructions])

    def __len__(self) -> int:
        return len(self.readings)

    @property
    def folder(self) -> Path | None:
        """Where what is computed of them is kept."""
        return kept_folder(len(self))

    def chunks(self) -> Iterator[tuple[int, list[FillerReading]]]:
        """The readings of each chunk with its number."""
        for start in range(0, len(self), CHUNK):
            yield start // CHUNK, self.readings[start : start + CHUNK]

    def states(self, chunk: int) -> States:
        """The lower layers' states of a chunk."""
        if chunk not in self._computed:
            packs = [reading.pack for reading in self.readings[chunk * CHUNK : (chunk + 1) * CHUNK]]
            self._computed[chunk] = lower_states(self.model, packs, stop=lower_count(self.model), folder=self.folder)
        return self._computed[chunk]

    def state(self, number: int) -> Tensor:
        """The lower layers' states of one instruction."""
        return self.states(number // CHUNK)[number % CHUNK]
