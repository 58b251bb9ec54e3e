"""Model folders: config.json and weights.npz, neither of which can run code, and one sentence when they are broken."""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.errors import InputError, MissingBackboneError, OutputError, UsageError
from tacit.files import holds, reason, written_together
from tacit.shapes import Shape, ShapeError, check

LARGEST = 1 << 30
"""Unpacked bytes of weights beyond which a folder is refused: a small file may unpack to anything."""

BROKEN = (ValueError, TypeError, KeyError, IndexError, OverflowError, RecursionError, EOFError, zipfile.BadZipFile,
          MemoryError, NotImplementedError, AttributeError, zlib.error)  # fmt: skip
"""What numpy and those who use its arrays raise where a file of weights is not whole or not what it should be."""

Arrays = Mapping[str, npt.NDArray[Any]]


def write_folder(folder: Path, kind: str, config: Mapping[str, Any], arrays: Arrays) -> None:
    """Write both files or none; the configuration last, as it makes the folder a model."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be written ({reason(error)})") from None
    with written_together() as files:
        weights = files.open(folder / "weights.npz", "wb", follow=False)
        np.savez(weights, **dict(arrays))  # type: ignore[arg-type]  # numpy takes a name for its own option
        about = files.open(folder / "config.json", follow=False)
        json.dump({"kind": kind, **config}, about, indent=2, ensure_ascii=False)


def trained_folder(name: str, *, default: str, shipped: Path, train: str, also: str = "--train") -> Path:
    """Where the model of `NAME:FOLDER` is, or that of the default system, which ships with tacit.

    What an error advises: the command that would `train` a model, and the options that do `also` without one.
    """
    name, _, given = name.partition(":")
    folder = Path(given) if given else shipped
    if not given and name != default:
        raise UsageError(f"{name!r} has no trained model of its own: give {also}, or a folder as {name}:FOLDER")
    if holds((folder / "config.json").is_file):
        return folder
    if given:
        raise InputError("is not a model folder: it has no config.json", path=given)
    raise MissingBackboneError(f"the shipped model of {name!r} is not installed; make one with  {train}")


def read_config(folder: Path, kind: str, shape: Shape, *, version: int | None = None) -> dict[str, Any]:
    """The config.json of a model folder of one kind, checked before anything in it is used."""
    try:
        config = json.loads((folder / "config.json").read_bytes())
    except OSError as error:
        raise InputError(f"cannot be read as a model ({reason(error)})", path=folder) from None
    except (ValueError, RecursionError):
        raise InputError("its config.json is not JSON", path=folder) from None
    found = config.get("kind") if isinstance(config, dict) else None
    if found != kind:
        raise InputError(f"holds a model of the kind {found!r}, not {kind!r}", path=folder)
    if version is not None and config.get("version") != version:
        raise InputError(
            f"was written by another version of tacit (format {config.get('version')!r}, this one reads {version}):"
            " train it again",
            path=folder,
        )
    try:
        check(config, shape)
    except ShapeError as error:
        raise InputError(f"its config.json is damaged: {error}", path=folder) from None
    return dict(config)


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
        first = " ".join(str(error).split())[:200] or type(error).__name__
        raise InputError(f"not a whole model of the kind {kind!r}: {first}", path=folder) from None


@contextmanager
def read_folder(
    folder: Path, kind: str, shape: Shape = MappingProxyType({}), *, largest: int = LARGEST
) -> Iterator[tuple[dict[str, Any], Arrays]]:
    """The configuration, which has this shape, and the arrays of a model folder, to be made into a model in the block.

    Whatever in the block does not fit (a missing array, a wrong size or type) becomes one error about the folder.
    """
    config = read_config(folder, kind, shape)
    with making(folder, kind):
        check_size(folder / "weights.npz", largest)
        with np.load(folder / "weights.npz", allow_pickle=False) as arrays:
            yield config, arrays


def check_size(path: Path, largest: int = LARGEST) -> None:
    """Raise a `ValueError` where the arrays of a file would take more than that many bytes."""
    with zipfile.ZipFile(path) as archive:
        size = sum(entry.file_size for entry in archive.infolist())
    if size > largest:
        raise ValueError(f"its weights would take {size >> 20} MB")
