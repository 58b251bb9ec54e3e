"""Chains: the event slots that one participant fills, in text order, and what type of participant it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from tacit.language.events import Event
from tacit.language.parse import Parse

ANY = "ANY"
PERSON, PEOPLE, SELF, THING = "PERSON", "PEOPLE", "SELF", "THING"

_PRONOUNS = {
    PERSON: "he him his himself she her hers herself you your yours yourself who whom",
    PEOPLE: "they them their theirs themselves we us our ours ourselves yourselves these those 'em",
    SELF: "i me my mine myself",
    THING: "it its itself this that which",
}
_PRONOUN_TYPES = {word: kind for kind, words in _PRONOUNS.items() for word in words.split()}


class HeadedMention(Protocol):
    """One mention of a cluster: a token range and its head token."""

    @property
    def start(self) -> int: ...  # noqa: D102
    @property
    def end(self) -> int: ...  # noqa: D102
    @property
    def head(self) -> int: ...  # noqa: D102


class ChainSlot(NamedTuple):
    """A row of the table of chains: participant number `chain` fills a slot of event number `event`.

    `chain_type` is a noun lemma, an entity label, PERSON, PEOPLE, SELF, THING or ANY; `mentions` counts the
    participant's mentions in the text.
    """

    chain: int
    event: int
    verb: str
    role: str
    preposition: str
    chain_type: str
    mentions: int


def chain_of_heads(clusters: Iterable[Iterable[HeadedMention]]) -> dict[int, int]:
    """The number of the cluster of each mention's head token."""
    return {mention.head: number for number, cluster in enumerate(clusters) for mention in cluster}


def number_participants(events: Iterable[Event], clusters: Sequence[Iterable[HeadedMention]]) -> dict[int, int]:
    """The number of the participant that each head token stands for.

    Clusters keep their number; participants outside all clusters get numbers after them, in text order.
    """
    numbers = chain_of_heads(clusters)
    outside = {slot.participant.head for event in events for slot in event.slots} - numbers.keys()
    return numbers | {head: len(clusters) + offset for offset, head in enumerate(sorted(outside))}


def find_chains(
    parse: Parse,
    events: Sequence[Event],
    clusters: Sequence[Sequence[HeadedMention]],
    *,
    singletons: bool = False,
) -> list[ChainSlot]:
    """The slots that each participant fills, chain by chain, each in text order.

    With `singletons` participants outside all clusters are chains of one mention. The addressee that imperatives
    imply is one participant.
    """
    heads = number_participants(events, clusters) if singletons else chain_of_heads(clusters)
    members: dict[int, list[int]] = {}
    for head, chain in heads.items():
        members.setdefault(chain, []).append(head)
    types = {number: chain_type(parse, tokens) for number, tokens in members.items()}
    rows = [
        ChainSlot(number, index, event.lemma, slot.role, slot.preposition, types[number], len(members[number]))
        for index, event in enumerate(events)
        for slot in event.slots
        if (number := heads.get(slot.participant.head)) is not None
    ]
    return sorted(rows, key=lambda row: (row.chain, row.event))


def chain_type(parse: Parse, heads: Iterable[int]) -> str:
    """What kind of participant these mentions are, by the rules of the schemas paper's own program.

    The most frequent common-noun lemma, if a single one is; else the entity label, if there is one only; else
    PERSON, PEOPLE, SELF or THING from the pronouns; else ANY.
    """
    tokens = [head for head in heads if head >= 0]
    lemmas = Counter(parse.lemmas[token].lower() for token in tokens if parse.pos[token] == "NOUN")
    if lemma := _single_most_frequent(lemmas):
        return lemma
    labels = {parse.entity_of[token] for token in tokens} - {"", "O", "MISC"}
    if len(labels) == 1:
        return labels.pop()
    words = (parse.words[token].lower() for token in tokens)
    pronouns = Counter(_PRONOUN_TYPES[word] for word in words if word in _PRONOUN_TYPES)
    return _single_most_frequent(pronouns) or ANY


_SUBJECT_FORMS = {
    form: subject
    for subject, forms in (
        ("I", "i me my mine myself"),
        ("we", "we us our ours ourselves"),
        ("you", "you your yours yourself yourselves"),
        ("he", "he him his himself"),
        ("she", "she her hers herself"),
        ("they", "they them their theirs themselves"),
        ("it", "it its itself"),
    )
    for form in forms.split()
}


def chain_name(parse: Parse, mentions: Sequence[HeadedMention]) -> str:
    """What a participant is best called: by its first proper name, else its first noun, else its first pronoun.

    A pronoun is named as a subject: a participant of whom only "us" and "our" are said is "we".
    """
    for kind in ("PROPN", "NOUN"):
        for mention in mentions:
            if parse.pos[mention.head] == kind:
                return " ".join(parse.text_between(mention.start, mention.end).split())
    name = " ".join(parse.text_between(mentions[0].start, mentions[0].end).split())
    return _SUBJECT_FORMS.get(name.lower(), name)


def _single_most_frequent(counts: Counter[str]) -> str:
    ranked = counts.most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return ""
    return ranked[0][0]
