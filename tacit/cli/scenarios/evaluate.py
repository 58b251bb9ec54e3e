"""`tacit scenarios evaluate`: measure systems."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.cli.common import against as pairwise
from tacit.cli.common.llm import (
    AnswersFile,
    AnswersMode,
    Ask,
    Asking,
    BudgetOption,
    DryRun,
    Llm,
    Parallel,
    Timeout,
    alone,
    told_beforehand,
)
from tacit.cli.common.options import InventoryFile, NonePaths, Seed, System, TrainPaths, number, table, working
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.seen import KeepSeen, unseen
from tacit.cli.common.tabular import tabular

if TYPE_CHECKING:
    from tacit.scenarios import Detection, Inventory, Narrative, ScenarioSystem
    from tacit.scenarios.evaluate import ScenarioEvaluation
    from tacit.seen import Seen

Features = Annotated[
    str | None, typer.Option(help="Of the paper's classifiers: tfidf, lda, embedding, or several with commas.")
]


@tabular()
def evaluate(
    test: Annotated[list[str], typer.Option("--test", help="Texts with gold scenarios; repeatable.")],
    system: System = "tacit",
    train: TrainPaths = [],  # noqa: B006 (typer copies it)
    none: NonePaths = [],  # noqa: B006
    features: Features = None,
    inventory: InventoryFile = None,
    against: pairwise.Against = None,
    bar: Annotated[float, typer.Option(min=0, max=1, help="Exit with 1 if F1 is lower.")] = 0.0,
    top: Annotated[int, typer.Option(min=0, help="Rows of the tables of scenarios and confusions.")] = 10,
    keep_seen: KeepSeen = False,
    seed: Seed = 1,
    llm: Llm = None,
    ask: Ask = 0.02,
    answers: AnswersFile = None,
    mode: AnswersMode = "record",
    budget: BudgetOption = None,
    parallel: Parallel = 4,
    timeout: Timeout = 120.0,
    dry_run: DryRun = False,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Score a system: sentence-level micro precision, recall and F1 as the paper counts them, Pk and WindowDiff.

    Also: accuracy of one label a text, scores by scenario, confusions with PMI, and their correlations.
    With --inventory only its scenarios count, as in detect. Texts that stand in what the system has learnt from, as a
    whole or by one of their passages, are left out. --against measures a second system (trained on --train, too, unless
    it is named with its folder) on the same texts. With --llm a language model picks among the system's candidates for
    the least certain share of all sentences (--ask, a fiftieth); --system llm:MODEL@URL has it pick for all, by itself.

    Example:

        tacit scenarios evaluate --system tt_tfidf --train train.xml --test composed.jsonl
    """
    from tacit.errors import UsageError
    from tacit.scenarios import evaluate as evaluation
    from tacit.scenarios import load_inventory, read_labelled
    from tacit.scenarios.train import is_gold_bound

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    if (none or features) and not train:
        raise UsageError(f"{'--none' if none else '--features'} needs --train: it is about how a system is trained")
    known = load_inventory(inventory)
    with working(output, "reading"):
        narratives = read_labelled(test, known)
    texts = training_texts(output, train, none, known) if train else []
    small, llm, by_itself = alone(system, llm, "tacit")
    narratives, seen = unseen_by(output, narratives, seen_of(small, texts), small, keep_seen)
    other = [] if ":" in (against or "") else texts
    if against is not None:
        narratives, _ = unseen_by(output, narratives, seen_of(against, other), against, keep_seen)
    asking = Asking(llm, answers, mode, budget, parallel, timeout, dry_run)
    share = 1.0 if by_itself else ask
    consulted = _detected(output, small, texts, narratives, inventory, seed, features, asking, share, by_itself)
    if consulted is None:
        return
    detections, costs = consulted
    figures = evaluation.evaluate(narratives, detections, gold_sentences_only=is_gold_bound(small))
    comparison = None
    if against is not None and (other_found := _detected(output, against, other, narratives, inventory, seed)):
        first, second = (
            evaluation.contributions(narratives, each, gold_sentences_only=is_gold_bound(name))
            for name, each in ((small, detections), (against, other_found[0]))
        )
        comparison = pairwise.compared(system, against, first, second, seed)
    said = {"system": system, "features": features}
    more = {"seen_in_training": seen, **costs, **pairwise.plain(comparison)}
    output.result({**said, **figures.to_dict(), **more})
    if not json:
        _show(output, figures, top)
        pairwise.show(output, comparison)
    if figures.f1 < bar:
        raise typer.Exit(1)


