"""A tiny language model with random weights, which stands for the real one in tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import torch
from transformers import LlamaConfig, LlamaForCausalLM


class WordTokenizer:
    """Each word a token, numbered by its letters."""

    def __call__(self, text: str, **options: Any) -> dict[str, list[int]]:
        words = ["\n"] if text == "\n" else text.split()
        return {"input_ids": [3 + sum(map(ord, word)) % 60 for word in words]}


def language_model() -> Any:
    """A Llama of four layers."""
    torch.manual_seed(0)
    sizes = {"hidden_size": 16, "intermediate_size": 24, "num_hidden_layers": 4, "vocab_size": 63}
    model = LlamaForCausalLM(LlamaConfig(**sizes, num_attention_heads=4, num_key_value_heads=2)).eval()
    return SimpleNamespace(model=model, tokenizer=WordTokenizer())


@contextmanager
def one_thread() -> Iterator[None]:
    """Tiny matrices are slower on many threads; and what is drawn here changes nothing elsewhere."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    with torch.random.fork_rng():
        yield
    torch.set_num_threads(before)
