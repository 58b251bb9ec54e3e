"""How fast endings are chosen: loading, one story at a time, and many at once.

    python benchmarks/endings.py STORIES.csv [--system NAME] [--single N] [--many N] [--json]

The stories are a CSV of the Story Cloze Test. Scores that the language model keeps on disk would make a second run
look faster than it is, so each run keeps its own in a temporary folder. On a busy machine look at the CPU time; what
it says in all threads together is what one idle core would need.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tacit.endings import Cloze


class Seconds(NamedTuple):
    wall: float
    cpu: float


def seconds(work: Callable[[], object]) -> Seconds:
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return Seconds(time.perf_counter() - wall, time.process_time() - cpu)


def measure(path: Path, system: str, single: int, many: int) -> dict[str, float]:
    from tacit.backbones import causal
    from tacit.endings import read_clozes

    clozes = read_clozes([path])
    converted = causal.converted()  # half a minute, once an installation
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TACIT_CACHE"] = folder
        (Path(folder) / converted.name).symlink_to(converted)
        found = []
        loading = seconds(lambda: found.append(ready(system, clozes[0])))
        [choose] = found
        alone = clozes[1 : single + 1]
        together = clozes[single + 1 : single + 1 + many]
        each = [seconds(partial(choose, [cloze])) for cloze in alone]
        batch = seconds(partial(choose, together))
    thousands = 1000 / max(1, len(together))
    return {
        "loading_s": loading.wall,
        "loading_cpu_s": loading.cpu,
        "one_story_s": median(one.wall for one in each),
        "one_story_cpu_s": median(one.cpu for one in each),
        "stories": len(together),
        "thousand_stories_s": thousands * batch.wall,
        "thousand_stories_cpu_s": thousands * batch.cpu,
    }


def ready(system: str, cloze: Cloze) -> Callable[[Sequence[Cloze]], object]:
    """What chooses as `tacit endings choose` does, reasons included; used once, so that all is loaded."""
    from tacit.endings.explain import explain
    from tacit.endings.systems.tacit import TacitEndings
    from tacit.endings.train import load

    trained = load(system)
    choose = partial(explain, trained) if isinstance(trained, TacitEndings) else trained.predict
    choose([cloze])
    return choose


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stories", type=Path)
    parser.add_argument("--system", default="tacit")
    parser.add_argument("--single", type=int, default=10)
    parser.add_argument("--many", type=int, default=100)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    figures = measure(given.stories, given.system, given.single, given.many)
    if given.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:<24}{value:10.2f}")


if __name__ == "__main__":
    main()
