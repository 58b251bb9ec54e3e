"""Read a text, a file, or many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from tacit import formats, reader
from tacit.api.sources import path_in
from tacit.documents import Document
from tacit.errors import InputError, TacitError, UnknownNameError, UsageError
from tacit.files import holds
from tacit.formats import OnSkip, Skipped
from tacit.layout import AUTO
from tacit.llm import Model
from tacit.reader import Reading

Only = str | Sequence[str] | None
"""Names of capabilities: in a list, or in a string with commas between them; those that fit the text where nothing."""


def read(
    text: str | Path | Document,
    *,
    only: Only = None,
    layout: str = AUTO,
    on_step: Callable[[str], None] | None = None,
    model: Model | None = None,
    ask: float = reader.ASK,
) -> Reading:
    """Read a text, a file or a document with all that fits it, or with the capabilities named in `only`.

    A string of one line that names an existing file is the path of one; any other string is a text. Where texts come
    from strangers, give `Document(text)`: that is never taken for a path. Headings and steps of a text are recognised
    unless `layout` says that it is plain. `on_step` is told the name of each capability before it starts. A language
    model (`tacit.llm.connect`) is asked about the share `ask` of what each capability is least certain of.

    >>> import tacit
    >>> reading = tacit.read("Ann came in. She ordered tea.", only="language")
    >>> reading
    <Reading: 'Ann came in. She ordered tea.'; sentences 2, events 2>
    >>> [(event.who, event.does, event.what) for event in reading.events]
    [('Ann', 'come in', ''), ('Ann', 'order', 'tea')]
    >>> reading.events.to_frame()["does"].tolist()
    ['come in', 'order']
    """
    names = names_in(only)
    return reader.read(_document(text), only=names, layout=layout, on_step=on_step, model=model, ask=ask)


def read_all(
    source: str | Path | Iterable[str | Path | Document],
    *,
    only: Only = None,
    on_skip: OnSkip | None = None,
    on_step: Callable[[str], None] | None = None,
    processes: int = 1,
) -> Iterator[Reading]:
    """Read many texts, one after the other, each when it is asked for.

    With several `processes` (0 is one a core) some are read ahead; the readings come in the same order. A script that
    does so needs Python's `if __name__ == "__main__":`.

    `source` is a folder, a glob, a file with one text or many, or a list of paths, documents and texts. What cannot be
    read ends it with an error, or, if there is one who listens, is told to `on_skip` and passed over.

    >>> import tacit
    >>> readings = tacit.read_all(["Ann came in.", "Bob left."], only="language")
    >>> [event.who for reading in readings for event in reading.events]
    ['Ann', 'Bob']
    """
    names = names_in(only)  # a wrong name is an error at once, not when the first text is asked for
    documents = formats.open(source, on_skip=on_skip) if isinstance(source, str | Path) else _documents(source, on_skip)
    if processes == 1:
        return reader.pipe(documents, only=names, on_step=on_step)
    if on_step is not None:
        raise UsageError("several processes do not tell their steps: leave out on_step, or read in one process")
    return reader.read_in_processes(documents, only=names, processes=processes)


def names_in(only: Only) -> list[str] | None:
    """The names of capabilities in a list or a string, checked.

    >>> names_in("language, scenarios")
    ['language', 'scenarios']
    """
    if only is None:
        return None
    names = [name.strip() for name in only.split(",")] if isinstance(only, str) else list(only)
    for name in names:
        if name not in reader.CAPABILITIES:
            raise UnknownNameError("capability", name, reader.CAPABILITIES)
    return names


def _documents(source: Iterable[str | Path | Document], on_skip: OnSkip | None) -> Iterator[Document]:
    for each in source:
        try:
            yield from _opened(each, on_skip)
        except TacitError as error:
            if on_skip is None:
                raise
            on_skip(Skipped(Path(each if isinstance(each, str | Path) else each.id), str(error)))


def _opened(source: str | Path | Document, on_skip: OnSkip | None = None) -> Iterator[Document]:
    """The documents that one thing stands for."""
    if isinstance(source, Document):
        return iter([source])
    if not isinstance(source, str | Path):
        raise UsageError(f"a text must be a string, a path or a Document, not {type(source).__name__}")
    path = source if isinstance(source, Path) else path_in(source)
    return iter([Document(str(source))]) if path is None else formats.open(path, on_skip=on_skip)


def _document(source: str | Path | Document) -> Document:
    """The one document that something stands for."""
    path = path_in(source) if isinstance(source, str) else source
    if isinstance(path, Path) and holds(path.is_dir):
        raise UsageError(f"{path} is a folder; tacit.read_all reads all texts in it")
    found = list(islice(_opened(source), 2))
    if len(found) != 1:
        many = "holds several texts; tacit.read_all reads them all" if found else "holds no text"
        raise InputError(many, path=str(source))
    return found[0]
