"""Learn scripts from texts that say which scenario they are about."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from statistics import fmean
from typing import NamedTuple

from tacit.documents import Document
from tacit.errors import InputError
from tacit.scenarios.layers import SCENARIOS
from tacit.scripts.base import canonical
from tacit.scripts.clustering import cluster
from tacit.scripts.labels import readable
from tacit.scripts.mentions import read_many
from tacit.scripts.order import precedence, typical_order
from tacit.scripts.paraphrase import Described, Paraphrase
from tacit.scripts.task import EventMention, Form, Script, ScriptEvent

LEAST_TEXTS = 2
LEAST_SHARE = 0.08
"""An event belongs to a script if two texts and this share of all texts tell it."""
LEAST_LIFT = 1.5
"""… and if texts about this scenario tell it so many times as often as texts about others."""
MOST_EVENTS = 25
MOST_WORDINGS = 600
"""Different wordings of a scenario that are clustered; all are compared with all."""
FULLER, FULLER_MENTIONS = 0.4, 3
"""How frequent a longer wording must be, against the most frequent one and at least, to name an event instead."""
FORMS_KEPT, OTHERS_KEPT, NOUNS_KEPT = 20, 120, 5
_COLOURLESS = """
    be become begin believe decide do feel guess happen have hope keep know let like love make mean need realise realize
    remember say seem start stay tell think try want wish
"""
COLOURLESS = frozenset(_COLOURLESS.split())
"""Verbs that say nothing about what happens in a scenario unless they have an object."""


class MentionedText(NamedTuple):
    """The mentions of one text, where each stands in it, between 0 and 1, and in which sentence, if that is known."""

    mentions: tuple[EventMention, ...]
    positions: tuple[float, ...]
    sentences: tuple[int, ...] = ()

    @classmethod
    def of(cls, document: Document, mentions: Sequence[EventMention]) -> MentionedText:
        """Mentions with their places."""
        positions = tuple(each.span.start / max(1, len(document.text)) for each in mentions)
        starts = [sentence.start for sentence in document.sentences]
        sentences = tuple(bisect_right(starts, each.span.start) for each in mentions) if starts else ()
        return cls(tuple(mentions), positions, sentences)


@dataclass(frozen=True, slots=True)
class WordingGroup:
    """Wordings that mean one event, as indices of (text, mention); was its name `given` by somebody?"""

    name: str
    members: tuple[tuple[int, int], ...]
    label: str = ""
    given: bool = False


def read_texts(documents: Iterable[Document], *, scenario: str | None = None) -> dict[str, list[MentionedText]]:
    """The texts of each scenario, by the inventory's label; `scenario` is that of texts which name none.

    A text with passages about scenarios, such as a reading that was saved on the page, is a text for each passage.
    """
    texts: dict[str, list[MentionedText]] = defaultdict(list)
    for name, text in read_each(documents, scenario=scenario):
        texts[name].append(text)
    return dict(texts)


def read_each(documents: Iterable[Document], *, scenario: str | None = None) -> Iterator[tuple[str, MentionedText]]:
    """The scenario and the text of each document, in their order."""
    for document, mentions in read_many(chain.from_iterable(map(passages_of, documents))):
        name = document.metadata.get("scenario") or scenario
        if not isinstance(name, str):
            raise InputError(
                f"the text {document.id!r} does not say what it is about: it needs a 'scenario', or give `scenario`"
            )
        yield canonical(name), MentionedText.of(document, mentions)


def passages_of(document: Document) -> Iterator[Document]:
    """The passages of a text, each with the scenario that it is about; the text itself where it has none.

    >>> from tacit.documents import Annotation, Layer
    >>> passages = Layer("scenarios", [Annotation.of(0, 8, "going home", source="you")])
    >>> [(each.text, each.metadata["scenario"]) for each in passages_of(Document("I went. He did.", layers=[passages]))]
    [('I went. ', 'going home')]
    """
    passages = document.layer(SCENARIOS)
    if not passages or document.metadata.get("scenario"):
        yield document
        return
    for passage in passages:
        yield document[passage.start : passage.end].with_metadata(scenario=passage.label)


class Naming(NamedTuple):
    """Somebody's name for the event that a mention of a text tells."""

    name: str
    text: int
    mention: int


def learn(
    texts: Mapping[str, Sequence[MentionedText]],
    paraphrase: Paraphrase,
    namings: Mapping[str, Sequence[Naming]] | None = None,
) -> list[Script]:
    """A script for each scenario whose texts have at least two events in common.

    Where texts are labelled with event types, these are the events, and texts without labels are left out; elsewhere
    events are clusters of paraphrases. Of those, what `namings` name bears that name, and belongs to the script even if
    other scenarios tell it as often.
    """
    usual = _Usual(texts)
    scripts = []
    for scenario, told in sorted(texts.items()):
        labelled = [text for text in told if any(mention.label for mention in text.mentions)]
        chosen = labelled or list(told)
        named = () if namings is None else namings.get(scenario, ())
        groups = _labelled(labelled) if labelled else _clustered(scenario, chosen, paraphrase, usual, named)
        if len(groups) > 1:
            scripts.append(_script(scenario, chosen, groups))
    return scripts


class _Usual:
    """How many texts about other scenarios tell something."""

    def __init__(self, texts: Mapping[str, Sequence[MentionedText]]) -> None:
        self._by_scenario = {
            scenario: Counter(key for text in told for key in {_key(mention.form) for mention in text.mentions})
            for scenario, told in texts.items()
        }
        self._texts = {scenario: len(told) for scenario, told in texts.items()}
        self._all = sum(self._by_scenario.values(), Counter[tuple[str, str]]())

    def lift(self, scenario: str, forms: Iterable[Form], share: float) -> float:
        """How many times as often as elsewhere; infinite where there is no elsewhere."""
        elsewhere = sum(self._texts.values()) - self._texts[scenario]
        if not elsewhere:
            return float("inf")
        keys = {_key(form) for form in forms}
        others = sum(self._all[key] - self._by_scenario[scenario][key] for key in keys)
        return share * elsewhere / (others + 0.5)


