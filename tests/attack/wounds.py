"""What a victim can do, for tests of the attacker."""

from __future__ import annotations

import os
import time

from benchmarks.attack.victim import Harm
from tacit.errors import InputError


def suffer(how: str) -> str:
    if how == "fail":
        raise ZeroDivisionError
    if how == "die":
        os._exit(9)
    if how == "sleep":
        time.sleep(60)
    if how == "refuse":
        raise InputError("this is no text")
    if how == "babble":
        raise InputError("")
    if how == "lose":
        raise Harm("lost", "the old file")
    return ""
