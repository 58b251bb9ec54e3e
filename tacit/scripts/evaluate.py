"""How well a reader knows what a text leaves out, and how well events are told from each other.

Left-out events: of a text whose script events are labelled, one event is hidden at a time, with all its mentions. The
reader then proposes events that the text leaves out; recall@k is the share of hidden events among its first k
proposals. Which events the rest of the text tells, it either learns from the labels or has to find in the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from tacit.comparison import Measured
from tacit.errors import InputError
from tacit.scripts.learn import MentionedText
from tacit.scripts.matching import Matcher
from tacit.scripts.systems.frequent import Frequent
from tacit.scripts.task import OmissionSystem, Script
from tacit.scripts.train import ScriptKnowledge

PROPOSED = 5


class HiddenEvent(NamedTuple):
    """A hidden event, which the script may lack, and the events that the rest of its text tells, in order."""

    script: Script
    hidden: int | None
    told: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Recall:
    """Shares of hidden events among the first five proposals, and in first place."""

    at_5: float
    at_1: float


@dataclass(frozen=True, slots=True)
class ScriptEvaluation:
    """All figures of one system; `n` counts hidden events.

    `text_` figures are those where the told events have to be found in the text, `baseline_` those of the scenario's
    most frequent events that the text does not tell.
    """

    n: int
    texts: int
    recall_at_5: float
    recall_at_1: float
    baseline_recall_at_5: float
    baseline_recall_at_1: float
    text_recall_at_5: float | None = None
    text_recall_at_1: float | None = None
    text_baseline_recall_at_5: float | None = None
    text_baseline_recall_at_1: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


def evaluate(
    knowledge: ScriptKnowledge, texts: Mapping[str, Sequence[MentionedText]], *, from_text: bool = True
) -> ScriptEvaluation:
    """Hide each labelled event of each text once; `from_text` also measures reading without labels, which is slower."""
    known = _known(knowledge, texts)
    cases = [case for scenario, script in known.items() for text in texts[scenario] for case in hidden(script, text)]
    if not cases:
        raise InputError("no text labels its script events, as those of InScript do")
    ours, baseline = recall(knowledge.system, cases), recall(Frequent(), cases)
    found = (len(cases), sum(map(len, texts.values())), ours.at_5, ours.at_1, baseline.at_5, baseline.at_1)
    if not from_text:
        return ScriptEvaluation(*found)
    read = [case for scenario, script in known.items() for case in hidden_in_text(script, texts[scenario])]
    ours, baseline = recall(knowledge.system, read), recall(Frequent(), read)
    return ScriptEvaluation(*found, ours.at_5, ours.at_1, baseline.at_5, baseline.at_1)


def _known(knowledge: ScriptKnowledge, texts: Mapping[str, Sequence[MentionedText]]) -> dict[str, Script]:
    scripts = {scenario: knowledge.base.labelled(scenario) for scenario in texts}
    known = {scenario: script for scenario, script in scripts.items() if script is not None}
    if not known:
        raise InputError(f"there is no script for {', '.join(sorted(texts))}")
    return known


def contributions(
    knowledge: ScriptKnowledge, texts: Mapping[str, Sequence[MentionedText]], *, from_text: bool = True
) -> dict[str, Measured]:
    """What each text adds to the figures, for a comparison with another system that has the same scripts."""
    labelled: list[list[HiddenEvent]] = []
    read: list[list[HiddenEvent]] = []
    for scenario, script in _known(knowledge, texts).items():
        matcher = Matcher(script)
        for text in texts[scenario]:
            labelled.append(list(hidden(script, text)))
            if from_text:
                read.append(list(_hidden_as_found(script, matcher, text)))
    found = _recalls("recall", knowledge.system, labelled)
    return found | (_recalls("text_recall", knowledge.system, read) if from_text else {})


def _recalls(name: str, system: OmissionSystem, cases: Sequence[Sequence[HiddenEvent]]) -> dict[str, Measured]:
    figures = [(len(each), recall(system, each)) for each in cases]
    return {
        f"{name}_at_5": Measured.ratio([(each.at_5 * n, n) for n, each in figures]),
        f"{name}_at_1": Measured.ratio([(each.at_1 * n, n) for n, each in figures]),
    }


def hidden(script: Script, text: MentionedText) -> Iterator[HiddenEvent]:
    """The cases of one text, with told events by their labels."""
    number = _numbers(script)
    for label in _labels(text):
        rest = [mention.label for mention in text.mentions if mention.label not in ("", label)]
        yield HiddenEvent(script, number.get(label), tuple(number[each] for each in rest if each in number))


def hidden_in_text(script: Script, texts: Sequence[MentionedText]) -> Iterator[HiddenEvent]:
    """The same with told events as they are found.

    Not looked at are the mentions of the hidden event, and whatever else in their sentences has no label of its own:
    that may be the rest of it, as 'undressed' in 'got undressed'.
    """
    matcher = Matcher(script)
    for text in texts:
        yield from _hidden_as_found(script, matcher, text)


def _hidden_as_found(script: Script, matcher: Matcher, text: MentionedText) -> Iterator[HiddenEvent]:
    number = _numbers(script)
    found = matcher.match(text.mentions, text.positions)
    sentences = text.sentences or range(len(text.mentions))
    told = list(zip(text.mentions, found, sentences, strict=True))
    for label in _labels(text):
        cut = {sentence for mention, _, sentence in told if mention.label == label}
        seen = [
            match for mention, match, place in told if mention.label != label and (mention.label or place not in cut)
        ]
        kept = tuple(match.event for match in seen if match.event is not None)
        yield HiddenEvent(script, number.get(label), kept)


def recall(system: OmissionSystem, cases: Sequence[HiddenEvent]) -> Recall:
    """An event that is taken for told cannot be proposed, and one that the script lacks is never found."""
    ranks = []
    proposed = system.propose_many([(case.script, case.told) for case in cases])
    for case, proposals in zip(cases, proposed, strict=True):
        order = [proposal.event for proposal in proposals]
        ranks.append(order.index(case.hidden) if case.hidden in order else len(order) + PROPOSED)
    count = max(1, len(ranks))
    return Recall(sum(rank < PROPOSED for rank in ranks) / count, sum(rank == 0 for rank in ranks) / count)


def _numbers(script: Script) -> dict[str, int]:
    """A gold event type is the event that was learnt from mentions with its label."""
    return {event.label: number for number, event in enumerate(script.events) if event.label}


def _labels(text: MentionedText) -> list[str]:
    return sorted({mention.label for mention in text.mentions} - {""})
