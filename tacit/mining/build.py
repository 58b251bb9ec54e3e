"""From mined clarifications to rows for rating: what the writer inserted and four generated fillers (section 3.4)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from tacit.clarifications.data import PATTERNS, data_prefix, write_instructions, write_rows
from tacit.clarifications.generate import DIVERSE, TOP, FillerCandidate
from tacit.clarifications.task import Filler, Instruction
from tacit.errors import InputError
from tacit.formats.parts.cells import tsv_rows
from tacit.formats.source import Source

HUMAN, GENERATED = "HUMAN", "GENERATED"
"""Where a filler comes from; kept in a file of its own, as a rater must not see it."""
_ORIGINS = "_origins.tsv"
_NUMBER = re.compile(r"[0-9]{1,6}")


class GeneratesFillers(Protocol):
    """What `Generator` does."""

    def generate(self, instruction: Instruction, count: int = ...) -> list[FillerCandidate]:
        """The best fillers, best first."""

    def diverse(self, instruction: Instruction, candidates: Sequence[FillerCandidate], count: int = ...) -> list[str]:
        """Some of them of different meanings."""


@dataclass(frozen=True, slots=True)
class Built:
    """Rows with their fillers in random order, the number of each row's human filler, and how many had too few."""

    instructions: list[Instruction]
    human: dict[str, int]
    dropped: int

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        kinds = Counter(each.phenomenon for each in self.instructions)
        phenomena = {kind.value: kinds[kind] for kind in PATTERNS if kinds[kind]}
        return {"sentences": len(self.instructions), "dropped": self.dropped, "phenomena": phenomena}


def build(
    mined: Iterable[Instruction],
    generator: GeneratesFillers,
    *,
    most: int = 0,
    seed: int = 0,
    on_sentence: Callable[[], None] | None = None,
) -> Built:
    """Add four generated fillers of different meanings to the one that a writer inserted.

    A sentence for which fewer are found is left out, as in the paper. With `most`, no more sentences of a phenomenon
    are taken than that. The order of the fillers is drawn from the seed and the sentence's id.
    """
    rows: list[Instruction] = []
    human: dict[str, int] = {}
    dropped, kinds = 0, Counter[str]()
    for instruction in mined:
        if on_sentence is not None:
            on_sentence()
        if most and kinds[instruction.phenomenon] >= most:
            continue
        if instruction.id in human:
            raise InputError(f"two sentences have the id {instruction.id!r}: number them")
        own = _inserted(instruction)
        others = _generated(instruction, own, generator)
        if len(others) < DIVERSE:
            dropped += 1
            continue
        kinds[instruction.phenomenon] += 1
        texts = [own, *others]
        order = _order(instruction.id, len(texts), seed)
        human[instruction.id] = order.index(0) + 1
        rows.append(replace(instruction, fillers=tuple(Filler(texts[place]) for place in order)))
    return Built(rows, human, dropped)


def _inserted(instruction: Instruction) -> str:
    if len(instruction.fillers) != 1:
        raise InputError(
            f"a mined sentence has the one filler that was inserted; {instruction.id!r} has {len(instruction.fillers)}"
        )
    return instruction.fillers[0].text


def _generated(instruction: Instruction, own: str, generator: GeneratesFillers) -> list[str]:
    """Fillers other than the writer's, which is not looked at before."""
    place = replace(instruction, fillers=())
    candidates = [each for each in generator.generate(place, TOP) if each.text.lower() != own.lower()]
    return generator.diverse(place, candidates, DIVERSE) if len(candidates) >= DIVERSE else []


def _order(identity: str, count: int, seed: int) -> list[int]:
    """Of each sentence its own, so that what is left out elsewhere does not change it."""
    drawn: list[int] = np.random.default_rng([seed, *identity.encode()]).permutation(count).tolist()
    return drawn


def write_built(built: Built, path: str | Path) -> Path:
    """Write PATH_data.tsv, and PATH_origins.tsv beside it, which says where each filler comes from."""
    rows = [
        (f"{each.id}_{number}", HUMAN if built.human[each.id] == number else GENERATED)
        for each in built.instructions
        for number in range(1, len(each.fillers) + 1)
    ]
    prefix = data_prefix(path)
    write_rows(prefix.with_name(prefix.name + _ORIGINS), rows)
    return write_instructions(built.instructions, path)


def read_origins(path: str | Path) -> Mapping[str, int]:
    """The number of the human filler of each sentence from the file beside a data file; nothing if there is none."""
    prefix = data_prefix(path)
    file = prefix.with_name(prefix.name + _ORIGINS)
    if not file.is_file():
        return {}
    source = Source(file)
    found: dict[str, int] = {}
    for line, cells in tsv_rows(source):
        identity, _, number = cells[0].rpartition("_")
        if len(cells) != 2 or not _NUMBER.fullmatch(number) or cells[1] not in (HUMAN, GENERATED):
            source.fail(f"a row has the id of a filler and {HUMAN} or {GENERATED}", line)
        if cells[1] == HUMAN:
            found[identity] = int(number)
    return found
