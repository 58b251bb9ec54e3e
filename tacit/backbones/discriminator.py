"""The sentence encoder after learning which words of a text were replaced: it stands for BERT where none can be had.

A part of the words that BERT learns to predict are not masked but replaced, so its states tell whether a word fits
where it stands. A sentence encoder's do not: it has only learnt what a sentence is about. So tacit has trained it to
tell replaced words from others (ELECTRA: Clark et al. 2020), which takes far less text than predicting masked ones.
What it has learnt ships in `models/discriminator`; the embeddings and lower layers are shared.

    >>> from tacit.backbones import discriminator
    >>> doubts = dict(discriminator.load().doubts("Being tired, he went to soup early."))    # doctest: +SKIP
    >>> max(doubts, key=doubts.get)                                                         # doctest: +SKIP
    'soup'
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tacit.backbones import encoder
from tacit.backbones.encoder import SentenceEncoder
from tacit.errors import MissingBackboneError
from tacit.extras import require
from tacit.learning.folder import kind_of, making
from tacit.learning.tensors import read_model, write_model

if TYPE_CHECKING:
    import torch

    from tacit.backbones.discriminator_network import DiscriminatorNetwork
else:
    torch = require("torch", extra="neural")

KIND = "discriminator"
SHIPPED = Path(__file__).parents[1] / "models" / "discriminator"
LONGEST = 254
"""Tokens that are read at once."""


class Discriminator:
    """Says of each token how probably another one stood there."""

    def __init__(self, network: DiscriminatorNetwork, tokenizer: Any) -> None:
        self.network = network
        self.tokenizer = tokenizer

    @property
    def encoder(self) -> SentenceEncoder:
        """The encoder it has become, to be trained further: not for what is shared."""
        return SentenceEncoder(self.network.encoder, self.tokenizer)

    def doubts(self, text: str) -> list[tuple[str, float]]:
        """The tokens of a text (of a long one, the first), each with the probability that it was replaced."""
        tokens = self.tokenizer(text, add_special_tokens=False, verbose=False)["input_ids"][:LONGEST]
        self.network.eval()
        with torch.inference_mode():
            [found] = self.network([[self.tokenizer.cls_token_id, *tokens, self.tokenizer.sep_token_id]]).sigmoid()
        return list(zip(self.tokenizer.convert_ids_to_tokens(tokens), found[1:-1].tolist(), strict=True))

    def save(self, folder: Path, **about: Any) -> None:
        """Write a model folder."""
        write_model(folder, KIND, about, self.network.learnt(), tuned_from=encoder.fresh().weights())


def untrained() -> Discriminator:
    """The encoder with a new head."""
    from tacit.backbones.discriminator_network import DiscriminatorNetwork

    base = encoder.fresh()
    return Discriminator(DiscriminatorNetwork(base.model), base.tokenizer)


def fresh(folder: Path | None = None) -> Discriminator:
    """A copy of one's own of what `save` wrote; the shipped one by default."""
    if folder is None and not (SHIPPED / "config.json").is_file():
        raise MissingBackboneError("the discriminator is missing: make one with  tacit clarify train-encoder")
    place = folder or SHIPPED
    model = untrained()
    _, weights = read_model(place, KIND, tuned_from=model.encoder.weights())
    with making(place, KIND):
        model.network.take(weights)
    return model


@lru_cache(maxsize=2)
def load(folder: Path | None = None) -> Discriminator:
    """The model, loaded once a process and shared: whoever changes its weights takes a `fresh` one."""
    return fresh(folder)


def encoder_named(name: str | None) -> SentenceEncoder:
    """A copy of one's own of an encoder: the shipped one's, one that `save` wrote, or any other by name or path."""
    if name is not None and kind_of(Path(name)) != KIND:
        return encoder.fresh(name)
    return fresh(None if name is None else Path(name)).encoder
