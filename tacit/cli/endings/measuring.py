"""Measure systems: one in depth, or many side by side."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from itertools import compress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.cli import against as pairwise
from tacit.cli.endings.shared import (
    Folds,
    LanguageModel,
    ReliabilityPlot,
    Seed,
    Subset,
    System,
    Test,
    Train,
    consult,
    draw_reliability,
    options_of,
    percent,
    table,
    warn_of_seen,
)
from tacit.cli.llm import AnswersFile, AnswersMode, Ask, Asking, BudgetOption, DryRun, Llm, Parallel, Timeout
from tacit.cli.output import Json, Output, Quiet, Verbose
from tacit.cli.stages import watched
from tacit.cli.tabular import tabular

if TYPE_CHECKING:
    from tacit.endings.evaluate import Evaluation
    from tacit.endings.task import Cloze, Probabilities, Story


@tabular()
def evaluate(
    test: Test,
    system: System = "tacit",
    train: Train = [],  # noqa: B006 (typer copies it)
    folds: Folds = 0,
    language_model: LanguageModel = None,
    subset: Subset = None,
    against: pairwise.Against = None,
    reliability: ReliabilityPlot = None,
    bar: Annotated[float, typer.Option(min=0, max=1, help="Exit with 1 if the accuracy is lower.")] = 0.0,
    seed: Seed = 0,
    llm: Llm = None,
    ask: Ask = 1.0,
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
    """Score a system: accuracy, and accuracy where ending style does not help.

    With --train it is trained on those files, with --folds cross-validated
    on --test (--train then gives whole stories); else the shipped model of
    `tacit`, or NAME:FOLDER, is used. --subset sentiment scores only stories
    with sentiment-bearing words in the story and in one of its endings; what
    the system learns from, and which stories are hard, is as without it.

    --system llm:MODEL@URL measures a language model alone, --llm one on top
    of a system, for its least certain stories if --ask is less than 1.

    Examples:

    tacit endings evaluate --test test.csv

    tacit endings evaluate --system msap --train val.csv --test test.csv

    tacit endings evaluate --system mflor --train stories.tsv --test test.csv

    tacit endings evaluate --system ukp --folds 5 --test val.csv
    """
    from tacit.endings.data import read_clozes
    from tacit.endings.evaluate import contributions, members_of
    from tacit.endings.seen import count_seen

    alone = _is_model_alone(system, train, folds, llm, language_model)
    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    clozes = read_clozes(test, answered=True)
    training, stories = _training(train, folds)

    def count(name: str) -> int:
        return 0 if folds and ":" not in name else count_seen(name, clozes, training, stories)

    said = _said(output, system, clozes, stories, training, folds, seed, language_model)
    asking = Asking(system if alone else llm, answers, mode, budget, parallel, timeout, dry_run)
    consulted = consult(output, asking, 1.0 if alone else ask, clozes, said)
    if consulted is None:
        return
    seen = 0 if alone else count(system)
    warn_of_seen(output, system, clozes, seen)
    figures = _figures(clozes, consulted.said, subset, seed)
    if reliability:
        draw_reliability(reliability, figures.reliability)
    comparison = None
    if against is not None:
        warn_of_seen(output, against, clozes, count(against))
        chosen = members_of(subset, clozes) if subset else [True] * len(clozes)
        kept = [cloze for cloze, is_in in zip(clozes, chosen, strict=True) if is_in]
        first, second = (
            contributions(kept, [one for one, is_in in zip(each, chosen, strict=True) if is_in])
            for each in (consulted.said, _said(output, against, clozes, stories, training, folds, seed, None))
        )
        comparison = pairwise.compared(system, against, first, second, seed)
    part = {"subset": subset, "n_all": len(clozes)} if subset else {}
    costs = {**part, **consulted.plain, **pairwise.plain(comparison)}
    output.result({"system": system, **figures.to_dict(), "seen_in_training": seen, **costs})
    if not json:
        _show(output, figures)
        pairwise.show(output, comparison)
    if figures.accuracy < bar:
        raise typer.Exit(1)


def _is_model_alone(system: str, train: list[str], folds: int, llm: str | None, language_model: Path | None) -> bool:
    """Is it a language model by itself that is measured? Options that exclude each other are an error."""
    from tacit.errors import UsageError

    alone = system.startswith("llm:")
    if alone and (train or folds or llm is not None):
        raise UsageError(f"{system!r} learns nothing: leave out --train and --folds, and name one model only")
    if folds and ":" in system:
        raise UsageError(f"--folds trains anew, but {system} is trained already: leave out its folder, or --folds")
    if language_model is not None and ":" in system:
        raise UsageError(f"{system} is trained already, with its own language model: leave out --language-model")
    return alone


def _said(
    output: Output,
    system: str,
    clozes: list[Cloze],
    stories: list[Story],
    training: list[Cloze],
    folds: int,
    seed: int,
    language_model: Path | None,
) -> list[Probabilities]:
    """What the small system says; of a language model alone, that all endings are equal."""
    from tacit.endings.asking import uniform
    from tacit.endings.compare import judge

    if system.startswith("llm:"):
        return uniform(clozes)
    judged = partial(judge, system, clozes, stories, training=training, folds=folds, seed=seed)
    with watched(output, system) as progress:
        return judged(progress=progress, **options_of(language_model))


def _figures(clozes: list[Cloze], said: list[Probabilities], subset: str | None, seed: int) -> Evaluation:
    """All figures, or those of a part of the stories; which of them are hard is found among all."""
    from tacit.endings.evaluate import evaluate as measure
    from tacit.endings.evaluate import members_of, style_hard

    if subset is None:
        return measure(clozes, said, seed=seed)
    chosen = members_of(subset, clozes)
    hard = list(compress(style_hard(clozes, seed=seed), chosen))
    return measure(list(compress(clozes, chosen)), list(compress(said, chosen)), hard=hard)


def _training(train: Sequence[str], folds: int) -> tuple[list[Cloze], list[Story]]:
    from tacit.endings.data import read_training
    from tacit.errors import UsageError

    training, stories = read_training(train)
    if training and folds:
        raise UsageError("--folds trains on --test itself; leave out --train with answered stories, or --folds")
    return training, stories


def _show(output: Output, figures: Evaluation) -> None:
    rows = [
        ("stories", figures.n),
        (
            "accuracy",
            f"{percent(figures.accuracy)}  ({percent(figures.accuracy_low)}–{percent(figures.accuracy_high)})",
        ),
        (f"accuracy_hard (n={figures.n_hard})", percent(figures.accuracy_hard)),
        ("log loss", f"{figures.log_loss:.3f}"),
        ("calibration error", f"{figures.calibration_error:.3f}"),
    ]
    output.stdout.print(table((), rows))
    for name, parts in figures.breakdown.items():
        output.stdout.print(table((name, "stories", "accuracy"), _part_rows(parts)))


def _part_rows(parts: Mapping[str, Any]) -> list[tuple[str, int, str]]:
    return [(kind, part.n, percent(part.accuracy)) for kind, part in parts.items()]


@tabular("systems")
def compare(
    test: Test,
    train: Train = [],  # noqa: B006
    system: Annotated[
        list[str],
        typer.Option(help="A system to measure; repeatable. By default all of them."),
    ] = [],  # noqa: B006
    folds: Folds = 0,
    keep: Annotated[Path | None, typer.Option(help="A folder that keeps what each system said; a run goes on.")] = None,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Measure systems side by side: Table 4 of the paper with a measured column.

    Trained on --train, or cross-validated with --folds (five without
    answered stories in --train); NAME:FOLDER is used as it is. Also McNemar's
    test for each pair, and the stories that all systems fail.

    Example:

    tacit endings compare --test val.csv --train stories.tsv --keep said
    """
    from tacit.endings.compare import PUBLISHED, SANITY, VARIANTS, Kept, judge
    from tacit.endings.data import read_clozes
    from tacit.endings.evaluate import compare as test_pairs
    from tacit.endings.evaluate import evaluate as measure
    from tacit.endings.evaluate import failed_by_all, style_hard
    from tacit.endings.folds import FOLDS
    from tacit.endings.seen import count_seen
    from tacit.endings.train import DEFAULT

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    clozes = read_clozes(test, answered=True)
    training, stories = _training(train, folds)
    folds = folds or (0 if training else FOLDS)
    names = list(dict.fromkeys(system)) or [*PUBLISHED, *VARIANTS, *SANITY, DEFAULT]
    kept = Kept(keep, clozes, training, stories, folds, seed)
    hard = style_hard(clozes, seed=seed)
    said: dict[str, list[Probabilities]] = {}
    seconds: dict[str, float] = {}
    seen: dict[str, int] = {}
    for number, name in enumerate(names, 1):
        started = time.perf_counter()
        with watched(output, f"{number} of {len(names)}, {name}") as progress:
            judged = partial(
                judge, name, clozes, stories, training=training, folds=folds, seed=seed, keep=kept.parts_of(name)
            )
            said[name] = kept.get(name, partial(judged, progress=progress))
        seconds[name] = time.perf_counter() - started
        in_folds = folds and ":" not in name
        seen[name] = 0 if in_folds else count_seen(name, clozes, training, stories)
        warn_of_seen(output, name, clozes, seen[name])
    figures = {name: measure(clozes, each, hard=hard) for name, each in said.items()}
    pairs, failed = test_pairs(clozes, said), failed_by_all(clozes, said)
    output.result(
        {
            "n": len(clozes),
            "n_hard": sum(hard),
            "folds": folds,
            "systems": [
                {
                    "system": name,
                    "seconds": round(seconds[name], 1),
                    **figures[name].to_dict(),
                    "seen_in_training": seen[name],
                }
                for name in names
            ],
            "mcnemar": [asdict(pair) for pair in pairs],
            "failed_by_all": [cloze.id for cloze in failed],
        }
    )
    if not json:
        _show_comparison(output, figures, seconds)
        _show_breakdowns(output, figures)
        differences = [pair for pair in pairs if pair.second == names[names.index(pair.first) + 1]]
        rows = [
            (f"{each.first} – {each.second}", each.only_first, each.only_second, f"{each.p:.2g}")
            for each in differences
        ]
        output.stdout.print(table(("McNemar, each and the next", "only first", "only second", "p"), rows))
        output.stdout.print(f"{len(failed)} of {len(clozes)} stories are failed by all systems", highlight=False)


def _show_comparison(output: Output, figures: Mapping[str, Evaluation], seconds: Mapping[str, float]) -> None:
    from tacit.systems import system_named

    rows = []
    for rank, (name, each) in enumerate(figures.items(), 1):
        known = system_named("endings", name.partition(":")[0])
        rows.append(
            (
                rank,
                name,
                known.about,
                percent(known.published.get("accuracy")),
                percent(each.accuracy),
                f"{percent(each.accuracy_low)}–{percent(each.accuracy_high)}",
                percent(each.accuracy_hard),
                f"{seconds[name]:.0f}",
            )
        )
    columns = ("", "system", "model", "published", "measured", "95 %", "hard", "s")
    output.stdout.print(table(columns, rows))


def _show_breakdowns(output: Output, figures: Mapping[str, Evaluation]) -> None:
    """Accuracy by kind of story, with a row a system; the stories of each kind are the same for all."""
    for kind, parts in next(iter(figures.values())).breakdown.items():
        columns = (kind, *(f"{name} ({part.n})" for name, part in parts.items()))
        rows = [
            (system, *(percent(each.breakdown[kind][name].accuracy) for name in parts))
            for system, each in figures.items()
        ]
        output.stdout.print(table(columns, rows))
