"""A process that does what an attack asks for; it may die, hang or fail without harm to the attacker."""

from __future__ import annotations

import importlib
import time
import traceback
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import psutil

from benchmarks.attack.tally import HANG, flaw

PATIENCE = 10
"""So many times longer than `HANG` may it wait for the processor, or for nothing."""


class Victim:
    """Calls a function of this package in another process: `outcome` is a harm and what happened."""

    def __init__(self, module: str, function: str) -> None:
        self._job = (module, function)
        self._start()

    def _start(self) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, *self._job), daemon=True)
        self._process.start()
        theirs.close()

    def __enter__(self) -> Victim:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.join()

    def outcome(self, *arguments: Any) -> tuple[str, str]:
        """An empty harm if it gave a result or one sentence."""
        self._pipe.send(arguments)
        harm, what = "hung", f"no answer in {HANG:g} seconds"
        try:
            if self._answers():
                harm, what = self._pipe.recv()
                return harm, what
        except (EOFError, OSError):
            self._process.join(5)
            harm, what = "crashed", f"the process ended with {self._process.exitcode}"
        self.__exit__()
        self._start()
        return harm, what

    def _answers(self) -> bool:
        """Does it answer within `HANG` seconds of work? On a busy machine these take longer than on the clock."""
        try:
            process = psutil.Process(self._process.pid or 0)
            before, started = _worked(process), time.monotonic()
            while not self._pipe.poll(min(1.0, HANG)):
                if _worked(process) - before > HANG or time.monotonic() - started > PATIENCE * HANG:
                    return False
        except psutil.Error:  # it is dead, which its pipe says as well
            pass
        return True


def _worked(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def _serve(pipe: Connection, module: str, function: str) -> None:
    call: Callable[..., str] = getattr(importlib.import_module(module), function)
    while True:
        try:
            arguments = pipe.recv()
        except EOFError:
            return
        pipe.send(_called(call, arguments))


def _called(call: Callable[..., str], arguments: tuple[Any, ...]) -> tuple[str, str]:
    from tacit.errors import TacitError

    try:
        return call(*arguments) or "", ""
    except Harm as harm:
        return harm.kind, str(harm)
    except TacitError as error:
        wrong = flaw(str(error))
        return ("leaked", wrong) if wrong else ("", str(error))
    except Exception:
        return "crashed", traceback.format_exc()


class Harm(Exception):  # noqa: N818 (a finding)
    """Something that an attack's own function found."""

    def __init__(self, kind: str, what: str) -> None:
        self.kind = kind
        super().__init__(what)
