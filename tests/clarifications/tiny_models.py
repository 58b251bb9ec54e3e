"""Language models of a few thousand random numbers, saved as real checkpoints, so that tests need no downloads."""

from __future__ import annotations

from pathlib import Path

import torch
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from transformers import BertConfig, BertModel, LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

WORDS = tuple(
    word
    for line in (
        "fill the kettle pot spoon with cold water take off its base then switch it on how to brew tea steps",
        "hang garden soup tools hooks tidy a shed sweep floor your cup lid ( ) . ,",
    )
    for word in line.split()
)
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "[unused1]", "[unused2]"]


def tokenizer() -> PreTrainedTokenizerFast:
    """A token a word; capitals are lost."""
    from tokenizers.normalizers import Lowercase

    words = [*SPECIAL, *dict.fromkeys(WORDS)]
    inner = Tokenizer(WordLevel({word: number for number, word in enumerate(words)}, unk_token="[UNK]"))
    inner.normalizer = Lowercase()
    inner.pre_tokenizer = Whitespace()
    return PreTrainedTokenizerFast(
        tokenizer_object=inner,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        mask_token="[MASK]",
        bos_token="[CLS]",
        eos_token="[SEP]",
    )


def save_encoder(folder: Path, *, seed: int = 0) -> Path:
    """A BERT of three layers."""
    torch.manual_seed(seed)
    sizes = {"hidden_size": 16, "intermediate_size": 24, "num_hidden_layers": 3, "num_attention_heads": 4}
    options = {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0, "initializer_range": 0.5}
    BertModel(BertConfig(vocab_size=80, max_position_embeddings=96, **sizes, **options)).save_pretrained(folder)
    tokenizer().save_pretrained(folder)
    return folder


def save_causal(folder: Path, *, layers: int = 22) -> Path:
    """A Llama with more layers than are frozen."""
    torch.manual_seed(0)
    sizes = {"hidden_size": 16, "intermediate_size": 24, "num_hidden_layers": layers, "num_attention_heads": 4}
    config = LlamaConfig(vocab_size=80, num_key_value_heads=2, bos_token_id=2, eos_token_id=3, **sizes)
    LlamaForCausalLM(config).save_pretrained(folder)
    tokenizer().save_pretrained(folder)
    return folder
