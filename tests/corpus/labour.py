"""Work for the tests that other processes can import."""

import os
import signal
import time
from pathlib import Path

from tacit.errors import InputError


def square(number: int) -> int:
    return number * number


def slow_square(number: int) -> int:
    time.sleep(0.2)
    return number * number


def pid(_task: object) -> int:
    time.sleep(0.05)
    return os.getpid()


def complain(number: int) -> int:
    raise InputError(f"{number} is bad", path="a.txt", line=number)


def die_once(task: tuple[str, int]) -> int:
    """Kills its process the first time anyone works on number 3."""
    marker, number = Path(task[0]), task[1]
    if number == 3 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def die_always(_task: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)
