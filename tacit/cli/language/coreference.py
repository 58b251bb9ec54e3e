"""`tacit language`: measure and train what reads the language."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.common import against as pairwise
from tacit.cli.common.llm import AnswersFile, AnswersMode, Ask, Asking, BudgetOption, Llm, Parallel, Timeout, alone
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.seen import KeepSeen, unseen
from tacit.cli.common.stages import watched
from tacit.cli.common.tabular import tabular

if TYPE_CHECKING:
    from rich.table import Table

    from tacit.language.coreference.evaluate import CoreferenceEvaluation
    from tacit.language.coreference.gold import GoldDocument
    from tacit.language.coreference.task import CoreferenceSystem


TrainFolders = Annotated[
    list[str],
    typer.Option("--train", help="Gold documents to train on, as STYLE=FOLDER (ontonotes or litbank); repeatable."),
]
_STYLE_OF = {"ranker": "ontonotes", "ranker-litbank": "litbank"}
"""The systems that can be trained, and the style of annotation that each follows."""
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
    from tacit.language.coreference import load
    from tacit.language.coreference.asking import asking_ranker
    from tacit.language.coreference.evaluate import contributions, total
    from tacit.language.coreference.seen import is_copy, seen_by

    out = Output(as_json=json, quiet=quiet, verbose=verbose)
    folders = _by_style(train)
    small, llm, by_itself = alone(system, llm, "ranker")
    _check_trainable(small, folders)
    with tempfile.TemporaryDirectory() as folder:
        if folders:
            _train(out, folders, Path(folder), seed)
        name = f"{small}:{folder}" if folders else small
        loaded, known = load(name), seen_by(name)
    copied = None if known is None else partial(is_copy, seen=known)
    documents, seen = unseen(out, _parsed(out, test), copied, learnt=small, keep=keep_seen, what="documents")
    if against is not None:
        second, known = load(against), seen_by(against)
        copied = None if known is None else partial(is_copy, seen=known)
        documents, _ = unseen(out, documents, copied, learnt=against, keep=keep_seen, what="documents")
    with Asking(llm, answers, mode, budget, parallel, timeout).opened(out) as model:
        resolver = loaded if model is None else asking_ranker(loaded, model, ask, alone=by_itself)
        scored = _scored(out, resolver, documents, singletons)
    costs = {} if model is None else {"llm": model.costs.to_dict()}
    figures = total(scored).to_dict()
    comparison = None
    if against is not None:
        others = contributions(_scored(out, second, documents, singletons))
        comparison = pairwise.compared(system, against, contributions(scored), others, seed)
    plain = {"system": system, **figures, "seen_in_training": seen, **costs, **pairwise.plain(comparison)}
    out.result(plain, _table(figures))
    pairwise.show(out, comparison)
    if figures["conll_f1"] < bar:
        raise typer.Exit(1)


def _scored(
    output: Output, system: CoreferenceSystem, documents: list[GoldDocument], singletons: bool
) -> list[CoreferenceEvaluation]:
    from tacit.language.coreference.evaluate import score_documents

    with watched(output) as progress:
        return score_documents(system, documents, singletons=singletons, progress=progress)


def _parsed(output: Output, test: Path) -> list[GoldDocument]:
    from tacit.language.coreference.gold import read_gold

    documents = []
    with output.progress() as shown:
        task = shown.add_task("parsing", total=None, rate="")
        for document in read_gold(test):
            documents.append(document)
            shown.update(task, completed=len(documents))
    return documents


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
    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    folders = _by_style(train)
    output.result(_train(output, folders, out, seed))
    uses = (f"--system {system}:{out}" for system, style in _STYLE_OF.items() if style in folders)
    output.remark(f"wrote {out}; use it as {' or '.join(uses)}")


def _train(output: Output, folders: dict[str, list[str]], out: Path, seed: int) -> dict[str, object]:
    from tacit.language.coreference.systems.tacit.learning import RankerRecipe
    from tacit.language.coreference.train import train

    with watched(output) as progress:
        return train(folders, out, recipe=RankerRecipe(seed=seed), progress=progress)


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


def _check_trainable(system: str, folders: Mapping[str, list[str]]) -> None:
    """Raise an error unless the system can be trained on documents of these styles, if there are any."""
    from tacit.errors import UsageError

    if not folders:
        return
    if system not in _STYLE_OF:
        raise UsageError(f"--train trains {' or '.join(_STYLE_OF)}, not {system!r}: leave out --train, or --system")
    if (style := _STYLE_OF[system]) not in folders:
        raise UsageError(f"{system} follows the style {style}: give --train {style}=FOLDER, or another --system")
