"""What an instruction leaves implicit, and what it may mean. After Anthonio, Sauer and Roth (2022)."""

from tacit.clarifications.data import instruction_of, read_instructions, write_instructions
from tacit.clarifications.task import (
    CLASSES,
    Filler,
    Instruction,
    Judgement,
    JudgeSystem,
    Phenomenon,
    label_of_score,
)

__all__ = [
    "CLASSES",
    "Filler",
    "Instruction",
    "JudgeSystem",
    "Judgement",
    "Phenomenon",
    "instruction_of",
    "label_of_score",
    "read_instructions",
    "write_instructions",
]
