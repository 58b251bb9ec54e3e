"""The same texts as several annotators labelled them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from tacit import formats
from tacit.documents import Document, Span
from tacit.errors import InputError, UsageError
from tacit.scenarios.annotation.imported import rewrapped, with_labels, without_space
from tacit.scenarios.data import sentence_spans
from tacit.scenarios.inventory import Inventory
from tacit.scenarios.layers import Segment, labels_at, scenario_layer, segments_of


@dataclass
class Annotated:
    """One text with what each annotator who read it says."""

    id: str
    versions: dict[str, Document] = field(default_factory=dict)
    inventory: Inventory | None = None

    @property
    def document(self) -> Document:
        """The first annotator's version: all have the same text."""
        return next(iter(self.versions.values()))

    @cached_property
    def sentences(self) -> list[Span]:
        """The sentences that all are compared by."""
        return sentence_spans(self.document)

    def labels(self, annotator: str) -> list[frozenset[str]]:
        """The label set of each sentence."""
        version = self.versions[annotator]
        layer = scenario_layer(version)
        if layer is None:
            return [frozenset()] * len(self.sentences)
        return [frozenset(labels_at(version, layer, span, self.inventory)) for span in self.sentences]

    def segments(self, annotator: str) -> list[Segment]:
        """The annotator's passages."""
        return segments_of(self.versions[annotator], self.inventory, annotator)


def read_annotators(
    paths: Sequence[str | Path],
    inventory: Inventory | None,
    *,
    format: str | None = None,
    label_feature: str | None = None,
) -> tuple[list[str], list[Annotated]]:
    """The names of the annotators and the texts, put side by side where they have the same wording.

    Each path is one annotator's work: a file, a folder or a glob such as `annotation/*/anna.tsv`, as WebAnno and
    INCEpTION lay out an export. Who has which texts may differ, and so may the white space in them. Labels come from
    `label_feature`, or, where passages have none, from the only feature with text in it.
    """
    if len(paths) < 2:
        raise UsageError("this needs the work of at least two annotators")
    names = _names(paths)
    texts = _Texts(inventory)
    for name, path in zip(names, paths, strict=True):
        for document in with_labels(list(_documents(path, format)), path, label_feature):
            if scenario_layer(document) is None and "scenario" in document.metadata:
                raise InputError(f"the text {document.id!r} has no layer 'scenarios' to compare", path=path)
            shared = texts.of(document, name)
            if name in shared.versions:
                raise InputError(f"the text {document.id!r} stands there twice", path=path)
            wording = shared.document.text if shared.versions else document.text
            shared.versions[name] = document if document.text == wording else rewrapped(document, wording)
    _check_wording(texts.all)
    return names, texts.all


class _Texts:
    """Texts by their wording: exactly, else up to white space."""

    def __init__(self, inventory: Inventory | None) -> None:
        self.all: list[Annotated] = []
        self._inventory = inventory
        self._exact: dict[str, Annotated] = {}
        self._nearly: dict[str, list[Annotated]] = {}

    def of(self, document: Document, annotator: str) -> Annotated:
        """The text that this document is a version of; a new one if no other annotator has it."""
        if document.text in self._exact:
            return self._exact[document.text]
        alike = self._nearly.setdefault(without_space(document.text), [])
        free = [text for text in alike if annotator not in text.versions]
        if free:
            return free[0]
        new = Annotated(document.id, inventory=self._inventory)
        self._exact[document.text] = new
        self.all.append(new)
        alike.append(new)
        return new


def _documents(path: str | Path, format: str | None) -> Iterator[Document]:
    """Documents; those that are named after their file after its folder, where several files have the same name."""
    sources = formats.files_of(path, format=format)
    stems = Counter(source.stem for source in sources)
    for source in sources:
        for document in formats.open_source(source, format=format):
            by_folder = document.id == source.stem and stems[source.stem] > 1
            yield replace(document, id=source.path.parent.name) if by_folder else document


def _check_wording(texts: Iterable[Annotated]) -> None:
    """Two annotators may not have different texts under one name: one of them has changed it."""
    known: dict[str, Annotated] = {}
    for text in texts:
        other = known.setdefault(text.id, text)
        if other is not text and text.id and set(other.versions) != set(text.versions):
            raise InputError(
                f"the text {text.id!r} of {next(iter(text.versions))} differs from that of"
                f" {next(iter(other.versions))}; all annotators must have the same wording"
            )


def shared_texts(texts: Sequence[Annotated], first: str, second: str) -> Iterator[Annotated]:
    """The texts that both annotators have."""
    return (text for text in texts if first in text.versions and second in text.versions)


def _names(paths: Sequence[str | Path]) -> list[str]:
    """The last part of each path, or the whole where two would be called the same."""
    names = [formats.Source(path).stem for path in paths]
    if len(set(names)) == len(names):
        return names
    whole = [str(path) for path in paths]
    if len(set(whole)) < len(whole):
        raise UsageError("the same path is given for two annotators")
    return whole
