"""Options that several of these commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

SchemaFile = Annotated[Path, typer.Argument(metavar="SCHEMAS", help="A file that `tacit schemas induce` wrote.")]
