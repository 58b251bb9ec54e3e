"""The NASTEA task (Simonson and Davis 2016): do the roles of the schemas that a text tells hold its salient entities?

Of each text the schemas with the most presence are taken; who fills a slot of theirs is predicted to be salient.
Gold are entities that enough readers named when they summed the text up, as GUM marks them.
"""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tacit.documents import Annotation, Document, Span
from tacit.errors import InputError
from tacit.formats.parts.blanked import is_blanked
from tacit.language import coreference
from tacit.language.analysis import analyse
from tacit.language.chains import number_participants
from tacit.language.coreference import Cluster, Mention
from tacit.language.events import find_events
from tacit.language.parse import Parse
from tacit.layout import prose
from tacit.progress import Progress, no_progress
from tacit.schemas.match import match
from tacit.schemas.narrative import EventNarrative, narrative_from
from tacit.schemas.task import Schema

_LOG = logging.getLogger(__name__)
GOLD = "gold"
"""The coreference of the file itself, in place of a system's."""
MENTIONS = 2
"""Mentions from which on a participant is predicted: chains are made of those that the text comes back to."""
SYSTEMS = ("schemas", "frequent", "first-sentence", "arguments")


@dataclass(frozen=True, slots=True)
class Tale:
    """A text with gold: its narrative, the entity each participant stands for, and which entities are salient.

    `sizes` counts the mentions of each participant that has several; `mentions` those of each gold entity; `opening`
    are the entities of the first sentence.
    """

    narrative: EventNarrative
    sizes: Mapping[int, int]
    entity_of: Mapping[int, str]
    salient: frozenset[str]
    mentions: Mapping[str, int]
    opening: frozenset[str]


@dataclass(frozen=True, slots=True)
class SalienceScore:
    """Precision, recall and F1, each the mean over texts, and the number of texts."""

    n: int
    precision: float
    recall: float
    f1: float

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return {"n": self.n, "precision": self.precision, "recall": self.recall, "f1": self.f1}


def tales(documents: Iterable[Document], *, raters: int = 3, resolver: str = GOLD) -> Iterator[Tale]:
    """The texts that have salient entities; an `InputError` for one whose mentions do not say which are.

    Those whose words are blanked (GUM's reddit documents) are left out, and a warning says so.
    """
    for document in documents:
        if is_blanked(document):
            _LOG.warning("%r has underscores in place of words and is left out", document.id)
            continue
        if not any("salience" in mention.features for mention in document.layer("mentions")):
            raise InputError(f"the text {document.id!r} has no gold salience: mentions need the field 'salience'")
        tale = _tale(document, raters, resolver)
        if tale.salient:
            yield tale


def _tale(document: Document, raters: int, resolver: str) -> Tale:
    parse = analyse(prose(document))
    gold = _gold_clusters(document, parse)
    clusters = list(gold.values()) if resolver == GOLD else coreference.load(resolver).resolve(parse)
    events = find_events(parse)
    narrative = narrative_from(parse, events, clusters, id=document.id)
    mentions = [mention for mention in document.layer("mentions") if "chain" in mention.features]
    first = document.sentences[0].span if len(document.sentences) else Span(0, 0)
    return Tale(
        narrative,
        {number: len(cluster) for number, cluster in enumerate(clusters)},
        _entity_of(number_participants(events, clusters), gold),
        frozenset(_name(m) for m in mentions if str(m.features.get("salience", "")).count("s") >= raters),
        Counter(_name(mention) for mention in mentions),
        frozenset(_name(mention) for mention in mentions if first.contains(mention.span)),
    )


def _name(mention: Annotation) -> str:
    return str(mention.features["chain"])


def _entity_of(numbers: Mapping[int, int], gold: Mapping[str, Cluster]) -> dict[int, str]:
    """For each participant the gold entity that most of its heads are heads of, if any."""
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    for name, cluster in gold.items():
        for mention in cluster:
            if mention.head in numbers:
                counts[numbers[mention.head]][name] += 1
    return {number: names.most_common(1)[0][0] for number, names in counts.items()}


