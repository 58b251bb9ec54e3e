"""An instruction with one filler as the token sequence of an encoder: d_before :: s_f :: d_after (section 5.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tacit.clarifications.features.reading import clean
from tacit.clarifications.task import Instruction

CONTEXTS = WHOLE, WINDOW = "whole", "window"
"""How much is read: all that the encoder can take, or a few tokens of each part around the blank."""
MAX_TITLE, MAX_PREVIOUS, MAX_FOLLOWING, MAX_BEFORE, MAX_AFTER, MAX_FILLER = 10, 12, 8, 14, 12, 8
"""Most tokens of each part in a window: before the blank the last ones, after it the first."""
_MARKERS = ("[unused1]", "[unused2]"), ("[", "]")
"""What stands for [F] and [/F]: tokens that BERT keeps free, or brackets in another vocabulary."""


@dataclass(frozen=True, slots=True)
class Sequences:
    """Token sequences, one a filler; where in each the filler (or its first marker) and the filled sentence stand."""

    tokens: list[tuple[int, ...]]
    places: list[int]
    sentences: list[tuple[int, int]]
    """First token of each filled sentence, and the first one after it; all tokens if none is its own."""


@dataclass(frozen=True, slots=True)
class EncoderInput:
    """Which parts are read, how much of them, and whether the filler is marked."""

    context: bool = True
    sentence: bool = True
    markers: bool = False
    extent: str = WHOLE

    def sequences(self, tokenizer: Any, instructions: Sequence[Instruction], longest: int) -> Sequences:
        """The sequences of all fillers of all instructions, in order, none of more than `longest` tokens."""
        found = Sequences([], [], [])
        first, last = ([] if mark is None else [mark] for mark in (tokenizer.cls_token_id, tokenizer.sep_token_id))
        room = longest - len(first) - len(last)
        for instruction in instructions:
            context, sentence = self._context(tokenizer, instruction), self._sentence(tokenizer, instruction)
            for filler in instruction.fillers:
                middle = self._middle(tokenizer, filler.text, room)
                before, after = around(*sentence, room - len(middle))
                filled = [*before, *middle, *after]
                lead, follow = around(*context, room - len(filled))
                row = (*first, *lead, *filled, *follow, *last)
                start = len(first) + len(lead)
                found.tokens.append(row)
                found.places.append(start + len(before))
                found.sentences.append((start, start + len(filled)) if filled else (0, len(row)))
        return found

    def _context(self, tokenizer: Any, instruction: Instruction) -> tuple[list[int], list[int]]:
        """What there is to read before and after the sentence."""
        if not self.context:
            return [], []
        if self.extent == WHOLE:
            lead = clean(f"{instruction.title} {instruction.section} {instruction.previous}")
            return _ids(tokenizer, lead), _ids(tokenizer, clean(instruction.following))
        title = _ids(tokenizer, clean(instruction.title))[:MAX_TITLE]
        previous = _ids(tokenizer, clean(instruction.previous))[-MAX_PREVIOUS:]
        return title + previous, _ids(tokenizer, clean(instruction.following))[:MAX_FOLLOWING]

    def _sentence(self, tokenizer: Any, instruction: Instruction) -> tuple[list[int], list[int]]:
        """What there is to read of the sentence before and after the filler."""
        if not self.sentence:
            return [], []
        before, after = _ids(tokenizer, instruction.before), _ids(tokenizer, instruction.after)
        return (before, after) if self.extent == WHOLE else (before[-MAX_BEFORE:], after[:MAX_AFTER])

    def _middle(self, tokenizer: Any, filler: str, room: int) -> list[int]:
        """The filler with its markers, if there are any."""
        most = MAX_FILLER if self.extent == WINDOW else max(1, room - (2 if self.markers else 0))
        return self._marked(tokenizer, _ids(tokenizer, filler)[:most])

    def _marked(self, tokenizer: Any, filler: list[int]) -> list[int]:
        if not self.markers:
            return filler
        for pair in _MARKERS:
            opening, closing = tokenizer.convert_tokens_to_ids(list(pair))
            if tokenizer.unk_token_id not in (opening, closing):
                break
        return [opening, *filler, closing]


def around(before: list[int], after: list[int], room: int) -> tuple[list[int], list[int]]:
    """Of what stands on both sides as much as there is room for, what is nearest first, and both sides alike.

    >>> around([1, 2, 3, 4], [6, 7, 8, 9], 5), around([4], [6, 7, 8, 9], 4)
    (([3, 4], [6, 7, 8]), ([4], [6, 7, 8]))
    """
    room = max(room, 0)
    ahead = min(len(before), max(room // 2, room - len(after)))
    return before[len(before) - ahead :], after[: room - ahead]


def _ids(tokenizer: Any, text: str) -> list[int]:
    return list(tokenizer(text, add_special_tokens=False)["input_ids"])
