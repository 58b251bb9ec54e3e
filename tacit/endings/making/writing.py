"""What a causal language model goes on with, for many stories at once, which costs little more than for one."""

from __future__ import annotations

from collections.abc import Sequence

from tacit.backbones.causal import CausalModel
from tacit.extras import require
from tacit.language.english.sentences import split

_TOKENS = 40
"""Longer sentences than this are not finished."""
_FINAL = '.!?…"”'
_FEWEST = 3
"""Words; what has fewer is a fragment."""


def next_sentences(
    model: CausalModel, texts: Sequence[str], *, count: int, temperature: float = 0.8, seed: int = 0
) -> list[list[str]]:
    """For each text the first sentence of up to `count` ways to go on; those that come to no end are left out."""
    torch = require("torch", extra="neural")
    contexts = [model.pack(text, []).context for text in texts]
    length = max(map(len, contexts))
    end = model.tokenizer.eos_token_id
    given = torch.tensor([[end] * (length - len(context)) + list(context) for context in contexts])
    real = torch.tensor([[0] * (length - len(context)) + [1] * len(context) for context in contexts])
    stops = {end, *model.tokenizer("\n", add_special_tokens=False)["input_ids"][:1]}
    with torch.inference_mode(), torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        drawn = model.model.generate(
            given,
            attention_mask=real,
            max_new_tokens=_TOKENS,
            num_return_sequences=count,
            do_sample=True,
            temperature=temperature,
            top_p=0.95,
            eos_token_id=sorted(stops),
            pad_token_id=end,
        )
    written = model.tokenizer.batch_decode(drawn[:, length:], skip_special_tokens=True)
    firsts = [first_sentence(text) for text in written]
    return [[first for first in firsts[at : at + count] if first] for at in range(0, len(firsts), count)]


def first_sentence(text: str) -> str:
    """The first sentence of what was written, or nothing if it is a fragment or stops in the middle of speech.

    >>> first_sentence(" He ran home. Then he"), first_sentence(" He ran and ran and")
    ('He ran home.', '')
    >>> first_sentence(' "Come in. It is late," she said.')
    ''
    """
    found = split(text.strip().partition("\n")[0])
    if not found:
        return ""
    first = found[0]
    whole = first[-1] in _FINAL and first.count('"') % 2 == 0 and first.count("“") == first.count("”")
    return first if whole and not first[0].islower() and len(first.split()) >= _FEWEST else ""
