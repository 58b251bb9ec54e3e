"""Samples cut, garbled and shuffled: a reader may give documents or an `InputError`, nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import ModuleType

from tacit.documents import Document
from tacit.errors import DocumentError, InputError
from tacit.formats.registry import FormatOptions, recognise
from tacit.formats.source import Source

JUNK = (*'\t\n\r()|-_=",<>&#▁0é', "\n\n", "9999999999", "")


def survive_damage(module: ModuleType, name: str, sample: str, *, times: int = 150) -> int:
    """Read many damaged copies of the sample; return how many were refused."""
    refused = 0
    for damaged in _damaged(sample, random.Random(7), times):
        source = Source(name, damaged.encode())
        try:
            recognise(source)
            for document in module.read(source, FormatOptions()):
                assert isinstance(document, Document)
        except (InputError, DocumentError) as error:
            assert str(error).strip()
            refused += 1
    return refused


def _damaged(sample: str, chance: random.Random, times: int) -> Iterator[str]:
    for _ in range(times):
        place = chance.randrange(len(sample))
        lines = sample.splitlines(keepends=True)
        chance.shuffle(lines)
        yield sample[:place]
        yield sample[:place] + chance.choice(JUNK) + sample[place + 1 :]
        yield sample[:place] + sample[place + chance.randrange(20) :]
        yield "".join(lines)
