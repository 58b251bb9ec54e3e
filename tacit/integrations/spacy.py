"""tacit in spaCy pipelines: `tacit` reads all, `tacit_events`, `tacit_coref` and `tacit_scenarios` a part of it.

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
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
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
_TOGETHER = 16
_KEPT = 256
"""Readings that need not be made from their JSON again."""
_ASSIGNS = ["doc._.tacit", "doc.spans"]


@Language.factory(NAME, default_config={"only": None, "layers": None}, assigns=_ASSIGNS)
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
        return next(self.pipe([doc]))

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = _TOGETHER) -> Iterator[Doc]:
        """The same for many, some of which are parsed together."""
        from tacit import reader

        coming = iter(stream)
        while docs := list(islice(coming, batch_size)):
            readings = reader.pipe([Document(doc.text) for doc in docs], only=self.only)
            for doc, reading in zip(docs, readings, strict=True):
                keep(doc, reading)
                for name, layer in reading.document.layers.items():
                    if name in self.layers if self.layers is not None else name not in NOT_SPANS:
                        doc.spans[name] = list(spans_of(doc, layer))
                yield doc


@Language.factory(f"{NAME}_events", default_config={"spans_key": "events"}, assigns=_ASSIGNS)
class EventsComponent:
    """Who does what: the words that tell an event are spans, `doc._.tacit.events` has participants.

    It reads the parse of the pipeline, if there is one, or else tacit's own; pronouns stand for what a coreference
    component before it has found, of whichever package.
    """

    def __init__(self, nlp: Language | None = None, name: str = f"{NAME}_events", spans_key: str = "events") -> None:
        self.name = name
        self.spans_key = spans_key

    def __call__(self, doc: Doc) -> Doc:
        """The document with its events."""
        from tacit.integrations.spacy_documents import parse_of, with_language
        from tacit.language.coreference.systems.spacy_component import clusters_in

        parse = parse_of(doc)
        reading = with_language(reading_of(doc), parse, clusters_in(doc, parse))
        keep(doc, reading)
        doc.spans[self.spans_key] = list(spans_of(doc, reading.document.layer("events")))
        return doc


@Language.factory(f"{NAME}_coref", default_config={"system": None, "spans_prefix": "coref_clusters"}, assigns=_ASSIGNS)
class CoreferenceComponent:
    """Who is who: a span group for each participant, named as spaCy's own component names them (`coref_clusters_1`)."""

    def __init__(
        self,
        nlp: Language | None = None,
        name: str = f"{NAME}_coref",
        system: str | None = None,
        spans_prefix: str = "coref_clusters",
    ) -> None:
        self.name = name
        self.system = system
        self.spans_prefix = spans_prefix

    def __call__(self, doc: Doc) -> Doc:
        """The document with its clusters."""
        from tacit.integrations.spacy_documents import parse_of, with_language
        from tacit.language import coreference

        parse = parse_of(doc)
        resolver = coreference.load() if self.system is None else coreference.load(self.system)
        clusters = resolver.resolve(parse)
        reading = with_language(reading_of(doc), parse, clusters)
        keep(doc, reading)
        by_chain: dict[int, list[Span]] = {}
        mentions = reading.document.layer("mentions")
        for mention in mentions:
            by_chain.setdefault(int(mention.features["chain"]), []).extend(spans_of(doc, Layer("mentions", [mention])))
        for chain, spans in by_chain.items():
            doc.spans[f"{self.spans_prefix}_{chain + 1}"] = spans
        return doc


@Language.factory(f"{NAME}_scenarios", default_config={"spans_key": "scenarios"}, assigns=_ASSIGNS)
class ScenariosComponent:
    """What each passage is about: spans with the scenario as label; `doc._.tacit.scenarios` says how probable it is.

    Sentences are those of the pipeline, if it has found any, or else tacit's own.
    """

    def __init__(
        self, nlp: Language | None = None, name: str = f"{NAME}_scenarios", spans_key: str = "scenarios"
    ) -> None:
        self.name = name
        self.spans_key = spans_key

    def __call__(self, doc: Doc) -> Doc:
        """The document with its passages."""
        from tacit import reader
        from tacit.integrations.spacy_documents import from_spacy

        reading = reader.read(from_spacy(doc), only=["scenarios"])
        keep(doc, reading)
        doc.spans[self.spans_key] = list(spans_of(doc, reading.document.layer("scenarios")))
        return doc


def spans_of(doc: Doc, layer: Layer) -> Iterable[Span]:
    """The annotations of a layer as spans of whole tokens, gaps included; what covers no token is left out."""
    for annotation in layer:
        span = doc.char_span(annotation.start, annotation.end, label=annotation.label, alignment_mode="expand")
        if span is not None:
            yield span


def keep(doc: Doc, reading: Reading) -> None:
    """Let the reading be that of the document."""
    doc.user_data[KEY] = json.dumps(reading.to_dict(), separators=(",", ":"))


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
