"""Which formats there are and how they are told apart.

A format is a module of this package with

    read(source, options) -> Iterator[Document]
    write(documents, stream) -> None     only where the format can be written
    companions(document, stem)           only where a document needs other files beside its own: {name: text}
    layout_of(text) -> list[Layer]       only where instructions are written so: the layout of a file, with its offsets

and one line in `FORMATS`. A file is known by its ending if that is one format's alone, else by its content: the first
format that it looks like reads it, so the particular stand before the general. A reader is imported when a file
needs it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType

from tacit.errors import InputError, UnknownNameError
from tacit.formats import recognition
from tacit.formats.source import Source


@dataclass(frozen=True, slots=True)
class FormatOptions:
    """What a user may say about files that do not say it themselves."""

    text_column: str = "text"
    id_column: str = "id"


@dataclass(frozen=True, slots=True)
class Format:
    """Its name, what it is in a few words, and the endings of its files.

    `sure` are endings that tell it; `looks` tells by the content where an ending does not. Where a file holds a single
    document, several are written to a folder, one file each. Files of a `page` can be checked in their place.
    """

    name: str
    about: str
    suffixes: tuple[str, ...]
    writable: bool = False
    single: bool = False
    sure: tuple[str, ...] = ()
    looks: Callable[[Source], bool] | None = None
    page: bool = False

    @property
    def module(self) -> ModuleType:
        """Imported at first use, so that a format costs nothing until a file needs it."""
        return importlib.import_module(f"tacit.formats.{self.name}")


_ASCIIDOC = (".adoc", ".asciidoc")
_DITA = (".dita",)
_HTML = (".html", ".htm", ".xhtml")
_MARKDOWN = (".md", ".markdown")
_RST = (".rst", ".rest")
_JSON = (".jsonl", ".ndjson")
_WORD = (".docx", ".dotx", ".docm")

FORMATS: tuple[Format, ...] = (
    Format("docx", "Word documents with headings and steps", (".docx",), sure=_WORD),
    Format("brat", "brat stand-off (.txt with .ann)", (".ann",), writable=True, single=True, sure=(".ann",)),
    Format("webanno", "WebAnno and INCEpTION TSV 3", (".tsv",), True, True, looks=recognition.is_webanno),
    Format(
        "inception", "WebAnno TSV with places and labels only, as INCEpTION projects take it", (".tsv",), True, True
    ),
    Format("xmi", "UIMA CAS XMI", (".xmi",), True, True, sure=(".xmi",), looks=recognition.is_xmi),
    Format(
        "catma",
        "CATMA annotation collections (with their text in .txt)",
        (".catma.xml",),
        writable=True,
        single=True,
        looks=recognition.is_catma,
    ),
    Format(
        "tei",
        "TEI XML with stand-off annotations",
        (".tei", ".xml"),
        writable=True,
        single=True,
        sure=(".tei",),
        looks=recognition.is_tei,
    ),
    Format("conllu", "CoNLL-U", (".conllu",), writable=True, sure=(".conllu",), looks=recognition.is_conllu),
    Format("conll_coreference", "CoNLL coreference", (".conll",), True, looks=recognition.is_conll_coreference),
    Format("inscript", "InScript word pieces", (".txt",), looks=recognition.is_inscript),
    Format("labelled", "text with a sentence and its labels on each line", (".txt",), looks=recognition.is_labelled),
    Format("mcscript", "MCScript XML", (".xml",), looks=recognition.is_mcscript),
    Format("descript", "DeScript XML", (".xml",), looks=recognition.is_descript),
    Format("dita", "DITA topics with headings and steps", _DITA, sure=_DITA, looks=recognition.is_dita, page=True),
    Format("story_cloze", "Story Cloze CSV", (".csv",), looks=recognition.is_story_cloze),
    Format("rocstories", "ROCStories TSV or CSV", (".tsv", ".csv"), looks=recognition.is_rocstories),
    Format("claire", "CLAIRE TSV", (".tsv",), looks=recognition.is_claire),
    Format("kidscook", "KidsCook TSV", (".tsv",), looks=recognition.is_kidscook),
    Format(
        "label_studio",
        "Label Studio JSON",
        (".label-studio.json",),
        writable=True,
        looks=recognition.is_label_studio,
    ),
    Format(
        "jsonl",
        "JSON lines, tacit's own layers included",
        (".jsonl", ".ndjson"),
        writable=True,
        sure=_JSON,
        looks=recognition.is_jsonl,
    ),
    Format("table", "CSV or TSV with named columns", (".csv", ".tsv"), looks=recognition.is_table),
    Format("html", "HTML without its boilerplate", (".html", ".htm"), sure=_HTML, looks=recognition.is_html, page=True),
    Format("markdown", "Markdown with headings and steps", _MARKDOWN, sure=_MARKDOWN, page=True),
    Format("restructured", "reStructuredText with headings and steps", _RST, sure=_RST, page=True),
    Format("asciidoc", "AsciiDoc with headings and steps", _ASCIIDOC, sure=_ASCIIDOC, page=True),
    Format("plain", "plain text", (".txt", ".text"), True, True, looks=recognition.is_plain, page=True),
)


def format_named(name: str) -> Format:
    """The format of that name, or an error that lists the names there are."""
    for entry in FORMATS:
        if entry.name == name:
            return entry
    raise UnknownNameError("format", name, (entry.name for entry in FORMATS))


def recognise(source: Source) -> Format:
    """The format of a file: by its ending, else by its content."""
    for entry in FORMATS:
        if source.suffix in entry.sure:
            return entry
    for entry in FORMATS:
        if entry.looks is not None and entry.looks(source):
            return entry
    raise InputError("not a format that tacit knows; name its `format`", path=source.path)
