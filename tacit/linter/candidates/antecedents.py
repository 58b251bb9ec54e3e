"""What a pronoun or a dropped object may stand for, ranked, and what the ranker is told about the competition.

The salience of a mention follows Lappin and Leass (1994): recency, grammatical role, parallelism and repetition.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from tacit.backbones import vectors
from tacit.language.english.wordlists import words
from tacit.linter.candidates.mentions import NounMention
from tacit.linter.candidates.model import LineView
from tacit.linter.candidates.preferences import OBJECT, QUALITY, SUBJECT

_DECAY = (1.0, 0.6, 0.35, 0.2)
"""By sentences back."""
_ROLES = {"dobj": 1.0, "nsubj": 0.9, "nsubjpass": 0.9, "pobj": 0.6}
_ELSEWHERE, _TOOL = 0.5, 0.4
_TOOLS = words("with of by for at during")
_AWAY, _TO = words("from off out"), words("to on onto in into over against around under through")
_PARALLEL, _REPEATED, _TOPIC = 0.3, 0.15, 0.15
_CLOSE = 0.7
"""A rival with this share of the best one's salience comes into question as well."""
_FAR = 30
SUBJECTS = frozenset({"nsubj", "nsubjpass"})


@dataclass(frozen=True, slots=True)
class Antecedent:
    """A thing that may be meant: its latest mention, sentences back, times mentioned, salience, and how it suits."""

    mention: NounMention
    back: int
    times: int
    salience: float
    parallel: bool
    topic: bool
    fit: float

    @property
    def role(self) -> str:
        """Its relation without the preposition."""
        return self.mention.role.partition(":")[0]


def antecedents(
    view: LineView, token: int, *, role: str, verb: int, plural: bool | None = None, back: int = 2, people: bool = False
) -> list[Antecedent]:
    """What was mentioned in the last sentences and agrees in number, the most salient first."""
    times: dict[str, int] = {}
    latest: dict[tuple[str, bool, tuple[str, ...]], NounMention] = {}
    for mention in view.mentioned(token, back=back, people=people):
        if not _agrees(mention, plural, people) or mention.alternative:
            continue
        times[mention.lemma] = times.get(mention.lemma, 0) + 1
        for earlier in [key for key in latest if key[0] == mention.lemma and not _tells_apart(key[2], mention)]:
            del latest[earlier]
        latest[mention.lemma, mention.plural, mention.modifiers] = mention
    here = view.sentence(token)
    found = [_antecedent(view, each, here, role, times[each.lemma], verb) for each in latest.values()]
    return sorted(found, key=lambda each: (-each.salience, -each.mention.sentence, -each.mention.token))


def _agrees(mention: NounMention, plural: bool | None, people: bool) -> bool:
    return plural is None or mention.plural == plural or (plural and people and mention.person)


def _tells_apart(modifiers: tuple[str, ...], other: NounMention) -> bool:
    """*the blue cable* and *the grey cable* are two things; *the blue cable* and *the cable* one."""
    return bool(modifiers and other.modifiers and set(modifiers) != set(other.modifiers))


def _antecedent(view: LineView, mention: NounMention, here: int, role: str, times: int, verb: int) -> Antecedent:
    back = here - mention.sentence
    own, _, preposition = mention.role.partition(":")
    weight = _TOOL if preposition in _TOOLS else _ROLES.get(own, _ELSEWHERE)
    parallel = own == role or (own in SUBJECTS and role in SUBJECTS)
    topic = view.is_topic(mention.lemma)
    salience = weight + _PARALLEL * parallel + _REPEATED * min(times - 1, 2) + _TOPIC * topic
    salience *= _DECAY[min(back, len(_DECAY) - 1)]
    return Antecedent(mention, back, times, salience, parallel, topic, _suits(view, role, verb, mention.lemma))


def _suits(view: LineView, role: str, verb: int, noun: str) -> float:
    """How well a noun fills a place of a verb, or goes with an adjective that is said of it."""
    if view.preferences is None:
        return 0.0
    lemma = view.parse.lemmas[verb].lower()
    if view.parse.pos[verb] == "ADJ":
        return view.preferences.fit(QUALITY, lemma, noun)
    return view.preferences.fit(SUBJECT if role == "nsubj" else OBJECT, lemma, noun)


@cache
def likeness(one: str, other: str) -> float:
    """How alike two words are, by their vectors."""
    return vectors.load().similarity(one, other) if one and other else 0.0


def competition(view: LineView, token: int, found: Sequence[Antecedent]) -> dict[str, float]:
    """What there is to know about the best two antecedents and the rest."""
    features: dict[str, float] = {f"rivals {back} back": sum(each.back == back for each in found) for back in range(3)}
    features["rivals"] = len(found)
    if not found:
        return features
    features |= _pairs(found)
    best, second = found[0], found[1] if len(found) > 1 else None
    features |= _about(view, token, best, "best")
    features["close rivals"] = sum(each.salience >= _CLOSE * best.salience for each in found) - 1
    features["best fits best"] = best.fit >= max(each.fit for each in found)
    if second is not None:
        features |= _about(view, token, second, "second")
        features |= _between(best, second)
    return features


def _pairs(found: Sequence[Antecedent]) -> dict[str, float]:
    """Are two of them joined by *and*, wherever they stand, or do two that are no mere tools stand in one place?"""
    features: dict[str, float] = {}
    for back, name in enumerate(("here", "before")):
        near = [each.mention for each in found if each.back == back]
        tokens = {each.token for each in near}
        features[f"pair {name}"] = any(each.joined in tokens for each in near)
        features[f"things {name}"] = sum(each.role.partition(":")[2] not in _TOOLS for each in near)
    return features


def _about(view: LineView, token: int, one: Antecedent, name: str) -> dict[str, float]:
    here = one.back == 0
    return {
        f"{name} salience": one.salience,
        f"{name} back": one.back,
        f"{name} object": one.role == "dobj",
        f"{name} subject": one.role in SUBJECTS,
        f"{name} prepositional": one.role == "pobj",
        f"{name} tool": one.mention.role.partition(":")[2] in _TOOLS,
        f"{name} parallel": one.parallel,
        f"{name} times": min(one.times, 4),
        f"{name} topic": one.topic,
        f"{name} fit": one.fit,
        f"{name} person": one.mention.person,
        f"{name} modified": bool(one.mention.modifiers),
        f"{name} near": min(token - one.mention.token, _FAR) if here else _FAR,
    }


def _preposition(mention: NounMention) -> str:
    return mention.role.partition(":")[2]


def _between(best: Antecedent, second: Antecedent) -> dict[str, float]:
    one, other = best.mention, second.mention
    together = one.sentence == other.sentence
    return {
        "gap": best.salience - second.salience,
        "ratio": second.salience / best.salience,
        "same sentence": together,
        "same verb": together and one.verb == other.verb,
        "same role": best.role == second.role,
        "pair": one.makes_pair_with(other) or other.makes_pair_with(one),
        "fit gap": best.fit - second.fit,
        "subject and other": together and one.verb == other.verb and SUBJECTS & {best.role, second.role} != set(),
        "object and place": together and one.verb == other.verb and {best.role, second.role} == {"dobj", "pobj"},
        "taken from": _AWAY & {_preposition(one), _preposition(other)} != set(),
        "brought to": _TO & {_preposition(one), _preposition(other)} != set(),
        "second later": (other.sentence, other.token) > (one.sentence, one.token),
        "part of": one.of == other.lemma or other.of == one.lemma,
        "alike": likeness(one.lemma, other.lemma),
    }
