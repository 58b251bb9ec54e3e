"""What of tacit is installed on this machine, and what would mend what is not."""

from __future__ import annotations

import platform
import re
from dataclasses import asdict, dataclass
from importlib import metadata
from typing import Any

from tacit.backbones import causal
from tacit.backbones.catalogue import CATALOGUE, INSTALL, Pretrained
from tacit.backbones.vectors import SHIPPED
from tacit.version import __version__

EXTRAS = ("neural", "corpus", "schemas", "cluster", "web", "plots", "formats", "frames", "lint", "lsp", "mcp")


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One part: is it as it should be, and if not, which command mends it?"""

    part: str
    ok: bool
    version: str
    remark: str = ""
    fix: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


def examine() -> list[Diagnosis]:
    """All parts: Python and tacit, the packages of the core and of each extra, the pretrained parts, the cache."""
    findings = [Diagnosis("python", True, platform.python_version()), Diagnosis("tacit", True, __version__)]
    findings += [_package(name, None) for name in _requirements(None)]
    for extra in EXTRAS:
        findings += [_package(name, extra) for name in _requirements(extra)]
    findings += [_pretrained(part) for part in CATALOGUE]
    findings.append(_vectors())
    findings.append(_cache())
    return findings


def _requirements(extra: str | None) -> list[str]:
    """Names of the packages that the core, or an extra, asks for."""
    lines = metadata.requires("tacit") or []
    marker = f'extra == "{extra}"'
    names = []
    for line in lines:
        requirement, _, condition = line.replace("'", '"').partition(";")
        if (marker in condition) if extra else ("extra" not in condition):
            name = re.split(r"[\s<>=!~\[(;]", requirement.strip(), maxsplit=1)[0]
            if name != "tacit":
                names.append(name)
    return names


def _package(name: str, extra: str | None) -> Diagnosis:
    try:
        return Diagnosis(name, True, metadata.version(name), extra or "core")
    except metadata.PackageNotFoundError:
        what = f"tacit[{extra}]" if extra else "tacit"
        return Diagnosis(name, False, "", f"missing ({extra or 'core'})", f"pip install '{what}'")


def _pretrained(part: Pretrained) -> Diagnosis:
    installed = part.installed or ""
    if part.path is None:
        return Diagnosis(part.part, False, installed, f"{part.about}: not installed", INSTALL)
    if not part.is_genuine():
        return Diagnosis(part.part, False, installed, f"{part.about}: not the pinned content", INSTALL)
    return Diagnosis(part.part, True, installed, f"{part.about}, {part.licence}, sha256 {part.fingerprint[:12]}…")


def _vectors() -> Diagnosis:
    there = (SHIPPED / "weights.npz").is_file()
    return Diagnosis("vectors", there, __version__, "GloVe 100d, 60,000 words, ships with tacit")


def _cache() -> Diagnosis:
    folder = causal.cached()
    made = folder.is_dir()
    remark = "causal model unpacked" if made else "causal model will be unpacked at first use (half a minute)"
    return Diagnosis("cache", True, "", f"{remark}: {folder}")
