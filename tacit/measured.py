"""Write down what a command measured: the figures of a system in `measured.json` of its task."""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tacit.errors import InputError, UsageError
from tacit.files import atomic_write
from tacit.systems import MEASURED, TASKS, system_named, systems


def record(task: str, result: Mapping[str, Any], *, data: str = "", protocol: str = "") -> dict[str, float]:
    """Put the figures that a command printed with `--json` in the place of those that were there; return them.

    A system whose figures are there keeps its metrics; a new one gets those that other systems of the task have. What
    `data` and `protocol` say stands beside them; where they are empty, what was said before stays.
    """
    system = system_named(task, str(result.get("system", "")).partition(":")[0])
    wanted = system.measured or {metric: 0.0 for other in systems(task) for metric in other.measured}
    figures = {name: float(result[name]) for name in wanted if isinstance(result.get(name), int | float)}
    if not figures:
        raise InputError(f"there is none of the figures of {task} in it, which are {', '.join(wanted)}")
    if not (data or system.data) or not (protocol or system.protocol):
        raise UsageError("for a system that was not measured before, say on what data and by which protocol")
    path = _file(task)
    known = json.loads(path.read_text(encoding="utf-8"))
    entry = known.setdefault(system.name, {})
    entry["measured"] = {**entry.get("measured", {}), **figures}
    entry["data"], entry["protocol"] = data or system.data, protocol or system.protocol
    if isinstance(result.get("seen_in_training"), int):
        entry["seen_in_training"] = result["seen_in_training"]
    with atomic_write(path) as stream:
        stream.write(json.dumps(known, indent=2, ensure_ascii=False) + "\n")
    return figures


def read_result(path: Path) -> dict[str, Any]:
    """What a command printed with `--json`, from a file."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read as JSON ({error})", path=path) from None
    if not isinstance(found, dict) or not isinstance(found.get("system"), str):
        raise InputError(
            'is not what a command that measures a system prints with --json: "system" is missing', path=path
        )
    return found


def _file(task: str) -> Path:
    package = importlib.import_module(TASKS[task]).__file__
    assert package is not None
    return Path(package).with_name(MEASURED)
