"""`tacit steps fill`: fill the blanks of a text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular
from tacit.cli.steps.cloze import Answers, Approved
from tacit.cli.steps.shared import (
    Decoding,
    Seed,
    System,
)

if TYPE_CHECKING:
    from rich.table import Table

BLANK = "___"


@tabular("blanks")
def fill(
    abstract: Annotated[str, typer.Argument(help="An abstract instruction, such as 'drain the pasta'.")],
    concrete: Annotated[str, typer.Argument(help=f"A concrete one; {BLANK} stands for each missing word.")],
    system: System = "tacit",
    approved: Approved = None,
    answers: Answers = "restricted",
    decoding: Decoding = "marginal",
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Fill the blanks of one concrete instruction, from left to right.

    A blank of several words has as many signs. With --decoding paper a
    transducer draws five fillings at a low temperature, each blank from one
    place of the abstract instruction, and the likeliest as a whole counts.

    Example:

    tacit steps fill "drain the pasta" "tip it into a ___ in the ___"
    """
    from tacit.errors import InputError
    from tacit.steps.data import instruction
    from tacit.steps.experiment import set_conditions
    from tacit.steps.task import Template
    from tacit.steps.train import load

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    words = instruction(concrete)
    template = Template(instruction(abstract), words, tuple(word != BLANK for word in words))
    if not template.blanked:
        raise InputError(f"there is no blank to fill; write {BLANK} for each missing word")
    loaded = load(system)
    set_conditions(loaded, answers, approved, decoding, seed=seed)
    [guesses] = loaded.fill([template], oracle=False)
    filled = list(words)
    for place, guess in zip(template.blanked, guesses, strict=True):
        filled[place] = guess.words[0]
    plain = {
        "system": system,
        "abstract": template.abstract,
        "filled": filled,
        "blanks": [
            {"place": place, "words": guess.words[:5]} for place, guess in zip(template.blanked, guesses, strict=True)
        ],
    }
    output.result(plain, _shown(filled, [guess.words[:5] for guess in guesses]))


def _shown(filled: list[str], guesses: list[tuple[str, ...]]) -> Table:
    from tacit.cli.common.options import table

    rows = [(f"blank {number}", ", ".join(words)) for number, words in enumerate(guesses, 1)]
    return table((), [("filled", " ".join(filled)), *rows])
