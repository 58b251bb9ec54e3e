"""`tacit clarify mine`: clarifications from revisions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.cli.common.options import table
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular

if TYPE_CHECKING:
    from tacit.clarifications.task import Instruction
    from tacit.mining.mine import Mined, Revision


@tabular()
def mine(
    sources: Annotated[list[str], typer.Argument(help="Two versions of a file, a TSV, or a git repository.")],
    out: Annotated[Path | None, typer.Option(help="Write CLAIRE's OUT_data.tsv.")] = None,
    path: Annotated[list[str], typer.Option("--path", help="Only these files of the history; repeatable.")] = [],  # noqa: B006
    coreferent: Annotated[
        bool, typer.Option("--coreferent", help="Implicit references must have been mentioned, as in the paper.")
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Find the clarifications that writers made when they revised.

    A TSV has the original and the revised sentence in its first columns;
    with a header it may also have title, section, previous, following.
    With --json each clarification is one line.

    Examples:

        tacit clarify mine old.md new.md

        tacit clarify mine handbook/ --path docs --out mined
    """
    from tacit.clarifications.data import write_instructions
    from tacit.mining.mine import mine as clarifications

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    found: list[Mined] = []
    with output.progress() as bar:
        task = bar.add_task("reading", total=None, rate="")
        revisions = _revisions(sources, tuple(path), lambda: bar.advance(task))
        for each in clarifications(revisions, coreferent=coreferent):
            found.append(each)
            output.result(each.to_dict())
    if not json:
        rows = [(each.instruction.phenomenon.value, each.filler, each.instruction.sentence) for each in found]
        output.stdout.print(table(("phenomenon", "inserted", "sentence"), rows))
    written = ""
    if out:
        written = f", wrote {write_instructions([each.instruction for each in found], out)}"
    output.remark(f"found {len(found)} clarification{'s' * (len(found) != 1)}{written}")


def mined(sources: list[str], paths: tuple[str, ...], coreferent: bool) -> Iterator[Instruction]:
    """What revisions clarify, mined now or before."""
    from tacit.clarifications.data import read_instructions
    from tacit.errors import UsageError
    from tacit.mining.mine import mine as clarifications

    if all(source.endswith("_data.tsv") for source in sources):
        if paths or coreferent:
            raise UsageError("--path and --coreferent are about mining, and this was mined before")
        return chain.from_iterable(map(read_instructions, sources))
    revisions = _revisions(sources, paths, lambda: None)
    return (each.instruction for each in clarifications(revisions, coreferent=coreferent))


def _revisions(sources: list[str], paths: tuple[str, ...], on_change: Any) -> Iterator[Revision]:
    """Revisions of whatever kind the sources are."""
    from tacit.errors import UsageError
    from tacit.mining import history

    kinds = [Path(source).is_dir() for source in sources]
    if all(kinds):
        return chain.from_iterable(
            history.revisions_of_repository(source, paths=paths, on_change=on_change) for source in sources
        )
    if paths:
        raise UsageError("--path chooses files of a history, so it needs a git repository")
    if all(source.endswith((".tsv", ".tsv.gz")) for source in sources):
        return chain.from_iterable(map(history.revisions_of_table, sources))
    if len(sources) == 2 and not any(kinds):
        return history.revisions_of_files(*sources)
    raise UsageError("give two versions of a file, tables (.tsv) of old and new sentences, or git repositories")
