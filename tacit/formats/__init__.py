"""Files in, documents out, and back.

>>> import tacit.formats as formats
>>> documents = formats.open("stories/")                     # a file, a folder or a glob
>>> formats.write(documents, "stories.jsonl.gz")             # doctest: +SKIP
"""

from tacit.formats.parts.guessing import laid_out
from tacit.formats.reading import OnSkip, Skipped, files_of, open, open_source
from tacit.formats.registry import FORMATS, Format, FormatOptions, format_named, recognise
from tacit.formats.source import Source
from tacit.formats.writing import write, write_stream
from tacit.layout import LAYOUTS, guess

__all__ = [
    "FORMATS",
    "LAYOUTS",
    "Format",
    "FormatOptions",
    "OnSkip",
    "Skipped",
    "Source",
    "files_of",
    "format_named",
    "guess",
    "laid_out",
    "open",
    "open_source",
    "recognise",
    "write",
    "write_stream",
]
