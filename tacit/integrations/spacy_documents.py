"""Documents of spaCy and of tacit, made from each other.

>>> import tacit
>>> reading = tacit.read("Ann came in.  She ordered tea.", only="language")
>>> doc = to_spacy(reading)
>>> [(token.text, token.lemma_, token.dep_) for token in doc if not token.is_space][:3]
[('Ann', 'Ann', 'nsubj'), ('came', 'come', 'ROOT'), ('in', 'in', 'prt')]
>>> [str(sentence).strip() for sentence in doc.sents]
['Ann came in.', 'She ordered tea.']
>>> sorted(from_spacy(doc).layers)[:3]
['entities', 'events', 'mentions']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from tacit.documents import SENTENCES, TOKENS, Annotation, Document, Layer
from tacit.integrations.spacy import NOT_SPANS, keep, reading_of, spans_of
from tacit.language.analysed import Analysed
from tacit.language.chains import HeadedMention
from tacit.language.events import find_events
from tacit.language.layers import ENTITIES, language_layers
from tacit.language.parse import Parse
from tacit.reader import Reading

SOURCE = "spacy"


def to_spacy(read: Reading | Document, nlp: Language | None = None) -> Doc:
    """A spaCy document with tokens, lemmas, tags, dependencies, sentences, entities and a span group for each layer.

    Without tokens in it the text is cut by the tokenizer of `nlp`, a blank English one by default. `doc.text` is the
    text of the document, to the last space.
    """
    from spacy import blank

    document = read.document if isinstance(read, Reading) else read
    nlp = nlp or blank("en")
    doc = _from_tokens(document, nlp) if document.tokens else nlp.make_doc(document.text)
    if doc.text != document.text:  # tokens that overlap, say
        doc = nlp.make_doc(document.text)
    for name, layer in document.layers.items():
        if name not in NOT_SPANS:
            doc.spans[name] = list(spans_of(doc, layer))
    keep(doc, read if isinstance(read, Reading) else Reading(document, ()))
    return doc


def from_spacy(doc: Doc) -> Document:
    """A document with what spaCy knows of it: its parse, sentences, entities and span groups, each as a layer.

    What a component of tacit read into it before is there, too.
    """
    read = reading_of(doc)
    document = read.document if read else Document(doc.text)
    known = set(document.layers)
    layers = []
    if _is_parsed(doc) and TOKENS not in known:
        parsed = language_layers(parse_of(doc), ())
        layers += [layer for layer in parsed if layer.name in (TOKENS, SENTENCES, ENTITIES)]
    elif doc.has_annotation("SENT_START") and SENTENCES not in known:
        spans = ((sentence.start_char, sentence.end_char) for sentence in doc.sents)
        layers.append(Layer(SENTENCES, [Annotation.of(*span, source=SOURCE) for span in spans]))
    if not any(layer.name == ENTITIES for layer in layers) and doc.ents and ENTITIES not in known:
        layers.append(Layer(ENTITIES, _annotations(doc.ents)))
    layers += [
        Layer(name, _annotations(group)) for name, group in doc.spans.items() if name not in known and len(group)
    ]
    return document.with_layer(*layers)


def parse_of(doc: Doc) -> Parse:
    """The parse that the pipeline made, or one by tacit's own parser if it made none."""
    return Parse.from_spacy(doc) if _is_parsed(doc) else Analysed.of(Document(doc.text)).parse


def with_language(read: Reading | None, parse: Parse, clusters: Sequence[Sequence[HeadedMention]]) -> Reading:
    """A reading with events, participants and mentions added to it."""
    before = read or Reading(Document(parse.text), ())
    layers = language_layers(parse, tuple(find_events(parse)), clusters)
    return Reading(before.document.with_layer(*layers), before.sections, before.kind)


def _is_parsed(doc: Doc) -> bool:
    return all(doc.has_annotation(name) for name in ("DEP", "TAG", "LEMMA"))


def _annotations(spans: Any) -> list[Annotation]:
    return [
        Annotation.of(span.start_char, span.end_char, *([span.label_] if span.label_ else []), source=SOURCE)
        for span in spans
    ]


def _from_tokens(document: Document, nlp: Language) -> Doc:
    """The tokens of a document, and what stands between them as tokens of its own unless it is one space."""
    words: list[str] = []
    spaces: list[bool] = []
    number: list[int] = []
    end = 0
    for token in document.tokens:
        for word, space in _between(document.text[end : token.start], bool(words), spaces):
            words.append(word)
            spaces.append(space)
        number.append(len(words))
        words.append(document.text[token.start : token.end])
        spaces.append(False)
        end = token.end
    for word, space in _between(document.text[end:], bool(words), spaces):
        words.append(word)
        spaces.append(space)
    return Doc(nlp.vocab, words=words, spaces=spaces, **_columns(document, number, len(words)))


def _between(gap: str, is_after_a_word: bool, spaces: list[bool]) -> Iterator[tuple[str, bool]]:
    """One space belongs to the token before it; anything else is a token."""
    if gap.startswith(" ") and is_after_a_word:
        spaces[-1] = True
        gap = gap[1:]
    if gap:
        yield gap, False


def _columns(document: Document, number: Sequence[int], count: int) -> dict[str, Any]:
    """What the tokens say of themselves, and sentence starts, as `Doc` takes them."""
    tokens = document.tokens
    columns: dict[str, Any] = {}
    for name, feature in (("lemmas", "lemma"), ("pos", "pos"), ("tags", "tag"), ("deps", "dep")):
        if all(feature in token.features for token in tokens):
            values = [""] * count
            for place, token in zip(number, tokens, strict=True):
                values[place] = str(token.features[feature])
            columns[name] = values
    starts = {sentence.start for sentence in document.sentences}
    if "deps" in columns and all("head" in token.features for token in tokens):
        columns["deps"] = [dep or "dep" for dep in columns["deps"]]
        heads = _before(number, count)
        for place, token in enumerate(tokens):
            heads[number[place]] = number[place + int(token.features["head"])]
        columns["heads"] = heads
    else:
        columns.pop("deps", None)
        if starts:
            is_start = [False] * count
            for place, token in zip(number, tokens, strict=True):
                is_start[place] = token.start in starts
            columns["sent_starts"] = is_start
    return columns


def _before(number: Sequence[int], count: int) -> list[int]:
    """For what is no token of the document: the token before it, or after it at the beginning."""
    heads, last = [], number[0]
    known = set(number)
    for place in range(count):
        last = place if place in known else last
        heads.append(last)
    return heads
