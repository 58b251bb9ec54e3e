"""The masked language model: which words could stand at [MASK], seen from both sides.

None comes with the sentence encoder, so tacit has trained its own on instructions and stories (`masked_training`).
What it has learnt ships in `models/masked`; the encoder's embeddings are shared.

    >>> from tacit.backbones import masked
    >>> [fillers] = masked.load().fill("Use a [MASK] to cut the onion.", 3)    # doctest: +SKIP
    >>> fillers[0].word                                                        # doctest: +SKIP
    'knife'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tacit.backbones import encoder
from tacit.errors import InputError, MissingBackboneError
from tacit.extras import require
from tacit.learning.folder import making
from tacit.learning.tensors import read_model, write_model
from tacit.shapes import AtLeastOne, Text

if TYPE_CHECKING:
    from tacit.backbones.encoder import SentenceEncoder
    from tacit.backbones.masked_network import MaskedNetwork, MaskedSequence

KIND = "masked language model"
MASK = "[MASK]"
SHIPPED = Path(__file__).parents[1] / "models" / "masked"
LONGEST = 256
"""Tokens that are read at once; of a longer text, the part around its masks."""
BATCH_TOKENS = 2048

LogProbabilities = npt.NDArray[np.float32]


class MaskWord(NamedTuple):
    """A word for a mask with its log-probability, in nats."""

    word: str
    log_probability: float


@dataclass(frozen=True, slots=True)
class WordPassage:
    """A text as words: the pieces of each, and its number in a model's vocabulary, or -1."""

    pieces: tuple[tuple[int, ...], ...]
    numbers: tuple[int, ...]

    def __len__(self) -> int:
        return sum(map(len, self.pieces)) + 2


class MaskedModel:
    """Log-probabilities of whole words, lower-cased, at masked places."""

    def __init__(self, network: MaskedNetwork, tokenizer: Any, words: Sequence[str]) -> None:
        self.network = network
        self.tokenizer = tokenizer
        self.words = tuple(words)
        self.numbers = {word: number for number, word in enumerate(self.words)}

    @cached_property
    def pieces(self) -> list[list[int]]:
        """The pieces of each word."""
        return _pieces(self.tokenizer, self.words)

    def fill(self, text: str, count: int = 10) -> list[list[MaskWord]]:
        """For each [MASK] of the text the likeliest words, best first."""
        [filled] = self.fill_many([text], count)
        return filled

    def fill_many(self, texts: Sequence[str], count: int = 10) -> list[list[list[MaskWord]]]:
        """The same for several texts at once."""
        gaps = [self.gap(text) for text in texts]
        return [[self._best(row, count) for row in scores] for scores in self.log_probabilities(gaps)]

    def _best(self, scores: LogProbabilities, count: int) -> list[MaskWord]:
        best = np.argsort(-scores, kind="stable")[:count]
        return [MaskWord(self.words[number], float(scores[number])) for number in best]

    def gap(self, text: str) -> MaskedSequence:
        """The text's tokens and the places of its masks."""
        from tacit.backbones.masked_network import MaskedSequence

        tokens = self.tokenizer(text, add_special_tokens=False, verbose=False)["input_ids"]
        places = [place for place, token in enumerate(tokens) if token == self.tokenizer.mask_token_id]
        if not places:
            raise InputError(f"the text has no {MASK} to fill")
        start, end = _window(len(tokens), places[0], places[-1])
        inner = tokens[start:end]
        return MaskedSequence(
            [self.tokenizer.cls_token_id, *inner, self.tokenizer.sep_token_id], [place - start + 1 for place in places]
        )

    def log_probabilities(self, gaps: Sequence[MaskedSequence]) -> list[LogProbabilities]:
        """For each token sequence an array: a row for each of its masks, a column for each of `words`."""
        torch = require("torch", extra="neural")
        from tacit.backbones.learning import cut

        found: dict[int, LogProbabilities] = {}
        lengths = [len(gap.tokens) for gap in gaps]
        self.network.eval()
        with torch.inference_mode():
            for batch in cut(sorted(range(len(gaps)), key=lengths.__getitem__), lengths, BATCH_TOKENS):
                scores = self.network([gaps[number] for number in batch]).log_softmax(-1).numpy()
                ends = np.cumsum([len(gaps[number].places) for number in batch])
                found.update(zip(batch, np.split(scores, ends[:-1]), strict=True))
        return [found[number] for number in range(len(gaps))]

    def passage(self, text: str) -> WordPassage:
        """A text as words, some of which may be masked."""
        encoded = self.tokenizer(text, add_special_tokens=False, return_offsets_mapping=True, verbose=False)
        pieces: dict[int, list[int]] = {}
        spans: dict[int, tuple[int, int]] = {}
        owners = zip(encoded.word_ids(), encoded["input_ids"], encoded["offset_mapping"], strict=True)
        for word, token, (start, end) in owners:
            pieces.setdefault(word, []).append(token)
            spans[word] = (spans[word][0] if word in spans else start, end)
        numbers = [self.numbers.get(text[start:end].lower(), -1) for start, end in spans.values()]
        return WordPassage(tuple(map(tuple, pieces.values())), tuple(numbers))

    def masked(self, passage: WordPassage, chosen: Iterable[int]) -> MaskedSequence:
        """The passage with one [MASK] in place of each chosen word."""
        from tacit.backbones.masked_network import MaskedSequence

        hidden = set(chosen)
        tokens, places = [self.tokenizer.cls_token_id], []
        for place, pieces in enumerate(passage.pieces):
            if place in hidden:
                places.append(len(tokens))
                tokens.append(self.tokenizer.mask_token_id)
            else:
                tokens += pieces
        return MaskedSequence([*tokens, self.tokenizer.sep_token_id], places)

    def save(self, folder: Path, **about: Any) -> None:
        """Write a model folder."""
        config = {**about, "words": self.words}
        write_model(folder, KIND, config, self.network.learnt(), tuned_from=encoder.fresh().weights())


