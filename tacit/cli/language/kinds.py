"""`tacit language kinds`: measure and train what tells stories, instructions, news and other texts apart."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.stages import watched
from tacit.cli.common.tabular import tabular

if TYPE_CHECKING:
    from rich.table import Table

    from tacit.language.english.kind_training import KindFigures


@tabular()
def train(
    train: Annotated[
        list[str],
        typer.Option("--train", help="Texts to learn from, as KIND=PATH; a file, folder or glob, repeatable."),
    ],
    out: Annotated[Path, typer.Option(help="The model folder to write.")],
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Learn what tells kinds of text apart, and say how well that works on every fifth text left out.

    Paths of one kind count alike, however many texts they have.

    Example:

    tacit language kinds train --train story=stories.jsonl --train instructions=manuals --train news=news.toml --train other=other.toml --out my-kinds
    """  # noqa: E501 (a command is one line)
    from tacit.language.english import kind_training

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    paths = _by_kind(train, "--train")
    with watched(output) as progress:
        progress("reading", 0, 0)
        texts = kind_training.read_known(paths)
        model = kind_training.train(texts)
        figures = kind_training.cross_validate(texts, progress=progress)
    about = {"sources": paths, "cross_validated": figures.to_dict()}
    kind_training.save(model, out, about)
    output.result({"out": str(out), **figures.to_dict()}, _table(figures))
    output.remark(f"wrote {out}; measure it with  tacit language kinds evaluate --model {out}")


@tabular()
def evaluate(
    test: Annotated[list[str], typer.Option("--test", help="Texts whose kind is known, as KIND=PATH; repeatable.")],
    model: Annotated[
        Path | None, typer.Option(help="A model folder; without it the one that ships with tacit.")
    ] = None,
    bar: Annotated[float, typer.Option(min=0, max=1, help="Exit with 1 if the accuracy is lower.")] = 0.0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """How many texts of each kind are recognised; the accuracy is the mean over the kinds.

    Example:

    tacit language kinds evaluate --test news=articles.jsonl --test story=stories
    """
    from tacit.language.english import kind_training
    from tacit.language.english.kinds import KindClassifier, shipped

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    texts = kind_training.read_known(_by_kind(test, "--test"))
    figures = kind_training.evaluate(KindClassifier.load(model) if model else shipped(), texts)
    output.result({"system": "tacit", **figures.to_dict()}, _table(figures))
    if figures.accuracy < bar:
        raise typer.Exit(1)


def _by_kind(given: Iterable[str], option: str) -> dict[str, list[str]]:
    from tacit.errors import UsageError
    from tacit.language.english.kinds import KINDS

    paths: dict[str, list[str]] = {}
    for entry in given:
        kind, equals, path = entry.partition("=")
        if not equals or not path:
            raise UsageError(f"{option} takes KIND=PATH, such as story={entry}")
        if kind not in KINDS:
            raise UsageError(f"there is no kind of text {kind!r}: take one of {', '.join(KINDS)}")
        paths.setdefault(kind, []).append(path)
    return paths


def _table(figures: KindFigures) -> Table:
    from rich.table import Table

    from tacit.language.english.kinds import EVERY_KIND

    table = Table("taken for:", "texts", *EVERY_KIND, box=None, pad_edge=False)
    for kind, counts in figures.taken_for.items():
        table.add_row(kind, str(counts.total()), *(f"{counts[each] / counts.total():.3f}" for each in EVERY_KIND))
    return table
