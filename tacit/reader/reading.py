"""Read a text, or many, with the capabilities that fit them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from tacit.capability import Facts, Section
from tacit.documents import Document
from tacit.errors import DocumentError, MissingBackboneError, MissingExtraError
from tacit.formats import laid_out
from tacit.notebooks import shown
from tacit.reader.registry import (
    Capability,
    adder_of,
    asking,
    capability_named,
    check_known,
    covering,
    fitting,
    in_order,
)
from tacit.values import part
from tacit.views import Views

if TYPE_CHECKING:
    from tacit.language.analysed import Analysed
    from tacit.language.english.kinds import KindOfText
    from tacit.llm import Model

TITLE = "What kind of text it is"
LONGEST = 30_000
"""Characters of a text that the command line and the page read unless told otherwise: some minutes of work."""
ASK = 0.1
"""The share of what a capability is least certain of that a language model is asked about, unless told otherwise."""
_TOGETHER = 16
"""Texts that are parsed together by `pipe`."""

_NOT_READ = "not read:"

OnStep = Callable[[str], None]
OnPart = Callable[["Reading"], None]
"""Is told the reading so far: its document has all layers yet found, its sections are those that are ready."""


@dataclass(frozen=True, slots=True, repr=False)
class Reading(Views):
    """A document with everything that was read into it, and a section from each capability; `kind` if it was asked.

    >>> reading = Reading(Document("Ann sat down."), (), "story")
    >>> reading
    <Reading (story): 'Ann sat down.'>
    >>> reading.events
    <events (0)>
    >>> Reading.from_dict(reading.to_dict()) == reading
    True
    """

    sections: tuple[Section, ...]
    kind: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON with stable keys."""
        return {
            "kind": self.kind,
            "document": self.document.to_dict(),
            "sections": [section.to_dict() for section in self.sections],
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Reading:
        """The inverse of `to_dict`; raises `DocumentError` for anything that is not such an object."""
        try:
            sections = tuple(map(Section.from_dict, part(plain, "sections", list)))
            return cls(Document.from_dict(part(plain, "document", dict)), sections, part(plain, "kind", str))
        except TypeError as error:
            raise DocumentError(f"not a reading: {error}") from None

    @property
    def not_read(self) -> dict[str, str]:
        """What was not read although it fits the text, as a part of tacit is not installed, and what to type."""
        first = {section.title.lower(): section.blocks[0] for section in self.sections if section.blocks}
        return {
            name: block.pairs[0][0]
            for name, block in first.items()
            if isinstance(block, Facts) and block.pairs and block.pairs[0][1] == _NOT_READ
        }

    def _repr_html_(self) -> str:
        """The page of the reading in a frame, for notebooks."""
        return shown("reading", self)

    def _title(self) -> str:
        return f"Reading ({self.kind})" if self.kind else "Reading"


def read(
    text: str | Document,
    *,
    only: str | Sequence[str] | None = None,
    layout: str = "auto",
    coverage: float | None = None,
    on_step: OnStep | None = None,
    on_part: OnPart | None = None,
    model: Model | None = None,
    ask: float = ASK,
) -> Reading:
    """Read a text with the capabilities that fit its kind, or with those named in `only`.

    What those need is read first, even if it is not named. Headings and steps are recognised unless `layout` says
    that the text is plain. `on_step` is told the name of each capability before it starts, `on_part` the reading so far
    after each. What needs a part that is not installed is left out, with a section that says so, unless it was asked
    for by name. With a `coverage` of 0.9 so many left-out events are named that one that happened is among them in nine
    of ten cases. A language model is asked about the share `ask` of what each capability is least certain of.
    """
    return next(
        pipe(
            [text],
            only=only,
            layout=layout,
            coverage=coverage,
            on_step=on_step,
            on_part=on_part,
            model=model,
            ask=ask,
        )
    )


def pipe(
    texts: Iterable[str | Document],
    *,
    only: str | Sequence[str] | None = None,
    layout: str = "auto",
    coverage: float | None = None,
    on_step: OnStep | None = None,
    on_part: OnPart | None = None,
    model: Model | None = None,
    ask: float = ASK,
) -> Iterator[Reading]:
    """Read many texts, one after the other; some are parsed together, which is faster than `read` for each."""
    from tacit.language.analysed import Analysed  # takes as long to import as the rest, and most commands do not read

    names = _names(only)
    capabilities = _Capabilities(coverage, model, ask)
    coming = (laid_out(Document(text) if isinstance(text, str) else text, layout) for text in texts)
    while group := list(islice(coming, _TOGETHER)):
        for text in Analysed.many(group):
            yield _read(text, names, on_step or _nobody, on_part or _nobody, capabilities)


class _Capabilities:
    """Capabilities by name, each with the promised coverage, and with the model on top where there is one."""

    def __init__(self, coverage: float | None, model: Model | None, ask: float) -> None:
        self._coverage = coverage
        self._model = model
        self._ask = ask
        self._made: dict[str, Capability] = {}

    def __getitem__(self, name: str) -> Capability:
        found = capability_named(name) if self._coverage is None else covering(name, self._coverage)
        if self._model is None:
            return found
        if name not in self._made:
            self._made[name] = asking(found, self._model, self._ask)
        return self._made[name]


def _names(only: str | Sequence[str] | None) -> list[str] | None:
    """The names in a list, or in a string with commas between them."""
    if only is None:
        return None
    names = [name.strip() for name in only.split(",")] if isinstance(only, str) else list(only)
    check_known(names)
    return names


def _nobody(_: object) -> None:
    """Tell no one."""


def _read(
    text: Analysed, names: Sequence[str] | None, on_step: OnStep, on_part: OnPart, capabilities: _Capabilities
) -> Reading:
    sections: list[Section] = []
    kind, asked = "", names
    if asked is None:
        kind, asked, sections = text.kind, fitting(text.kind), [_kind_section(text.classified)]
        on_part(Reading(text.document, tuple(sections), kind))
    failed: set[str] = set()
    for name in in_order(asked, text.document.layers):
        on_step(name)
        try:
            _check_needs(name, failed)
            capability = capabilities[name]
            text = text.with_layers(capability.annotate(text))
            if name in asked:
                sections.append(capability.section(text.document))
        except (MissingBackboneError, MissingExtraError) as error:
            if names is not None:
                raise
            failed.add(name)
            sections.append(Section(name.capitalize(), (Facts(((str(error), _NOT_READ),)),)))
        on_part(Reading(text.document, tuple(sections), kind))
    return Reading(text.document, tuple(sections), kind)


def _check_needs(name: str, failed: set[str]) -> None:
    """What needs a layer of one that could not read cannot read either."""
    for layer in capability_named(name).needs:
        adder = adder_of(layer)
        if adder in failed:
            raise MissingBackboneError(f"it needs the {layer} that {adder} would have found")


def _kind_section(found: KindOfText) -> Section:
    shares = tuple((name, f"{share:.0%}") for name, share in found.probabilities.items())
    return Section(TITLE, (Facts((("", found.kind), *shares)),))
