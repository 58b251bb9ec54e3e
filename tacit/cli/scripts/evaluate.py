"""`tacit scripts evaluate`: how well left-out events are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tacit.cli.common import against as pairwise
from tacit.cli.common.llm import (
    AnswersFile,
    AnswersMode,
    Ask,
    Asking,
    BudgetOption,
    Llm,
    Parallel,
    Timeout,
    alone,
)
from tacit.cli.common.options import number, table, working
from tacit.cli.common.output import Json, Output, Quiet, Verbose
from tacit.cli.common.seen import KeepSeen, unseen
from tacit.cli.common.tabular import tabular
from tacit.cli.scripts.shared import Gold, WordsOnly, check_paraphrases, read_documents

if TYPE_CHECKING:
    from tacit.comparison import Comparison
    from tacit.documents import Document
    from tacit.scripts.learn import MentionedText
    from tacit.scripts.paraphrase_sets import ClusteringScore
    from tacit.scripts.train import ScriptKnowledge


@tabular()
def evaluate(
    test: Annotated[list[str], typer.Option("--test", help="Texts with labelled script events; repeatable.")] = [],  # noqa: B006
    system: Annotated[str, typer.Option(help="A system by name, or NAME:FOLDER with other scripts.")] = "tacit",
    train: Annotated[list[str], typer.Option("--train", help="Learn scripts from these first; repeatable.")] = [],  # noqa: B006
    paraphrases: Gold = [],  # noqa: B006
    words_only: WordsOnly = False,
    labels_only: Annotated[bool, typer.Option("--labels-only", help="Do not read without labels; faster.")] = False,
    against: pairwise.Against = None,
    bar: Annotated[float, typer.Option(min=0, max=1, help="Exit with 1 if recall at 5 is lower.")] = 0.0,
    keep_seen: KeepSeen = False,
    seed: Annotated[int, typer.Option(help="Seed of everything random.")] = 0,
    llm: Llm = None,
    ask: Ask = 0.2,
    answers: AnswersFile = None,
    mode: AnswersMode = "record",
    budget: BudgetOption = None,
    parallel: Parallel = 4,
    timeout: Timeout = 120.0,
    json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Hide each labelled event of each text: is it proposed as left out?

    Recall at 5 and at 1, with what else is told taken from the labels, and
    once more (text) as it is found in the text; the baseline proposes the
    scenario's most frequent events. With --paraphrases: B-cubed of clusters
    of event descriptions against gold sets. Texts that the scripts were
    learnt from are left out of --test. --against measures a second system
    on the same texts, as far as both have scripts for them. With --llm a
    language model picks among the first proposals where the system is least
    certain (--ask, a fifth); --system llm:MODEL@URL has it pick always.

    Example:

        tacit scripts evaluate --test inscript/val
    """
    from dataclasses import asdict, replace

    from tacit.errors import UsageError
    from tacit.scripts import evaluate as evaluation
    from tacit.scripts.asking import AskingOmissions
    from tacit.scripts.learn import read_texts

    output = Output(as_json=json, quiet=quiet, verbose=verbose)
    if not test and not paraphrases:
        raise UsageError("give --test, --paraphrases or both")
    if against is not None and not test:
        raise UsageError("--against compares two systems on --test: give it, too")
    check_paraphrases(paraphrases, words_only)
    figures: dict[str, Any] = {"system": system}
    recall = comparison = None
    costs: dict[str, Any] = {}
    if test:
        learnt = list(read_documents(train))
        small, llm, by_itself = alone(system, llm, "tacit")
        tested, seen = _unseen(output, list(read_documents(test)), small, learnt, keep_seen)
        if against is not None:
            tested, _ = _unseen(output, tested, against, [] if ":" in against else learnt, keep_seen)
        knowledge = _knowledge(output, small, learnt)
        with working(output, "reading"):
            read = read_texts(tested)
        asking = Asking(llm, answers, mode, budget, parallel, timeout)
        with asking.opened(output) as model, working(output, "hiding events"):
            if model is not None:
                asked = AskingOmissions(knowledge.system, model, 1.0 if by_itself else ask, alone=by_itself)
                knowledge = replace(knowledge, system=asked)
            found = evaluation.evaluate(knowledge, read, from_text=not labels_only)
            if model is not None:
                costs = {"llm": model.costs.to_dict()}
        if against is not None:
            other = _knowledge(output, against, [] if ":" in against else learnt)
            comparison = _compared(system, against, knowledge, other, read, not labels_only, seed)
        figures |= {**found.to_dict(), "seen_in_training": seen}
        recall = found.recall_at_5
    if paraphrases:
        with working(output, "clustering"):
            clusters = asdict(_clustering(paraphrases, words_only, seed))
        if test:  # then n counts hidden events
            clusters["descriptions"] = clusters.pop("n")
        figures |= clusters
    rows = [(name, value if isinstance(value, str) else number(value)) for name, value in figures.items()]
    output.result(figures | costs | pairwise.plain(comparison), table((), rows))
    pairwise.show(output, comparison)
    if recall is not None and recall < bar:
        raise typer.Exit(1)


def _compared(
    system: str,
    against: str,
    first: ScriptKnowledge,
    second: ScriptKnowledge,
    texts: Mapping[str, Sequence[MentionedText]],
    from_text: bool,
    seed: int,
) -> Comparison:
    from tacit.scripts.evaluate import contributions

    shared = {
        scenario: each
        for scenario, each in texts.items()
        if all(knowledge.base.labelled(scenario) is not None for knowledge in (first, second))
    }
    one, other = (contributions(knowledge, shared, from_text=from_text) for knowledge in (first, second))
    return pairwise.compared(system, against, one, other, seed)


def _unseen(
    output: Output, tested: list[Document], system: str, learnt: list[Document], keep: bool
) -> tuple[list[Document], int | None]:
    """The texts to test on that the scripts were not learnt from: from these texts, or those that their folder says."""
    from tacit.scripts.base import SHIPPED
    from tacit.scripts.seen import is_copy, learnt_from
    from tacit.seen import Seen

    folder = system.partition(":")[2]
    known = learnt_from(learnt) if learnt else Seen.load(Path(folder) if folder else SHIPPED)
    found = None if known is None else partial(is_copy, seen=known)
    return unseen(output, tested, found, learnt=system, keep=keep)


def _knowledge(output: Output, system: str, train: list[Document]) -> ScriptKnowledge:
    from tacit.scripts.train import ScriptKnowledge, create, learn_base, load

    if not train:
        return load(system)
    with working(output, "learning"):
        base = learn_base(train)
        untrained = create(system)
        weights = base.weights.get(system)
        return ScriptKnowledge(base, untrained if weights is None else untrained.restore(weights))


def _clustering(paths: list[str], words_only: bool, seed: int) -> ClusteringScore:
    from tacit.scripts.paraphrase import FEATURES, WORDS_ONLY
    from tacit.scripts.paraphrase_sets import evaluate_clusters, read_gold

    features = WORDS_ONLY if words_only else FEATURES
    return evaluate_clusters(read_gold(read_documents(paths)), features=features, seed=seed)
