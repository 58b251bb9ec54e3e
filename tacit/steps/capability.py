"""What terse instructions in a text leave out, for `tacit read`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tacit import howto
from tacit.capability import Block, Facts, Section, Table
from tacit.documents import Annotation, Document, Layer
from tacit.howto.asking import WRITTEN, AskingReader
from tacit.language.analysed import Analysed
from tacit.language.english.imperatives import complete_commands
from tacit.language.english.kinds import INSTRUCTIONS, MIXED
from tacit.language.events import Event
from tacit.language.parse import Parse
from tacit.llm import Model

LAYER = "concrete_steps"
SOURCE = "tacit.steps"
TITLE = "What its instructions assume"
LONGEST = 16
"""More words are not terse."""
SURE = 0.5
"""In a text nobody asked for an answer, so it must be surer than for `tacit steps elaborate`."""


class Steps:
    """Which tools and actions do its terse instructions take for granted?"""

    name = "steps"
    fits = (INSTRUCTIONS, MIXED)
    needs: tuple[str, ...] = ()
    adds = (LAYER,)

    def __init__(self, model: Model | None = None, share: float = 1.0) -> None:
        self._model = model
        self._share = share

    def asking(self, model: Model, share: float) -> Steps:
        """The same, with a language model's steps for the least certain share of what is not known."""
        return Steps(model, share)

    def annotate(self, text: Analysed) -> Iterator[Layer]:
        """How each terse instruction is carried out, where that is known; the same steps are told once."""
        found: dict[str, Annotation] = {}
        places = list(terse_instructions(text.parse, text.events))
        told = [text.document.text[start:end] for start, end in places]
        for (start, end), answer in zip(places, self._answers(text.prose, told), strict=True):
            sure = answer.confidence >= SURE and not answer.adapted
            steps = " ".join(answer.steps)
            if answer.known and (sure or answer.origin == WRITTEN) and steps not in found:
                found[steps] = Annotation.of(start, end, "instruction", source=SOURCE, **answer.to_dict())
        if found:
            yield Layer(LAYER, list(found.values()))

    def _answers(self, text: str, instructions: Sequence[str]) -> list[howto.Answer]:
        if not instructions:
            return []
        reader = howto.load().within(text, instructions)
        if self._model is None:
            return [reader.answer(each) for each in instructions]
        return [each[0] for each in AskingReader(reader, self._model, self._share).answers(instructions)]

    def section(self, document: Document) -> Section:
        """A line for each instruction."""
        rows = tuple(_row(document, each) for each in document.layer(LAYER) if each.source == SOURCE)
        if not rows:
            return Section(TITLE, (Facts((("instruction that is known", "no"),)),))
        blocks: tuple[Block, ...] = (Table(("instruction", "needs", "how it is done", "take care"), rows),)
        return Section(TITLE, blocks)


def _row(document: Document, step: Annotation) -> tuple[str, str, str, str]:
    features = step.features
    needs = ", ".join((*features.get("tools", ()), *features.get("materials", ())))
    return document.text_of(step), needs, str(features.get("text", "")), " ".join(features.get("caution", ()))


def terse_instructions(parse: Parse, events: Iterable[Event]) -> Iterator[tuple[int, int]]:
    """Character offsets of short sentences that tell the reader to do something."""
    commands = complete_commands(parse, events)
    for number, (start, end) in enumerate(parse.sentences):
        words = [token for token in range(start, end) if parse.pos[token] not in ("PUNCT", "SPACE", "SYM")]
        if 2 <= len(words) <= LONGEST and number in commands:
            yield parse.starts[words[0]], parse.ends[end - 1]
