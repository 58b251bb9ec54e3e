"""How a value shows itself as the last line of a notebook's cell."""

from __future__ import annotations

import importlib


def shown(kind: str, value: object) -> str:
    """The value as HTML, by the function of `tacit.report.notebooks` that has this name.

    By name, as reports know what they show, and what they show knows nothing of reports.
    """
    made: str = getattr(importlib.import_module("tacit.report.notebooks"), kind)(value)
    return made
