"""How a server on standard input ends when whoever it served has gone."""

from __future__ import annotations

import os
import sys
from contextlib import suppress


def leave() -> None:
    """End the process now: what a thread still works on has no reader, and Python would wait for it.

    Nor are models taken apart piece by piece, which on a busy machine took longer than some clients wait.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(0)
