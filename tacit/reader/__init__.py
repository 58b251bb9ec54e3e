"""All capabilities on one text: what kind of text it is decides which of them read it, what they need in which order.

A text is laid out, classified and parsed once; what each capability finds is added to one document.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tacit.reader.reading import ASK, LONGEST, TITLE, Reading, pipe, read
from tacit.reader.registry import CAPABILITIES, Capability, capability_named, fitting, in_order, overview

if TYPE_CHECKING:
    from tacit.reader.batch import BatchSettings, Read, ShareOfShards, read_in_processes, read_into

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

_OF_BATCHES = ("BatchSettings", "Read", "ShareOfShards", "read_in_processes", "read_into")


def __getattr__(name: str) -> Any:
    """What reads many texts is imported when it is first asked for: it brings in all that corpora need."""
    if name in _OF_BATCHES:
        return getattr(import_module("tacit.reader.batch"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
