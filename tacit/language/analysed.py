"""A text on its way through the capabilities: the document so far, what kind of text it is, and its parse.

Kind, parse and events are made when they are first asked for, and once, whoever asks and however many layers the
document has got meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from tacit.documents import Document, Layer
from tacit.language.analysis import analyse_many
from tacit.language.english.kinds import KindOfText, kind_of
from tacit.language.events import Event, find_events
from tacit.language.parse import Parse
from tacit.layout import prose


@dataclass(frozen=True)
class Analysed:
    """A document with what is known of its text as a whole.

    >>> text = Analysed.of(Document("Preheat the oven. Mix the flour with two eggs. Bake it for an hour."))
    >>> text.kind
    'instructions'
    >>> text.with_layers([Layer("mine")]).classified is text.classified
    True
    """

    document: Document
    _known: _Known

    @classmethod
    def of(cls, document: Document, parse: Parse | None = None) -> Analysed:
        """A document of which nothing is known yet, unless somebody has its parse."""
        known = _Known(document, [])
        if parse is not None:
            known.parse = parse
        return cls(document, known)

    @classmethod
    def many(cls, documents: Iterable[Document]) -> list[Analysed]:
        """Documents that are parsed together, as soon as the parse of one is asked for: that is faster."""
        group: list[_Known] = []
        group += [_Known(document, group) for document in documents]
        return [cls(known.document, known) for known in group]

    @property
    def prose(self) -> str:
        """The text with everything that is not prose replaced by spaces."""
        return self._known.prose

    @property
    def classified(self) -> KindOfText:
        """What kind of text it is, with the probability of each."""
        return self._known.classified

    @property
    def kind(self) -> str:
        """The kind alone: one of those in `tacit.language.english.kinds`."""
        return self._known.classified.kind

    @property
    def parse(self) -> Parse:
        """The parse of the prose."""
        return self._known.parse

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the parse."""
        return self._known.events

    def with_layers(self, layers: Iterable[Layer]) -> Analysed:
        """The same text with these layers in its document; a layer of the same name is replaced."""
        return replace(self, document=self.document.with_layer(*layers))


class _Known:
    """What is known of a text as it came; `group` are the texts that are parsed together with it."""

    def __init__(self, document: Document, group: list[_Known]) -> None:
        self.document = document
        self._group = group

    @cached_property
    def prose(self) -> str:
        return prose(self.document)

    @cached_property
    def classified(self) -> KindOfText:
        return kind_of(self.prose)

    @cached_property
    def parse(self) -> Parse:
        waiting = [each for each in self._group if each is not self and "parse" not in vars(each)]
        own, *others = analyse_many(each.prose for each in (self, *waiting))
        for known, parse in zip(waiting, others, strict=True):
            known.parse = parse
        return own

    @cached_property
    def events(self) -> tuple[Event, ...]:
        return tuple(find_events(self.parse))
