"""Hypothesis strategies for documents that try every format: awkward text, awkward annotation.

`documents()` is the one to use. Its texts hold nothing that a text file cannot (no binary control characters,
no lone surrogates, no byte order mark) and at least one visible character.
"""

from __future__ import annotations

import json

from hypothesis import strategies as st

from tacit.documents import Annotation, Document, Layer, Link, Span
from tacit.values import Features

PIECES = (
    *(
        "Ann",
        "bakes",
        "bread",
        "Tür",
        "naïve",
        "e\u0301",
        "日本語",
        "שלום",
        "مرحبا",
        "a\u200bb",
        "x\u200dy",
        "\u202eabc\u202c",
    ),
    *("🙂", "👩‍👩‍👧", "𝒳", "🇩🇪", "…", ".", ",", "?", "'", '"', "<b>", "&amp;", "#", "#Text=", "%"),
    *("\\", "\\t", "\\n", "[", "]", "[1]", "|", "_", "->", ";", "*", "*[2]", "=", "{", "}", "T1", "1-1"),
    *(" ", " ", "  ", "\t", "\n", "\r\n", "\n\n", "\r", "\u00a0", "\u2028", "\u0085", "\u3000"),
)
"""What texts are made of: words of several scripts, signs that some format reserves, every kind of space."""

SMALL_TEXTS = st.lists(st.sampled_from(PIECES), max_size=3).map("".join)
NAMES = st.lists(st.sampled_from(PIECES), min_size=1, max_size=2).map("".join)
SOURCES = st.sampled_from(("", "gold", "tacit", "annotatör 1", "a|b", "x\ty"))
LAYER_NAMES = st.one_of(
    st.sampled_from(("sentences", "tokens", "scenarios", "webanno.custom.Scenario", "de.example.Type", "Ü|b[er]_x41_")),
    NAMES,
)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**60), 2**60)
    | st.floats(allow_nan=False, allow_infinity=False)
    | SMALL_TEXTS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(SMALL_TEXTS, inner, max_size=2),
    max_leaves=4,
)
FEATURES = st.dictionaries(
    st.sampled_from(("lemma", "label", "labels", "id", "source", "tacit", "chain")) | NAMES,
    SMALL_TEXTS | JSON,
    max_size=3,
)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A text of up to some twenty pieces with at least one visible character."""
    before = draw(st.lists(st.sampled_from(PIECES), max_size=10))
    after = draw(st.lists(st.sampled_from(PIECES), max_size=10))
    return "".join([*before, draw(st.sampled_from(PIECES[:20])), *after])


@st.composite
def spans(draw: st.DrawFn, length: int) -> tuple[Span, ...]:
    """One to three stretches of a text of that length, zero-width and touching ones included."""
    parts = draw(st.sampled_from((1, 1, 1, 2, 3)))
    offsets = sorted(draw(st.lists(st.integers(0, length), min_size=2 * parts, max_size=2 * parts)))
    return tuple(Span(start, end) for start, end in zip(offsets[::2], offsets[1::2], strict=True))


@st.composite
def documents(draw: st.DrawFn, *, id: str = "story") -> Document:
    """A document with up to three layers of up to four annotations, linked across layers by their ids."""
    text = draw(texts())
    names = draw(st.lists(LAYER_NAMES, max_size=3, unique=True))
    sizes = [draw(st.integers(1, 4)) for _ in names]
    ids = draw(st.lists(NAMES, min_size=sum(sizes), max_size=sum(sizes), unique=True))
    ids = [name if draw(st.booleans()) else "" for name in ids]
    targets = [name for name in ids if name]
    waiting = iter(ids)
    layers = [
        Layer(name, [draw(annotations(len(text), next(waiting), targets)) for _ in range(size)])
        for name, size in zip(names, sizes, strict=True)
    ]
    return Document(text, id=id, layers=layers)


@st.composite
def annotations(draw: st.DrawFn, length: int, id: str = "", targets: list[str] | None = None) -> Annotation:
    """An annotation of a text of that length, with links to some of the targets."""
    links: list[Link] = []
    if targets:
        roles = st.sampled_from(("source", "target", "agent", "rôle [1]"))
        links = draw(st.lists(st.builds(Link, roles, st.sampled_from(targets)), max_size=2))
    return Annotation(
        draw(spans(length)),
        tuple(draw(st.lists(SMALL_TEXTS, max_size=2))),
        Features(draw(FEATURES)),
        draw(SOURCES),
        id,
        tuple(links),
    )


@st.composite
def linked_documents(draw: st.DrawFn, source: str) -> Document:
    """A document whose layers some formats have a place of their own for: entities, relations, chains, slots."""
    text = draw(texts())
    place = st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).map(sorted)
    things = [
        Annotation.of(*draw(place), draw(NAMES), source=source, id=f"w{n}") for n in draw(st.permutations(range(1, 5)))
    ]
    target = st.sampled_from(things)
    relations = []
    for origin, end in draw(st.lists(st.tuples(target, target), max_size=4)):
        links = (Link("source", origin.id), Link("target", end.id))
        relations.append(Annotation(end.spans, tuple(draw(st.lists(NAMES, max_size=1))), source=source, links=links))
    numbers = [
        (chain, link)
        for chain, size in enumerate(draw(st.lists(st.integers(1, 3), max_size=3)), start=1)
        for link in range(1, size + 1)
    ]
    mentions = [Annotation.of(*draw(place), source=source, chain=chain, link=link) for chain, link in numbers]
    roles = st.builds(
        Link,
        st.sampled_from(("agent", "Roles:seller", "Roles:", "links:x", "b_c:d")),
        target.map(lambda thing: thing.id),
    )
    hosts = [
        Annotation.of(*draw(place), source=source, links=links)
        for links in draw(st.lists(st.lists(roles, max_size=3), max_size=3))
    ]
    layers = {"things": things, "connections": relations, "corefLink": mentions, "frames": hosts}
    return Document(text, id="story", layers=[Layer(name, layer) for name, layer in layers.items() if layer])


def contents(document: Document, *, without: tuple[str, ...] = ()) -> dict[str, list[str]]:
    """All annotations of all layers as sorted JSON, to compare documents whatever the order of equal places."""
    return {
        name: sorted(json.dumps(annotation.to_dict(), sort_keys=True) for annotation in layer)
        for name, layer in document.layers.items()
        if len(layer) and name not in without
    }


def added_layers(document: Document) -> tuple[str, ...]:
    """The layers that formats of rows and words give to a document that lacks them."""
    return tuple(name for name in ("sentences", "tokens") if not len(document.layer(name)))
