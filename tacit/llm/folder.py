"""A model in a folder of Hugging Face's kind, run by transformers in this process.

It is slower than llama.cpp and enforces no form, but takes what has never been made into GGUF. Nothing of the folder is
run, and only safetensors are read.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tacit.errors import InputError
from tacit.extras import require

_TOP = 20
"""Rivals of each token that are told."""
_LOADING = threading.Lock()

Hear = Callable[[dict[str, Any]], bool]
"""Told each piece of an answer; true when nobody wants more."""


def is_folder(name: str) -> bool:
    """Is it a folder with a model's configuration?"""
    return (Path(name) / "config.json").is_file()


class FolderModel:
    """Speaks as llama.cpp does: chat completions in pieces."""

    def __init__(self, folder: Path, *, threads: int, context: int) -> None:
        transformers, torch = require("transformers", extra="neural"), require("torch", extra="neural")
        torch.set_num_threads(threads)
        try:
            with _LOADING:
                self._tokenizer = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True)
                self._model = transformers.AutoModelForCausalLM.from_pretrained(
                    folder, local_files_only=True, use_safetensors=True
                ).eval()
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            raise InputError(f"is not a folder with a causal model: {_first_line(error)}", path=folder) from None
        self._context = min(context, getattr(self._model.config, "max_position_embeddings", context))

    def handle_chat_completions(self, payload: dict[str, Any], hear: Hear) -> None:
        """Say what follows, the likeliest token first, until the end, the limit, or nobody listens."""
        torch = require("torch", extra="neural")
        tokens = self._tokens(payload["messages"])
        most = payload.get("max_tokens", 256)
        if len(tokens) + most > self._context:
            refusal = f"request ({len(tokens)} tokens) exceeds the available context size ({self._context} tokens)"
            hear({"error": {"code": 400, "message": refusal}})
            return
        said: list[int] = []
        told, finish, past = "", "length", None
        fed = torch.tensor([tokens])
        ends = {self._tokenizer.eos_token_id, *self._stops()}
        with torch.inference_mode():
            for _ in range(most):
                out = self._model(fed, past_key_values=past, use_cache=True)
                past, logits = out.past_key_values, out.logits[0, -1].log_softmax(-1)
                chosen = int(logits.argmax())
                if chosen in ends:
                    finish = "stop"
                    break
                said.append(chosen)
                whole = self._tokenizer.decode(said, skip_special_tokens=True)
                piece = {"content": whole[len(told) :]}
                told = whole
                if hear({"choices": [{"index": 0, "delta": piece, "logprobs": {"content": [self._rivals(logits)]}}]}):
                    return
                fed = torch.tensor([[chosen]])
        usage = {"prompt_tokens": len(tokens), "completion_tokens": len(said)}
        hear({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}], "usage": usage})

    def _tokens(self, messages: list[dict[str, str]]) -> list[int]:
        """The dialogue as the model's own template writes it; without one, plainly."""
        if self._tokenizer.chat_template:
            text = self._tokenizer.apply_chat_template(messages, add_generation_prompt=True, tokenize=False)
        else:
            text = "\n\n".join(each["content"] for each in messages) + "\n\n"
        return list(self._tokenizer(text, add_special_tokens=not self._tokenizer.chat_template)["input_ids"])

    def _stops(self) -> list[int]:
        """Tokens with which the model says that it is done."""
        stops = self._model.generation_config.eos_token_id
        return stops if isinstance(stops, list) else [] if stops is None else [stops]

    def _rivals(self, logits: Any) -> dict[str, Any]:
        values, places = logits.topk(min(_TOP, len(logits)))
        rivals = [
            {"token": self._tokenizer.decode([place]), "logprob": value}
            for value, place in zip(values.tolist(), places.tolist(), strict=True)
        ]
        return {**rivals[0], "top_logprobs": rivals}


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0][:160] or type(error).__name__
