"""How tacit's layers become UIMA types, for the two formats of the UIMA world: WebAnno TSV and XMI.

**Names.** A layer is named after its type, without 'webanno.custom.'; a name that is no Java identifier has each
offending character written as 'U', its code in hexadecimal, '_'. Features likewise.

**Kinds.** A layer whose annotations all have just the links 'source' and 'target', into one layer, is a relation
layer; one whose annotations all have just the features 'chain' and 'link' (numbers), 'referenceType' and
'referenceRelation' is a chain layer; any other is a span layer, its links slots: 'feature:role', or the role alone
in the feature 'links'.

**Features.** Text is a feature of its own, the first label the feature that `label_feature` names. What is left,
including anything that is not text, is JSON in the feature 'tacit' (see `tacit.formats.parts.remainder`).

>>> type_name("Scenario"), type_name("de.example.Sense"), type_name("café")
('webanno.custom.Scenario', 'de.example.Sense', 'webanno.custom.cafUe9_')
>>> layer_name("webanno.custom.cafUe9_")
'café'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from tacit.documents import Annotation, Document, Layer, Link
from tacit.values import NO_FEATURES, Features

CUSTOM = "webanno.custom."
CORE = "de.tudarmstadt.ukp.dkpro.core.api."
SENTENCE = f"{CORE}segmentation.type.Sentence"
TOKEN = f"{CORE}segmentation.type.Token"
ANY_ANNOTATION = "uima.tcas.Annotation"
REST = "tacit"
"""The feature that carries the remainder."""
LINKS = "links"
"""The slot feature of links whose role names no other."""
CHAIN_FEATURES = ("referenceType", "referenceRelation")
RELATION_ROLES = ("source", "target")

_LABEL_FEATURES = {
    f"{CORE}ner.type.NamedEntity": "value",
    f"{CORE}lexmorph.type.pos.POS": "PosValue",
    f"{CORE}segmentation.type.Lemma": "value",
    f"{CORE}syntax.type.chunk.Chunk": "chunkValue",
    f"{CORE}syntax.type.dependency.Dependency": "DependencyType",
}
_RESERVED = {REST, LINKS, "begin", "end", "sofa", "Governor", "Dependent", "first", "next", "self", "type", "xmiID"}
_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_QUALIFIED = re.compile(r"[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+")
_ESCAPED = re.compile(r"U([0-9a-f]{1,6})_")
_NOT_PLAIN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")


def identifier(name: str) -> str:
    """A name as a Java identifier."""
    if _IDENTIFIER.fullmatch(name) and not _ESCAPED.search(name):
        return name
    return re.sub(r"(?s)^[0-9_]|U|[^A-Za-z0-9_]", lambda sign: f"U{ord(sign[0]):x}_", name)


def original(name: str) -> str:
    """The inverse of `identifier`."""
    return _ESCAPED.sub(lambda code: chr(int(code[1], 16)) if int(code[1], 16) < 0x110000 else code[0], name)


def type_name(layer: str) -> str:
    """The type of a layer."""
    if _QUALIFIED.fullmatch(layer) and not _is_custom(layer):
        return layer
    return CUSTOM + identifier(layer)


def layer_name(type: str) -> str:
    """The layer of a type."""
    return original(type.removeprefix(CUSTOM)) if _is_custom(type) else type


def _is_custom(type: str) -> bool:
    return type.startswith(CUSTOM) and _IDENTIFIER.fullmatch(type, len(CUSTOM)) is not None


def label_feature(type: str) -> str:
    """The feature of a type that is the label of its annotations."""
    return _LABEL_FEATURES.get(type, "label")


def is_plain(value: object) -> bool:
    """Is it text that a cell or an attribute can hold as it is?"""
    return isinstance(value, str) and bool(value) and not _NOT_PLAIN.search(value)


class LayerKind(Enum):
    """The three kinds of layers that WebAnno knows."""

    SPAN = "T_SP"
    CHAIN = "T_CH"
    RELATION = "T_RL"


@dataclass(frozen=True, slots=True)
class LayerPlan:
    """How one layer is written: its type, its kind, its text features and slot features.

    `features` maps the names in the file to tacit's; `base` is the layer that a relation layer connects.
    """

    layer: Layer
    type: str
    kind: LayerKind
    features: Mapping[str, str]
    slots: tuple[str, ...] = ()
    base: str = ""

    def values(self, annotation: Annotation) -> dict[str, str]:
        """Its text features and its label under their names in the file."""
        values = {
            name: annotation.features[key]
            for name, key in self.features.items()
            if is_plain(annotation.features.get(key))
        }
        if is_plain(annotation.label) and self.kind is not LayerKind.CHAIN:
            values[label_feature(self.type)] = annotation.label
        return values

    def native(self, annotation: Annotation, source: str, reachable: Mapping[str, Annotation]) -> Annotation:
        """What a reader sees without the remainder, if the file can hold the spans."""
        if self.kind is LayerKind.CHAIN:
            return Annotation(annotation.spans, (), annotation.features, source)
        features = Features({key: annotation.features[key] for key in self._native_keys(annotation)})
        labels = annotation.labels[:1] if is_plain(annotation.label) else ()
        links = annotation.links
        if self.kind is LayerKind.SPAN and not self._has_slots_for(links, reachable):
            links = ()
        return Annotation(annotation.spans, labels, features or NO_FEATURES, source, "", links)

    def _native_keys(self, annotation: Annotation) -> Iterator[str]:
        return (key for key in self.features.values() if is_plain(annotation.features.get(key)))

    def _has_slots_for(self, links: tuple[Link, ...], reachable: Mapping[str, Annotation]) -> bool:
        """Do links come back from slots, which hold them feature by feature, in the order they have now?"""
        if not all(link.target in reachable and (not link.role or is_plain(link.role)) for link in links):
            return False
        places = [self.slots.index(self.slot(link)[0]) for link in links]
        return places == sorted(places)

    def slot(self, link: Link) -> tuple[str, str]:
        """The slot feature and the role in it that a link is written as."""
        feature, role = split_role(link.role)
        return (feature, role) if feature in self.slots else (LINKS, link.role)


def split_role(role: str) -> tuple[str, str]:
    """The slot feature and the role in it that a tacit role names.

    >>> split_role("Roles:seller"), split_role("seller")
    (('Roles', 'seller'), ('links', 'seller'))
    """
    feature, colon, inner = role.partition(":")
    return (feature, inner) if colon and _IDENTIFIER.fullmatch(feature) and feature not in _RESERVED else (LINKS, role)


def joined_role(feature: str, role: str) -> str:
    """The tacit role of a role in a slot feature; the inverse of `split_role`."""
    return role if feature == LINKS else f"{feature}:{role}"


def plans(
    document: Document,
    source: str,
    *,
    without: Iterable[str] = (),
    types: Mapping[str, str] = NO_FEATURES,
    is_exact: Callable[[Annotation], bool] = lambda annotation: True,
) -> list[LayerPlan]:
    """How the layers of a document are written, span layers first, then chains, then relations.

    `source` is what a reader will take for the source of annotations that do not tell theirs; `is_exact` tells
    whether the file can hold the place of an annotation, as chains must.
    """
    layers = [layer for name, layer in document.layers.items() if len(layer) and name not in without]
    home = {annotation.id: layer.name for layer in layers for annotation in layer if annotation.id}
    chains = {layer.name for layer in layers if _is_chain_layer(layer, source) and all(map(is_exact, layer))}
    bases = {layer.name: _base(layer, home) for layer in layers}
    relations = {name for name, base in bases.items() if base and base not in chains and not bases[base]}
    planned = []
    for layer in layers:
        type = types.get(layer.name) or type_name(layer.name)
        if layer.name in chains:
            planned.append(LayerPlan(layer, type, LayerKind.CHAIN, {}))
        elif layer.name in relations:
            planned.append(
                LayerPlan(layer, type, LayerKind.RELATION, _text_features(layer, type), (), bases[layer.name])
            )
        else:
            features = _text_features(layer, type)
            planned.append(
                LayerPlan(layer, type, LayerKind.SPAN, features, _slots(layer, {*features, label_feature(type)}))
            )
    return sorted(planned, key=lambda plan: list(LayerKind).index(plan.kind))


def reachable(planned: Iterable[LayerPlan]) -> dict[str, Annotation]:
    """The annotations that slots and relations can point to: those of span layers, by id."""
    return {a.id: a for plan in planned if plan.kind is LayerKind.SPAN for a in plan.layer if a.id}


def _text_features(layer: Layer, type: str) -> dict[str, str]:
    reserved = _RESERVED | {label_feature(type)}
    keys = {key: None for annotation in layer for key, value in annotation.features.items() if key and is_plain(value)}
    return {identifier(key): key for key in keys if identifier(key) not in reserved}


def _slots(layer: Layer, taken: set[str]) -> tuple[str, ...]:
    wanted = {split_role(link.role)[0]: None for annotation in layer for link in annotation.links}
    return tuple({LINKS if feature in taken else feature: None for feature in wanted})


def _is_chain_layer(layer: Layer, source: str) -> bool:
    """Mentions only, chains numbered from 1 on and so the mentions of each, as UIMA's lists bring them back."""
    if not all(_is_mention(annotation, source) for annotation in layer):
        return False
    chains: dict[int, list[int]] = {}
    for annotation in layer:
        chains.setdefault(annotation.features["chain"], []).append(annotation.features["link"])
    return all(sorted(numbers) == list(range(1, len(numbers) + 1)) for numbers in (chains, *chains.values()))


def _is_mention(annotation: Annotation, source: str) -> bool:
    numbers = [annotation.features.get(key) for key in ("chain", "link")]
    names = {key: value for key, value in annotation.features.items() if key not in ("chain", "link")}
    return (
        all(type(number) is int and 0 < number < 10**9 for number in numbers)
        and names.keys() <= set(CHAIN_FEATURES)
        and all(map(is_plain, names.values()))
        and not (annotation.labels or annotation.links or annotation.id)
        and len(annotation.spans) == 1
        and annotation.source == source
    )


def _base(layer: Layer, home: Mapping[str, str]) -> str:
    """The one layer that all its annotations connect two of, or nothing."""
    if any(tuple(link.role for link in annotation.links) != RELATION_ROLES for annotation in layer):
        return ""
    bases = {home.get(link.target, "") for annotation in layer for link in annotation.links}
    return bases.pop() if len(bases) == 1 else ""
