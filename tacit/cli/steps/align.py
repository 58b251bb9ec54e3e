"""`tacit steps align`: which abstract word each concrete one comes from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular

if TYPE_CHECKING:
    from tacit.steps.task import Aligner

Transducer = Annotated[str, typer.Option("--system", help="transducer, transducer-param-prior, or NAME:FOLDER.")]


@tabular("spans")
def align(
    abstract: Annotated[str, typer.Argument(help="An abstract instruction.")],
    concrete: Annotated[str, typer.Argument(help="A concrete one that says the same in detail.")],
    svg: Annotated[Path | None, typer.Option(help="Draw it into this SVG file.")] = None,
    system: Transducer = "transducer",
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Show which abstract word each concrete word comes from.

    The most likely alignment under a transducer, as in the paper's Figure 2.

    Example:

    tacit steps align "drain the pasta" "tip it into a strainer in the sink"
    """
    from tacit.report.alignment import drawing as alignment_drawing
    from tacit.report.alignment import terminal as alignment_terminal
    from tacit.steps.data import instruction
    from tacit.steps.knowledge import spans
    from tacit.steps.task import Pair

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    pair = Pair(instruction(abstract), instruction(concrete))
    [places] = aligner_of(system).align([pair])
    if svg is not None:
        alignment_drawing.write_drawing(pair, places, svg)
        output.remark(f"drew {svg}")
    plain = {
        "abstract": pair.abstract,
        "concrete": pair.concrete,
        "alignment": places,
        "spans": [
            {"place": place, "abstract": pair.abstract[place], "concrete": " ".join(span)}
            for place, span in spans(pair, places)
        ],
    }
    output.result(plain, None if svg else alignment_terminal.alignment(pair, places))


def aligner_of(system: str) -> Aligner:
    """A trained system that aligns words."""
    from tacit.errors import UsageError
    from tacit.steps.task import Aligner
    from tacit.steps.train import load

    loaded = load(system)
    if not isinstance(loaded, Aligner):
        raise UsageError(f"the system {system!r} does not align words; take a transducer")
    return loaded
