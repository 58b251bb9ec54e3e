"""Load Hugging Face checkpoints quietly, with one clear error when they do not load."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tacit.errors import MissingBackboneError
from tacit.extras import require


def from_pretrained(kind: str, place: str | Path, **options: Any) -> Any:
    """A model or tokenizer of transformers, for inference.

    A folder is never looked for online; a checkpoint that is not safetensors is refused, as it could run code, and so
    is code that comes with one.
    """
    require("torch", extra="neural")
    transformers = require("transformers", extra="neural")
    options["trust_remote_code"] = False
    if Path(place).is_dir():
        options["local_files_only"] = True
    if kind.startswith("AutoModel") and "gguf_file" not in options:
        options["use_safetensors"] = True
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    try:
        loaded = getattr(transformers, kind).from_pretrained(str(place), **options)
    except (OSError, ValueError, RuntimeError, KeyError, ImportError) as error:
        first = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise MissingBackboneError(f"{str(place)!r} does not load as a language model: {first}") from None
    if kind.startswith("AutoModel"):
        loaded.eval()
    return loaded
