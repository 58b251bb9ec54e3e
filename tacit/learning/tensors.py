"""Model folders with config.json beside weights.safetensors, and safetensors files on their own.

Large matrices may be packed: bytes, with a scale for each row. Of a model that was tuned from another, only how these
bytes differ from the other's may be kept, which takes half: the same bytes come back.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError

from tacit.errors import InputError
from tacit.extras import require
from tacit.files import atomic_write, holds, make_folder, reason, written_together
from tacit.learning.folder import CONFIG, LARGEST, NOTHING, Arrays, read_config
from tacit.shapes import Shape

if TYPE_CHECKING:
    from torch import Tensor

TENSORS, DIFFERENCES = "weights.safetensors", "differences.safetensors.gz"
"""The second stands for the first where a model was tuned from another."""
VERSION = 1
"""Changes when older folders can no longer be read."""
SMALLEST_MATRIX = 4096
"""Matrices of fewer numbers are not packed: they cost little."""
_SCALES = ".scales"


def write_model(
    folder: Path,
    kind: str,
    config: Mapping[str, Any],
    weights: Mapping[str, Tensor],
    *,
    packed: bool = True,
    tuned_from: Mapping[str, Tensor] = NOTHING,
) -> None:
    """Write config.json and weights.safetensors, or neither; the configuration last, as it makes the folder a model.

    Tensors that are not `packed` keep the precision they have. Of packed ones that were `tuned_from` others of the
    same names, only the differences are written.
    """
    if packed:
        write_arrays(folder, kind, config, _as_arrays(weights), _as_arrays(tuned_from))
    else:
        _write(folder, kind, config, _bytes_of(weights))


def write_arrays(
    folder: Path, kind: str, config: Mapping[str, Any], weights: Arrays, tuned_from: Arrays = NOTHING
) -> None:
    """The same for arrays, which are packed."""
    from safetensors.numpy import save

    packed = {name: part for each in weights.items() for name, part in _packed(*each)}
    differences = gzip.compress(save(_moved(packed, tuned_from, -1)), mtime=0) if tuned_from else None
    _write(folder, kind, config, save(packed), differences)


def _as_arrays(weights: Mapping[str, Tensor]) -> Arrays:
    return {name: tensor.detach().float().numpy() for name, tensor in weights.items()}


def _write(
    folder: Path, kind: str, config: Mapping[str, Any], content: bytes, differences: bytes | None = None
) -> None:
    make_folder(folder)
    head = {"kind": kind, "version": VERSION, "weights": sha256(content).hexdigest()}
    name, stored = (TENSORS, content) if differences is None else (DIFFERENCES, differences)
    with written_together() as files:
        files.open(folder / name, "wb", follow=False).write(stored)
        json.dump({**head, **config}, files.open(folder / CONFIG, follow=False), indent=2, ensure_ascii=False)


def read_model(
    folder: Path,
    kind: str,
    shape: Shape = NOTHING,
    *,
    tuned_from: Mapping[str, Tensor] = NOTHING,
) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """The configuration, which has this shape, and the weights, in single precision, that `write_model` wrote."""
    parse = require("safetensors.torch", extra="neural").load
    config, content = _content(folder, kind, shape, _as_arrays(tuned_from))
    with _parsing(folder):
        packed = parse(content)
        return config, {name: _unpacked(name, packed) for name in packed if not name.endswith(_SCALES)}


def read_arrays(
    folder: Path, kind: str, shape: Shape = NOTHING
) -> tuple[dict[str, Any], dict[str, npt.NDArray[np.float32]]]:
    """The same without PyTorch: the weights as arrays."""
    from safetensors.numpy import load

    config, content = _content(folder, kind, shape)
    with _parsing(folder):
        packed = load(content)
        return config, {name: _unpacked_array(name, packed) for name in packed if not name.endswith(_SCALES)}


def _content(folder: Path, kind: str, shape: Shape, tuned_from: Arrays = NOTHING) -> tuple[dict[str, Any], bytes]:
    config = read_config(folder, kind, shape, version=VERSION)
    told = bool(tuned_from) and holds((folder / DIFFERENCES).is_file)
    try:
        content = _added(folder, tuned_from) if told else (folder / TENSORS).read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read as a model ({reason(error)})", path=folder) from None
    if sha256(content).hexdigest() != config.get("weights"):
        also = ", or the model it was tuned from is another than the installed one" if told else ""
        raise InputError(
            f"the weights are not those its config.json was written with{also}: train it again", path=folder
        )
    return config, content


def _added(folder: Path, tuned_from: Arrays) -> bytes:
    """The weights of a folder that has only their differences, as `save` wrote them."""
    from safetensors.numpy import load, save

    with _parsing(folder), gzip.open(folder / DIFFERENCES) as stream:
        stored = stream.read(LARGEST + 1)
        if len(stored) > LARGEST:
            raise ValueError(f"they would take more than {LARGEST >> 20} MB")
        return save(_moved(load(stored), tuned_from, 1))


def _moved(packed: Arrays, tuned_from: Arrays, sign: int) -> dict[str, npt.NDArray[Any]]:
    """Packed matrices plus or minus what those they were tuned from would be with the same scales, modulo 256."""
    moved = dict(packed)
    for name in packed.keys() & tuned_from.keys():
        scales, before = packed.get(name + _SCALES), tuned_from[name]
        if scales is not None and before.shape == packed[name].shape:
            moved[name] = packed[name] + np.int8(sign) * _codes(before, scales)
    return moved


@contextmanager
def _parsing(folder: Path) -> Iterator[None]:
    try:
        yield
    except (SafetensorError, ValueError, KeyError, AttributeError, EOFError, zlib.error) as error:
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
    yield name, _codes(weights, scales)
    yield name + _SCALES, scales


def _codes(weights: npt.NDArray[Any], scales: npt.NDArray[Any]) -> npt.NDArray[np.int8]:
    with np.errstate(all="ignore"):  # scales from a file may be anything; its hash tells
        codes: npt.NDArray[np.int8] = np.clip(np.round(weights / scales), -127, 127).astype(np.int8)
    return codes


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