def _window(length: int, first: int, last: int) -> tuple[int, int]:
    """Which part of a text to read: as much as allowed on either side of its masks."""
    room = LONGEST - 2
    if last - first >= room:
        raise InputError(f"the masks stand more than {room} tokens apart: fill the text in parts")
    start = max(0, min((first + last + 1 - room) // 2, length - room))
    return start, min(length, start + room)


def _pieces(tokenizer: Any, words: Sequence[str]) -> list[list[int]]:
    return list(tokenizer(list(words), add_special_tokens=False)["input_ids"]) if words else []


def untrained(words: Sequence[str], *, tied: bool = True) -> MaskedModel:
    """The encoder with a new head for these words."""
    return _grown(encoder.fresh(), words, tied=tied)


def _grown(base: SentenceEncoder, words: Sequence[str], *, tied: bool) -> MaskedModel:
    from tacit.backbones.masked_network import MaskedNetwork, word_vectors

    pieces = _pieces(base.tokenizer, words)
    if not pieces or not all(pieces):
        raise InputError("a masked language model needs words to choose from, none of them empty")
    return MaskedModel(MaskedNetwork(base.model, word_vectors(base.model, pieces), tied=tied), base.tokenizer, words)


def read(folder: Path, *, tied: bool = True) -> MaskedModel:
    """The model that `save` wrote; say whether its words' vectors are `tied` to the embeddings."""
    base, shape = encoder.fresh(), {"words": AtLeastOne(Text("(?s:.+)"))}
    config, weights = read_model(folder, KIND, shape, tuned_from=base.weights())
    with making(folder, KIND):
        model = _grown(base, config["words"], tied=tied)
        model.network.take(weights)
    return model


@lru_cache(maxsize=2)
def load(folder: Path | None = None) -> MaskedModel:
    """The model, loaded once a process and shared."""
    if folder is None and not (SHIPPED / "config.json").is_file():
        raise MissingBackboneError("the masked language model is missing: make one with  tacit steps train-masked")
    return read(folder or SHIPPED)
