"""Choose endings and say why."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.cli.common.llm import (
    AnswersFile,
    AnswersMode,
    Ask,
    BudgetOption,
    DryRun,
    Llm,
    Parallel,
    Timeout,
    show_forecast,
)
from tacit.cli.common.options import table
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.stages import watched
from tacit.cli.common.tabular import tabular
from tacit.cli.endings.shared import (
    ReliabilityPlot,
    System,
    draw_reliability,
)

if TYPE_CHECKING:
    from tacit.endings.asking import AskedEndings
    from tacit.endings.task import Cloze, EndingSystem, Probabilities
    from tacit.progress import Progress

_REASONS = 4
"""Reasons that are shown for a choice."""


@tabular("choices")
def choose(
    file: Annotated[Path | None, typer.Argument(metavar="[STORIES.csv]", help="Stories with endings.")] = None,
    story: Annotated[str, typer.Option(help="A story without its ending.")] = "",
    ending: Annotated[list[str], typer.Option(help="A candidate ending; give two or more.")] = [],  # noqa: B006
    system: System = "tacit",
    reliability: ReliabilityPlot = None,
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
    """Choose the ending that makes sense: which, how probable, and why.

    The CSV has the columns of the Story Cloze Test (see docs/explanation/endings.md);
    answers are not needed, but where they are given, the number of right
    choices is said and --reliability draws a plot.

    With --llm a language model of yours chooses, too, of the stories that the
    system is least certain of if --ask is less than 1 (see docs/guides/llm.md).

    Examples:

    tacit endings choose stories.csv --json

    tacit endings choose --story "It rained. I ran." --ending "Wet!" --ending "Dry!"
    """
    from tacit.endings.asking import consult, plan
    from tacit.endings.train import load
    from tacit.llm import Asking

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    clozes = _clozes(file, story, ending)
    _remark_on(clozes, output)
    trained = load(system)
    with watched(output, "choosing") as progress:
        said, reasons = _said(trained, clozes, progress)
    asking = Asking(llm, answers, mode, budget, parallel, timeout, dry_run)
    if dry_run:
        show_forecast(output, plan(asking, clozes, said, ask, output.remark))
        return
    consulted, costs = consult(asking, clozes, said, ask, output.remark)
    choices = _choices(clozes, consulted, reasons)
    answered = bool(clozes) and all(cloze.answer is not None for cloze in clozes)
    plain: dict[str, Any] = {"system": system, "n": len(clozes), "choices": choices}
    if costs is not None:
        plain["llm"] = costs
    if answered:
        from tacit.endings.metrics import reliability as reliability_of
        from tacit.endings.seen import count_seen, warn_of_seen

        plain["accuracy"] = sum(c["choice"] - 1 == x.answer for c, x in zip(choices, clozes, strict=True)) / len(clozes)
        if reliability:
            draw_reliability(reliability, reliability_of(clozes, consulted.said))
    elif reliability:
        output.remark("no reliability plot: not all stories have an answer")
    output.result(plain)
    if not json:
        _show(output, choices, clozes)
    if answered:
        warn_of_seen(output.remark, system, len(clozes), count_seen(system, clozes))
        output.remark(f"{plain['accuracy']:.1%} of {len(clozes)} answered stories right")


def _clozes(file: Path | None, story: str, endings: Sequence[str]) -> list[Cloze]:
    from tacit.endings.data import problem_of, read_clozes
    from tacit.endings.task import Cloze
    from tacit.errors import UsageError
    from tacit.language.english.sentences import split

    if (file is None) == (not story and not endings):
        raise UsageError("give a file of stories, or --story with two or more --ending")
    if file is not None:
        return read_clozes([file])
    candidates = tuple(" ".join(each.split()) for each in endings)
    cloze = Cloze("story", split(story), candidates)
    if problem := problem_of(cloze):
        raise UsageError(problem)
    return [cloze]


def _remark_on(clozes: Sequence[Cloze], output: Output) -> None:
    """What makes choices less trustworthy than usual."""
    from tacit.language.english import ENOUGH_OF_A_STORY, looks_english

    texts = ((cloze.id, " ".join((*cloze.story, *cloze.endings))) for cloze in clozes)
    foreign = [id for id, text in texts if not looks_english(text, enough=ENOUGH_OF_A_STORY)]
    if foreign:
        output.remark(f"{_stories(foreign)} not to be English; tacit reads English, so do not rely on the choice")
    short = [cloze.id for cloze in clozes if len(cloze.story) == 1]
    if short:
        which = f"the story {short[0]!r} has" if len(short) == 1 else f"{len(short)} stories have"
        output.remark(f"{which} one sentence only; there is little to go by")


def _stories(ids: Sequence[str]) -> str:
    return f"the story {ids[0]!r} seems" if len(ids) == 1 else f"{len(ids)} stories (such as {ids[0]!r}) seem"


def _said(
    trained: EndingSystem, clozes: Sequence[Cloze], progress: Progress
) -> tuple[list[Probabilities], list[list[str]]]:
    """For each story the probabilities, and where the system can tell, why."""
    from tacit.endings.systems.tacit import TacitEndings

    if isinstance(trained, TacitEndings):
        from tacit.endings.explain import explain

        explained = explain(trained, clozes, progress=progress)
        reasons = [[reason.words for reason in each.reasons[:_REASONS]] for each in explained]
        return [each.probabilities for each in explained], reasons
    return trained.predict(clozes, progress=progress), [[] for _ in clozes]


def _choices(clozes: Sequence[Cloze], consulted: AskedEndings, reasons: Sequence[list[str]]) -> list[dict[str, Any]]:
    """For each story the place of the choice (from 1), the probabilities, and why."""
    from tacit.endings.task import chosen

    return [
        {
            "id": cloze.id,
            "choice": chosen(probabilities) + 1,
            "ending": cloze.endings[chosen(probabilities)],
            "probability": round(max(probabilities), 4),
            "probabilities": [round(each, 4) for each in probabilities],
            "why": [*why, *(["a language model was asked"] if asked else [])],
        }
        for cloze, probabilities, why, asked in zip(clozes, consulted.said, reasons, consulted.asked, strict=True)
    ]


def _show(output: Output, choices: Sequence[dict[str, Any]], clozes: Sequence[Cloze]) -> None:
    if len(choices) > 1:
        rows = ((c["id"], c["choice"], f"{c['probability']:.0%}", c["ending"], "; ".join(c["why"])) for c in choices)
        output.stdout.print(table(("story", "choice", "probability", "ending", "why"), rows))
        return
    choice, cloze = choices[0], clozes[0]
    ranked = sorted(range(len(cloze.endings)), key=lambda place: -choice["probabilities"][place])
    shown = ((f"{choice['probabilities'][place]:.0%}", cloze.endings[place]) for place in ranked)
    output.stdout.print(table(("probability", "ending"), shown))
    for reason in choice["why"]:
        output.stdout.print(f"  {reason}", markup=False)
