"""tacit as a component of a spaCy pipeline.

`doc._.tacit` is the reading of a text, and `doc.spans` has a group for each of its layers that a span can show.

>>> import spacy
>>> nlp = spacy.blank("en")
>>> _ = nlp.add_pipe("tacit", config={"only": ["language"]})
>>> doc = nlp("Ann came in. She ordered tea.")
>>> [(event.who, event.does) for event in doc._.tacit.events]
[('Ann', 'come in'), ('Ann', 'order')]
>>> [(span.text, span.label_) for span in doc.spans["events"]]
[('came in', 'come in'), ('ordered', 'order')]
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from spacy.language import Language
from spacy.tokens import Doc, Span

from tacit.documents import Document, Layer

if TYPE_CHECKING:
    from tacit.reader import Reading

# spaCy imports this module whenever anybody makes a pipeline, with tacit in it or not: so it imports little itself.

NAME = "tacit"
KEY = "tacit.reading"
"""Where a reading stands in `doc.user_data`: as JSON, so that whatever stores or sends documents can take it along."""
NOT_SPANS = frozenset({"tokens", "sentences"})
"""Layers that spaCy has itself."""
_KEPT = 256
"""Readings that need not be made from their JSON again."""


@Language.factory(
    NAME, default_config={"only": None, "layers": None}, assigns=["doc._.tacit", "doc.spans"], retokenizes=False
)
class TacitComponent:
    """Reads each document, with all that fits its kind or with the capabilities named in `only`.

    `layers` are those that become span groups; all but tokens and sentences where nothing is said. The text is parsed
    by tacit's own parser, so a blank pipeline will do. What the component is stands in the configuration of the
    pipeline, so `nlp.to_disk` has nothing else to write; the models are those of tacit.
    """

    def __init__(
        self,
        nlp: Language | None = None,
        name: str = NAME,
        only: str | list[str] | None = None,
        layers: list[str] | None = None,
    ) -> None:
        from tacit.api.reading import names_in

        self.name = name
        self.only = names_in(only)
        self.layers = layers

    def __call__(self, doc: Doc) -> Doc:
        """The document with its reading and spans."""
        from tacit import reader

        reading = reader.read(Document(doc.text), only=self.only)
        doc.user_data[KEY] = json.dumps(reading.to_dict(), separators=(",", ":"))
        for name, layer in reading.document.layers.items():
            if name in self.layers if self.layers is not None else name not in NOT_SPANS:
                doc.spans[name] = list(spans_of(doc, layer))
        return doc


def spans_of(doc: Doc, layer: Layer) -> Iterable[Span]:
    """The annotations of a layer as spans of whole tokens, gaps included; what covers no token is left out."""
    for annotation in layer:
        span = doc.char_span(annotation.start, annotation.end, label=annotation.label, alignment_mode="expand")
        if span is not None:
            yield span


def reading_of(doc: Doc) -> Reading | None:
    """The reading of a document that went through the component, or nothing."""
    stored = doc.user_data.get(KEY)
    return _from_json(stored) if isinstance(stored, str) else None


@lru_cache(maxsize=_KEPT)
def _from_json(stored: str) -> Reading:
    from tacit.reader import Reading

    plain: dict[str, Any] = json.loads(stored)
    return Reading.from_dict(plain)


if not Doc.has_extension(NAME):
    Doc.set_extension(NAME, getter=reading_of)
