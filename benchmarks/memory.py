"""How much memory a piece of work takes, its child processes included."""

from __future__ import annotations

import threading

import psutil


class PeakMemory:
    """The most memory that this process and its children held at once, in MB, sampled ten times a second."""

    def __enter__(self) -> PeakMemory:
        self.megabytes = 0.0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stop.set()
        self._thread.join()

    def _watch(self) -> None:
        process = psutil.Process()
        while not self._stop.wait(0.1):
            total = 0
            for one in (process, *process.children(recursive=True)):
                try:
                    total += one.memory_info().rss
                except psutil.Error:
                    continue
            self.megabytes = max(self.megabytes, total / 1e6)
