"""Generate fillers for a place in a sentence, and measure how good they are."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from tacit.cli.llm import AnswersFile, AnswersMode, Asking, Llm
from tacit.cli.output import Json, Output, Quiet, Verbose
from tacit.cli.scenarios.shared import number, table
from tacit.cli.stages import watched
from tacit.cli.tabular import tabular


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
    from tacit.clarifications.asking import AskingLinter
    from tacit.clarifications.generate import Generator
    from tacit.errors import UsageError

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    if phenomenon not in list(Phenomenon):
        raise UsageError(f"there is no phenomenon {phenomenon!r}; there are {', '.join(Phenomenon)}")
    before, blank, after = sentence.partition(Instruction.BLANK)
    if not blank:
        raise UsageError(f"the sentence has no blank: write {Instruction.BLANK} where something is left out")
    place = Instruction("", Phenomenon(phenomenon), before, after, (), title, "", previous, following)
    generator = Generator()
    candidates = generator.generate(place)
    diverse = generator.diverse(place, candidates)
    shown = candidates[:count]
    plain: dict[str, Any] = {
        "fillers": [{"text": each.text, "score": each.score} for each in shown],
        "diverse": diverse,
    }
    with Asking(llm, answers, mode).opened(output) as model:
        if model is not None:
            thought_of = AskingLinter(model, 1.0).fillers(place)
            plain |= {"model": thought_of, "llm": model.costs.to_dict()}
            output.remark(f"the model thinks of: {', '.join(thought_of) or 'nothing usable'}")
    output.result(plain, table(("filler", "log p"), ((each.text, f"{each.score:.1f}") for each in shown)))
    output.remark(f"of different meanings: {', '.join(diverse)}")


@tabular()
def evaluate_generation(
    test: Annotated[list[str], typer.Option("--test", help="Judged clarifications, as for evaluate; repeatable.")],
    labels: Annotated[Path | None, typer.Option(help="The labels of --test, if not beside it.")] = None,
    limit: Annotated[int, typer.Option(min=0, help="Only so many sentences; 0 takes all.")] = 0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Measure generation: is a plausible filler among the best, and in the four?

    Example:

        tacit clarify evaluate-generation --test claire/dev
    """
    from tacit.clarifications import read_instructions
    from tacit.clarifications.generate import Generator
    from tacit.clarifications.generation_quality import measure

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    judged = [each for path in test for each in read_instructions(path, labels=labels)]
    judged = judged[:limit] if limit else judged
    with watched(output) as progress:
        quality = measure(Generator(), judged, progress=progress)
    rows = [(name, *map(number, shares)) for name, shares in quality.phenomena.items()]
    rows.append(("all", number(quality.top_share), number(quality.diverse_share)))
    output.result(quality.to_dict(), table(("phenomenon", "top 100", "diverse 4"), rows))
