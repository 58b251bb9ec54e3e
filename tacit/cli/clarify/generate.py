"""`tacit clarify generate`: fillers for a place in a sentence."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tacit.cli.common.llm import AnswersFile, AnswersMode, Llm
from tacit.cli.common.options import table
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular


@tabular("fillers")
def generate(
    sentence: Annotated[str, typer.Argument(help="The sentence, with ______ where something is left out.")],
    phenomenon: Annotated[
        str, typer.Option(help="implicit reference, fused head, noun compound or metonymy.")
    ] = "implicit reference",
    title: Annotated[str, typer.Option(help="The title of the text.")] = "",
    previous: Annotated[str, typer.Option(help="What stands before the sentence.")] = "",
    following: Annotated[str, typer.Option(help="What stands after it.")] = "",
    count: Annotated[int, typer.Option(min=1, max=100, help="Fillers to show.")] = 10,
    llm: Llm = None,
    answers: AnswersFile = None,
    mode: AnswersMode = "record",
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """List fillers for a blank, best first, and four of different meanings.

    With --llm a language model of yours thinks of some as well.

    Example:

        tacit clarify generate "Rinse ______ before you assemble the pump."
    """
    from tacit.clarifications import Instruction, Phenomenon
    from tacit.clarifications.generate import FillerGenerator
    from tacit.errors import UsageError
    from tacit.linter.asking import AskingLinter
    from tacit.llm import Asking

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    if phenomenon not in list(Phenomenon):
        raise UsageError(f"there is no phenomenon {phenomenon!r}; there are {', '.join(Phenomenon)}")
    before, blank, after = sentence.partition(Instruction.BLANK)
    if not blank:
        raise UsageError(f"the sentence has no blank: write {Instruction.BLANK} where something is left out")
    place = Instruction("", Phenomenon(phenomenon), before, after, (), title, "", previous, following)
    generator = FillerGenerator()
    candidates = generator.generate(place)
    diverse = generator.diverse(place, candidates)
    shown = candidates[:count]
    plain: dict[str, Any] = {
        "fillers": [{"text": each.text, "score": each.score} for each in shown],
        "diverse": diverse,
    }
    with Asking(llm, answers, mode).opened(output.remark) as model:
        if model is not None:
            thought_of = AskingLinter(model, 1.0).fillers(place)
            plain |= {"model": thought_of, "llm": model.costs.to_dict()}
            output.remark(f"the model thinks of: {', '.join(thought_of) or 'nothing usable'}")
    output.result(plain, table(("filler", "log p"), ((each.text, f"{each.score:.1f}") for each in shown)))
    output.remark(f"of different meanings: {', '.join(diverse)}")
