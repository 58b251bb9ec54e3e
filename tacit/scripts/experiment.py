"""A system of scripts measured as one experiment: hidden events found again, and descriptions of events clustered.

>>> from tacit.scripts.experiment import ScriptOptions, run
>>> ScriptOptions(test=["inscript/val"], against="frequent").system
'tacit'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from tacit import formats
from tacit.comparison import Comparison, beside, compare
from tacit.documents import Document
from tacit.errors import UsageError
from tacit.frames import FrameKind, frame_of
from tacit.llm import Asking
from tacit.llm.asking import NO_MODEL, alone
from tacit.progress import Progress, Remarks, no_progress, no_remarks
from tacit.scripts.asking import AskingOmissions
from tacit.scripts.evaluate import ScriptEvaluation, contributions, evaluate
from tacit.scripts.learn import MentionedText, read_texts
from tacit.scripts.paraphrase_sets import ClusteringScore, check_given, evaluate_clusters, features_of, read_gold
from tacit.scripts.seen import is_copy, seen_by
from tacit.scripts.train import DEFAULT, ScriptKnowledge, create, learn_base, load
from tacit.seen import unseen


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptOptions:
    """Which system is measured on which texts with labelled script events, `test`, or gold sets of `paraphrases`.

    Its scripts are learnt from `train`; without it they are those of its folder or of tacit. With `labels_only` what a
    text tells is taken from its labels alone, with `words_only` descriptions are clustered without the sentence
    encoder. `against` is a second system on the same texts, as far as both have scripts for them. Texts that one of
    them has learnt from are left out, but for `keep_seen`. A language model, if `asking` names one, picks among the
    first proposals for the least certain share, `ask`; as the `system` itself, `llm:MODEL@URL`, it does so always.
    """

    test: Sequence[str | Path] = ()
    system: str = DEFAULT
    train: Sequence[str | Path] = ()
    paraphrases: Sequence[str | Path] = ()
    words_only: bool = False
    labels_only: bool = False
    against: str | None = None
    keep_seen: bool = False
    seed: int = 0
    asking: Asking = NO_MODEL
    ask: float = 0.2

    def __post_init__(self) -> None:
        if not self.test and not self.paraphrases:
            raise UsageError("give `test`, `paraphrases` or both")
        if self.against is not None and not self.test:
            raise UsageError("`against` compares two systems on `test`: give it, too")
        check_given(self.paraphrases, self.words_only)


@dataclass(frozen=True, slots=True)
class ScriptResult:
    """How many hidden events are proposed, how well descriptions are clustered, or both.

    Beside them how many texts the scripts were learnt from, what a language model took, and the comparison.
    """

    system: str
    recall: ScriptEvaluation | None = None
    seen: int | None = None
    clusters: ClusteringScore | None = None
    costs: Mapping[str, Any] | None = None
    comparison: Comparison | None = None

    @property
    def figures(self) -> dict[str, Any]:
        """What was measured, under one name each; where events were hidden, `n` counts these."""
        found: dict[str, Any] = {"system": self.system}
        if self.recall is not None:
            found |= {**self.recall.to_dict(), "seen_in_training": self.seen}
        if self.clusters is not None:
            clusters = asdict(self.clusters)
            if self.recall is not None:
                clusters["descriptions"] = clusters.pop("n")
            found |= clusters
        return found

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        return {
            **self.figures,
            **beside(self.costs, self.comparison),
        }

    def to_frame(self, kind: FrameKind = "pandas") -> Any:
        """One row with all figures."""
        return frame_of([self.figures], kind)


def run(options: ScriptOptions, *, remarks: Remarks = no_remarks, progress: Progress = no_progress) -> ScriptResult:
    """Hide events and find them again, cluster descriptions, or both."""
    found = _measured(options, remarks, progress) if options.test else ScriptResult(options.system)
    if not options.paraphrases:
        return found
    progress("clustering", 0, 0)
    gold = read_gold(_documents(options.paraphrases))
    clusters = evaluate_clusters(gold, features=features_of(options.words_only), seed=options.seed)
    progress("clustering", 1, 1)
    return replace(found, clusters=clusters)


def _measured(options: ScriptOptions, remarks: Remarks, progress: Progress) -> ScriptResult:
    learnt = _documents(options.train)
    small, asking, by_itself = alone(options.system, options.asking, DEFAULT)
    tested = _documents(options.test)

    def fresh(system: str, documents: list[Document]) -> tuple[list[Document], int | None]:
        seen = seen_by(system, documents)
        return unseen(tested, seen, is_copy, learnt=system, keep=options.keep_seen, remarks=remarks)

    tested, seen = fresh(small, learnt)
    other = [] if ":" in (options.against or "") else learnt
    if options.against is not None:
        tested, _ = fresh(options.against, other)
    knowledge = _knowledge(small, learnt, progress)
    progress("reading", 0, 0)
    texts = read_texts(tested)
    progress("reading", 1, 1)
    from_text = not options.labels_only
    with asking.opened(remarks) as model:
        if model is not None:
            share = 1.0 if by_itself else options.ask
            knowledge = replace(knowledge, system=AskingOmissions(knowledge.system, model, share, alone=by_itself))
        progress("hiding events", 0, 0)
        recall = evaluate(knowledge, texts, from_text=from_text)
        progress("hiding events", 1, 1)
        costs = None if model is None else model.costs.to_dict()
    comparison = None
    if options.against is not None:
        second = _knowledge(options.against, other, progress)
        shared = _known_to_both(knowledge, second, texts)
        both = (contributions(each, shared, from_text=from_text) for each in (knowledge, second))
        comparison = compare(*both, names=(options.system, options.against), seed=options.seed)
    return ScriptResult(options.system, recall, seen, costs=costs, comparison=comparison)


def _known_to_both(
    first: ScriptKnowledge, second: ScriptKnowledge, texts: Mapping[str, Sequence[MentionedText]]
) -> dict[str, Sequence[MentionedText]]:
    return {
        scenario: each
        for scenario, each in texts.items()
        if all(knowledge.base.labelled(scenario) is not None for knowledge in (first, second))
    }


def _documents(paths: Sequence[str | Path]) -> list[Document]:
    return [document for path in paths for document in formats.open(path)]


def _knowledge(system: str, train: list[Document], progress: Progress) -> ScriptKnowledge:
    """A system with scripts that were learnt from these texts or, without any, as they were learnt before."""
    if not train:
        return load(system)
    progress("learning", 0, 0)
    base = learn_base(train)
    progress("learning", 1, 1)
    untrained, weights = create(system), base.weights.get(system)
    return ScriptKnowledge(base, untrained if weights is None else untrained.restore(weights))
