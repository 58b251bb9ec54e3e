"""tacit reads what a text takes for granted.

>>> import tacit
>>> reading = tacit.read("Ann came in and sat down.", only="language")
>>> [f"{event.who} {event.does}" for event in reading.events]
['Ann come in', 'Ann sit down']
"""

import importlib
from typing import TYPE_CHECKING, Any

from tacit.documents import Annotation, Document, Layer, Link, Span
from tacit.version import __version__

if TYPE_CHECKING:
    from tacit import errors, formats
    from tacit.api import Findings, check, load, read, read_all
    from tacit.reader import Reading

__all__ = [
    "Annotation",
    "Document",
    "Findings",
    "Layer",
    "Link",
    "Reading",
    "Span",
    "__version__",
    "check",
    "errors",
    "formats",
    "load",
    "read",
    "read_all",
]

_LAZY = {
    "Findings": "tacit.api.checking",
    "Reading": "tacit.reader",
    "check": "tacit.api.checking",
    "load": "tacit.api.loading",
    "read": "tacit.api.reading",
    "read_all": "tacit.api.reading",
}
"""What is imported when it is first asked for, as much hangs on it."""
_MODULES = ("errors", "formats")


def __getattr__(name: str) -> Any:
    """Import what is first asked for now."""
    if name in _LAZY:
        return getattr(importlib.import_module(_LAZY[name]), name)
    if name in _MODULES:
        return importlib.import_module(f"tacit.{name}")
    raise AttributeError(f"module 'tacit' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
