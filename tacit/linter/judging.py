"""The judge and the generator as the linter uses them: loaded when the first candidate needs them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from tacit.clarifications.task import Instruction, Judgement, JudgeSystem
from tacit.errors import InputError, MissingBackboneError, MissingExtraError, UsageError

if TYPE_CHECKING:
    from tacit.clarifications.generate import FillerGenerator

NO_JUDGE = "none"
_POOL = 40
"""Fillers from which the diverse few are taken."""
_AT_ONCE = 100
"""Instructions judged at a time: so few that nothing of a document is kept on disk."""


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
        except InputError as error:  # which would look like a mistake in the document that is judged
            raise UsageError(f"the judge {self._name!r} cannot be used: {error}") from None

    def judge(self, instructions: Sequence[Instruction]) -> list[tuple[Judgement, ...]] | None:
        """For each instruction a judgement of each of its fillers, or nothing."""
        system = self._system
        if system is None:
            return None
        parts = [instructions[start : start + _AT_ONCE] for start in range(0, len(instructions), _AT_ONCE)]
        return [judgements for part in parts for judgements in system.judge(part)]

    @cached_property
    def _generator(self) -> FillerGenerator | None:
        from tacit.clarifications.generate import FillerGenerator

        return None if self._system is None else FillerGenerator()

    def generate(self, instruction: Instruction) -> Sequence[str]:
        """A diverse few of the fillers that language models expect; none where no judge could tell them apart."""
        if self._generator is None:
            return ()
        return self._generator.diverse(instruction, self._generator.generate(instruction, _POOL))
