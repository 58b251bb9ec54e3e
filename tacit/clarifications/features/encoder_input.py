"""An instruction with one filler as the token sequence of an encoder: d_before :: s_f :: d_after (section 5.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tacit.clarifications.features.reading import clean
from tacit.clarifications.task import Instruction

MAX_TITLE, MAX_PREVIOUS, MAX_FOLLOWING, MAX_BEFORE, MAX_AFTER, MAX_FILLER = 10, 12, 8, 14, 12, 8
"""Most tokens of each part; of what stands before the blank the last ones, of what stands after it the first."""
_MARKERS = ("[unused1]", "[unused2]"), ("[", "]")
"""What stands for [F] and [/F]: tokens that BERT keeps free, or brackets in another vocabulary."""


@dataclass(frozen=True, slots=True)
class Sequences:
    """Token sequences, one a filler, and where in each the filler (or its first marker) stands."""

    tokens: list[tuple[int, ...]]
    places: list[int]


@dataclass(frozen=True, slots=True)
class EncoderInput:
    """Which parts are read, and whether the filler is marked."""

    context: bool = True
    sentence: bool = True
    markers: bool = False

    def sequences(self, tokenizer: Any, instructions: Sequence[Instruction]) -> Sequences:
        """The sequences of all fillers of all instructions, in order."""
        found = Sequences([], [])
        for instruction in instructions:
            before, after = self._around(tokenizer, instruction)
            for filler in instruction.fillers:
                middle = self._marked(tokenizer, _ids(tokenizer, filler.text)[:MAX_FILLER])
                found.tokens.append((*before, *middle, *after))
                found.places.append(len(before))
        return found

    def _around(self, tokenizer: Any, instruction: Instruction) -> tuple[list[int], list[int]]:
        before, end = ([] if mark is None else [mark] for mark in (tokenizer.cls_token_id, tokenizer.sep_token_id))
        after: list[int] = []
        if self.context:
            before += _ids(tokenizer, clean(instruction.title))[:MAX_TITLE]
            before += _ids(tokenizer, clean(instruction.previous))[-MAX_PREVIOUS:]
        if self.sentence:
            before += _ids(tokenizer, instruction.before)[-MAX_BEFORE:]
            after += _ids(tokenizer, instruction.after)[:MAX_AFTER]
        if self.context:
            after += _ids(tokenizer, clean(instruction.following))[:MAX_FOLLOWING]
        return before, after + end

    def _marked(self, tokenizer: Any, filler: list[int]) -> list[int]:
        if not self.markers:
            return filler
        for pair in _MARKERS:
            opening, closing = tokenizer.convert_tokens_to_ids(list(pair))
            if tokenizer.unk_token_id not in (opening, closing):
                break
        return [opening, *filler, closing]


def _ids(tokenizer: Any, text: str) -> list[int]:
    return list(tokenizer(text, add_special_tokens=False)["input_ids"])
