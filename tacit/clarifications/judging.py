"""The judge and the generator as the linter uses them: loaded when the first candidate needs them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from tacit.clarifications.task import Instruction, Judgement, JudgeSystem
from tacit.errors import MissingBackboneError, MissingExtraError

if TYPE_CHECKING:
    from tacit.clarifications.generate import Generator

NO_JUDGE = "none"
_POOL = 40
"""Fillers from which the diverse few are taken."""


class LazyJudge:
    """A judge by name. Where it is not installed, `on_missing` is told why, and nothing is judged."""

    def __init__(self, name: str, *, on_missing: Callable[[str], None] | None = None) -> None:
        self._name = name
        self._on_missing = on_missing

    @cached_property
    def _system(self) -> JudgeSystem | None:
        from tacit.clarifications.train import load

        try:
            return load(self._name)
        except (MissingBackboneError, MissingExtraError) as error:
            if self._on_missing is not None:
                self._on_missing(str(error))
            return None

    def judge(self, instructions: Sequence[Instruction]) -> list[tuple[Judgement, ...]] | None:
        """For each instruction a judgement of each of its fillers, or nothing."""
        return None if self._system is None else self._system.judge(instructions)

    @cached_property
    def _generator(self) -> Generator | None:
        from tacit.clarifications.generate import Generator

        return None if self._system is None else Generator()

    def generate(self, instruction: Instruction) -> Sequence[str]:
        """A diverse few of the fillers that language models expect; none where no judge could tell them apart."""
        if self._generator is None:
            return ()
        return self._generator.diverse(instruction, self._generator.generate(instruction, _POOL))
