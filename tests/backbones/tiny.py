"""Language models of a few thousand numbers that know a few words, for tests that need no pretrained part."""

from __future__ import annotations

import torch

from tacit.backbones.bert import Bert
from tacit.backbones.causal import CausalModel
from tacit.backbones.encoder import PlainEncoder, SentenceEncoder
from tacit.backbones.tokens import Tokenizer

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
WORDS = tuple(
    word
    for line in (
        "take a and the . drain mix cut serve pasta eggs bread soup sieve whisk knife lad ##le",
        "tip swirl saw scoop put in pot use to with boil water stir",
    )
    for word in line.split()
)


def tiny_encoder() -> SentenceEncoder:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

    vocabulary = {word: number for number, word in enumerate([*SPECIAL, *WORDS])}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    ends = [(name, vocabulary[name]) for name in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=ends)
    names = dict(zip(("pad_token", "unk_token", "cls_token", "sep_token", "mask_token"), SPECIAL, strict=True))
    torch.manual_seed(3)
    config = BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=24,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=48,
        max_position_embeddings=512,
        initializer_range=0.3,
    )
    return SentenceEncoder(BertModel(config).eval(), PreTrainedTokenizerFast(tokenizer_object=tokenizer, **names))


def plain(encoder: SentenceEncoder) -> PlainEncoder:
    """The same encoder in numpy."""
    return PlainEncoder(Bert.of(encoder.model), Tokenizer.of(encoder.tokenizer))


def tiny_causal() -> CausalModel:
    """Every word with the space before it is a token; words of two pieces are *ladle* and *scoop*."""
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    whole = [f" {word}" for word in WORDS if word not in ("lad", "##le", ".", "scoop")]
    pieces = ["<s>", "<unk>", "\n", ".", " lad", "le", " sc", "oop", " ", *whole]
    vocabulary = {piece: number for number, piece in enumerate(pieces)}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    split = Regex(r"\n| lad|le| sc|oop|\.| [a-z]+| ")
    tokenizer.pre_tokenizer = pre_tokenizers.Split(split, "isolated")
    torch.manual_seed(4)
    config = LlamaConfig(
        vocab_size=len(vocabulary),
        hidden_size=16,
        num_hidden_layers=3,
        num_attention_heads=2,
        num_key_value_heads=1,
        intermediate_size=32,
        max_position_embeddings=1024,
        tie_word_embeddings=True,
        bos_token_id=0,
        eos_token_id=0,
    )
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, unk_token="<unk>", bos_token="<s>", eos_token="<s>")
    return CausalModel(LlamaForCausalLM(config).eval(), fast)
