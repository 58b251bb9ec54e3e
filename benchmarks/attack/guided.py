"""Files of every format, damaged where that leads to new code: by atheris, where it is installed (pip install atheris).

python -m benchmarks.attack.guided FORMAT FOLDER [options of libFuzzer, such as -max_total_time=60]
"""

from __future__ import annotations

import importlib.util
import logging
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.attack.tally import HANG, Attempt, Tally

SLICE = 12
"""Seconds for one format at a time."""
_TRIED = re.compile(r"stat::number_of_executed_units:\s*(\d+)")


def attack(attempt: Attempt) -> Tally:
    """One format after the other, each going on with what it has found before."""
    from tacit.formats.registry import FORMATS

    tally = Tally("formats, guided")
    if importlib.util.find_spec("atheris") is None:
        tally.remark = "skipped: atheris is not installed"
        return tally
    while attempt.goes_on:
        name = attempt.chance.choice([entry.name for entry in FORMATS])
        folder = attempt.scratch / name
        folder.mkdir(exist_ok=True)
        limits = (f"-max_total_time={SLICE}", f"-timeout={HANG:.0f}", "-rss_limit_mb=4096", "-max_len=20000")
        more = (
            f"-artifact_prefix={folder}/harm-",
            "-print_final_stats=1",
            f"-seed={attempt.chance.randrange(1 << 30)}",
        )
        command = [sys.executable, "-m", "benchmarks.attack.guided", name, str(folder), *limits, *more]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        tally.tried += sum(map(int, _TRIED.findall(done.stderr)))
        if done.returncode:
            harm = "hung" if "ERROR: libFuzzer: timeout" in done.stderr else "crashed"
            tally.add(harm, f"{name}: {done.stderr[-1800:]}")
    return tally


def main(name: str, folder: Path, options: list[str]) -> None:
    """Read bytes as files of one format, for as long as the options say."""
    import atheris

    with atheris.instrument_imports(include=["tacit.formats", "tacit.documents", "tacit.layout"]):
        from tacit import formats
        from tacit.errors import TacitError
        from tacit.formats.registry import FORMATS

        for entry in FORMATS:
            if entry.name == name:
                entry.module  # noqa: B018 (loads it while imports are watched)
    from benchmarks.attack.seeds import seeds

    logging.disable(logging.WARNING)
    file, content = next(iter(seeds()[name].items()))
    (folder / "sample").write_bytes(content)

    def read(data: bytes) -> None:
        try:
            for number, document in enumerate(formats.open_source(formats.Source(file, data), format=name)):
                document.to_dict()
                if number > 100:
                    break
        except TacitError as error:
            assert len(str(error)) <= 1100, "a long message"

    fuzzer: Any = atheris
    fuzzer.Setup([sys.argv[0], str(folder), *options], read)
    fuzzer.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
