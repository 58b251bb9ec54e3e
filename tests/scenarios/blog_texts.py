"""The weblog texts of blog/blog.txt as documents; run it to write them as JSON lines to standard output.

A text starts with `# id: voice`. Each further line is one sentence, with its scenarios, if any, after ` | ` and
between semicolons. An empty line starts a new paragraph.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from tacit.documents import SENTENCES, Annotation, Document, Layer, Span
from tacit.errors import InputError
from tacit.scenarios.layers import SCENARIOS

BLOG = Path(__file__).with_name("blog") / "blog.txt"
SOURCE = "tacit authors"


@dataclass(frozen=True, slots=True)
class Sentence:
    text: str
    labels: tuple[str, ...]
    opens_paragraph: bool


@dataclass(frozen=True, slots=True)
class Post:
    id: str
    voice: str
    sentences: list[Sentence] = field(default_factory=list)


def blog_documents() -> list[Document]:
    """All texts, with the layers `sentences` and `scenarios`."""
    return parse(BLOG.read_text(encoding="utf-8"))


def parse(markup: str) -> list[Document]:
    """The documents that stand in the markup.

    >>> [post] = parse("# tea: someone tired\\nI put the kettle on. | making tea\\nIt sang. | making tea\\nBed now.")
    >>> [post.text_of(passage) for passage in post.layer("scenarios")]
    ['I put the kettle on. It sang.']
    """
    return [_document(post) for post in _posts(markup.splitlines())]


def _posts(lines: Iterable[str]) -> Iterator[Post]:
    post = None
    opens_paragraph = False
    for number, line in enumerate(lines, 1):
        if line.startswith("# "):
            if post is not None:
                yield post
            id, _, voice = line[2:].partition(": ")
            post = Post(id, voice)
        elif line and post is None:
            raise InputError("a sentence stands before the first '# id: voice'", line=number)
        elif line and post is not None:
            post.sentences.append(_sentence(line, opens_paragraph))
        opens_paragraph = not line
    if post is not None:
        yield post


def _sentence(line: str, opens_paragraph: bool) -> Sentence:
    text, _, labels = line.partition(" | ")
    return Sentence(text, tuple(labels.split("; ")) if labels else (), opens_paragraph)


def _document(post: Post) -> Document:
    text, spans = "", []
    for sentence in post.sentences:
        if text:
            text += "\n\n" if sentence.opens_paragraph else " "
        spans.append(Span(len(text), len(text) + len(sentence.text)))
        text += sentence.text
    sentences = Layer(SENTENCES, (Annotation((span,), source=SOURCE) for span in spans))
    scenarios = Layer(SCENARIOS, _passages(post.sentences, spans))
    return Document(text, post.id, {"voice": post.voice}, [sentences, scenarios])


def _passages(sentences: Sequence[Sentence], spans: Sequence[Span]) -> Iterator[Annotation]:
    """Neighbouring sentences about the same scenario are one passage, as the guidelines want it."""
    labels = dict.fromkeys(label for sentence in sentences for label in sentence.labels)
    for label in labels:
        for about_it, run in groupby(zip(sentences, spans), key=lambda pair: label in pair[0].labels):
            if about_it:
                covered = [span for _, span in run]
                yield Annotation.of(covered[0].start, covered[-1].end, label, source=SOURCE)


if __name__ == "__main__":
    for document in blog_documents():
        print(document.to_json())
