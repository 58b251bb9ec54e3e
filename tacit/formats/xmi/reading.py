"""XMI files as documents."""

from __future__ import annotations

import logging
import re
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from math import isfinite
from typing import Any
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from tacit.documents import SENTENCES, TOKENS, Annotation, Document, Layer, Link, Span
from tacit.errors import DocumentError, TacitError
from tacit.extras import require
from tacit.formats.parts.remainder import parsed, restored
from tacit.formats.parts.uima import (
    ANY_ANNOTATION,
    REST,
    SENTENCE,
    TOKEN,
    joined_role,
    label_feature,
    layer_name,
    original,
)
from tacit.formats.registry import FormatOptions
from tacit.formats.source import Source
from tacit.values import Features

SOURCE = "xmi"
"""The source of annotations that do not tell theirs."""
_ROLES = {"Governor": "source", "Dependent": "target"}
_LAYERS = {SENTENCE: SENTENCES, TOKEN: TOKENS}
_NOT_LAYERS = ("uima.tcas.DocumentAnnotation",)
_log = logging.getLogger(__name__)


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """The text of the file's first view that has one, as one document."""
    cas = _load(source)
    view = next((view for view in cas.views if view.sofa.sofaString is not None), None)
    if view is None:
        source.fail("there is no text in it")
    try:
        layers = _Reading(cas.typesystem, list(view.get_all_fs())).layers()
    except TacitError:
        raise
    except (TypeError, ValueError, AttributeError, LookupError, RecursionError) as error:
        source.fail(f"not a CAS that can be understood ({error})")
    yield Document(view.sofa.sofaString, id=source.stem, layers=layers)


def _load(source: Source) -> Any:
    """The CAS with the type system beside it."""
    names = (f"{source.bare_name}.TypeSystem.xml", "TypeSystem.xml", "typesystem.xml")
    return load_cas(source, next((found for found in map(source.beside, names) if found), None))


def load_cas(source: Source, types: Source | None = None) -> Any:
    """The CAS, once the XML is known to be harmless; without `types` with DKPro Core's type system."""
    cassis = require("cassis", extra="formats")
    content = _checked(source)
    try:
        with warnings.catch_warnings(record=True) as raised:
            warnings.simplefilter("always")
            system = cassis.load_typesystem(_checked(types)) if types else cassis.load_dkpro_core_typesystem()
            cas = cassis.load_cas_from_xmi(content, typesystem=system, lenient=True)
    except TacitError:
        raise
    except Exception as error:  # cassis and lxml raise almost anything for a broken file
        beside = f"with {types.path.name}" if types else "without its type system, TypeSystem.xml, beside it"
        reason = " ".join(str(error).split()) or type(error).__name__
        source.fail(f"cannot be read as a CAS {beside} ({reason})")
    for warning in raised:
        _log.warning("%s: %s", source.path, warning.message)
    return cas


def _checked(source: Source) -> str:
    """The XML without its declaration, as it is decoded already; refused unless well-formed and without DOCTYPE."""
    text = re.sub(r"^\s*<\?xml[^>]*\?>", "", source.text(), count=1)
    try:
        fromstring(text, forbid_dtd=True)
    except DefusedXmlException:
        source.fail("has a DOCTYPE, as an attack would; remove it")
    except ParseError as error:
        source.fail(f"not well-formed XML ({error.msg})", error.position[0])
    except (ValueError, RecursionError) as error:
        source.fail(f"not well-formed XML ({error})")
    return text


