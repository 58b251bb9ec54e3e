"""Small model folders: matrices as bytes with a scale a row, in safetensors, which cannot run code.

A folder has config.json (kind, version, fingerprint of the weights, whatever the model wants to know) and
weights.safetensors. What does not fit together is one error about the folder.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tacit.errors import InputError, OutputError
from tacit.extras import require
from tacit.files import reason, written_together
from tacit.model_folder import read_config
from tacit.shapes import Shape

if TYPE_CHECKING:
    from torch import Tensor

VERSION = 1
"""Changes when older folders can no longer be read."""
SMALLEST_MATRIX = 4096
"""Matrices of fewer numbers are kept as they are: they cost little."""
_SCALES = ".scales"


def write_model(folder: Path, kind: str, config: Mapping[str, Any], weights: Mapping[str, Tensor]) -> None:
    """Write both files or none; the configuration last, as it makes the folder a model."""
    save = require("safetensors.torch", extra="neural").save
    packed = {name: part for whole, tensor in weights.items() for name, part in _packed(whole, tensor).items()}
    content = save(packed)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be written ({reason(error)})") from None
    head = {"kind": kind, "version": VERSION, "weights": hashlib.sha256(content).hexdigest()}
    with written_together() as files:
        files.open(folder / "weights.safetensors", "wb", follow=False).write(content)
        json.dump({**head, **config}, files.open(folder / "config.json", follow=False), indent=2, ensure_ascii=False)


def read_model(
    folder: Path, kind: str, shape: Shape = MappingProxyType({})
) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """The configuration, which has this shape, and the weights, in single precision, that `write_model` wrote."""
    parse = require("safetensors.torch", extra="neural").load
    failure = require("safetensors", extra="neural").SafetensorError
    config = read_config(folder, kind, shape, version=VERSION)
    try:
        content = (folder / "weights.safetensors").read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read as a model ({reason(error)})", path=folder) from None
    if hashlib.sha256(content).hexdigest() != config.get("weights"):
        raise InputError("the weights are not those its config.json was written with: train it again", path=folder)
    try:
        packed = parse(content)
        return config, {name: _unpacked(name, packed) for name in packed if not name.endswith(_SCALES)}
    except (failure, ValueError, KeyError) as error:
        raise InputError(f"the weights cannot be read: {error}", path=folder) from None


def kind_of(folder: Path) -> object:
    """What kind of model a folder says it holds; nothing if it says none."""
    with suppress(OSError, ValueError, RecursionError):
        config = json.loads((folder / "config.json").read_bytes())
        return config.get("kind") if isinstance(config, dict) else None
    return None


def _packed(name: str, tensor: Tensor) -> dict[str, Tensor]:
    torch = require("torch", extra="neural")
    tensor = tensor.detach().float()
    if tensor.dim() != 2 or tensor.numel() < SMALLEST_MATRIX:
        return {name: tensor.contiguous()}
    scales = (tensor.abs().amax(1, keepdim=True) / 127).clamp_min(1e-12)
    return {name: (tensor / scales).round().to(torch.int8), name + _SCALES: scales.contiguous()}


def _unpacked(name: str, packed: Mapping[str, Tensor]) -> Tensor:
    whole, scales = packed[name].float(), packed.get(name + _SCALES)
    if scales is None:
        return whole
    if whole.dim() != 2 or scales.shape != (len(whole), 1):
        raise ValueError(f"{name!r} is not a matrix with a scale for each row")
    return whole * scales
