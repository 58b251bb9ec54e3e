"""Model folders: config.json beside weights.npz or weights.safetensors, none of which can run code.

The weights of systems without PyTorch are arrays (`write_folder`, `read_folder`), the others' are tensors
(`write_model`, `read_model`), large matrices of which may be packed: bytes, with a scale for each row. What is broken
or does not fit together is one sentence about the folder.
"""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError

from tacit.errors import InputError, MissingBackboneError, UsageError
from tacit.extras import require
from tacit.files import atomic_write, holds, make_folder, reason, written_together
from tacit.shapes import Shape, ShapeError, check

if TYPE_CHECKING:
    from torch import Tensor

CONFIG, ARRAYS, TENSORS = "config.json", "weights.npz", "weights.safetensors"
VERSION = 1
"""Of folders with tensors; changes when older ones can no longer be read."""
LARGEST = 1 << 30
"""Unpacked bytes of weights beyond which a folder is refused: a small file may unpack to anything."""
SMALLEST_MATRIX = 4096
"""Matrices of fewer numbers are not packed: they cost little."""
BROKEN = (ValueError, TypeError, KeyError, IndexError, OverflowError, RecursionError, EOFError, zipfile.BadZipFile,
          MemoryError, NotImplementedError, AttributeError, zlib.error)  # fmt: skip
"""What numpy and those who use its arrays raise where a file of weights is not whole or not what it should be."""
_SCALES = ".scales"

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


def read_object(folder: Path, name: str, shape: Shape = MappingProxyType({})) -> dict[str, Any]:
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
    beside: Mapping[str, bytes] = MappingProxyType({}),
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
    folder: Path, kind: str, shape: Shape = MappingProxyType({}), *, largest: int = LARGEST
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


def write_model(
    folder: Path, kind: str, config: Mapping[str, Any], weights: Mapping[str, Tensor], *, packed: bool = True
) -> None:
    """Write config.json and weights.safetensors, or neither; the configuration last, as it makes the folder a model.

    Tensors that are not `packed` keep the precision they have.
    """
    if packed:
        write_arrays(folder, kind, config, {name: tensor.detach().float().numpy() for name, tensor in weights.items()})
    else:
        _write(folder, kind, config, _bytes_of(weights))


def write_arrays(folder: Path, kind: str, config: Mapping[str, Any], weights: Arrays) -> None:
    """The same for arrays, which are packed."""
    from safetensors.numpy import save

    _write(folder, kind, config, save({name: part for each in weights.items() for name, part in _packed(*each)}))


def _write(folder: Path, kind: str, config: Mapping[str, Any], content: bytes) -> None:
    make_folder(folder)
    head = {"kind": kind, "version": VERSION, "weights": sha256(content).hexdigest()}
    with written_together() as files:
        files.open(folder / TENSORS, "wb", follow=False).write(content)
        json.dump({**head, **config}, files.open(folder / CONFIG, follow=False), indent=2, ensure_ascii=False)


def read_model(
    folder: Path, kind: str, shape: Shape = MappingProxyType({})
) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """The configuration, which has this shape, and the weights, in single precision, that `write_model` wrote."""
    parse = require("safetensors.torch", extra="neural").load
    config, content = _content(folder, kind, shape)
    with _parsing(folder):
        packed = parse(content)
        return config, {name: _unpacked(name, packed) for name in packed if not name.endswith(_SCALES)}


def read_arrays(
    folder: Path, kind: str, shape: Shape = MappingProxyType({})
) -> tuple[dict[str, Any], dict[str, npt.NDArray[np.float32]]]:
    """The same without PyTorch: the weights as arrays."""
    from safetensors.numpy import load

    config, content = _content(folder, kind, shape)
    with _parsing(folder):
        packed = load(content)
        return config, {name: _unpacked_array(name, packed) for name in packed if not name.endswith(_SCALES)}


def _content(folder: Path, kind: str, shape: Shape) -> tuple[dict[str, Any], bytes]:
    config = read_config(folder, kind, shape, version=VERSION)
    try:
        content = (folder / TENSORS).read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read as a model ({reason(error)})", path=folder) from None
    if sha256(content).hexdigest() != config.get("weights"):
        raise InputError("the weights are not those its config.json was written with: train it again", path=folder)
    return config, content


@contextmanager
def _parsing(folder: Path) -> Iterator[None]:
    try:
        yield
    except (SafetensorError, ValueError, KeyError, AttributeError) as error:
        raise InputError(f"the weights cannot be read: {error}", path=folder) from None


def write_tensors(path: Path, tensors: Mapping[str, Tensor], metadata: Mapping[str, str]) -> None:
    """Write a safetensors file of its own, for instance a checkpoint, whole or not at all."""
    with atomic_write(path, "wb", follow=False) as stream:
        stream.write(_bytes_of(tensors, metadata))


def read_tensors(path: Path) -> tuple[dict[str, Tensor], dict[str, str]]:
    """The tensors of a safetensors file, and what it says of itself."""
    open_file = require("safetensors", extra="neural").safe_open
    try:
        with open_file(path, framework="pt") as stored:
            return {name: stored.get_tensor(name) for name in stored.keys()}, stored.metadata() or {}  # noqa: SIM118
    except OSError as error:
        raise InputError(f"cannot be read ({reason(error)})", path=path) from None
    except (SafetensorError, ValueError, RuntimeError) as error:
        raise InputError(f"not a whole safetensors file: {error}", path=path) from None


def _bytes_of(tensors: Mapping[str, Tensor], metadata: Mapping[str, str] | None = None) -> bytes:
    save = require("safetensors.torch", extra="neural").save
    # Clones, as safetensors refuses tensors that share their memory.
    whole = {name: tensor.detach().contiguous().clone() for name, tensor in tensors.items()}
    content: bytes = save(whole, None if metadata is None else dict(metadata))
    return content


def _packed(name: str, weights: npt.NDArray[Any]) -> Iterator[tuple[str, npt.NDArray[Any]]]:
    weights = np.ascontiguousarray(weights, np.float32)
    if weights.ndim != 2 or weights.size < SMALLEST_MATRIX:
        yield name, weights
        return
    scales = np.maximum(np.abs(weights).max(1, keepdims=True) / np.float32(127), np.float32(1e-12))
    yield name, np.round(weights / scales).astype(np.int8)
    yield name + _SCALES, scales


def _unpacked(name: str, packed: Mapping[str, Tensor]) -> Tensor:
    whole, scales = packed[name].float(), packed.get(name + _SCALES)
    if scales is None:
        return whole
    if whole.dim() != 2 or scales.shape != (len(whole), 1):
        raise ValueError(f"{name!r} is not a matrix with a scale for each row")
    return whole * scales


def _unpacked_array(name: str, packed: Arrays) -> npt.NDArray[np.float32]:
    whole, scales = packed[name].astype(np.float32), packed.get(name + _SCALES)
    if scales is None:
        return whole
    if whole.ndim != 2 or scales.shape != (len(whole), 1):
        raise ValueError(f"{name!r} is not a matrix with a scale for each row")
    return np.asarray(whole * scales, np.float32)
