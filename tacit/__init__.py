"""tacit reads what a text takes for granted.

>>> import tacit
>>> reading = tacit.read("Ann came in and sat down.")           # doctest: +SKIP
>>> [event.label for event in reading.document.layer("events")]  # doctest: +SKIP
['come in', 'sit down']
"""

from tacit.documents import Annotation, Document, Layer, Link, Span
from tacit.reader import Reading, read
from tacit.version import __version__

__all__ = ["Annotation", "Document", "Layer", "Link", "Reading", "Span", "__version__", "read"]
