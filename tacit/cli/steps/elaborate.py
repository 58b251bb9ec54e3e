"""`tacit steps elaborate`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
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
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tacit.howto import Answer
    from tacit.llm import Model
    from tacit.steps.drawing import Elaboration

    Answering = Callable[[str], Sequence[Elaboration | Answer]]
    Results = list[tuple[str, Sequence[Elaboration | Answer]]]


class StepSource(StrEnum):
    """Where the steps of an answer come from."""

    knowledge = "knowledge"
    network = "network"


Seed = Annotated[int, typer.Option(help="Seed of everything random.")]


@tabular("steps")
def elaborate(
    instruction: Annotated[str, typer.Argument(help="An instruction, such as 'wash the dog'.")] = "",
    file: Annotated[
        str | None, typer.Option(help="A how-to text, one step on each line or sentence; - for standard input.")
    ] = None,
    count: Annotated[int, typer.Option(min=1, max=20, help="Alternatives for each instruction.")] = 3,
    coverage: Annotated[
        float | None,
        typer.Option(min=0.01, max=0.999, help="As many as it takes for a good one to be there so often, such as 0.9."),
    ] = None,
    source: Annotated[StepSource, typer.Option("--from", help="Where the steps come from.")] = StepSource.knowledge,
    beams: Annotated[int, typer.Option(min=0, max=20, help="Network: beam search this wide; 0 draws.")] = 0,
    temperature: Annotated[float, typer.Option(min=0.0, max=2.0, help="Network: how daring to draw.")] = 0.6,
    model: Annotated[Path | None, typer.Option(help="A collection of your own, or a network's folder.")] = None,
    seed: Seed = 1,
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
    """Concrete steps for a terse instruction, with its tools and cautions.

    The steps come from a collection of everyday how-tos. What it does not
    know it says in one sentence, and names the nearest things it does know.
    The number is how sure it is that the entry is the right one.

    --coverage 0.9 gives all entries that may be meant, so many that a good
    one is among them in nine of ten cases, of the kind it was tried with.

    With --llm a language model of yours is asked about what the collection
    does not know; its steps are checked and marked (see docs/guides/llm.md).

    --from network draws steps from networks that learnt to cook; they
    answer everything, and outside the kitchen mostly wrongly.

    Examples:

    tacit steps elaborate "wash the dog"

    tacit steps elaborate --file howto.txt --json

    tacit steps elaborate "descale the kettle" --llm llm:qwen@http://127.0.0.1:8080/v1
    """
    from tacit.errors import UsageError
    from tacit.llm import Asking

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    if bool(instruction.strip()) == (file is not None):
        raise UsageError("give one instruction, such as 'wash the dog', or --file with several")
    steps = [instruction] if file is None else _steps_of(file)
    asking = Asking(llm, answers, mode, budget, parallel, timeout, dry_run)
    if llm is not None and source is StepSource.network:
        raise UsageError("--llm asks about what the collection does not know, so it does not go with --from network")
    if coverage is not None and (llm is not None or source is StepSource.network):
        raise UsageError(
            "--coverage is a promise about the collection, so it goes with neither --llm nor --from network"
        )
    with asking.opened(output.remark) as asked:
        if asked is not None:
            _with_model(output, asked, steps, model, count, ask, single=file is None, dry_run=dry_run)
            return
    if source is StepSource.network:
        answer = _from_network(model, count, beams, temperature, seed)
    else:
        answer = _from_knowledge(model, count, coverage)
    results, skipped = _answered(output, steps, answer, single=file is None)
    _print(output, results, skipped, single=file is None)


def _answered(output: Output, steps: Sequence[str], answer: Answering, *, single: bool) -> tuple[Results, int]:
    """The answers, and how many steps of a file had none because something is wrong with them."""
    from tacit.errors import InputError

    results: Results = []
    skipped = 0
    with output.progress() as bar:
        task = bar.add_task("elaborating", total=len(steps), rate="")
        for step in steps:
            try:
                results.append((step, answer(step)))
            except InputError as error:
                if single:
                    raise
                skipped += 1
                output.remark(f"{step[:40]!r}: {error}")
            bar.update(task, advance=1, rate=f"{bar.tasks[0].speed or 0:.1f}/s")
    return results, skipped


def _with_model(
    output: Output,
    asked: Model,
    steps: Sequence[str],
    folder: Path | None,
    count: int,
    ask: float,
    *,
    single: bool,
    dry_run: bool,
) -> None:
    """Knowledge first, the model for the rest."""
    from tacit import howto
    from tacit.howto.asking import AskingReader

    reader = AskingReader(howto.load(folder), asked, ask)
    if dry_run:
        show_forecast(output, asked.forecast(reader.questions(steps)))
        return
    results = list(zip(steps, reader.answers(steps, count=count), strict=True))
    _print(output, results, 0, single=single, costs=asked.costs.to_dict())


def _print(
    output: Output, results: Sequence[Any], skipped: int, *, single: bool, costs: dict[str, Any] | None = None
) -> None:
    plain = [_plain(step, found) for step, found in results]
    whole = plain[0] if single else {"steps": plain, "skipped": skipped}
    output.result(whole if costs is None else {**whole, "llm": costs}, _shown(results))


def _from_network(model: Path | None, count: int, beams: int, temperature: float, seed: int) -> Answering:
    from tacit.steps.drawing import load

    elaborator = load(model)
    return lambda step: elaborator.elaborate(step, count=count, beams=beams, temperature=temperature, seed=seed)


def _from_knowledge(model: Path | None, count: int, coverage: float | None) -> Answering:
    from tacit import howto

    reader = howto.load(model)
    return lambda step: reader.answers(step, count=count, coverage=coverage)


def _plain(step: str, found: Sequence[Elaboration | Answer]) -> dict[str, Any]:
    """The answers, or why there are none and what is known instead."""
    plain: dict[str, Any] = {"instruction": step, "alternatives": [each.to_dict() for each in found if each.steps]}
    for each in found:
        if not each.steps:
            plain |= {"why": getattr(each, "why", ""), "nearest": list(getattr(each, "nearest", ()))}
    return plain


def _steps_of(file: str) -> list[str]:
    from tacit import formats
    from tacit.errors import InputError
    from tacit.steps.elaborate import instructions_of

    steps = [step for document in formats.open(file) for step in instructions_of(document.text)]
    if not steps:
        raise InputError("there is no instruction in the file", path=file)
    return steps


def _shown(results: Sequence[tuple[str, Sequence[Elaboration | Answer]]]) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    return Group(*(Text.assemble(*part) for step, found in results for part in _parts(step, found)))


def _parts(step: str, found: Sequence[Elaboration | Answer]) -> Iterator[list[Any]]:
    yield [(step.strip(), "bold")]
    for version in found:
        if not version.steps:
            yield [f"  {getattr(version, 'why', '')}"]
            if nearest := getattr(version, "nearest", ()):
                yield [("  known: ", "dim"), "; ".join(nearest)]
            continue
        plain = version.to_dict()
        if getattr(version, "origin", "") == "the model":
            yield [("  from the language model, checked but not known to be right", "yellow")]
        else:
            yield [("  ", ""), (f"{plain['score']:.2f}", "dim"), ("  " + plain.get("entry", ""), "italic")]
        if plain.get("adapted"):
            yield [(f"  told for {plain['adapted']}; adapt it", "yellow")]
        for number, sentence in enumerate(version.steps, 1):
            yield [f"  {number}. {sentence}"]
        for name, words in _extras(plain):
            yield [(f"     {name}: ", "dim"), words]
    yield [""]


def _extras(plain: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What is shown below the steps: with a network the actions, else what is needed, the sign of success, cautions."""
    names = ("tools", "materials", "done", "caution") if "entry" in plain else ("tools", "actions")
    for name in names:
        value = plain[name]
        if value:
            yield name, value if isinstance(value, str) else (" " if name == "caution" else ", ").join(value)
