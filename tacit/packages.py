"""Fetch a package from the index by its hash, without installing it or running anything of it."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tacit.errors import InputError

_OPTIONS = (
    "--no-deps",
    "--only-binary=:all:",
    "--require-hashes",
    "--disable-pip-version-check",
    "--no-input",
    "--retries=2",
    "-q",
)
_LOOKS = 0.2
"""Seconds between two looks at how much has come."""

OnBytes = Callable[[int], None]
"""Told how many bytes have come so far."""


def pip() -> list[str]:
    """The command that fetches: pip of this environment; of uv, whose environments have none; or any other pip."""
    if importlib.util.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    # uv tells whatever it runs where it is, also where it is on no path.
    if (uv := shutil.which(os.environ.get("UV") or "uv") or shutil.which("uv")) is not None:
        return [uv, "tool", "run", "--quiet", "pip"]
    if (other := shutil.which("pip3") or shutil.which("pip")) is not None:
        return [other]
    raise InputError("there is neither pip nor uv to fetch packages with: install one of them")


def download(requirement: str, folder: Path, *, on_bytes: OnBytes | None = None) -> None:
    """Put the wheel of one pinned requirement into a folder."""
    pins = folder / "pin.txt"
    pins.write_text(requirement + "\n", encoding="utf-8")
    command = [*pip(), "download", *_OPTIONS, "-r", str(pins), "-d", str(folder)]
    complaints = folder / "complaints.txt"
    # What has come is counted, so pip must put it here as well.
    environment = {**os.environ, "TMPDIR": str(folder)}
    with complaints.open("w", encoding="utf-8") as stderr:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=stderr, env=environment)
        try:
            while process.poll() is None:
                if on_bytes is not None:
                    on_bytes(_size(folder))
                time.sleep(_LOOKS)
        except BaseException:
            process.kill()
            process.wait()
            raise
    if process.returncode:
        raise InputError(f"{requirement.split()[0]} could not be fetched: {_last_line(complaints)}")


def _size(folder: Path) -> int:
    """Bytes of all files in a folder, some of which may go while they are counted."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                total += (Path(place) / name).stat().st_size
            except OSError:
                continue
    return total


def _last_line(complaints: Path) -> str:
    lines = [line.strip() for line in complaints.read_text(encoding="utf-8", errors="replace").splitlines()]
    return next((line[:160] for line in reversed(lines) if line), "pip says no more")
