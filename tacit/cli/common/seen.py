"""The option by which every command that measures keeps texts that a system has learnt from."""

from __future__ import annotations

from typing import Annotated

import typer

KeepSeen = Annotated[
    bool, typer.Option("--keep-seen", help="Keep texts that stand in what the system has learnt from.")
]
