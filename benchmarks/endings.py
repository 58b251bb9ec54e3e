"""How fast endings are chosen: loading, one story at a time, and many at once.

    python benchmarks/endings.py STORIES.csv [--system NAME] [--single N] [--many N] [--json]

The stories are a CSV of the Story Cloze Test. Scores that the language model keeps on disk would make a second run
look faster than it is, so each run keeps its own in a temporary folder.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def measure(path: Path, system: str, single: int, many: int) -> dict[str, float]:
    from tacit.backbones import causal
    from tacit.endings import read_clozes
    from tacit.endings.train import load

    clozes = read_clozes([path])
    converted = causal.converted()  # half a minute, once an installation
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TACIT_CACHE"] = folder
        (Path(folder) / converted.name).symlink_to(converted)
        started = time.perf_counter()
        trained = load(system)
        trained.predict(clozes[:1])
        loading = time.perf_counter() - started
        alone = clozes[1 : single + 1]
        together = clozes[single + 1 : single + 1 + many]
        each = [seconds(lambda cloze=cloze: trained.predict([cloze])) for cloze in alone]
        batch = seconds(lambda: trained.predict(together))
    return {
        "loading_s": loading,
        "one_story_s": median(each),
        "stories": len(together),
        "thousand_stories_s": 1000 * batch / max(1, len(together)),
    }


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
            print(f"{name:<20}{value:10.2f}")


if __name__ == "__main__":
    main()
