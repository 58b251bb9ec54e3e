"""A system of coreference measured as one experiment, with predicted mentions and parses.

>>> from tacit.language.coreference.experiment import CoreferenceOptions, run
>>> CoreferenceOptions(test="ontogum/dev", against="sieve").system
'ranker'
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tacit.comparison import Comparison, beside, compare
from tacit.errors import UsageError
from tacit.frames import FrameKind, frame_of
from tacit.language.coreference import load
from tacit.language.coreference.asking import asking_ranker
from tacit.language.coreference.evaluate import CoreferenceEvaluation, contributions, score_documents, total
from tacit.language.coreference.gold import GoldDocument, read_gold
from tacit.language.coreference.metrics import CoreferenceScore
from tacit.language.coreference.seen import is_copy, seen_by
from tacit.language.coreference.task import CoreferenceSystem
from tacit.llm import Asking
from tacit.llm.asking import NO_MODEL, alone
from tacit.progress import Progress, Remarks, no_progress, no_remarks
from tacit.seen import unseen

DEFAULT = "ranker"
STYLE_OF = {"ranker": "ontonotes", "ranker-litbank": "litbank"}
"""The systems that can be trained, and the style of annotation that each follows."""
_METRICS = ("muc", "b_cubed", "ceaf", "lea", "mentions")


@dataclass(frozen=True, slots=True, kw_only=True)
class CoreferenceOptions:
    """Which system is measured on which CoNLL documents.

    A ranker is trained on the folders of `train`, by style of annotation; without them it is used as it was trained
    before, as `against` is, a second system on the same documents. Without `singletons` gold clusters of one mention do
    not count. Documents that one of the systems has learnt from are left out, but for `keep_seen`. A language model, if
    `asking` names one, picks among the ranker's antecedents of the least certain pronouns, a share of each document's,
    `ask`; as the `system` itself, `llm:MODEL@URL`, it does so for all.
    """

    test: str | Path
    system: str = DEFAULT
    train: Mapping[str, Sequence[str | Path]] = field(default_factory=dict)
    singletons: bool = True
    against: str | None = None
    keep_seen: bool = False
    seed: int = 1
    asking: Asking = NO_MODEL
    ask: float = 0.2

    def __post_init__(self) -> None:
        system = alone(self.system, self.asking, DEFAULT)[0]
        if not self.train:
            return
        if system not in STYLE_OF:
            raise UsageError(f"`train` trains {' or '.join(STYLE_OF)}, not {system!r}: leave out `train`, or `system`")
        if (style := STYLE_OF[system]) not in self.train:
            raise UsageError(f"{system} follows the style {style}: give `train` {style}=FOLDER, or another `system`")


@dataclass(frozen=True, slots=True)
class CoreferenceResult:
    """All figures, how many documents the system had learnt from, what a language model took, and the comparison."""

    system: str
    figures: CoreferenceEvaluation
    seen: int | None
    costs: Mapping[str, Any] | None = None
    comparison: Comparison | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        return {
            "system": self.system,
            **self.figures.to_dict(),
            "seen_in_training": self.seen,
            **beside(self.costs, self.comparison),
        }

    def to_frame(self, kind: FrameKind = "pandas") -> Any:
        """A row for each metric."""
        scores: dict[str, CoreferenceScore] = {name: getattr(self.figures.scores, name) for name in _METRICS}
        return frame_of(
            [
                {"metric": name, "precision": each.precision, "recall": each.recall, "f1": each.f1}
                for name, each in scores.items()
            ],
            kind,
        )


def run(
    options: CoreferenceOptions, *, remarks: Remarks = no_remarks, progress: Progress = no_progress
) -> CoreferenceResult:
    """Measure a system, and compare it with another."""
    small, asking, by_itself = alone(options.system, options.asking, DEFAULT)
    with tempfile.TemporaryDirectory() as folder:
        name = _trained(small, options, folder, progress) if options.train else small
        loaded, known = load(name), seen_by(name)
    documents = _parsed(options.test, progress)
    keep, what = options.keep_seen, "documents"
    documents, seen = unseen(documents, known, is_copy, learnt=small, keep=keep, what=what, remarks=remarks)
    if options.against is not None:
        second, known = load(options.against), seen_by(options.against)
        documents, _ = unseen(documents, known, is_copy, learnt=options.against, keep=keep, what=what, remarks=remarks)

    def scored(system: CoreferenceSystem) -> list[CoreferenceEvaluation]:
        return score_documents(system, documents, singletons=options.singletons, progress=progress)

    with asking.opened(remarks) as model:
        system = loaded if model is None else asking_ranker(loaded, model, options.ask, alone=by_itself)
        own = scored(system)
        costs = None if model is None else model.costs.to_dict()
    result = CoreferenceResult(options.system, total(own), seen, costs)
    if options.against is None:
        return result
    both = contributions(own), contributions(scored(second))
    return replace(result, comparison=compare(*both, names=(options.system, options.against), seed=options.seed))


def _trained(system: str, options: CoreferenceOptions, folder: str, progress: Progress) -> str:
    """The name of a ranker that has learnt from the documents given, and is kept in a folder."""
    from tacit.language.coreference.systems.tacit.learning import RankerRecipe
    from tacit.language.coreference.train import train

    train(options.train, folder, recipe=RankerRecipe(seed=options.seed), progress=progress)
    return f"{system}:{folder}"


def _parsed(test: str | Path, progress: Progress) -> list[GoldDocument]:
    documents: list[GoldDocument] = []
    for document in read_gold(test):
        documents.append(document)
        progress("parsing", len(documents), 0)
    return documents
