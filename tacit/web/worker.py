"""A worker process: loads the models once, then does one task after the other.

    python -m tacit.web.worker tacit.web.tasks

Tasks come in on standard input and answers go out on standard output, as `tacit.web.messages`. It ends when its input
ends, so it never outlives the server.
"""

from __future__ import annotations

import importlib
import logging
import os
import signal
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import IO, Protocol, TypeAlias

from tacit.errors import MissingBackboneError, MissingExtraError, TacitError
from tacit.text import cut
from tacit.web.limits import MEGABYTE
from tacit.web.messages import (
    CANCELLED,
    FAILED,
    LARGEST_RESULT,
    MISSING,
    READY,
    REFUSED,
    RESULT,
    STEP,
    TOO_LARGE,
    Message,
    TooLargeError,
    read,
)

CANCEL = getattr(signal, "SIGUSR1", None)
"""The signal that asks a worker to stop at the next step; where there is none, the process is ended instead."""
LONGEST_SENTENCE = 2000
"""Most characters of an error or of a step's name, which may quote what was sent."""

_log = logging.getLogger(__name__)


class StopWork(Exception):  # noqa: N818 (not an error)
    """Nobody waits for the result any more."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a task returns: a file's content and media type."""

    body: bytes
    media_type: str = "application/json"


class OnStep(Protocol):
    """Is told the name of each step before it starts; with a `part`, that a piece of the result is ready."""

    def __call__(self, name: str, part: bytes = b"", /) -> None:
        """Pass it on."""


Task: TypeAlias = Callable[[bytes, OnStep], Result]
"""A task takes what the request says and is to name each step before it starts."""


class _Worker:
    def __init__(self, tasks: Mapping[str, Task], requests: IO[bytes], answers: IO[bytes]) -> None:
        self._tasks = tasks
        self._requests = requests
        self._answers = answers
        self._cancelled = False

    def cancel(self, *_: object) -> None:
        self._cancelled = True

    def run(self) -> None:
        self._say(Message(READY))
        while (request := read(self._requests)) is not None:
            self._cancelled = False
            self._say(self._answer(request))

    def _answer(self, request: Message) -> Message:
        try:
            result = self._tasks[request.kind](request.body, self._step)
        except StopWork:
            return Message(CANCELLED)
        except (MissingExtraError, MissingBackboneError) as error:
            return Message(MISSING, facts={"why": cut(str(error), LONGEST_SENTENCE)})
        except TooLargeError as error:
            return Message(TOO_LARGE, facts={"why": cut(str(error), LONGEST_SENTENCE)})
        except TacitError as error:
            return Message(REFUSED, facts={"why": cut(str(error), LONGEST_SENTENCE)})
        except MemoryError:
            return Message(REFUSED, facts={"why": "this needs more memory than there is; send less at once"})
        except Exception:
            _log.exception("the task %r failed", request.kind)
            return Message(FAILED, facts={"why": "an error inside tacit; the log of the server says where"})
        if len(result.body) > LARGEST_RESULT:
            why = f"the result has more than {LARGEST_RESULT // MEGABYTE} MB; send less at once"
            return Message(REFUSED, facts={"why": why})
        return Message(RESULT, result.body, {"media_type": result.media_type})

    def _step(self, name: str, part: bytes = b"", /) -> None:
        if self._cancelled:
            raise StopWork
        if len(part) <= LARGEST_RESULT:  # one that is larger comes with the result, or not at all
            self._say(Message(STEP, part, {"name": cut(name, LONGEST_SENTENCE)}))

    def _say(self, message: Message) -> None:
        self._answers.write(message.packed())
        self._answers.flush()


def main(module: str) -> None:
    """Serve the tasks of a module: its `TASKS`, after its `prepare()`."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not come between the messages
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its workers
    logging.basicConfig(format="%(name)s: %(message)s", stream=sys.stderr)
    tasks = importlib.import_module(module)
    worker = _Worker(tasks.TASKS, sys.stdin.buffer, answers)
    if CANCEL is not None:
        signal.signal(CANCEL, worker.cancel)
    tasks.prepare()
    worker.run()


if __name__ == "__main__":
    main(sys.argv[1])
