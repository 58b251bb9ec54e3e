"""`tacit clarify statistics`: the tables of the paper for any rated data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.cli.clarify.conflicts import First, Least, Second, analysts, show_conflicts
from tacit.cli.clarify.options import Data, LabelsFile, ScoresFile, read_judged
from tacit.cli.common.options import Seed, number, table, working
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.seen import KeepSeen
from tacit.cli.common.stages import watched
from tacit.cli.common.tables import phenomenon_rows
from tacit.cli.common.tabular import tabular

if TYPE_CHECKING:
    from rich.table import Table

    from tacit.clarifications.conflict_analysis import Analysis
    from tacit.clarifications.tables import Confusions, Distribution, SeriousError
    from tacit.clarifications.task import Instruction, Judgement


@tabular(each=phenomenon_rows)
def statistics(
    data: Data,
    system: Annotated[
        str | None, typer.Option(help="A trained judge (tacit, or NAME:FOLDER) for tables 7 and 8; else none.")
    ] = None,
    folds: Annotated[int, typer.Option(min=0, help="Adjust its class balance to the other folds; 0: not.")] = 0,
    keep_seen: KeepSeen = False,
    examples: Annotated[int, typer.Option(min=0, help="Errors of each phenomenon to show in table 8.")] = 1,
    first: First = None,
    second: Second = None,
    least: Least = 4.5,
    labels: LabelsFile = None,
    scores: ScoresFile = None,
    seed: Seed = 1,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Count as the paper does: tables 3, 4, 5, 7 and 8.

    3: fillers of each class. 4: sentences with several clearly plausible
    clarifications. 5: conflicts between these, and with --second how far two
    analysts agree. With --system also 7: gold classes by predicted ones, and
    8: the errors between implausible and plausible it was surest of; both
    without the sentences that it has learnt from.

    Example:

        tacit clarify statistics claire/dev --system tacit --folds 5
    """
    from tacit.clarifications.conflict_analysis import analysis, several_plausible
    from tacit.clarifications.experiment import judged as judged_by
    from tacit.clarifications.seen import is_copy, seen_by
    from tacit.clarifications.tables import class_distribution, distributions, several_by_phenomenon
    from tacit.clarifications.train import load
    from tacit.seen import unseen

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    judged = read_judged(data, labels, scores)
    with working(output, "counting"):
        shares = {**distributions(judged), "all": class_distribution(judged)}
        chosen = several_plausible(judged, least=least)
        several = several_by_phenomenon(chosen)
        conflicts = analysis(chosen, *analysts(chosen, first, second))
    judge = _Judge()
    if system is not None:
        known = seen_by(system, folds=folds)
        tested, seen = unseen(
            judged, known, is_copy, learnt=system, keep=keep_seen, what="sentences", remarks=output.remark
        )
        with watched(output) as progress:
            judgements = judged_by(load(system), tested, folds=folds, seed=seed, progress=progress)
        judge = _Judge.of(data, tested, judgements, examples, seen)
    plain = {
        "table_3": {name: asdict(each) for name, each in shares.items()},
        "table_4": {name: asdict(each) for name, each in several.items()},
        "table_5": conflicts.to_dict(),
    }
    output.result({"system": system, **plain, **judge.to_dict()})
    if not json:
        _show(output, shares, conflicts)
        judge.show(output)


@dataclass(frozen=True, slots=True)
class _Judge:
    """Tables 7 and 8, and how many sentences the judge had learnt from; nothing without a judge."""

    confusions: dict[str, Confusions] | None = None
    errors: list[SeriousError] | None = None
    seen: int | None = None

    @classmethod
    def of(
        cls,
        data: str,
        tested: list[Instruction],
        judgements: list[tuple[Judgement, ...]],
        examples: int,
        seen: int | None,
    ) -> _Judge:
        from tacit.clarifications.data import data_file
        from tacit.clarifications.tables import confusions, serious_errors
        from tacit.mining.build import read_origins

        human = read_origins(data_file(data))
        errors = serious_errors(tested, judgements, most=examples, human=human)
        return cls(confusions(tested, judgements), errors, seen)

    def to_dict(self) -> dict[str, Any]:
        confusions, errors = self.confusions, self.errors
        return {
            "table_7": None if confusions is None else {name: asdict(each) for name, each in confusions.items()},
            "table_8": None if errors is None else [each.to_dict() for each in errors],
            "seen_in_training": self.seen,
        }

    def show(self, output: Output) -> None:
        for name, each in (self.confusions or {}).items():
            output.stdout.print(f"Table 7, {name}: accuracy {number(each.accuracy)}")
            output.stdout.print(_matrix(each))
        if self.errors is not None:
            output.stdout.print("Table 8: the errors it was surest of")
        for error in self.errors or ():
            output.stdout.print(_error(error), markup=False)


def _show(output: Output, shares: dict[str, Distribution], conflicts: Analysis) -> None:
    rows = [
        (name, each.sentences, *(_share(count, each.n) for count in each.classes.values()), each.n,
         f"{each.plausible_per_sentence:.2f}")
        for name, each in shares.items()
    ]  # fmt: skip
    columns = ("phenomenon", "sentences", "implausible", "neutral", "plausible", "total", "plausible per sentence")
    output.stdout.print("Table 3: classes")
    output.stdout.print(table(columns, rows))
    output.stdout.print("Tables 4 and 5: sentences with several clearly plausible clarifications, and conflicts")
    show_conflicts(output, conflicts)


def _share(count: int, total: int) -> str:
    return f"{count} ({count / total:.0%})" if total else str(count)


def _matrix(found: Confusions) -> Table:
    from tacit.clarifications.task import CLASSES

    names = [label.lower() for label in CLASSES]
    rows = [(name, *row, number(recall)) for name, row, recall in
            zip(names, found.matrix, found.recalls.values(), strict=True)]  # fmt: skip
    return table(("actual / predicted", *names, "recall"), rows)


def _error(error: SeriousError) -> str:
    inserted = f"; the writer's: {error.human}" if error.human is not None else ""
    said = f"{error.predicted.lower()} for {error.label.lower()} ({error.probability:.2f})"
    return f"{error.phenomenon}, {error.title}: {error.sentence.strip()} – {error.filler}{inserted}. {said}"
