"""`tacit clarify train-linter`: teach the ranker."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose

if TYPE_CHECKING:
    from tacit.learning.nested import NestedReport
    from tacit.linter.rank_training import MarkedCandidate


def train_linter(
    marked: Annotated[list[str], typer.Argument(help="Folders of texts with marks in place, or with editors' marks.")],
    out: Annotated[Path, typer.Option(help="The model folder to write.")],
    texts: Annotated[
        list[Path] | None, typer.Option(help="Instructions (.toml, .md, .txt) to learn from what goes with which verb.")
    ] = None,
    odd: Annotated[
        bool, typer.Option("--odd", help="Of texts with editors' marks learn from the odd numbers only.")
    ] = False,
    nested: Annotated[
        bool, typer.Option("--nested", help="Say also what choosing the recipe anew brings on unseen texts; slower.")
    ] = False,
    seeds: Annotated[int, typer.Option(min=1, help="Ways to split the texts for --nested.")] = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Teach the ranker which candidates readers stumble over.

    What things go with which verbs is learnt from --texts, or taken from the
    shipped model. The threshold is chosen by cross-validation over the texts.
    With --nested the strength of the regression and the number of trees are
    chosen anew for each fifth of the texts, without seeing it: average
    precision there (outer) and where they were chosen (inner).

    Example:

        tacit clarify train-linter data/manuals tests/clarifications/howtos --odd --texts data/howto --out linter
    """
    from tacit.linter.rank_training import examples_of, learn, read_marked, report
    from tacit.linter.ranker import shipped
    from tacit.linter.training_texts import learnt_preferences

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    found = read_marked(marked, keep=lambda manual: not odd or manual.number % 2 == 1)
    preferences = learnt_preferences(texts) if texts else shipped().preferences
    with output.progress() as bar:
        task = bar.add_task("reading", total=len(found), rate="")
        examples = examples_of(found, preferences, on_text=lambda: bar.advance(task))
    ranker, said = learn(examples, preferences)
    ranker.save(out)
    figures = {"texts": len(found), **report(examples, ranker, said), "out": str(out)}
    chosen = _nested(output, examples, seeds) if nested else None
    if chosen is not None:
        figures["nested"] = chosen.to_dict()
    output.result(figures)
    if not json:
        for name, value in figures.items():
            if name != "nested":
                output.stdout.print(f"{name}: {value}", markup=False, highlight=False)
        for line in chosen.lines() if chosen is not None else ():
            output.stdout.print(line, markup=False, highlight=False)


def _nested(output: Output, examples: list[MarkedCandidate], seeds: int) -> NestedReport:
    from tacit.linter.rank_choice import nested_choice

    with output.progress() as bar:
        task = bar.add_task("choosing", total=5 * seeds, rate="")
        return nested_choice(examples, outer=5, seeds=range(seeds), on_fold=lambda: bar.advance(task))
