"""Texts and their gold scenarios, from any file that tacit reads.

Where a text says of itself what it is about (the `scenario` of MCScript, DeScript and InScript), all its sentences are
about that. Where it has a layer `scenarios` (WebAnno, INCEpTION, XMI, brat, tacit's JSON lines), a sentence is about
whatever an annotation that covers one of its words is about.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from tacit import formats
from tacit.documents import Document, Span
from tacit.errors import InputError
from tacit.language.english import sentences
from tacit.layout import prose
from tacit.scenarios.inventory import Inventory
from tacit.scenarios.layers import canonical, labels_at, scenario_layer
from tacit.scenarios.task import Narrative

_ONE_EVENT_A_LINE = ("events", "paraphrases")
"""DeScript's layers, whose annotations stand for sentences."""


def read_labelled(
    paths: Iterable[str | Path],
    inventory: Inventory | None,
    *,
    unlabelled_as_none: bool = False,
    format: str | None = None,
) -> list[Narrative]:
    """The texts of files, folders and globs with the scenarios of each sentence.

    A text that does not say what it is about is an error, unless such texts are to count as about nothing. They do,
    too, beside texts with a layer `scenarios`, as most formats cannot keep an empty layer.
    Without an inventory, labels are taken as they stand.
    """
    narratives = []
    for path in paths:
        documents = list(formats.open(path, format=format))
        as_none = unlabelled_as_none or any(scenario_layer(document) is not None for document in documents)
        for document in documents:
            try:
                narratives.append(narrative_of(document, inventory, unlabelled_as_none=as_none))
            except InputError as error:
                raise error.at(path) from None
    return narratives


def read_training(
    train: Iterable[str | Path], none: Iterable[str | Path], inventory: Inventory | None
) -> list[Narrative]:
    """What a system learns from: labelled texts, and texts about nothing."""
    return [*read_labelled(train, inventory), *read_labelled(none, inventory, unlabelled_as_none=True)]


def narrative_of(document: Document, inventory: Inventory | None, *, unlabelled_as_none: bool = False) -> Narrative:
    """A document as its sentences with their gold labels."""
    spans = sentence_spans(document)
    texts = tuple(" ".join(document.text_of(span).split()) for span in spans)
    labels = gold_labels(document, spans, inventory)
    if labels is None:
        if not unlabelled_as_none:
            raise InputError(
                f"the text {document.id!r} does not say what it is about: it needs a layer 'scenarios' or a 'scenario'"
            )
        labels = [()] * len(spans)
    return Narrative(document.id, texts, tuple(labels))


def unlabelled(document: Document) -> Narrative:
    """A document as its sentences alone."""
    spans = sentence_spans(document)
    return Narrative(document.id, tuple(" ".join(document.text_of(span).split()) for span in spans))


def gold_labels(document: Document, spans: Sequence[Span], inventory: Inventory | None) -> list[tuple[str, ...]] | None:
    """The scenarios of each sentence; nothing where the document does not say."""
    layer = scenario_layer(document)
    if layer is not None:
        return [labels_at(document, layer, span, inventory) for span in spans]
    whole = document.metadata.get("scenario")
    if not isinstance(whole, str):
        return None
    return [canonical([whole], inventory, document)] * len(spans)


def sentence_spans(document: Document) -> list[Span]:
    """The document's sentences: its own layer where it has one, else split by rules."""
    if document.sentences:
        return [sentence.span for sentence in document.sentences]
    for name in _ONE_EVENT_A_LINE:
        if any(event.source == "descript" for event in document.layer(name)):
            return [event.span for event in document.layer(name)]
    return list(sentences.spans(prose(document)))
