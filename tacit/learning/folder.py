"""Model folders: config.json beside weights.npz, neither of which can run code; `tensors` writes and reads others.

What is broken or does not fit together is one sentence about the folder.
"""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tacit.errors import InputError, MissingBackboneError, UsageError
from tacit.files import holds, make_folder, reason, written_together
from tacit.shapes import Shape, ShapeError, check

if TYPE_CHECKING:
    pass

CONFIG, ARRAYS = "config.json", "weights.npz"
LARGEST = 1 << 30
"""Unpacked bytes of weights beyond which a folder is refused: a small file may unpack to anything."""
BROKEN = (ValueError, TypeError, KeyError, IndexError, OverflowError, RecursionError, EOFError, zipfile.BadZipFile,
          MemoryError, NotImplementedError, AttributeError, zlib.error)  # fmt: skip
"""What numpy and those who use its arrays raise where a file of weights is not whole or not what it should be."""
NOTHING: Mapping[str, Any] = MappingProxyType({})

Arrays = Mapping[str, npt.NDArray[Any]]


def trained_folder(name: str, *, default: str, shipped: Path | None, train: str, also: str = "`train`") -> Path:
    """Where the model of `NAME:FOLDER` is, or the one that ships with tacit, as that of the default system does.

    What an error advises: the command that would `train` a model, and the options that do `also` without one.
    """
    name, _, given = name.partition(":")
    folder = Path(given) if given else shipped
    if folder is not None and holds((folder / CONFIG).is_file):
        return folder
    if given:
        raise InputError("is not a model folder: it has no config.json", path=given)
    if name != default:
        raise UsageError(f"{name!r} has no trained model of its own: give {also}, or a folder as {name}:FOLDER")
    raise MissingBackboneError(f"the shipped model of {name!r} is not installed; make one with  {train}")


def kind_of(folder: Path) -> object:
    """What kind of model a folder says it holds; nothing if it says none."""
    with suppress(InputError):
        return read_object(folder, CONFIG).get("kind")
    return None


def read_config(folder: Path, kind: str, shape: Shape, *, version: int | None = None) -> dict[str, Any]:
    """The config.json of a model folder of one kind, checked before anything in it is used."""
    config = read_object(folder, CONFIG)
    found = config.get("kind")
    if found != kind:
        raise InputError(f"holds a model of the kind {found!r}, not {kind!r}", path=folder)
    if version is not None and config.get("version") != version:
        raise InputError(
            f"was written by another version of tacit (format {config.get('version')!r}, this one reads {version}):"
            " train it again",
            path=folder,
        )
    return _shaped(config, shape, folder, CONFIG)


def read_object(folder: Path, name: str, shape: Shape = NOTHING) -> dict[str, Any]:
    """A JSON object of this shape, in a file of a model folder."""
    try:
        found = json.loads((folder / name).read_bytes())
    except OSError as error:
        raise InputError(f"cannot be read as a model ({name}: {reason(error)})", path=folder) from None
    except (ValueError, RecursionError):
        raise InputError(f"its {name} is not JSON", path=folder) from None
    return _shaped(found if isinstance(found, dict) else {}, shape, folder, name)


def _shaped(found: dict[str, Any], shape: Shape, folder: Path, name: str) -> dict[str, Any]:
    try:
        check(found, shape)
    except ShapeError as error:
        raise InputError(f"its {name} is damaged: {error}", path=folder) from None
    return found


@contextmanager
def making(folder: Path, kind: str) -> Iterator[None]:
    """Turn whatever does not fit while a model is made from its folder into one error about the folder.

    PyTorch raises RuntimeError where sizes do not fit.
    """
    try:
        yield
    except InputError as error:
        raise error.at(folder) from None
    except OSError as error:
        raise InputError(f"cannot be read as a model ({reason(error)})", path=folder) from None
    except (*BROKEN, RuntimeError) as error:
        raise InputError(f"not a whole model of the kind {kind!r}: {in_short(error)}", path=folder) from None


def in_short(error: Exception) -> str:
    """What an error says, on one line that is not long."""
    return " ".join(str(error).split())[:200] or type(error).__name__


def write_folder(
    folder: Path,
    kind: str,
    config: Mapping[str, Any],
    arrays: Arrays,
    beside: Mapping[str, bytes] = NOTHING,
) -> None:
    """Write config.json and weights.npz, or neither; the configuration last, as it makes the folder a model.

    Files `beside` them, by name, belong to the model, too.
    """
    make_folder(folder)
    with written_together() as files:
        for name, content in beside.items():
            files.open(folder / name, "wb", follow=False).write(content)
        weights = files.open(folder / ARRAYS, "wb", follow=False)
        np.savez(weights, **dict(arrays))  # type: ignore[arg-type]  # numpy takes a name for its own option
        about = files.open(folder / CONFIG, follow=False)
        json.dump({"kind": kind, **config}, about, indent=2, ensure_ascii=False)


@contextmanager
def read_folder(
    folder: Path, kind: str, shape: Shape = NOTHING, *, largest: int = LARGEST
) -> Iterator[tuple[dict[str, Any], Arrays]]:
    """The configuration, which has this shape, and the arrays of a model folder, to be made into a model in the block.

    Whatever in the block does not fit (a missing array, a wrong size or type) becomes one error about the folder.
    """
    config = read_config(folder, kind, shape)
    with making(folder, kind):
        check_size(folder / ARRAYS, largest)
        with np.load(folder / ARRAYS, allow_pickle=False) as arrays:
            yield config, arrays


def check_size(path: Path, largest: int = LARGEST) -> None:
    """Raise a `ValueError` where the arrays of a file would take more than that many bytes."""
    with zipfile.ZipFile(path) as archive:
        size = sum(entry.file_size for entry in archive.infolist())
    if size > largest:
        raise ValueError(f"its weights would take {size >> 20} MB")
