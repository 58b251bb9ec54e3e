"""`tacit steps knowledge`: what alignments teach."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.stages import watched
from tacit.cli.common.tables import association_rows
from tacit.cli.common.tabular import tabular
from tacit.cli.steps.align import Transducer, aligner_of

if TYPE_CHECKING:
    from tacit.steps.knowledge import StepKnowledge


@tabular(each=association_rows)
def knowledge(
    words: Annotated[list[str] | None, typer.Argument(help="Words to look up; without any, the most frequent.")] = None,
    corpus: Annotated[
        list[str], typer.Option("--corpus", help="Align these pairs instead of using the table that ships.")
    ] = [],  # noqa: B006
    out: Annotated[Path | None, typer.Option(help="Write the table of --corpus into this folder.")] = None,
    concrete: Annotated[bool, typer.Option("--concrete", help="Only look up as concrete words (tools).")] = False,
    abstract: Annotated[bool, typer.Option("--abstract", help="Only look up as abstract words.")] = False,
    top: Annotated[int, typer.Option(min=1, help="Associations to show for a word.")] = 10,
    min_count: Annotated[int, typer.Option(min=1, help="How often two must have been aligned.")] = 2,
    system: Transducer = "transducer",
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Look up which tools and actions instructions take for granted.

    From the how-to collection: what a thing (strainer) is for, and what an
    instruction (change a tyre) needs. From the alignments of a transducer
    over a corpus, sorted by PMI: what an abstract word (pasta) stands for,
    and which abstract words a tool or an action (whisk) is for; as in the
    paper's Table 3.

    Examples:

    tacit steps knowledge strainer "change a tyre"

    tacit steps knowledge eggs whisk "cutting board"

    tacit steps knowledge --corpus pairs.tsv --out table
    """
    from tacit.errors import UsageError
    from tacit.report.alignment import terminal as alignment_terminal

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    if out is not None and not corpus:
        raise UsageError("--out keeps the table of a corpus: name it with --corpus")
    table = _learnt(output, corpus, system) if corpus else _stored(system)
    if out is not None:
        table.save(out)
        output.remark(f"wrote a table of {len(table.counts):,} tuples to {out}")
    looked_up = [" ".join(word.lower().split()) for word in words or []]
    plain: dict[str, Any] = {} if corpus else _collected(output, looked_up, top)
    for to_concrete in [way for way, only in ((True, concrete), (False, abstract)) if not only]:
        chosen = looked_up or table.frequent(abstract=to_concrete, count=top)
        look_up = table.concrete_for if to_concrete else table.abstract_for
        found = {word: look_up(word, min_count=min_count)[:top] for word in chosen}
        plain["concrete_for" if to_concrete else "abstract_for"] = {
            word: [each.to_dict() for each in tuples] for word, tuples in found.items()
        }
        if not json:
            output.stdout.print(alignment_terminal.associations(found, to_concrete=to_concrete, top=top))
    output.result(plain)


def _collected(output: Output, asked: list[str], top: int) -> dict[str, Any]:
    """What the how-to collection knows of each thing or instruction."""
    from rich.text import Text

    from tacit import howto
    from tacit.howto.lookup import uses_of

    reader = howto.load()
    uses = {word: uses_of(reader.collection.entries, word)[:top] for word in asked}
    needs = {word: answer for word in asked if (answer := reader.answer(word)).known}
    if not output.as_json:
        for word, found in uses.items():
            if found:
                output.stdout.print(Text(f"{word} is for", style="bold"))
                output.stdout.print(Text("\n".join(f"  {use.do}" for use in found)))
        for word, answer in needs.items():
            needed = ", ".join((*answer.tools, *answer.materials)) or "nothing"
            output.stdout.print(Text(f"{word} needs", style="bold"), Text(needed))
    return {
        "uses": {word: [use.to_dict() for use in found] for word, found in uses.items()},
        "needs": {word: [*answer.tools, *answer.materials] for word, answer in needs.items()},
    }


def _stored(system: str) -> StepKnowledge:
    from tacit.steps.knowledge import StepKnowledge
    from tacit.steps.train import model_folder

    return StepKnowledge.load(model_folder(system))


def _learnt(output: Output, corpus: list[str], system: str) -> StepKnowledge:
    from tacit.steps.data import read_pairs
    from tacit.steps.train import learn_knowledge

    aligner = aligner_of(system)
    with watched(output) as progress:
        return learn_knowledge(aligner, read_pairs(corpus), words=aligner.candidates, progress=progress)
