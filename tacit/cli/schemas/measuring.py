"""Options that the commands share that measure."""

from __future__ import annotations

from typing import Annotated

import typer

Seed = Annotated[int, typer.Option(min=0, help="Seed of everything random.")]
Bar = Annotated[float, typer.Option(min=0, max=1, help="Exit with 1 if the result is lower.")]