def _gold_clusters(document: Document, parse: Parse) -> dict[str, Cluster]:
    """The entities of the file as clusters on the tokens of our own parse, found by the heads of their mentions."""
    token_at = {place: token for token in range(len(parse)) for place in range(parse.starts[token], parse.ends[token])}
    clusters: dict[str, Cluster] = {}
    taken: set[int] = set()
    # The smallest mention comes first, so that each word is the head of the phrase it is nearest to.
    for mention in sorted(document.layer("mentions"), key=lambda mention: len(mention.span)):
        head = token_at.get(_head_place(document, mention))
        if "chain" not in mention.features or head is None or head in taken:
            continue
        taken.add(head)
        tokens = [token_at[place] for place in range(mention.start, mention.end) if place in token_at]
        clusters.setdefault(_name(mention), []).append(Mention(tokens[0], tokens[-1] + 1, head))
    return {name: sorted(cluster) for name, cluster in clusters.items()}


def _head_place(document: Document, mention: Annotation) -> int:
    """Where the head of a gold mention begins: GUM counts the words of its least span from 1."""
    words = list(document.tokens.within(mention.span))
    last = str(mention.features.get("minspan", "")).split(",")[-1]
    number = int(last) - 1 if last.isdecimal() and len(last) < 6 else len(words) - 1
    return words[number].start if 0 <= number < len(words) else mention.start


def predicted(tale: Tale, schemas: Sequence[Schema], top: int, minimum: int = MENTIONS) -> set[str]:
    """The entities in the roles of the `top` schemas, of those that the text mentions at least so often."""
    found = match(schemas, tale.narrative, top=top, minimum_events=1)
    return _entities(tale, (filler.participant for one in found for filler in one.fillers), minimum)


def _entities(tale: Tale, participants: Iterable[int], minimum: int) -> set[str]:
    """The gold entities that participants stand for; those that stand for none keep their number, and are wrong."""
    chosen = [number for number in participants if tale.sizes.get(number, 1) >= minimum]
    return {tale.entity_of.get(number, f"#{number}") for number in chosen}


def evaluate(
    tales: Sequence[Tale],
    schemas: Sequence[Schema],
    *,
    top: int = 10,
    minimum: int = MENTIONS,
    system: str = "schemas",
    progress: Progress = no_progress,
) -> SalienceScore:
    """Score one system over texts.

    `frequent` takes as many of the most often mentioned entities as the schemas take entities, `first-sentence` all
    of the first sentence, `arguments` everyone who takes part in any event and is mentioned often enough.
    """
    scores = []
    for number, tale in enumerate(tales, 1):
        scores.append(_scores(_guess(tale, schemas, top, minimum, system), tale.salient))
        progress("finding entities", number, len(tales))
    if not scores:
        raise InputError("no text with a salient entity")
    means = [sum(column) / len(scores) for column in zip(*scores, strict=True)]
    return SalienceScore(len(scores), *means)


def _guess(tale: Tale, schemas: Sequence[Schema], top: int, minimum: int, system: str) -> set[str]:
    if system == "first-sentence":
        return set(tale.opening)
    if system == "arguments":
        return _entities(tale, (who for event in tale.narrative.events for _, who in event.fillers), minimum)
    chosen = predicted(tale, schemas, top, minimum)
    if system == "frequent":
        ranked = sorted(tale.mentions.items(), key=lambda entity: (-entity[1], entity[0]))
        return {name for name, _ in ranked[: len(chosen)]}
    return chosen


def _scores(guess: set[str], gold: frozenset[str]) -> tuple[float, float, float]:
    """Precision, recall and F1 of one text; who predicts nothing is right in nothing."""
    right = len(guess & gold)
    return (right / len(guess) if guess else 0.0, right / len(gold), 2 * right / (len(guess) + len(gold)))
