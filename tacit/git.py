"""Ask git, without letting a repository name programs to run or servers to fetch from."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tacit.errors import InputError, UsageError

_SAFE = (
    *("-c", "core.fsmonitor=false", "-c", "log.showSignature=false", "-c", "core.hooksPath=/dev/null"),
    *("-c", "protocol.allow=never"),
)
"""A repository's own settings could name programs to run; these are the ones that reading a history would ask."""
_ENVIRONMENT = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_CONFIG_NOSYSTEM": "1",
    "LC_ALL": "C",
}


def asked(repository: str | Path, *arguments: str, settings: Mapping[str, str] | None = None) -> str:
    """What git answers; `settings` count before those of the repository."""
    environ = {**environment(), **_as_environment(settings or {})}
    try:
        done = subprocess.run(command(repository, *arguments), capture_output=True, env=environ, check=False)
    except FileNotFoundError:
        raise UsageError("this needs the program git: install it") from None
    if done.returncode:
        reason = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise InputError(
            f"git cannot read its history ({reason[-1] if reason else 'no reason given'})", path=repository
        )
    return done.stdout.decode("utf-8", "surrogateescape")


def command(repository: str | Path, *arguments: str) -> list[str]:
    """How git is called for a repository."""
    if not Path(repository).is_dir():
        raise InputError("there is no such folder", path=repository)
    return ["git", "-C", str(Path(repository).resolve()), *_SAFE, *arguments]


def environment() -> dict[str, str]:
    """The environment that git is called in."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {**kept, **_ENVIRONMENT}


def _as_environment(settings: Mapping[str, str]) -> dict[str, str]:
    """Settings as variables: unlike in arguments, their names may have any character."""
    found = {"GIT_CONFIG_COUNT": str(len(settings))}
    for number, (name, value) in enumerate(settings.items()):
        found |= {f"GIT_CONFIG_KEY_{number}": name, f"GIT_CONFIG_VALUE_{number}": value}
    return found
