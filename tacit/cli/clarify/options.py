"""What several commands on rated clarifications share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from tacit.clarifications.task import Instruction

Data = Annotated[str, typer.Argument(help="Rated clarifications: x_data.tsv, what its name begins with, or a folder.")]
LabelsFile = Annotated[Path | None, typer.Option(help="The labels, if not beside the data.")]
ScoresFile = Annotated[Path | None, typer.Option(help="The scores, if not beside the data.")]


def read_judged(data: str, labels: Path | None = None, scores: Path | None = None) -> list[Instruction]:
    """The instructions of a data file, with their ratings."""
    from tacit.clarifications.data import read_instructions

    return read_instructions(data, labels=labels, scores=scores)
