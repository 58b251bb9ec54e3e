"""tacit reads what a text takes for granted.

>>> import tacit
>>> reading = tacit.read("Ann came in and sat down.")           # doctest: +SKIP
>>> [event.label for event in reading.document.layer("events")]  # doctest: +SKIP
['come in', 'sit down']
"""

from typing import TYPE_CHECKING, Any

from tacit.documents import Annotation, Document, Layer, Link, Span
from tacit.version import __version__

if TYPE_CHECKING:
    from tacit.reader import Reading, read

__all__ = ["Annotation", "Document", "Layer", "Link", "Reading", "Span", "__version__", "read"]


def __getattr__(name: str) -> Any:
    """Import the reader when it is first asked for, as much hangs on it."""
    if name in ("Reading", "read"):
        from tacit import reader

        return getattr(reader, name)
    raise AttributeError(f"module 'tacit' has no attribute {name!r}")
