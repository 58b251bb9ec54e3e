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
    """Token sequences, one a filler; where in each the filler (or its first marker) and the filled sentence stand."""

    tokens: list[tuple[int, ...]]
    places: list[int]
    sentences: list[tuple[int, int]]
    """First token of each filled sentence, and the first one after it; all tokens if none is its own."""


@dataclass(frozen=True, slots=True)
class EncoderInput:
    """Which parts are read, and whether the filler is marked."""

    context: bool = True
    sentence: bool = True
    markers: bool = False

    def sequences(self, tokenizer: Any, instructions: Sequence[Instruction]) -> Sequences:
        """The sequences of all fillers of all instructions, in order."""
        found = Sequences([], [], [])
        first, last = ([] if mark is None else [mark] for mark in (tokenizer.cls_token_id, tokenizer.sep_token_id))
        for instruction in instructions:
            lead, follow = self._context(tokenizer, instruction)
            before, after = self._sentence(tokenizer, instruction)
            start = len(first) + len(lead)
            for filler in instruction.fillers:
                middle = self._marked(tokenizer, _ids(tokenizer, filler.text)[:MAX_FILLER])
                sentence = [*before, *middle, *after]
                row = (*first, *lead, *sentence, *follow, *last)
                found.tokens.append(row)
                found.places.append(start + len(before))
                found.sentences.append((start, start + len(sentence)) if sentence else (0, len(row)))
        return found

    def _context(self, tokenizer: Any, instruction: Instruction) -> tuple[list[int], list[int]]:
        """What is read before and after the sentence."""
        if not self.context:
            return [], []
        title = _ids(tokenizer, clean(instruction.title))[:MAX_TITLE]
        previous = _ids(tokenizer, clean(instruction.previous))[-MAX_PREVIOUS:]
        return title + previous, _ids(tokenizer, clean(instruction.following))[:MAX_FOLLOWING]

    def _sentence(self, tokenizer: Any, instruction: Instruction) -> tuple[list[int], list[int]]:
        """What is read of the sentence before and after the filler."""
        if not self.sentence:
            return [], []
        return _ids(tokenizer, instruction.before)[-MAX_BEFORE:], _ids(tokenizer, instruction.after)[:MAX_AFTER]

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
