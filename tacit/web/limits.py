"""What one server takes on."""

from __future__ import annotations

from dataclasses import dataclass

from tacit.reader import LONGEST

MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """How much, how long, how many; whatever is more is refused with a sentence that says so.

    `seconds` is for the work of one request, `patience` for the time it may wait for a worker before that (`loading`
    where no worker has its models yet), `arrival` for its body to arrive. `waiting` requests may wait while all
    `workers` are busy. `grace` is how long cancelled work may take to stop by itself before its process is ended:
    starting another takes longer than most steps. A file of `upload` bytes may unpack to `unpacked`.
    """

    characters: int = LONGEST
    upload: int = 2 * MEGABYTE
    unpacked: int = 8 * MEGABYTE
    body: int = 8 * MEGABYTE
    seconds: float = 120.0
    patience: float = 60.0
    loading: float = 600.0
    arrival: float = 30.0
    grace: float = 20.0
    waiting: int = 8
    workers: int = 2
