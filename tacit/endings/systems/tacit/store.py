"""What the language model makes of many stories and endings below the layers that learn, computed once.

Every epoch, fold and seed starts from here. The numbers are in half precision in files of a folder, and a reading that
was cut goes on where it was.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.backbones.layers import embed, layers_of
from tacit.backbones.learning import cut
from tacit.backbones.packing import Pack
from tacit.endings.systems.tacit.memory import EndingRows, Memory, read_endings, remember
from tacit.endings.task import Cloze
from tacit.extras import require
from tacit.files import atomic_write
from tacit.progress import Progress, counted, no_progress

if TYPE_CHECKING:
    from torch import Tensor

BATCH_TOKENS = 1500
"""How many tokens, padding included, are computed at once."""
_START = "<|endoftext|>"
"""What stood between texts when the model was trained."""
_MARK_EVERY = 5
"""Batches that are computed before the files are marked: what a killed reading loses at most."""
LONGEST_STORY = 400
LONGEST_ENDING = 120
"""Tokens beyond which a story is cut on the left and an ending on the right."""


def packs_of(clozes: Sequence[Cloze], tokenizer: Any) -> list[Pack]:
    """The tokens of stories and endings. A line break after each ending is where the model sums it up."""

    def tokens(text: str) -> list[int]:
        return list(tokenizer(text, add_special_tokens=False)["input_ids"])

    start, stop = tokens(_START), tokens("\n")
    return [
        Pack(
            (*start, *tokens(cloze.text)[-LONGEST_STORY:]),
            tuple((*tokens(f" {ending}")[:LONGEST_ENDING], *stop) for ending in cloze.endings),
        )
        for cloze in clozes
    ]


def batches_of(packs: Sequence[Pack], tokens: int | None = None) -> list[list[int]]:
    """Numbers of packs of like length, as many as fit."""
    lengths = [len(pack) for pack in packs]
    return cut(sorted(range(len(packs)), key=lengths.__getitem__), lengths, tokens or BATCH_TOKENS)


@dataclass(frozen=True, slots=True)
class EndingBatch:
    """Endings on their way: their states below the layers that learn, and the story they look back at."""

    states: Tensor
    endings: EndingRows
    memory: Memory


def compute(model: Any, packs: Sequence[Pack], *, start: int, stop: int) -> EndingBatch:
    """The batch of these packs for layers that learn from `start` to `stop`."""
    torch = require("torch", extra="neural")
    with torch.inference_mode():
        memory, _ = remember(model, [pack.context for pack in packs], stop=stop)
        endings = EndingRows.of(packs, memory.real)
        states = embed(model, endings.tokens, endings.positions)
        states = read_endings(model, layers_of(model)[:start], states, endings, memory)
    return EndingBatch(states, endings, memory)


class BatchStore:
    """The batches of many packs, whichever of them are asked for together."""

    def __init__(self, packs: Sequence[Pack], memories: Any, states: Any, start: int) -> None:
        self.packs = packs
        self._memories = memories
        self._states = states
        self._start = start
        self._story_ends = np.cumsum([len(pack.context) for pack in packs])
        self._ending_ends = np.cumsum([len(pack) - len(pack.context) for pack in packs])

    @classmethod
    def fill(
        cls,
        model: Any,
        packs: Sequence[Pack],
        *,
        start: int,
        stop: int,
        folder: Path,
        progress: Progress = no_progress,
    ) -> BatchStore:
        """Compute all batches and keep them in files of the folder; what is there of the same packs is not redone."""
        config = model.config
        heads, width = config.num_key_value_heads, config.head_dim
        stories = sum(len(pack.context) for pack in packs)
        endings = sum(map(len, packs)) - stories
        marker = folder / "batches.json"
        finished = _finished(marker)
        mode = "r+" if finished else "w+"
        shape = (stories, stop - start, 2, heads, width)
        memories = np.memmap(folder / "memories.f16", np.float16, mode, shape=shape)  # type: ignore[call-overload]
        states = np.memmap(folder / "states.f16", np.float16, mode, shape=(endings, config.hidden_size))  # type: ignore[call-overload]
        store = cls(packs, memories, states, start)
        batches = batches_of(packs)
        more = counted("reading stories", len(packs), progress)
        for number, numbers in enumerate(batches, 1):
            if number > finished:
                store._keep(numbers, compute(model, [packs[each] for each in numbers], start=start, stop=stop))
                if number % _MARK_EVERY == 0 or number == len(batches):
                    memories.flush()
                    states.flush()
                    with atomic_write(marker) as stream:
                        json.dump(number, stream)
            more(len(numbers))
        return store

    def _keep(self, numbers: Sequence[int], batch: EndingBatch) -> None:
        for row, number in enumerate(numbers):
            story, ending = self._places(number)
            self._states[ending] = batch.states[row, : ending.stop - ending.start].numpy()
            for layer in range(self._memories.shape[1]):
                for side, kept in enumerate(batch.memory.layers[self._start + layer]):
                    self._memories[story, layer, side] = (
                        kept[row, :, : story.stop - story.start].transpose(0, 1).numpy()
                    )

    def _places(self, number: int) -> tuple[slice, slice]:
        """The rows of a story and of its endings."""
        pack = self.packs[number]
        story, ending = int(self._story_ends[number]), int(self._ending_ends[number])
        return slice(story - len(pack.context), story), slice(ending - len(pack) + len(pack.context), ending)

    def batch(self, numbers: Sequence[int]) -> EndingBatch:
        """Some of them together, filled up on the right with zeros."""
        torch = require("torch", extra="neural")
        places = [self._places(number) for number in numbers]
        fill = torch.nn.utils.rnn.pad_sequence
        memories = fill([_tensor(self._memories[story]) for story, _ in places], batch_first=True)
        sides = memories.permute(2, 3, 0, 4, 1, 5)  # layers × 2 × batch × heads × length × width
        lengths = torch.tensor([story.stop - story.start for story, _ in places])
        real = torch.arange(memories.shape[1]).unsqueeze(0) < lengths.unsqueeze(1)
        memory = Memory({self._start + layer: (side[0], side[1]) for layer, side in enumerate(sides)}, real)
        states = fill([_tensor(self._states[ending]) for _, ending in places], batch_first=True)
        return EndingBatch(states, EndingRows.of([self.packs[number] for number in numbers], real), memory)


def _finished(marker: Path) -> int:
    """How many batches an earlier reading has kept."""
    return int(json.loads(marker.read_text(encoding="utf-8"))) if marker.is_file() else 0


def _tensor(rows: Any) -> Tensor:
    torch = require("torch", extra="neural")
    return torch.from_numpy(np.asarray(rows, dtype=np.float32))  # type: ignore[no-any-return]
