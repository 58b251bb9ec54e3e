"""Texts labelled by the sentence, in a form that people write: a sentence on each line, its labels behind a bar.

    # tea: a tired mother
    I put the kettle on. | making tea
    The bell rang. | making tea; answering the doorbell

    An empty line starts a paragraph, `# id: voice` the next text.

Labels become the layer `scenarios`; neighbouring sentences with the same label make one passage.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from tacit.documents import SENTENCES, Annotation, Document, Layer, Span
from tacit.formats.recognition import LABELLED_BAR, LABELLED_HEAD
from tacit.formats.registry import FormatOptions
from tacit.formats.source import Source

SOURCE = "labelled"
SCENARIOS = "scenarios"


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    labels: tuple[str, ...]
    opens_paragraph: bool


@dataclass(frozen=True, slots=True)
class _Text:
    id: str
    voice: str
    sentences: list[_Sentence] = field(default_factory=list)


def read(source: Source, options: FormatOptions) -> Iterator[Document]:
    """One document for each text."""
    for text in _texts(source):
        if text.sentences:
            yield _document(text)


def _texts(source: Source) -> Iterator[_Text]:
    text = None
    opens_paragraph = False
    for number, line in enumerate(source.text().splitlines(), 1):
        line = line.strip()
        if LABELLED_HEAD.match(line):
            if text is not None:
                yield text
            id, _, voice = line[2:].partition(": ")
            text = _Text(id, voice)
        elif line and text is None:
            source.fail("a sentence stands before the first '# id: voice'", line=number)
        elif line and text is not None:
            text.sentences.append(_sentence(line, opens_paragraph))
        opens_paragraph = not line
    if text is not None:
        yield text


def _sentence(line: str, opens_paragraph: bool) -> _Sentence:
    text, _, labels = line.partition(LABELLED_BAR)
    listed = tuple(dict.fromkeys(label.strip() for label in labels.split(";") if label.strip()))
    return _Sentence(text.strip(), listed, opens_paragraph)


def _document(written: _Text) -> Document:
    text, spans = "", []
    for sentence in written.sentences:
        if text:
            text += "\n\n" if sentence.opens_paragraph else " "
        spans.append(Span(len(text), len(text) + len(sentence.text)))
        text += sentence.text
    sentences = Layer(SENTENCES, (Annotation((span,), source=SOURCE) for span in spans))
    scenarios = Layer(SCENARIOS, _passages(written.sentences, spans))
    return Document(text, written.id, {"voice": written.voice}, [sentences, scenarios])


def _passages(sentences: Sequence[_Sentence], spans: Sequence[Span]) -> Iterable[Annotation]:
    """Neighbouring sentences about the same scenario are one passage."""
    labels = dict.fromkeys(label for sentence in sentences for label in sentence.labels)
    for label in labels:
        for about_it, run in groupby(zip(sentences, spans, strict=True), key=lambda pair: label in pair[0].labels):
            if about_it:
                covered = [span for _, span in run]
                yield Annotation.of(covered[0].start, covered[-1].end, label, source=SOURCE)
