"""`tacit clarify conflicts`: do plausible clarifications exclude each other, and do two analysts agree?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacit.cli.clarify.options import Data, LabelsFile, ScoresFile, read_judged
from tacit.cli.common.options import number, table, working
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.tabular import tabular

if TYPE_CHECKING:
    from tacit.clarifications.conflict_analysis import Analysis, Chosen, Labels

First = Annotated[Path | None, typer.Option(help="An analyst's labels instead of what the rules say.")]
Second = Annotated[Path | None, typer.Option(help="Another analyst's labels: how far do they agree?")]
Least = Annotated[float, typer.Option(min=1, max=5, help="Clarifications rated so or better are compared.")]


@tabular("pairs")
def conflicts(
    data: Data,
    first: First = None,
    second: Second = None,
    least: Least = 4.5,
    out: Annotated[Path | None, typer.Option(help="Write the label of each pair to this TSV.")] = None,
    blank: Annotated[
        bool, typer.Option("--blank", help="In --out, leave the labels for an analyst to fill in.")
    ] = False,
    labels: LabelsFile = None,
    scores: ScoresFile = None,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Compare plausible clarifications: which exclude each other, and how (section 4 of the paper).

    An analyst's file is what --out --blank writes, with its column Label
    filled in: part and whole, different entity, group and subgroup,
    different question, different aspect, equivalent, or excluded for a
    sentence that shows none of the phenomena.

    Example:

        tacit clarify conflicts claire/dev --second mine.tsv
    """
    from tacit.clarifications.conflict_analysis import analysis, several_plausible, write_labels

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    with working(output, "comparing"):
        chosen = several_plausible(read_judged(data, labels, scores), least=least)
        one, other = analysts(chosen, first, second)
        found = analysis(chosen, one, other)
    if out is not None:
        write_labels(chosen, out, None if blank else one)
    output.result({**found.to_dict(), "pairs": [*_pairs(chosen, one)]})
    if not json:
        show_conflicts(output, found)
    output.remark(f"compared {len(one)} pairs of clarifications{f', wrote {out}' if out else ''}")


def analysts(chosen: list[Chosen], first: Path | None, second: Path | None) -> tuple[Labels, Labels | None]:
    """The labels of the first analyst, by default those of the rules, and of the second, if there is one."""
    from tacit.clarifications.conflict_analysis import labels_by_rules, read_labels

    one = labels_by_rules(chosen) if first is None else read_labels(first, chosen)
    return one, None if second is None else read_labels(second, chosen)


def show_conflicts(output: Output, found: Analysis) -> None:
    """Sentences, conflicts and their kinds by phenomenon; agreement, if there were two analysts."""
    shown = [
        (name, each.sentences, each.clarifications, each.conflicting, _listed(each.kinds))
        for name, each in (*found.phenomena.items(), ("all", found.total))
    ]
    output.stdout.print(table(("phenomenon", "sentences", "clarifications", "conflicting", "kinds"), shown))
    if found.agreement is None or found.agreement_by_phenomenon is None:
        return
    agreed = [
        (name, f"{each.agreed} of {each.sentences}", number(each.kappa), number(each.kappa_of_kinds))
        for name, each in (*found.agreement_by_phenomenon.items(), ("all", found.agreement))
    ]
    output.stdout.print(table(("phenomenon", "agreed sentences", "kappa", "kappa of kinds"), agreed))


def _listed(kinds: dict[str, int]) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in kinds.items())


def _pairs(chosen: list[Chosen], labels: Labels) -> Iterator[dict[str, object]]:
    for each in chosen:
        for pair in each.pairs:
            texts = {"first": each.text(pair[1]), "second": each.text(pair[2])}
            yield {"id": pair[0], "phenomenon": each.instruction.phenomenon.value, **texts, "label": labels[pair]}
