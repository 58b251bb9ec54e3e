"""Files in, documents out, and back.

>>> import tacit.formats as formats
>>> documents = formats.open("stories/")                     # a file, a folder or a glob
>>> formats.write(documents, "stories.jsonl.gz")             # doctest: +SKIP
"""

from tacit.formats.reading import Skipped, open, open_source
from tacit.formats.registry import FORMATS, Format, Options, format_named, recognise
from tacit.formats.source import Source
from tacit.formats.writing import write

__all__ = [
    "FORMATS",
    "Format",
    "Options",
    "Skipped",
    "Source",
    "format_named",
    "open",
    "open_source",
    "recognise",
    "write",
]
