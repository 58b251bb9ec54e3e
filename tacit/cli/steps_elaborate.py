"""`tacit steps elaborate`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.cli.output import Json, Output, Quiet, Verbose

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tacit.steps.elaborate import Elaboration

Seed = Annotated[int, typer.Option(help="Seed of everything random.")]


def elaborate(
    instruction: Annotated[str, typer.Argument(help="An instruction, such as 'drain the pasta'.")] = "",
    file: Annotated[
        str | None, typer.Option(help="A how-to text, a step a line or sentence; - for standard input.")
    ] = None,
    count: Annotated[int, typer.Option(min=1, max=20, help="Alternatives for each instruction.")] = 3,
    beams: Annotated[int, typer.Option(min=0, max=20, help="Beam search this wide; 0 draws at random.")] = 0,
    temperature: Annotated[float, typer.Option(min=0.0, max=2.0, help="How daring to draw.")] = 0.6,
    model: Annotated[Path | None, typer.Option(help="A folder that gpt-finetuned was trained into.")] = None,
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Concrete steps for a terse instruction, with the tools and actions it assumes.

    Alternatives are drawn at random; those that fit the instruction best
    come first. The number is the geometric mean of their tokens'
    probabilities. Instructions that cannot be read, such as one of
    thousands of words, are passed over in a file.

    Example:

    tacit steps elaborate "drain the pasta"
    """
    from tacit.errors import InputError, UsageError
    from tacit.steps.elaborate import load

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    if bool(instruction.strip()) == (file is not None):
        raise UsageError("give one instruction, such as 'drain the pasta', or --file with several")
    steps = [instruction] if file is None else _steps_of(file)
    elaborator = load(model)
    results, skipped = [], 0
    with output.progress() as bar:
        task = bar.add_task("elaborating", total=len(steps), rate="")
        for step in steps:
            try:
                found = elaborator.elaborate(step, count=count, beams=beams, temperature=temperature, seed=seed)
                results.append((step, found))
            except InputError as error:
                if file is None:
                    raise
                skipped += 1
                output.remark(f"{step[:40]!r}: {error}")
            bar.update(task, advance=1, rate=f"{bar.tasks[0].speed or 0:.1f}/s")
    plain = [{"instruction": step, "alternatives": [each.to_dict() for each in found]} for step, found in results]
    output.result(plain[0] if file is None else {"steps": plain, "skipped": skipped}, _shown(results))


def _steps_of(file: str) -> list[str]:
    from tacit import formats
    from tacit.errors import InputError
    from tacit.steps.elaborate import instructions_of

    steps = [step for document in formats.open(file) for step in instructions_of(document.text)]
    if not steps:
        raise InputError("there is no instruction in the file", path=file)
    return steps


def _shown(results: list[tuple[str, list[Elaboration]]]) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    return Group(*(Text.assemble(*part) for step, found in results for part in _parts(step, found)))


def _parts(step: str, found: list[Elaboration]) -> Iterator[list[Any]]:
    yield [(step.strip(), "bold")]
    for version in found:
        yield [("\n  ", ""), (f"{version.score:.2f}", "dim")]
        for number, sentence in enumerate(version.steps, 1):
            yield [f"  {number}. {sentence}"]
        for name, words in (("tools", version.tools), ("actions", version.actions)):
            if words:
                yield [(f"     {name}: ", "dim"), ", ".join(words)]
    yield [""]
