"""The pins and their hashes belong together."""

from __future__ import annotations

import re
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
NO_HASH = {"torch"}
"""Comes by its version alone: indexes offer builds of it with and without CUDA."""


def pins(file: str) -> dict[str, str]:
    lines = (REPOSITORY / file).read_text(encoding="utf-8").splitlines()
    found = (re.match(r"([A-Za-z0-9._-]+)==(\S+)", line) for line in lines)
    return {re.sub(r"[-_.]+", "-", pin[1]).lower(): pin[2] for pin in found if pin}


def test_every_pin_has_its_hashes():
    pinned, locked = pins("constraints.txt"), pins("requirements.lock")
    assert {name: version for name, version in pinned.items() if name not in NO_HASH} == locked, "run: make lock"
    lock = (REPOSITORY / "requirements.lock").read_text(encoding="utf-8")
    for entry in re.split(r"\n(?=[A-Za-z])", lock):
        if "==" in entry:
            assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry[:60]
    assert "http" not in re.sub(r"^http\S*==.*", "", lock, flags=re.MULTILINE)  # no address of an index


def test_what_builds_tacit_is_pinned_too():
    assert {"hatchling", "editables", "setuptools"} <= set(pins("requirements.lock"))
