"""Options that commands on a corpus share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Folder = Annotated[Path, typer.Argument(metavar="CORPUS", help="The corpus folder.")]
Processes = Annotated[int, typer.Option("--processes", "-p", min=0, help="Local processes; 0 is one a core.")]
Cluster = Annotated[str, typer.Option(help="Work on the Dask cluster at this address instead (tcp://…).")]
