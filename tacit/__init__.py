"""tacit reads what a text takes for granted."""

from tacit.documents import Annotation, Document, Layer, Link, Span

__version__ = "0.1.0"
__all__ = ["Annotation", "Document", "Layer", "Link", "Span", "__version__"]
