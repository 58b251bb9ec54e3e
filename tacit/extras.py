"""Import an optional package, or say which extra installs it."""

from __future__ import annotations

import importlib
from types import ModuleType

from tacit.errors import MissingExtraError


def require(module: str, *, extra: str) -> ModuleType:
    """Import `module` at the moment it is needed.

    >>> require("json", extra="formats").dumps([])
    '[]'
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        package = module.partition(".")[0]
        if (error.name or "").partition(".")[0] != package:
            raise
        raise MissingExtraError(package, extra) from None
