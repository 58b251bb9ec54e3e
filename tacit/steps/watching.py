"""Tell who watches a training how it stands, step by step."""

from __future__ import annotations

import time

from tacit.backbones.learning import OnStep
from tacit.steps.task import Epoch, Watch


def watcher(watch: Watch | None, stage: str, epochs: int) -> OnStep | None:
    """What a `Learner` calls after each step, for someone who thinks in epochs and batches."""
    if watch is None:
        return None
    began: list[tuple[float, int]] = []

    def on_step(step: int, steps: int, loss: float) -> None:
        now = time.monotonic()
        if not began:  # a resumed training does not start at the first step
            began.append((now, step))
        since, first = began[0]
        pace = (now - since) / max(1, step - first)
        batches = max(1, -(-steps // epochs))
        number, batch = divmod(step - 1, batches)
        watch(Epoch(stage, number + 1, batch + 1, batches, loss, None, pace * (steps - step)))

    return on_step
