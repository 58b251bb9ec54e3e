"""An instruction as a causal language model reads it: what stands before the blank, then each filler with the rest."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tacit.backbones.packing import Pack
from tacit.clarifications.task import Instruction
from tacit.extras import require

if TYPE_CHECKING:
    from torch import Tensor

_OMISSION = re.compile(r"\(\.\.\.?\)")
_SPACE = re.compile(r"\s+")
_NOTHING_BEFORE = re.compile(r"[\s\W\d]*")
MAX_TITLE, MAX_SECTION, MAX_FOLLOWING, MAX_PREVIOUS, MAX_BEFORE, MAX_AFTER = 16, 12, 28, 40, 32, 16
"""Most tokens of each part: what is near the blank counts, and a language model is paid by the token."""


@dataclass(frozen=True, slots=True)
class FillerReading:
    """A pack (context, then one continuation a filler) and how many tokens of each continuation are the filler."""

    pack: Pack
    filler_lengths: tuple[int, ...]

    def views(self, states: Tensor) -> Tensor:
        """From the states of all tokens for each filler: at its end, at the sentence's end, the mean in between."""
        torch = require("torch", extra="neural")
        rows = []
        for (start, end), length in zip(self.pack.spans, self.filler_lengths, strict=True):
            last = start + length - 1
            rows.append(torch.cat([states[last], states[end - 1], states[last:end].mean(0)]))
        return torch.stack(rows)  # type: ignore[no-any-return]


class InstructionReader:
    """Turns instructions into readings with one tokenizer."""

    def __init__(self, tokenizer: Any, *, start: int | None = None) -> None:
        self._tokenizer = tokenizer
        self._start = tokenizer.bos_token_id if start is None else start

    def read(self, instruction: Instruction) -> FillerReading:
        """The context cut to its limits, and the continuations."""
        joint = " " if instruction.before.endswith(" ") else ""
        fillers = [self._ids(joint + spelled(instruction, filler.text)) for filler in instruction.fillers]
        after = self._ids(clean(instruction.after, keep_ends=True))[:MAX_AFTER]
        continuations = tuple((*filler, *after) for filler in fillers)
        return FillerReading(Pack(self.context(instruction), continuations), tuple(map(len, fillers)))

    def context(self, instruction: Instruction) -> tuple[int, ...]:
        """What is read before the blank; what follows the sentence is told in advance."""
        following = clean(instruction.following)
        parts = [
            self._ids(clean(instruction.title))[:MAX_TITLE],
            self._ids("\n" + clean(instruction.section))[:MAX_SECTION],
            self._ids("\nLater: " + following)[:MAX_FOLLOWING] if following else [],
            self._ids("\n" + clean(instruction.previous))[-MAX_PREVIOUS:],
            self._ids("\n" + clean(instruction.before))[-MAX_BEFORE:],
        ]
        return (self._start, *(token for part in parts for token in part))

    def _ids(self, text: str) -> list[int]:
        return list(self._tokenizer(text, add_special_tokens=False)["input_ids"])


def clean(text: str, *, keep_ends: bool = False) -> str:
    """Without marks of omission and repeated spaces.

    >>> clean("1. Stir. (...)   2. Serve. ")
    '1. Stir. 2. Serve.'
    """
    text = _SPACE.sub(" ", _OMISSION.sub(" ", text))
    return text if keep_ends else text.strip()


def spelled(instruction: Instruction, filler: str) -> str:
    """The filler with a capital where it starts the sentence."""
    starts = _NOTHING_BEFORE.fullmatch(instruction.before) is not None
    return filler[:1].upper() + filler[1:] if starts else filler
