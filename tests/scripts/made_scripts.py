"""A small script of our own, and an encoder that knows words only by their letters."""

from __future__ import annotations

from zlib import crc32

import numpy as np

from tacit.scripts.task import Form, Script, ScriptEvent

NAMES = ("boil water", "warm pot", "take bag", "pour water", "add milk", "drink tea")
BOIL, WARM, BAG, POUR, MILK, DRINK = range(6)


def tea(*tellings: tuple[int, ...]) -> Script:
    """Making tea; without tellings of your own there are twelve."""
    usual = [(BOIL, BAG, POUR, DRINK), (BOIL, WARM, BAG, POUR, MILK, DRINK), (BAG, BOIL, POUR, MILK, DRINK)] * 4
    events = tuple(
        ScriptEvent(name, {Form(*name.split()): 3}, {"SUBJ": {"person": 3}, "OBJ": {name.split()[1]: 3}}, f"ScrEv_{n}")
        for n, name in enumerate(NAMES)
    )
    return Script("making tea", events, tuple(tellings or usual), {Form("look", "window"): 2})


class LetterEncoder:
    """Phrases as unit vectors that count their words: phrases with the same words are the same."""

    def encode(self, sentences, *, batch_size=32, max_length=128):
        rows = np.zeros((len(sentences), 256), dtype=np.float32)
        for row, sentence in enumerate(sentences):
            for word in sentence.lower().split():
                rows[row, crc32(word.encode()) % 256] += 1
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
