"""`tacit scenarios affinity`: which documents are worth annotating."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.common.options import InventoryFile, NonePaths, Seed, TrainPaths, number, table, working
from tacit.cli.common.output import From, IdColumn, Json, Output, Quiet, TextColumn, Verbose
from tacit.cli.common.tabular import tabular

if TYPE_CHECKING:
    from rich.table import Table

    from tacit import formats
    from tacit.scenarios import Narrative
    from tacit.scenarios.annotation.affinity import Affinity, ScoredDocument


@tabular("ranked")
def affinity(
    documents: Annotated[list[str], typer.Argument(help="Documents to rank: files, folders or globs.")],
    train: TrainPaths = [],  # noqa: B006 (typer copies it)
    none: NonePaths = [],  # noqa: B006
    model: Annotated[Path | None, typer.Option(help="A folder that --save wrote, in place of --train.")] = None,
    save: Annotated[Path | None, typer.Option(help="Keep what was learnt in this folder.")] = None,
    out: Annotated[str, typer.Option(help="Write the ranking here, such as ranked.tsv.")] = "",
    at_least: Annotated[float, typer.Option(min=0, max=1, help="Leave out documents with a lower affinity.")] = 0.0,
    top: Annotated[int, typer.Option(min=0, help="Rows that are shown; 0 shows all.")] = 20,
    inventory: InventoryFile = None,
    from_: From = None,
    text_column: TextColumn = "text",
    id_column: IdColumn = "id",
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Rank documents by how likely they are about some everyday scenario, to choose what to annotate.

    A logistic regression over LDA topics tells narratives about scenarios (--train) from other texts (--none).

    Examples:

        tacit scenarios affinity blogs/ --train train.xml --none stories.tsv --save affinity --out ranked.tsv

        tacit scenarios affinity more-blogs/ --model affinity --at-least 0.8 --json
    """
    from tacit import formats
    from tacit.errors import UsageError
    from tacit.scenarios.annotation.affinity import ranked, write_ranking

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    if save and model:
        raise UsageError("--save needs --train: what --model names is saved already")
    chooser = _chooser(output, train, none, model, inventory, seed)
    if save:
        chooser.save(save)
    skipped: list[formats.Skipped] = []
    options = formats.FormatOptions(text_column, id_column)
    with working(output, "reading"):
        found = ranked(chooser.score(_texts(documents, from_, options, skipped)))
    kept = [each for each in found if each.affinity >= at_least]
    if out:
        write_ranking(kept, out)
    plain = [{"rank": rank, **each.to_dict()} for rank, each in enumerate(kept, 1)]
    figures = {"texts": len(found), "left_out": len(found) - len(kept), "ranked": plain, "output": out or None}
    output.result(figures, _shown(kept[: top or None]))
    for skip in skipped:
        output.remark(f"skipped {skip.reason}")
    output.remark(
        f"ranked {len(kept)} of {len(found)} texts" + "".join(f", wrote {path}" for path in (out, save) if path)
    )


def _shown(ranking: Sequence[ScoredDocument]) -> Table:
    rows = (
        (rank, each.id, number(each.affinity), each.scenario, number(each.probability))
        for rank, each in enumerate(ranking, 1)
    )
    return table(("rank", "text", "affinity", "nearest scenario", "probability"), rows)


def _chooser(
    output: Output, train: list[str], none: list[str], model: Path | None, inventory: Path | None, seed: int
) -> Affinity:
    from tacit.errors import UsageError
    from tacit.scenarios import load_inventory, read_labelled
    from tacit.scenarios.annotation.affinity import Affinity

    if model and not train and not none:
        return Affinity.load(model)
    if model or not train or not none:
        raise UsageError("give --train (texts about scenarios) and --none (other texts) to learn from, or only --model")
    known = load_inventory(inventory)
    with working(output, "learning"):
        texts = [*read_labelled(train, known), *read_labelled(none, known, unlabelled_as_none=True)]
        return Affinity().fit(texts, seed=seed)


def _texts(
    paths: list[str], format: str | None, options: formats.FormatOptions, skipped: list[formats.Skipped]
) -> Iterator[Narrative]:
    from tacit import formats
    from tacit.scenarios.data import unlabelled

    for path in paths:
        for document in formats.open(path, format=format, options=options, on_skip=skipped.append):
            yield unlabelled(document)
