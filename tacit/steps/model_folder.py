"""Model folders of this task: config.json and weights.safetensors, which cannot run code.

The configuration holds the checksum of the weights, so that damaged or exchanged weights are noticed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tacit.errors import InputError, OutputError
from tacit.extras import require
from tacit.files import atomic_write, reason, written_together
from tacit.model_folder import read_config
from tacit.shapes import Shape

if TYPE_CHECKING:
    from torch import Tensor

VERSION = 1
"""Of the layout of model folders."""
CONFIG, WEIGHTS = "config.json", "weights.safetensors"


def write_tensors(path: Path, tensors: Mapping[str, Tensor], metadata: Mapping[str, str]) -> None:
    """Write a safetensors file, whole or not at all."""
    with atomic_write(path, "wb", follow=False) as stream:
        stream.write(_packed(tensors, metadata))


def _packed(tensors: Mapping[str, Tensor], metadata: Mapping[str, str]) -> bytes:
    save = require("safetensors.torch", extra="neural").save
    content: bytes = save(
        {name: value.detach().contiguous().clone() for name, value in tensors.items()}, dict(metadata)
    )
    return content


def read_tensors(path: Path) -> tuple[dict[str, Tensor], dict[str, str]]:
    """The tensors of a safetensors file, and what it says of itself."""
    open_file = require("safetensors", extra="neural").safe_open
    failure = require("safetensors", extra="neural").SafetensorError
    try:
        with open_file(path, framework="pt") as stored:
            return {name: stored.get_tensor(name) for name in stored.keys()}, stored.metadata() or {}  # noqa: SIM118
    except OSError as error:
        raise InputError(f"cannot be read ({reason(error)})", path=path) from None
    except (failure, ValueError, RuntimeError) as error:
        raise InputError(f"not a whole safetensors file: {error}", path=path) from None


def write_folder(folder: Path, kind: str, config: Mapping[str, Any], tensors: Mapping[str, Tensor]) -> None:
    """Write both files or none, the configuration last, as it makes the folder a model."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be written ({reason(error)})") from None
    content = _packed(tensors, {"kind": kind})
    head = {"kind": kind, "version": VERSION, "weights": sha256(content).hexdigest()}
    with written_together() as files:
        files.open(folder / WEIGHTS, "wb", follow=False).write(content)
        json.dump({**head, **config}, files.open(folder / CONFIG, follow=False), ensure_ascii=False)


def read_folder(folder: Path, kind: str, shape: Shape) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """The configuration, which has this shape, and the weights of a model folder of one kind, checked."""
    config = read_config(folder, kind, shape, version=VERSION)
    try:
        found = sha256((folder / WEIGHTS).read_bytes()).hexdigest()
    except OSError as error:
        raise InputError(f"cannot be read ({reason(error)})", path=folder / WEIGHTS) from None
    if found != config.get("weights"):
        raise InputError(
            f"the weights are damaged or were exchanged: {CONFIG} was written with others", path=folder / WEIGHTS
        )
    return config, read_tensors(folder / WEIGHTS)[0]
