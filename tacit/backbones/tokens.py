"""The word pieces of an encoder, without the library of its models."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import tokenizers


class Tokenizer:
    """Texts as numbers of word pieces; `first` and `last` stand around each sequence."""

    def __init__(self, backend: Any) -> None:
        self._backend = backend
        backend.no_padding()
        backend.no_truncation()
        self.first, self.last, self.unknown = (self._number(name) for name in ("[CLS]", "[SEP]", "[UNK]"))

    def _number(self, name: str) -> int:
        found = self._backend.token_to_id(name)
        if found is None:
            raise ValueError(f"it has no token {name}")
        return int(found)

    @classmethod
    def open(cls, folder: Path) -> Tokenizer | None:
        """That of a checkpoint folder; nothing if it has none of its own or one of another kind."""
        if not (folder / "tokenizer.json").is_file():
            return None
        try:
            return cls(tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json")))
        except Exception:  # the library raises plain exceptions for whatever it cannot read
            return None

    @classmethod
    def of(cls, tokenizer: Any) -> Tokenizer:
        """That within a fast tokenizer of transformers; a copy."""
        return cls(tokenizers.Tokenizer.from_str(tokenizer.backend_tokenizer.to_str()))

    def ids(self, text: str) -> list[int]:
        """The word pieces of a text, without those around it."""
        return self.all_ids([text])[0]

    def all_ids(self, texts: Sequence[str]) -> list[list[int]]:
        """The word pieces of each text."""
        return [each.ids for each in self._backend.encode_batch_fast(list(texts), add_special_tokens=False)]

    def pieces(self, texts: Sequence[str]) -> list[tuple[list[int], list[tuple[int, int]]]]:
        """The word pieces of each text, with the place of each in it."""
        return [(each.ids, each.offsets) for each in self._backend.encode_batch(list(texts), add_special_tokens=False)]
