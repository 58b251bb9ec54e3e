"""llama.cpp on this machine, for a model file: the package `xllamacpp` brings it ready made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tacit.errors import InputError, UsageError
from tacit.extras import require
from tacit.llm.catalogue import known, model_named

CONTEXT = 4096
"""Tokens of a question with its answer."""
_BATCH = 256
"""Tokens of a question that are read at once; between two of them a run can be ended."""
_SILENT = -1


def model_file(name: str) -> Path:
    """The file of a model by its name in the list, or by its path."""
    if name in known():
        model = model_named(name)
        if not model.is_there:
            raise UsageError(f"{name} is not there yet: tacit models get {name}")
        return model.path
    path = Path(name)
    if not path.is_file():
        raise UsageError(f"{name!r} is neither a model of the list ({', '.join(known())}) nor a GGUF file")
    with path.open("rb") as stream:
        if stream.read(4) != b"GGUF":
            raise InputError("is not a GGUF file", path=path)
    return path


def start(
    file: Path, *, port: int = 0, parallel: int = 1, threads: int = 1, context: int = CONTEXT, key: str = ""
) -> Any:
    """A running llama.cpp that listens on loopback, too; it ends with the process, or when nobody holds it."""
    llama = require("xllamacpp", extra="llm")
    options = llama.CommonParams()
    options.model.path = str(file)
    options.n_ctx = context * parallel
    options.n_parallel = parallel
    options.n_batch = _BATCH
    options.cpuparams.n_threads = threads
    options.cpuparams_batch.n_threads = threads
    options.hostnames = ["127.0.0.1"]
    options.port = port
    options.api_keys = [key] if key else []
    options.cors_origins = "http://127.0.0.1"
    options.verbosity = _SILENT
    options.warmup = False
    try:
        return llama.Server(options)
    except RuntimeError:
        raise InputError("cannot be run by llama.cpp: damaged, or a kind that it does not know", path=file) from None
