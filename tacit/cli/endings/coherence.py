"""Train and measure what tells a sentence that has strayed into a story."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.stages import watched
from tacit.cli.common.tabular import tabular
from tacit.cli.endings.shared import Seed

if TYPE_CHECKING:
    from tacit.endings.coherence.training import CoherenceMeasure

Stories = Annotated[list[str], typer.Argument(help="Files, folders or globs of whole stories.")]

Most = Annotated[int | None, typer.Option(min=2, help="The first so many stories of each file or folder.")]


def train_coherence(
    stories: Stories,
    out: Annotated[Path, typer.Option(help="The model folder to write.")],
    most: Most = None,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Teach what tells a stranger from the sentences of a story, from stories alone.

    Sentences of other stories are put into each. A quarter of the stories is kept back: there it is set that one in
    fifty sentences that belong is marked, and measured how many strangers are.

    Example:

    tacit endings train-coherence stories.tsv narratives.jsonl --out coherence
    """
    from tacit.backbones import encoder
    from tacit.endings.coherence.training import learn
    from tacit.endings.data import read_stories

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    found = [story for path in stories for story in read_stories([path], most=most)]
    with watched(output, "coherence") as progress:
        judge, measured = learn(found, encoder.load().encode, seed=seed, progress=progress)
    judge.save(out)
    output.result({"stories": len(found), "odd": judge.odd, "kept_back": measured.to_dict(), "output": str(out)})
    output.remark(_told(measured))


@tabular()
def evaluate_coherence(
    stories: Stories,
    model: Annotated[Path | None, typer.Option(help="A model folder; the shipped one by default.")] = None,
    most: Most = None,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Measure how many sentences are wrongly marked, and how many strangers are found.

    Example:

    tacit endings evaluate-coherence stories.tsv --json
    """
    from tacit.backbones import encoder
    from tacit.endings.coherence.model import SHIPPED, CoherenceJudge
    from tacit.endings.coherence.training import measure
    from tacit.endings.data import read_stories

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    judge = CoherenceJudge.load(model or SHIPPED)
    found = [story for path in stories for story in read_stories([path], most=most)]
    with watched(output, "coherence") as progress:
        measured = measure(judge, found, encoder.load().encode, seed=seed, progress=progress)
    output.result(measured.to_dict())
    output.remark(_told(measured))


def _told(measured: CoherenceMeasure) -> str:
    return (
        f"{measured.texts} stories: {measured.false_marks:.1%} of {measured.sentences} sentences marked wrongly,"
        f" {measured.found:.0%} of {measured.strangers} strangers found"
    )
