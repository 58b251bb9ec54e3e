"""Mine clarifications from revisions, measure that, and learn which verbs need objects."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.cli.output import Json, Output, Quiet, Verbose
from tacit.cli.scenarios.shared import Seed, number, table, working
from tacit.cli.tabular import tabular

if TYPE_CHECKING:
    from tacit.clarifications.mine import Mined, Revision
    from tacit.clarifications.task import Instruction


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
    from tacit.clarifications.mine import mine as clarifications

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


@tabular("phenomena", by="phenomenon")
def build(
    sources: Annotated[
        list[str], typer.Argument(help="As for mine, or what it wrote (x_data.tsv with one filler in each row).")
    ],
    out: Annotated[Path, typer.Option(help="Write OUT_data.tsv, and OUT_origins.tsv with who made which filler.")],
    path: Annotated[list[str], typer.Option("--path", help="Only these files of the history; repeatable.")] = [],  # noqa: B006
    coreferent: Annotated[
        bool, typer.Option("--coreferent", help="Implicit references must have been mentioned, as in the paper.")
    ] = False,
    most: Annotated[int, typer.Option(min=0, help="Most sentences of each phenomenon; 0 takes all.")] = 0,
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Build rows for rating: mine revisions, and add four generated fillers.

    Each row has what the writer inserted and four generated fillers of
    different meanings, in random order. Sentences with fewer are left out.
    The data is what rate, evaluate and train read.

    Example:

        tacit clarify build handbook/ --path docs --out built
    """
    from tacit.clarifications.build import build as built
    from tacit.clarifications.build import write_built
    from tacit.clarifications.generate import Generator
    from tacit.errors import InputError

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    with output.progress() as bar:
        task = bar.add_task("building", total=None, rate="")
        found = built(
            _mined(sources, tuple(path), coreferent),
            Generator(),
            most=most,
            seed=seed,
            on_sentence=lambda: bar.advance(task),
        )
    if not found.instructions:
        raise InputError(
            "no clarification was found that four other fillers could be generated for: nothing is written"
        )
    written = write_built(found, out)
    plain = found.to_dict()
    output.result({**plain, "output": str(written)}, table(("phenomenon", "sentences"), plain["phenomena"].items()))
    output.remark(f"wrote {written}; {found.dropped} sentences have fewer than four other fillers")


def _mined(sources: list[str], paths: tuple[str, ...], coreferent: bool) -> Iterator[Instruction]:
    """What revisions clarify, mined now or before."""
    from tacit.clarifications.data import read_instructions
    from tacit.clarifications.mine import mine as clarifications
    from tacit.errors import UsageError

    if all(source.endswith("_data.tsv") for source in sources):
        if paths or coreferent:
            raise UsageError("--path and --coreferent are about mining, and this was mined before")
        return chain.from_iterable(map(read_instructions, sources))
    revisions = _revisions(sources, paths, lambda: None)
    return (each.instruction for each in clarifications(revisions, coreferent=coreferent))


def _revisions(sources: list[str], paths: tuple[str, ...], on_change: Any) -> Iterator[Revision]:
    """Revisions of whatever kind the sources are."""
    from tacit.clarifications import history
    from tacit.errors import UsageError

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


@tabular()
def evaluate_mining(
    test: Annotated[list[str], typer.Option("--test", help="Judged clarifications in CLAIRE's format; repeatable.")],
    bar: Annotated[float, typer.Option(min=0, max=1, help="Exit with 1 if the accuracy is lower.")] = 0.0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Measure mining: is the phenomenon of each sentence recognised?

    Each sentence without and with its best-rated filler is a revision.

    Example:

        tacit clarify evaluate-mining --test claire/dev
    """
    from tacit.clarifications.data import read_instructions
    from tacit.clarifications.mining_evaluation import evaluate

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    with working(output, "mining"):
        scores = evaluate([each for path in test for each in read_instructions(path)])
    rows = [("all", number(scores.accuracy)), *((name, number(value)) for name, value in scores.by_phenomenon.items())]
    output.result(scores.to_dict(), table(("phenomenon", "recognised"), rows))
    if scores.accuracy < bar:
        raise typer.Exit(1)


def learn_verbs(
    texts: Annotated[list[str], typer.Argument(help="Files, folders or globs of any texts, best of instructions.")],
    out: Annotated[Path, typer.Option(help="Write the table into this folder.")],
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Count which verbs have objects, for the linter's TAC101."""
    from tacit import formats
    from tacit.clarifications.verbs import count_uses
    from tacit.layout import prose

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    documents = chain.from_iterable(formats.open(path) for path in texts)
    with output.progress() as bar:
        task = bar.add_task("parsing", total=None, rate="")
        counted = count_uses(map(prose, documents), on_text=lambda: bar.advance(task))
    written = counted.save(out)
    output.result({"commands": len(counted.commands), "others": len(counted.others), "file": str(written)})
    output.remark(f"wrote {written}")