class _Reading:
    """From feature structures to annotations."""

    def __init__(self, system: Any, structures: list[Any]) -> None:
        self.system = system
        self.annotations = {fs.xmiID: fs for fs in structures if self._is_annotation(fs)}
        self.chained = dict(_chained(fs for fs in structures if not self._is_annotation(fs)))
        self.rest = {number: parsed(getattr(fs, REST, None) or "") for number, fs in self.annotations.items()}
        self.links = {number: list(self._links_of(fs)) for number, fs in self.annotations.items()}
        self.ids = self._ids()

    def _is_annotation(self, fs: Any) -> bool:
        is_instance = self.system.is_instance_of
        return is_instance(fs.type.name, ANY_ANNOTATION) and not any(is_instance(fs.type.name, t) for t in _NOT_LAYERS)

    def _links_of(self, fs: Any) -> Iterator[tuple[str, int]]:
        """Roles and the numbers of the annotations they lead to."""
        names = [feature.name for feature in fs.type.all_features]
        for name in sorted(names, key=lambda name: list(_ROLES).index(name) if name in _ROLES else -1):
            value = getattr(fs, name)
            if name == "next" and fs.xmiID in self.chained:
                continue
            if getattr(value, "xmiID", None) in self.annotations:
                yield _ROLES.get(name, original(name)), value.xmiID
            for item in _references(value):
                target: Any = getattr(getattr(item, "target", None), "xmiID", None)
                if target in self.annotations:
                    yield joined_role(name, item.role or ""), target
                elif getattr(item, "xmiID", None) in self.annotations:
                    yield original(name), item.xmiID

    def _ids(self) -> dict[int, str]:
        """Ids of their own, and new ones for what is referred to."""
        ids = {number: rest["id"] for number, rest in self.rest.items() if rest.get("id")}
        taken = set(ids.values())
        for links in self.links.values():
            for _, target in links:
                if target not in ids:
                    name = f"x{target}"
                    while name in taken:
                        name += "x"
                    ids[target] = name
                    taken.add(name)
        return ids

    def layers(self) -> list[Layer]:
        """All annotations, by layer."""
        found: dict[str, list[Annotation]] = {}
        for fs in self.annotations.values():
            name = _LAYERS.get(fs.type.name) or layer_name(fs.type.name)
            found.setdefault(name, []).append(self._annotation(fs))
        return [Layer(name, annotations) for name, annotations in found.items()]

    def _annotation(self, fs: Any) -> Annotation:
        features = dict(_plain_features(fs))
        label = features.pop(label_feature(fs.type.name), None)
        if label is not None and not isinstance(label, str):
            label = str(label)
        if fs.xmiID in self.chained:
            features["chain"], features["link"] = self.chained[fs.xmiID]
        native = Annotation(
            (Span(fs.begin, fs.end),),
            () if label is None else (label,),
            Features({original(key): value for key, value in features.items()}),
            SOURCE,
            self.ids.get(fs.xmiID, ""),
            tuple(Link(role, self.ids[target]) for role, target in self.links[fs.xmiID]),
        )
        try:
            return restored(native, self.rest[fs.xmiID])
        except DocumentError as error:
            raise DocumentError(f"annotation {fs.xmiID}: {error}") from None


def _plain_features(fs: Any) -> Iterator[tuple[str, Any]]:
    """Features that are JSON values, without those that every annotation has."""
    for feature in fs.type.all_features:
        value = getattr(fs, feature.name)
        if feature.name in ("begin", "end", "sofa", REST):
            continue
        if isinstance(getattr(value, "elements", None), list):
            value = [item for item in value.elements if isinstance(item, str | int | float)]
            if not value:
                continue
        if isinstance(value, float) and not isfinite(value):
            value = str(value)
        if isinstance(value, str | int | float | bool | list):
            yield feature.name, value


def _references(value: Any) -> list[Any]:
    """The feature structures in an array, however it was written."""
    items = value if isinstance(value, list) else getattr(value, "elements", None)
    return [item for item in items if hasattr(item, "xmiID")] if isinstance(items, list) else []


def _chained(structures: Iterable[Any]) -> Iterator[tuple[int, tuple[int, int]]]:
    """For each mention the numbers of its chain and of its place in it."""
    heads = sorted((fs for fs in structures if getattr(fs, "first", None) is not None), key=lambda fs: int(fs.xmiID))
    counts: Counter[str] = Counter()
    seen: set[int] = set()
    for head in heads:
        counts[head.type.name] += 1
        link, mention = 1, head.first
        while mention is not None and mention.xmiID not in seen:
            seen.add(mention.xmiID)
            yield mention.xmiID, (counts[head.type.name], link)
            link, mention = link + 1, getattr(mention, "next", None)