def _detected(
    output: Output,
    system: str,
    texts: list[Narrative],
    narratives: list[Narrative],
    inventory: Path | None,
    seed: int,
    features: str | None = None,
    asking: Asking | None = None,
    share: float = 0.0,
    by_itself: bool = False,
) -> tuple[list[Detection], dict[str, Any]] | None:
    """What a system finds that has learnt from these texts or, without any, as it was trained before.

    With what asking a language model took; nothing of a dry run.
    """
    from tacit.scenarios import load_inventory
    from tacit.scenarios.evaluate import named_by
    from tacit.scenarios.train import load, teach

    trained = trained_system(output, system, texts, inventory, seed, features=features) if texts else load(system)
    known = load_inventory(inventory) if inventory is not None and not texts else None
    if known is not None:
        teach(trained, known)
    found = _detections(output, asking or Asking(None), share, trained, narratives, by_itself)
    if found is None or known is None:
        return found
    return [named_by(known, detection) for detection in found[0]], found[1]


def _detections(
    output: Output,
    asking: Asking,
    share: float,
    trained: ScenarioSystem,
    narratives: list[Narrative],
    by_itself: bool = False,
) -> tuple[list[Detection], dict[str, Any]] | None:
    """What the system finds, with a language model where one was named, and what that took; nothing of a dry run."""
    from tacit.scenarios.asking import AskingScenarios

    with asking.opened(output) as model:
        if model is None:
            with working(output, "detecting"):
                return trained.detect(narratives), {}
        both = AskingScenarios(trained, model, share, alone=by_itself)
        if asking.dry_run:
            told_beforehand(output, model, list(both.questions(narratives)))
            return None
        with working(output, "detecting"):
            found = both.detect(narratives)
        return found, {"llm": model.costs.to_dict()}


def _show(output: Output, figures: ScenarioEvaluation, top: int) -> None:
    plain = figures.to_dict()
    names = ("n", "sentences", "precision", "recall", "f1", "pk", "windowdiff", "text_accuracy")
    rows = [(name, number(plain[name])) for name in names]
    rows += [(f"r({name.replace('_', ', ')})", number(value)) for name, value in figures.correlations.items()]
    rows += [
        (f"share of the {name.removeprefix('top_')} most frequent confusions", number(value))
        for name, value in figures.confusion_shares.items()
    ]
    output.stdout.print(table((), rows))
    if top:
        scores = [
            (each.label, str(each.sentences), *map(number, (each.precision, each.recall, each.f1)))
            for each in figures.scenarios[:top]
        ]
        output.stdout.print(table(("best scenarios", "sentences", "P", "R", "F1"), scores))
        confusions = [
            (each.gold, each.predicted, str(each.sentences), f"{each.pmi:.2f}") for each in figures.confusions[:top]
        ]
        output.stdout.print(table(("gold", "taken for", "sentences", "PMI"), confusions))


def training_texts(output: Output, train: list[str], none: list[str], known: Inventory) -> list[Narrative]:
    """Labelled texts, and texts about nothing."""
    from tacit.scenarios import read_labelled

    with working(output, "reading"):
        return [*read_labelled(train, known), *read_labelled(none, known, unlabelled_as_none=True)]


def seen_of(system: str, texts: list[Narrative]) -> Seen | None:
    """What a system has learnt from: these texts, or without them, what its model folder says."""
    from tacit.scenarios.seen import learnt_from
    from tacit.scenarios.train import folder_of
    from tacit.seen import Seen

    return learnt_from(texts) if texts else Seen.load(folder_of(system))


def unseen_by(
    output: Output, texts: list[Narrative], seen: Seen | None, learnt: str, keep: bool, what: str = "texts"
) -> tuple[list[Narrative], int | None]:
    """The texts that a system has not learnt from, and how many were left out."""
    from tacit.scenarios.seen import is_copy

    found = None if seen is None else partial(is_copy, seen=seen)
    return unseen(output, texts, found, learnt=learnt, keep=keep, what=what)


def trained_system(
    output: Output,
    system: str,
    narratives: list[Narrative],
    inventory: Path | None,
    seed: int,
    wordings: dict[str, list[str]] | None = None,
    features: str | None = None,
    checkpoints: Path | None = None,
) -> ScenarioSystem:
    """A new system that has learnt from these texts."""
    from tacit.cli.common.stages import watched
    from tacit.scenarios import load_inventory
    from tacit.scenarios.train import train

    known = load_inventory(inventory)
    with watched(output) as progress:
        progress("training", 0, 0)
        return train(
            system,
            narratives,
            inventory=known,
            wordings=wordings,
            features=features,
            seed=seed,
            checkpoints=checkpoints,
            progress=progress,
        )


def read_wordings(scripts: list[str], known: Inventory) -> dict[str, list[str]]:
    """How people word the events of each scenario of an inventory, from script files."""
    from tacit.scripts.files import read_files

    found = {}
    for _, script in read_files(scripts):
        if scenario := known.find(script.scenario):
            found[scenario.label] = [wording for event in script.events for wording in event.wordings]
    return found
