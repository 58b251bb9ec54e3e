"""The causal language model: SmolLM2-135M-Instruct by default, any causal checkpoint by name or path.

The default is packaged as quantised GGUF, which takes half a minute to unpack. That happens once: the weights
are kept as safetensors in the user's cache directory, where later starts read them in a second or two.
"""

from __future__ import annotations

import io
import json
import logging
import shutil
import tempfile
from collections.abc import Sequence
from contextlib import redirect_stderr
from functools import lru_cache
from pathlib import Path
from typing import Any

from tacit.backbones.catalogue import CAUSAL
from tacit.backbones.checkpoints import from_pretrained
from tacit.errors import OutputError
from tacit.extras import require
from tacit.files import cache_folder, reason

log = logging.getLogger(__name__)


class CausalModel:
    """Log-probabilities of texts, in nats."""

    def __init__(self, model: Any, tokenizer: Any) -> None:
        self.model = model
        self.tokenizer = tokenizer

    def log_probabilities(self, context: str, continuations: Sequence[str]) -> list[float]:
        """For each continuation the sum of its tokens' log-probabilities after the context.

        An empty context stands for the start of a text.
        """
        torch = require("torch", extra="neural")
        start = [self.tokenizer.bos_token_id]
        before = start + self.tokenizer(context, add_special_tokens=False)["input_ids"]
        sums = []
        with torch.inference_mode():
            for continuation in continuations:
                after = self.tokenizer(continuation, add_special_tokens=False)["input_ids"]
                tokens = torch.tensor([before + after])
                scores = self.model(tokens).logits[0, len(before) - 1 : -1].log_softmax(-1)
                sums.append(float(scores.gather(1, tokens[0, len(before) :, None]).sum()))
        return sums


@lru_cache(maxsize=2)
def load(name: str | Path | None = None) -> CausalModel:
    """The model, loaded once a process."""
    place = converted() if name is None else name
    return CausalModel(from_pretrained("AutoModelForCausalLM", place), from_pretrained("AutoTokenizer", place))


def cached() -> Path:
    """Where the default's safetensors are, or will be: a folder named by the content it was made from."""
    return cache_folder() / f"{CAUSAL.part}-{CAUSAL.wanted}-{CAUSAL.fingerprint[:12]}"


def converted() -> Path:
    """The default as safetensors, made at first use.

    The folder is filled under a temporary name and renamed when complete, so two processes that start at once
    both end with a whole one, and a killed one leaves nothing that looks finished.
    """
    target = cached()
    if target.is_dir():
        return target
    gguf = CAUSAL.found()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent))
    except OSError as error:
        raise OutputError(f"{target.parent}: cannot be written ({reason(error)})") from None
    try:
        _convert(gguf, temporary)
        try:
            temporary.rename(target)
        except OSError:
            if not target.is_dir():  # not merely another process that was faster
                raise
    except OSError as error:
        raise OutputError(f"{target}: cannot be written ({reason(error)})") from None
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return target


def _convert(gguf: Path, folder: Path) -> None:
    log.info("unpacking the causal language model, once; this takes about half a minute")
    with redirect_stderr(io.StringIO()):  # transformers draws a progress bar that cannot be switched off
        model = from_pretrained("AutoModelForCausalLM", gguf.parent, gguf_file=gguf.name)
    tokenizer = from_pretrained("AutoTokenizer", gguf.parent, gguf_file=gguf.name)
    tokenizer.save_pretrained(folder)
    config = model.config.to_dict()
    config.pop("quantization_config", None)
    (folder / "config.json").write_text(json.dumps(config, indent=2, default=str), encoding="utf-8")
    # transformers' own save_pretrained fails on a model that was loaded from GGUF.
    save = require("safetensors.torch", extra="neural").save_file
    weights = {name: value.contiguous() for name, value in model.state_dict().items()}
    if model.config.tie_word_embeddings:
        weights.pop("lm_head.weight", None)
    save(weights, folder / "model.safetensors", metadata={"format": "pt"})
