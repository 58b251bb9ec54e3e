"""Options that several of these commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    pass

SchemaFile = Annotated[Path, typer.Argument(metavar="SCHEMAS", help="A file that `tacit schemas induce` wrote.")]