def _key(form: Form) -> tuple[str, str]:
    return form.verb, form.object or form.oblique.rpartition(" ")[2]


def _labelled(texts: Sequence[MentionedText]) -> list[WordingGroup]:
    """One group a gold event type."""
    members: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, text in enumerate(texts):
        for place, mention in enumerate(text.mentions):
            if mention.label:
                members[mention.label].append((number, place))
    return [WordingGroup(readable(label), tuple(places), label) for label, places in members.items()]


def _clustered(
    scenario: str, texts: Sequence[MentionedText], paraphrase: Paraphrase, usual: _Usual, namings: Sequence[Naming] = ()
) -> list[WordingGroup]:
    """The clusters of paraphrases that are typical of a scenario, the most frequent first."""
    places: dict[Form, list[tuple[int, int]]] = defaultdict(list)
    for number, text in enumerate(texts):
        for place, mention in enumerate(text.mentions):
            if not mention.denied and _tells(mention.form):
                places[mention.form].append((number, place))
    forms = sorted(places, key=lambda form: (-len(places[form]), form))[:MOST_WORDINGS]
    items = [_described(form, places[form], texts) for form in forms]
    names = {(each.text, each.mention): each.name for each in namings}
    ranked = []
    for members in cluster(items, paraphrase):
        mine = [forms[member] for member in members]
        telling = frozenset[int]().union(*(items[member].texts for member in members))
        share = len(telling) / len(texts)
        inside = tuple(place for form in mine for place in places[form])
        given = Counter(names[place] for place in inside if place in names).most_common(1)
        typical = bool(given) or usual.lift(scenario, mine, share) >= LEAST_LIFT
        if len(telling) >= max(LEAST_TEXTS, LEAST_SHARE * len(texts)) and typical:
            name = given[0][0] if given else mine[0].phrase  # the most frequent wording
            ranked.append((share, WordingGroup(name, inside, given=bool(given))))
    ranked.sort(key=lambda pair: (-pair[0], pair[1].name))
    return [group for _, group in ranked[:MOST_EVENTS]]


def _tells(form: Form) -> bool:
    return form.verb not in COLOURLESS or bool(form.object)


def _described(form: Form, places: Sequence[tuple[int, int]], texts: Sequence[MentionedText]) -> Described:
    position = fmean(texts[number].positions[place] for number, place in places)
    return Described(form, position, frozenset(number for number, _ in places))


def _script(scenario: str, texts: Sequence[MentionedText], groups: Sequence[WordingGroup]) -> Script:
    """Events in their typical order, with all that is kept of their mentions."""
    event_at = {place: number for number, group in enumerate(groups) for place in group.members}
    tellings = [
        tuple(
            event_at[number, place]
            for place in sorted(range(len(text.mentions)), key=lambda place: text.mentions[place].span)
            if (number, place) in event_at
        )
        for number, text in enumerate(texts)
    ]
    order = typical_order(precedence(tellings, len(groups)))
    place_of = {group: place for place, group in enumerate(order)}
    others = Counter(
        mention.form
        for number, text in enumerate(texts)
        for place, mention in enumerate(text.mentions)
        if (number, place) not in event_at
    )
    return Script(
        scenario,
        _named_apart([_event(groups[group], texts) for group in order]),
        tuple(tuple(place_of[group] for group in telling) for telling in tellings if telling),
        dict(others.most_common(OTHERS_KEPT)),
    )


def _event(group: WordingGroup, texts: Sequence[MentionedText]) -> ScriptEvent:
    mentions = [texts[number].mentions[place] for number, place in group.members]
    forms = Counter(mention.form for mention in mentions)
    nouns: dict[str, Counter[str]] = defaultdict(Counter)
    for mention in mentions:
        for slot, noun in mention.participants:
            nouns[slot][noun] += 1
    participants = {
        slot: dict(counts.most_common(NOUNS_KEPT))
        for slot, counts in sorted(nouns.items(), key=lambda pair: -pair[1].total())
        if counts.total() >= LEAST_TEXTS
    }
    name = group.name if group.label or group.given else fullest_wording(forms)
    return ScriptEvent(name, dict(forms.most_common(FORMS_KEPT)), participants, group.label)


def fullest_wording(forms: Mapping[Form, int]) -> str:
    """The most frequent wording, or a longer one that says the same and more and is not much rarer.

    >>> fullest_wording({Form("put", "maker"): 8, Form("put", "filter", "into maker"): 5, Form("place", "filter"): 6})
    'put filter into maker'
    """
    usual = min(forms, key=lambda form: (-forms[form], form))
    said = set(usual.phrase.split())
    least = max(FULLER_MENTIONS, FULLER * forms[usual])
    fuller = [
        form
        for form, count in forms.items()
        if form.verb == usual.verb and said <= set(form.phrase.split()) and count >= least
    ]
    return max([usual, *fuller], key=lambda form: (len(form.phrase.split()), forms[form], form)).phrase


def _named_apart(events: Sequence[ScriptEvent]) -> tuple[ScriptEvent, ...]:
    """Two events of one name get their second most frequent wording added."""
    taken = Counter(event.name for event in events)
    named = []
    for event in events:
        if taken[event.name] > 1 and len(event.forms) > 1 and not event.label:
            event = replace(event, name=f"{event.name} ({list(event.forms)[1].phrase})")
        named.append(event)
    return tuple(named)
