"""Instructions as the causal model reads them, with the states of its lower layers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tacit.backbones.states import States
from tacit.clarifications.features.causal_states import states_of
from tacit.clarifications.features.reading import Reader, Reading
from tacit.clarifications.task import Instruction
from tacit.files import cache_folder

if TYPE_CHECKING:
    from torch import Tensor

    from tacit.backbones.causal import CausalModel

WORTH_KEEPING = 200
"""From how many instructions on their states are kept on disk."""
CHUNK = 250
"""Instructions whose states are kept in one file: what a killed run loses at most."""


@dataclass(frozen=True)
class Passages:
    """Readings in chunks; a chunk's states are computed when they are first asked for, or come from disk."""

    model: Any
    readings: list[Reading]
    _computed: dict[int, States] = field(default_factory=dict)

    @classmethod
    def of(cls, model: CausalModel, instructions: Sequence[Instruction]) -> Passages:
        """The instructions as this model reads them."""
        reader = Reader(model.tokenizer)
        return cls(model.model, [reader.read(instruction) for instruction in instructions])

    def __len__(self) -> int:
        return len(self.readings)

    @property
    def are_kept(self) -> bool:
        """Are they so many that what was computed of them is kept on disk?"""
        return len(self) >= WORTH_KEEPING

    def chunks(self) -> Iterator[tuple[int, list[Reading]]]:
        """The readings of each chunk with its number."""
        for start in range(0, len(self), CHUNK):
            yield start // CHUNK, self.readings[start : start + CHUNK]

    def states(self, chunk: int) -> States:
        """The lower layers' states of a chunk."""
        if chunk not in self._computed:
            packs = [reading.pack for reading in self.readings[chunk * CHUNK : (chunk + 1) * CHUNK]]
            folder = cache_folder() / "clarifications" if self.are_kept else None
            self._computed[chunk] = states_of(self.model, packs, folder=folder)
        return self._computed[chunk]

    def state(self, number: int) -> Tensor:
        """The lower layers' states of one instruction."""
        return self.states(number // CHUNK)[number % CHUNK]
