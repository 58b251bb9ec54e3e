"""The pretrained parts from the command line: what `tacit models get` and the first use of a command fetch."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from tacit.cli.common.output import Output

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacit.backbones.catalogue import Pretrained

OFFLINE = "TACIT_OFFLINE"
"""Set, it forbids to fetch anything unasked."""


def fetch_missing(output: Output, *names: str) -> None:
    """At first use, fetch the pretrained parts that are not here: those named, or all that are needed.

    The large encoder is needed by none: endings are judged without it, if less well. Where fetching fails, the
    command says what it lacks.
    """
    from tacit.backbones.catalogue import LARGE_ENCODER
    from tacit.backbones.parts import missing
    from tacit.errors import InputError, OutputError

    absent = [part for part in missing() if (part.part in names if names else part != LARGE_ENCODER)]
    if not absent or os.environ.get(OFFLINE):
        return
    try:
        _fetch(output, absent)
    except (InputError, OutputError) as error:
        output.remark(f"{error}; on a machine without a network:  tacit models get --from parts.zip")


def _fetch(output: Output, absent: Sequence[Pretrained]) -> None:
    from tacit.backbones.parts import get
    from tacit.cli.common.stages import stages

    size = sum(part.download for part in absent) / 1e6
    names = ", ".join(part.part for part in absent)
    output.remark(f"fetching the pretrained parts ({names}), once, by their hashes: {size:,.0f} MB")
    with output.progress() as bar:
        get(absent, progress=stages(bar))


def get(name: str | None, from_: Path | None, output: Output) -> None:
    """Fetch one pretrained part, or all that are missing, or take them out of a bundle."""
    from tacit.backbones import parts
    from tacit.backbones.catalogue import CATALOGUE
    from tacit.cli.common.stages import stages
    from tacit.errors import UsageError

    if from_ is not None:
        if name is not None:
            raise UsageError("--from takes all parts of a bundle: leave out the name")
        with output.progress() as bar:
            got = parts.from_bundle(from_, progress=stages(bar))
    else:
        got = parts.missing() if name is None else [parts.part_named(name)]
        got = [part for part in got if part.path is None]
        if got:
            _fetch(output, got)
    for part in got:
        output.remark(f"{part.about}, {part.licence}")
    here = {part.part: str(part.path) for part in CATALOGUE if part.path is not None}
    shown = "\n".join(f"{part}  {path}" for part, path in here.items())
    output.result({"got": [part.part for part in got], "parts": here}, shown)
