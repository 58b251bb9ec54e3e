"""Read a passage by its script: which events it tells, which it leaves out, and why one may say so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tacit.documents import Annotation, Document, Layer, Span
from tacit.scripts.matching import Matcher
from tacit.scripts.mentions import SCRIPT_EVENTS, told_in
from tacit.scripts.omitting import Trust, named, omissions
from tacit.scripts.order import precedence
from tacit.scripts.recognising import TOLD, Floats, Recogniser, Wordings
from tacit.scripts.task import OmissionSystem, Script
from tacit.values import Features

if TYPE_CHECKING:
    from tacit.scripts.asking import EventAsker

SCRIPTS = "scripts"
"""The layer of passages with the scripts they follow; features `told` and `left_out`, in typical order."""
PROPOSED = 5
LEAST_TOLD = 2
"""Events of a learnt script that a passage must tell for others to be missing: a single one may be told in passing."""
LEAST_SHARE = 0.2
"""What fewer texts tell is not called left out, in a learnt script."""


class Told(NamedTuple):
    """An event that the passage tells, where, and how likely."""

    event: int
    span: Span
    probability: float


class LeftOut(NamedTuple):
    """An event that the passage does not tell; `after` and `before` are told events it usually stands between.

    `because` is a told event that cannot be without it.
    """

    event: int
    probability: float
    share: float
    after: int | None
    before: int | None
    because: int | None = None


class ScriptReading(NamedTuple):
    """What one passage makes of a script; all mentions of its events, told and left-out events in typical order."""

    script: Script
    mentions: tuple[Told, ...]
    told: tuple[Told, ...]
    left_out: tuple[LeftOut, ...]


class Passage(NamedTuple):
    """The pieces of a passage's sentences, with their vectors; `near` numbers sentences that only stand near it."""

    text: str
    sentences: tuple[tuple[int, int], ...]
    parts: tuple[tuple[int, int, int], ...]
    vectors: Floats
    near: tuple[int, ...] = ()


def read_written(
    passage: Passage,
    wordings: Wordings,
    recogniser: Recogniser,
    weights: Mapping[str, float] | None,
    trust: Trust | None = None,
    asker: EventAsker | None = None,
) -> ScriptReading:
    """Compare a passage with a script that a person wrote.

    `trust` says how sure one must be of what is left out; `asker` has a language model's word on what is unsure.
    """
    trust = trust or Trust()
    script = wordings.script
    found = recogniser.told(wordings, passage.text, passage.parts, passage.vectors, passage.near)
    if asker is not None:
        found = asker.told(passage.text, passage.sentences, script, found)
    told = tuple(Told(*each) for each in found if each.probability >= TOLD)
    shares = script.shares() if script.tellings else [0.0] * len(script.events)
    possible = omissions(script, [each.probability for each in found], len(passage.sentences), weights, trust)
    if asker is not None:
        possible = asker.omitted(passage.text, passage.sentences, script, possible)
    omitted = tuple(
        LeftOut(each.event, each.probability, shares[each.event], each.after, each.before, each.because)
        for each in named(possible, trust)
    )
    return ScriptReading(script, told, told, omitted)


def within(reading: ScriptReading, span: Span) -> ScriptReading:
    """The part of a reading that a passage tells itself; nothing is said to be left out."""
    told = tuple(each for each in reading.told if span.overlaps(each.span))
    mentions = tuple(each for each in reading.mentions if span.overlaps(each.span))
    return ScriptReading(reading.script, mentions, told, ())


def read_passage(
    document: Document, span: Span, script: Script, matcher: Matcher, system: OmissionSystem
) -> ScriptReading:
    """Compare a passage of a document that has the layers of `tacit.language` with a script learnt from texts."""
    mentions = [mention for mention in told_in(document) if span.contains(mention.span)]
    positions = [(mention.span.start - span.start) / max(1, len(span)) for mention in mentions]
    matches = zip(mentions, matcher.match(mentions, positions), strict=True)
    found = [
        Told(match.event, mention.span, match.probability) for mention, match in matches if match.event is not None
    ]
    first: dict[int, Told] = {}
    for each in found:
        first.setdefault(each.event, each)
    told = tuple(first[event] for event in sorted(first))
    return ScriptReading(script, tuple(found), told, _left_out(script, [each.event for each in found], system))


def _left_out(script: Script, told: Sequence[int], system: OmissionSystem) -> tuple[LeftOut, ...]:
    """Nothing is missing from a passage that hardly tells the script."""
    if len(set(told)) < LEAST_TOLD:
        return ()
    shares = script.shares()
    before = precedence(script.tellings, len(script.events))
    likely = [each for each in system.propose(script, told) if shares[each.event] >= LEAST_SHARE][:PROPOSED]
    found = []
    for event, probability in sorted(likely):
        earlier = [each for each in set(told) if before[each, event] > before[event, each]]
        later = [each for each in set(told) if before[each, event] < before[event, each]]
        found.append(LeftOut(event, probability, shares[event], max(earlier, default=None), min(later, default=None)))
    return tuple(found)


def script_layers(document: Document, readings: Sequence[tuple[Annotation, ScriptReading]]) -> list[Layer]:
    """What was read, as layers; passages are those of the layer `scenarios`."""
    passages, mentions = [], []
    for passage, reading in readings:
        names = [event.name for event in reading.script.events]
        features = {
            "told": [
                {"event": names[each.event], "start": each.span.start, "end": each.span.end,
                 "probability": round(each.probability, 3)}
                for each in reading.told
            ],
            "left_out": [
                {"event": names[each.event], "probability": round(each.probability, 3), "share": round(each.share, 3),
                 "after": "" if each.after is None else names[each.after],
                 "before": "" if each.before is None else names[each.before], "why": why(reading.script, each)}
                for each in reading.left_out
            ],
            "texts": len(reading.script.tellings),
        }  # fmt: skip
        scenario = reading.script.scenario
        passages.append(Annotation(passage.spans, (scenario,), Features(features), SCRIPTS))
        for each in reading.mentions:
            mark = {"scenario": scenario, "probability": round(each.probability, 3)}
            mentions.append(Annotation((each.span,), (names[each.event],), Features(mark), SCRIPTS))
    return [Layer(SCRIPTS, passages), Layer(SCRIPT_EVENTS, mentions)]


def why(script: Script, omission: LeftOut) -> str:
    """Why one may say that an event happened, in a few words; '' where there are only counts to go by."""
    event = script.events[omission.event]
    if omission.because is not None:
        return f"it goes with “{script.events[omission.because].name}”"
    if event.usual == "always":
        return "it always belongs to it"
    return "it mostly belongs to it" if event.usual == "mostly" else ""
