"""What terse instructions in a text leave out, for `tacit read`."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache

from tacit.capability import Block, Facts, Section, Table
from tacit.documents import Annotation, Document, Layer
from tacit.formats.layout import prose
from tacit.language.analysis import analyse
from tacit.language.parse import Parse
from tacit.steps.elaborate import load
from tacit.steps.knowledge import Knowledge
from tacit.steps.train import model_folder

LAYER = "concrete_steps"
SOURCE = "tacit.steps"
TITLE = "What its instructions assume"
LONGEST = 12
"""More words are not terse."""
MOST = 12
"""Instructions that are elaborated in one text: all of them take some seconds."""
MOSTLY = 0.5
"""The share of a text's terse instructions that must be about familiar things for any of them to be elaborated."""
TEMPERATURE = 0.3
"""Low: one version each, near the likeliest."""


class Steps:
    """Which tools and actions do its terse instructions take for granted?"""

    name = "steps"

    def annotate(self, document: Document) -> Document:
        """Adds a concrete version of each terse instruction of a text about familiar things."""
        parse = analyse(prose(document))
        places = _places(parse)
        if not places:
            return document
        versions = load().elaborate_each(
            [document.text[start:end] for start, end in places], count=1, spare=1, temperature=TEMPERATURE
        )
        found = [
            Annotation.of(start, end, "instruction", source=SOURCE, **best.to_dict())
            for (start, end), drawn in zip(places, versions, strict=True)
            for best in drawn
            if names_one(best.text, _nouns(parse, start, end))
        ]
        return document.with_layer(Layer(LAYER, found)) if found else document

    def section(self, document: Document) -> Section:
        """A line for each instruction."""
        rows = tuple(_row(document, each) for each in document.layer(LAYER) if each.source == SOURCE)
        if not rows:
            return Section(TITLE, (Facts((("terse cooking instruction", "no"),)),))
        blocks: tuple[Block, ...] = (Table(("instruction", "tools", "actions", "for a beginner"), rows),)
        return Section(TITLE, blocks)


def _row(document: Document, step: Annotation) -> tuple[str, str, str, str]:
    tools, actions = (", ".join(step.features.get(key, ())) for key in ("tools", "actions"))
    return document.text_of(step), tools, actions, str(step.features.get("text", ""))


def terse_instructions(parse: Parse) -> Iterator[tuple[int, int]]:
    """Character offsets of short sentences that tell the reader to do something."""
    for start, end in parse.sentences:
        words = [token for token in range(start, end) if parse.pos[token] not in ("PUNCT", "SPACE", "SYM")]
        if 2 <= len(words) <= LONGEST and _is_command(parse, start, end):
            yield parse.starts[words[0]], parse.ends[end - 1]


def _places(parse: Parse) -> list[tuple[int, int]]:
    """The instructions to elaborate: the familiar ones, unless most of the text is about other things."""
    terse = list(terse_instructions(parse))
    familiar = [place for place in terse if is_familiar(parse, *place, _known_words())]
    return familiar[:MOST] if len(familiar) >= MOSTLY * len(terse) else []


def is_familiar(parse: Parse, start: int, end: int, known: Collection[str]) -> bool:
    """Does the model know all nouns between two offsets? It learnt to cook and would talk nonsense of other things."""
    nouns = _nouns(parse, start, end)
    return bool(nouns) and all(noun in known for noun in nouns)


def names_one(text: str, nouns: Collection[str]) -> bool:
    """Does a concrete version name one of the instruction's things? Otherwise it has strayed.

    >>> names_one("Put the eggs into a bowl.", ["egg"]), names_one("Use elbow grease.", ["air"])
    (True, False)
    """
    words = text.lower().split()
    return any(word.startswith(noun.removesuffix("s")) for word in words for noun in nouns)


def _nouns(parse: Parse, start: int, end: int) -> list[str]:
    inside = [token for token in range(len(parse)) if start <= parse.starts[token] < end]
    return [parse.words[token].lower() for token in inside if parse.pos[token] in ("NOUN", "PROPN")]


@cache
def _known_words() -> frozenset[str]:
    """The words of the instructions that the shipped models learnt from."""
    return frozenset(Knowledge.load(model_folder("transducer")).abstract_counts)


def _is_command(parse: Parse, start: int, end: int) -> bool:
    """Is the main verb bare, without a subject, with an object or a place?"""
    for token in range(start, end):
        if parse.heads[token] == token and parse.tags[token] == "VB":
            kinds = {parse.deps[child] for child in parse.children[token]}
            return not kinds & {"nsubj", "nsubjpass", "aux", "neg"} and bool(kinds & {"dobj", "prep", "prt"})
    return False
