"""All capabilities on one text: what kind of text it is decides which of them read it, what they need in which order.

A text is laid out, classified and parsed once; what each capability finds is added to one document.
"""

from tacit.reader.batch import BatchSettings, Read, ShareOfShards, read_in_processes, read_into
from tacit.reader.reading import ASK, LONGEST, TITLE, Reading, pipe, read
from tacit.reader.registry import CAPABILITIES, Capability, capability_named, fitting, in_order, overview

__all__ = [
    "ASK",
    "CAPABILITIES",
    "LONGEST",
    "TITLE",
    "BatchSettings",
    "Capability",
    "Read",
    "Reading",
    "ShareOfShards",
    "capability_named",
    "fitting",
    "in_order",
    "overview",
    "pipe",
    "read",
    "read_in_processes",
    "read_into",
]
