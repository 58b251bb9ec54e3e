"""Documents as XMI files with their type systems."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any, TextIO

from tacit.documents import SENTENCES, TOKENS, Annotation, Document
from tacit.errors import OutputError
from tacit.extras import require
from tacit.formats.parts.remainder import remainder
from tacit.formats.parts.uima import (
    ANY_ANNOTATION,
    CHAIN_FEATURES,
    CUSTOM,
    REST,
    SENTENCE,
    TOKEN,
    LayerKind,
    LayerPlan,
    identifier,
    label_feature,
    plans,
    reachable,
)
from tacit.formats.xmi.reading import SOURCE

_NOT_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_TYPES = {
    SENTENCES: SENTENCE,
    TOKENS: TOKEN,
    SENTENCE: CUSTOM + identifier(SENTENCE),
    TOKEN: CUSTOM + identifier(TOKEN),
}
_STRING = "uima.cas.String"


def companions(document: Document, stem: str) -> dict[str, str]:
    """The type system, without which the file cannot be read."""
    return {f"{stem}.TypeSystem.xml": _Writing(document).system.to_xml()}


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """The one document as XMI."""
    for document in documents:
        stream.write(_Writing(document).cas.to_xmi())


class _Writing:
    """One document as a CAS."""

    def __init__(self, document: Document) -> None:
        if wrong := _NOT_XML.search(document.text):
            raise OutputError(
                f"XML cannot hold the control character U+{ord(wrong[0]):04X}, which is character {wrong.start()} "
                f"of {document.id or 'the text'!r}; remove it or choose another format"
            )
        cassis = require("cassis", extra="formats")
        self.system = cassis.TypeSystem()
        self.plans = plans(document, SOURCE, types=_TYPES)
        self.reachable = reachable(self.plans)
        self.used = {plan.type for plan in self.plans}
        self.helpers = {plan.type: self._create_type(plan) for plan in self.plans}
        for plan in self.plans:
            self._create_features(plan)
        self.cas = cassis.Cas(typesystem=self.system)
        self.cas.sofa_string = document.text
        self.cas.sofa_mime = "text/plain"
        self.by_id: dict[str, Any] = {}
        structures = [(plan, a, self._structure(plan, a)) for plan in self.plans for a in plan.layer]
        for plan, annotation, fs in structures:
            self._connect(plan, annotation, fs)
        self._chain([(plan, a, fs) for plan, a, fs in structures if plan.kind is LayerKind.CHAIN])

    def _free_name(self, name: str) -> str:
        while name in self.used:
            name += "0"
        self.used.add(name)
        return name

    def _create_type(self, plan: LayerPlan) -> dict[str, Any]:
        """The type of a layer, and those of its links or of its chains."""
        self.system.create_type(plan.type, ANY_ANNOTATION)
        helpers: dict[str, Any] = {}
        for slot in plan.slots:
            name = self._free_name(f"{plan.type}{slot[:1].upper()}{slot[1:]}Link")
            helpers[slot] = self.system.create_type(name, "uima.cas.TOP")
        if plan.kind is LayerKind.CHAIN:
            name = self._free_name(plan.type.removesuffix("Link") + "Chain")
            helpers["first"] = self.system.create_type(name, "uima.cas.AnnotationBase")
        return helpers

    def _create_features(self, plan: LayerPlan) -> None:
        names = CHAIN_FEATURES if plan.kind is LayerKind.CHAIN else (label_feature(plan.type), *plan.features, REST)
        for name in names:
            self.system.create_feature(plan.type, name, _STRING)
        for slot in plan.slots:
            link = self.helpers[plan.type][slot]
            self.system.create_feature(link, "role", _STRING)
            self.system.create_feature(link, "target", ANY_ANNOTATION)
            self.system.create_feature(plan.type, slot, "uima.cas.FSArray", elementType=link)
        if plan.kind is LayerKind.RELATION:
            base = next(other.type for other in self.plans if other.layer.name == plan.base)
            self.system.create_feature(plan.type, "Governor", base)
            self.system.create_feature(plan.type, "Dependent", base)
        if plan.kind is LayerKind.CHAIN:
            self.system.create_feature(plan.type, "next", plan.type)
            self.system.create_feature(self.helpers[plan.type]["first"], "first", plan.type)

    def _structure(self, plan: LayerPlan, annotation: Annotation) -> Any:
        """The annotation without what refers to others."""
        if plan.kind is LayerKind.CHAIN:
            values = {name: annotation.features.get(name) for name in CHAIN_FEATURES}
        else:
            values = {**plan.values(annotation), REST: remainder(annotation, self._native(plan, annotation)) or None}
        fs = self.system.get_type(plan.type)(begin=annotation.start, end=annotation.end, **values)
        self.cas.add(fs)
        if annotation.id:
            self.by_id[annotation.id] = fs
        return fs

    def _native(self, plan: LayerPlan, annotation: Annotation) -> Annotation:
        return replace(plan.native(annotation, SOURCE, self.reachable), spans=(annotation.span,))

    def _connect(self, plan: LayerPlan, annotation: Annotation, fs: Any) -> None:
        links = self._native(plan, annotation).links
        if plan.kind is LayerKind.RELATION:
            fs.Governor, fs.Dependent = (self.by_id[link.target] for link in links)
            return
        array = self.system.get_type("uima.cas.FSArray")
        for slot in plan.slots:
            make = self.helpers[plan.type][slot]
            here = [(plan.slot(link)[1], link.target) for link in links if plan.slot(link)[0] == slot]
            if here:
                fs[slot] = array(elements=[make(role=role, target=self.by_id[target]) for role, target in here])

    def _chain(self, mentions: list[tuple[LayerPlan, Annotation, Any]]) -> None:
        """Heads and arrows of the chains, which must stay in the order of their numbers."""
        chains: dict[tuple[int, str], list[tuple[int, Any]]] = {}
        for plan, annotation, fs in mentions:
            key = annotation.features["chain"], plan.type
            chains.setdefault(key, []).append((annotation.features["link"], fs))
        for (_, type), places in sorted(chains.items()):
            ordered = [fs for _, fs in sorted(places, key=lambda place: place[0])]
            for fs, following in pairwise(ordered):
                fs.next = following
            self.cas.add(self.helpers[type]["first"](first=ordered[0]))
