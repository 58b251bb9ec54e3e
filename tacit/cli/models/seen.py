"""`tacit models`: the folders of trained models, whatever their task, and language models to be had."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.common.options import working
from tacit.cli.common.output import Json, Output, Quiet, Verbose

if TYPE_CHECKING:
    from tacit.seen import Seen


def seen(
    model: Annotated[Path, typer.Option(help="The model folder.")],
    task: Annotated[str, typer.Option(help="scenarios, steps, clarifications, scripts, coreference or endings.")],
    train: Annotated[list[str], typer.Option("--train", help="What it was trained on; repeatable.")],
    none: Annotated[
        list[str], typer.Option("--none", help="Texts about no scenario that it was trained on; repeatable.")
    ] = [],  # noqa: B006 (typer copies it)
    calibrate: Annotated[
        list[str], typer.Option("--calibrate", help="Clarifications that its class balance was learnt from.")
    ] = [],  # noqa: B006
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Write down what a model was trained on, as hashes: seen.npz in its folder.

    The train commands do so themselves. Whoever measures the model later on
    texts that stand in its training data is told, and they are left out.

    Example:

        tacit models seen --model my-model --task scenarios --train train.xml --none stories.tsv
    """
    from tacit.errors import InputError
    from tacit.files import holds

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    if not holds((model / "config.json").is_file):
        raise InputError("is not a model folder: it has no config.json", path=model)
    with working(output, "reading"):
        found = learnt_from(task, train, none, calibrate)
    found.save(model)
    hashes = sum(len(part.kept) for part in found.parts.values())
    output.result({"task": task, "model": str(model), "parts": list(found.parts), "hashes": hashes})
    output.remark(f"wrote {hashes:,} hashes to {model}")


def learnt_from(task: str, train: list[str], none: list[str], calibrate: list[str]) -> Seen:
    """The hashes of a task's training files, as its own train command takes them."""
    from tacit.errors import UsageError

    if none and task != "scenarios":
        raise UsageError("--none is for scenarios: only they learn from texts about nothing")
    if calibrate and task != "clarifications":
        raise UsageError("--calibrate is for clarifications: only they learn a class balance")
    if task == "scenarios":
        return _scenarios(train, none)
    if task == "clarifications":
        return _clarifications(train, calibrate)
    readers = {"steps": _steps, "scripts": _scripts, "coreference": _coreference, "endings": _endings}
    if task not in readers:
        known = ", ".join(("scenarios", "clarifications", *readers))
        raise UsageError(f"the models of {task!r} do not say what they have learnt from; those of {known} do")
    return readers[task](train)


def _scenarios(train: list[str], none: list[str]) -> Seen:
    from tacit.scenarios import load_inventory
    from tacit.scenarios.data import read_training
    from tacit.scenarios.seen import learnt_from

    return learnt_from(read_training(train, none, load_inventory()))


def _clarifications(train: list[str], calibrate: list[str]) -> Seen:
    from tacit.clarifications.data import read_training
    from tacit.clarifications.seen import learnt_from

    return learnt_from(read_training(train), read_training(calibrate, prefer="dev"))


def _steps(train: list[str]) -> Seen:
    from tacit.steps.data import read_templates
    from tacit.steps.seen import learnt_from

    return learnt_from(read_templates(train))


def _scripts(train: list[str]) -> Seen:
    from tacit import formats
    from tacit.scripts.seen import learnt_from

    return learnt_from(document for path in train for document in formats.open(path))


def _coreference(train: list[str]) -> Seen:
    from tacit.language.coreference.seen import learnt_from, words_of_files

    return learnt_from(words_of_files(train))


def _endings(train: list[str]) -> Seen:
    from tacit.endings.data import read_training
    from tacit.endings.seen import learnt_from

    return learnt_from(*read_training(train))
