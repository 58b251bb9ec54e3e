"""`tacit language`: measure and train what reads the language."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.common import against as pairwise
from tacit.cli.common.llm import AnswersFile, AnswersMode, Ask, BudgetOption, Llm, Parallel, Timeout
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.seen import KeepSeen
from tacit.cli.common.stages import watched
from tacit.cli.common.tabular import tabular

if TYPE_CHECKING:
    from rich.table import Table

TrainFolders = Annotated[
    list[str],
    typer.Option("--train", help="Gold documents to train on, as STYLE=FOLDER (ontonotes or litbank); repeatable."),
]
Seed = Annotated[int, typer.Option(help="Seed of everything random.")]


@tabular()
def evaluate(
    test: Annotated[Path, typer.Option(help="A file or folder of CoNLL documents with gold coreference.")],
    system: Annotated[
        str, typer.Option(help="ranker, ranker-litbank, ranker:FOLDER, sieve, spacy:PIPELINE or corenlp:ADDRESS.")
    ] = "ranker",
    train: TrainFolders = [],  # noqa: B006 (typer copies it)
    singletons: Annotated[
        bool, typer.Option(help="Count gold clusters of one mention, as LitBank has them and no system reports.")
    ] = True,
    against: pairwise.Against = None,
    bar: Annotated[float, typer.Option(min=0, max=1, help="Exit with 1 if the CoNLL score is lower.")] = 0.0,
    keep_seen: KeepSeen = False,
    seed: Seed = 1,
    llm: Llm = None,
    ask: Ask = 0.2,
    answers: AnswersFile = None,
    mode: AnswersMode = "record",
    budget: BudgetOption = None,
    parallel: Parallel = 4,
    timeout: Timeout = 120.0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Score a system by MUC, B³, CEAF-φ4 and their mean, with predicted mentions and parses.

    Also: LEA, mention detection, and how many of the pronouns it, they and
    them are linked back rightly. With --train the ranker is trained first.
    Documents that the system has learnt from are left out. --against
    measures a second system, as it was trained before, on the same ones.
    With --llm a language model picks among the ranker's antecedents of the
    least certain pronouns (--ask, a fifth of each document's); --system
    llm:MODEL@URL has it pick for all.
    """
    from tacit.language.coreference.experiment import CoreferenceOptions, run
    from tacit.llm import Asking

    out = Output(as_json=json, quiet=quiet, verbose=verbose)
    options = CoreferenceOptions(
        test=test,
        system=system,
        train=_by_style(train),
        singletons=singletons,
        against=against,
        keep_seen=keep_seen,
        seed=seed,
        asking=Asking(llm, answers, mode, budget, parallel, timeout),
        ask=ask,
    )
    with watched(out) as progress:
        found = run(options, remarks=out.remark, progress=progress)
    figures = found.figures.to_dict()
    out.result(found.to_dict(), _table(figures))
    pairwise.show(out, found.comparison)
    if figures["conll_f1"] < bar:
        raise typer.Exit(1)


def _table(figures: Mapping[str, float]) -> Table:
    from rich.table import Table

    table = Table("", "precision", "recall", "F1", box=None, pad_edge=False)
    for name in ("muc", "b_cubed", "ceaf", "lea", "mentions"):
        table.add_row(name, *(f"{figures[f'{name}_{part}']:.3f}" for part in ("precision", "recall", "f1")))
    table.add_row("CoNLL", "", "", f"{figures['conll_f1']:.3f}")
    for pronoun in ("it", "they", "them"):
        table.add_row(pronoun, f"{figures[f'{pronoun}_precision']:.3f}", f"of {figures[f'{pronoun}_linked']} linked")
    table.add_row("documents", "", "", str(figures["n"]))
    return table


def train(
    train: TrainFolders,
    out: Annotated[Path, typer.Option(help="The model folder to write.")],
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Train the ranker; a run that was interrupted goes on where it stopped.

    Example:

    tacit language coreference train --train ontonotes=ontogum/train --train litbank=litbank --out my-model
    """
    from tacit.language.coreference.experiment import STYLE_OF
    from tacit.language.coreference.systems.tacit.learning import RankerRecipe
    from tacit.language.coreference.train import train as learn

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    folders = _by_style(train)
    with watched(output) as progress:
        output.result(learn(folders, out, recipe=RankerRecipe(seed=seed), progress=progress))
    uses = (f"--system {system}:{out}" for system, style in STYLE_OF.items() if style in folders)
    output.remark(f"wrote {out}; use it as {' or '.join(uses)}")


def _by_style(given: list[str]) -> dict[str, list[str]]:
    from tacit.errors import UsageError
    from tacit.language.coreference.model_folder import STYLES

    folders: dict[str, list[str]] = {}
    for entry in given:
        style, equals, folder = entry.partition("=")
        if not equals:
            raise UsageError(f"--train takes STYLE=FOLDER, such as ontonotes={entry}")
        if style not in STYLES:
            raise UsageError(f"there is no style of annotation {style!r}: take {' or '.join(STYLES)}")
        folders.setdefault(style, []).append(folder)
    return folders
