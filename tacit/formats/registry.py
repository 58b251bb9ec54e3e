"""Which formats there are and how they are told apart.

A format is a module of this package with

    recognises(source) -> bool           is this file mine? Looks at `source.suffix` and `source.head` only.
    read(source, options) -> Iterator[Document]
    write(documents, stream) -> None     only where the format can be written
    companions(document, stem)           only where a document needs other files beside its own: {name: text}

and one line in `FORMATS`. The first format that recognises a file reads it, so the particular stand before
the general.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from types import ModuleType

from tacit.errors import InputError, UnknownNameError
from tacit.formats.source import Source


@dataclass(frozen=True, slots=True)
class Options:
    """What a user may say about files that do not say it themselves."""

    text_column: str = "text"
    id_column: str = "id"


@dataclass(frozen=True, slots=True)
class Format:
    """A name for `--from` and `--to`, what it is in a few words, and the endings it is written under.

    Where a file holds a single document, several are written to a folder, one file each.
    """

    name: str
    about: str
    suffixes: tuple[str, ...]
    writable: bool = False
    single: bool = False

    @property
    def module(self) -> ModuleType:
        """Imported at first use, so that a format costs nothing until a file needs it."""
        return importlib.import_module(f"tacit.formats.{self.name}")


FORMATS: tuple[Format, ...] = (
    Format("docx", "Word documents with headings and steps", (".docx",)),
    Format("brat", "brat stand-off (.txt with .ann)", (".ann",), writable=True, single=True),
    Format("webanno", "WebAnno and INCEpTION TSV 3", (".tsv",), writable=True, single=True),
    Format("xmi", "UIMA CAS XMI", (".xmi",), writable=True, single=True),
    Format("tei", "TEI XML with stand-off annotations", (".tei", ".xml"), writable=True, single=True),
    Format("conllu", "CoNLL-U", (".conllu",), writable=True),
    Format("conll_coreference", "CoNLL coreference", (".conll",), writable=True),
    Format("inscript", "InScript word pieces", (".txt",)),
    Format("labelled", "text with a sentence and its labels on each line", (".txt",)),
    Format("mcscript", "MCScript XML", (".xml",)),
    Format("descript", "DeScript XML", (".xml",)),
    Format("story_cloze", "Story Cloze CSV", (".csv",)),
    Format("rocstories", "ROCStories TSV or CSV", (".tsv", ".csv")),
    Format("claire", "CLAIRE TSV", (".tsv",)),
    Format("kidscook", "KidsCook TSV", (".tsv",)),
    Format("label_studio", "Label Studio JSON", (".label-studio.json",), writable=True),
    Format("jsonl", "JSON lines, tacit's own layers included", (".jsonl", ".ndjson"), writable=True),
    Format("table", "CSV or TSV with named columns", (".csv", ".tsv")),
    Format("html", "HTML without its boilerplate", (".html", ".htm")),
    Format("markdown", "Markdown with headings and steps", (".md", ".markdown")),
    Format("plain", "plain text", (".txt", ".text"), writable=True, single=True),
)


def format_named(name: str) -> Format:
    """The format of that name, or an error that lists the names there are."""
    for entry in FORMATS:
        if entry.name == name:
            return entry
    raise UnknownNameError("format", name, (entry.name for entry in FORMATS))


def recognise(source: Source) -> Format:
    """The format of a file, by its name and content."""
    for entry in FORMATS:
        if entry.module.recognises(source):
            return entry
    raise InputError("not a format that tacit knows; name one with --from", path=source.path)
