"""The ranker's network, run with numpy alone.

A mention is encoded from the embeddings of its codes and the vectors of its words:

    m = relu(W₂ relu(Σ E_mention[codes] + W₁ [words] + b₁) + b₂)

A pair is scored from both encodings, their product and the embeddings of its own codes:

    s(i, j) = v · relu(H relu(A mᵢ + B mⱼ + C (P mᵢ ∘ Q mⱼ) + Σ E_pair[codes]))

and "no antecedent" from the encoding of the anaphor: ε(i) = u · relu(N mᵢ). Several networks, trained from different
seeds, are averaged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np

from tacit.errors import InputError
from tacit.files import reason
from tacit.language.coreference.features.mention_codes import MENTION_SIZES, N_MENTION_CODES, Floats, Ints
from tacit.language.coreference.systems.tacit.pairs import N_PAIR_CODES, PAIR_SIZES, Pairs
from tacit.learning.folder import BROKEN, check_size

Weights = Mapping[str, Floats]

NAMES = (
    "mention_codes words words_bias mention mention_bias pair_codes anaphor anaphor_bias antecedent "
    "left left_bias right right_bias product hidden hidden_bias score score_bias new new_bias new_score new_score_bias"
)
WEIGHT_NAMES = frozenset(NAMES.split(" "))


class Prepared(NamedTuple):
    """Mentions as anaphor, as antecedent, as left and right factor of the product, and with no antecedent."""

    anaphor: Floats
    antecedent: Floats
    left: Floats
    right: Floats
    new: Floats


class Network:
    """One trained network."""

    def __init__(self, weights: Weights) -> None:
        self.weights = {name: np.ascontiguousarray(array, dtype=np.float32) for name, array in weights.items()}

    def encode(self, codes: Ints, words: Floats) -> Floats:
        """The encodings of mentions."""
        w = self.weights
        encoding = _summed(w["mention_codes"], codes)
        encoding += words @ w["words"]
        encoding += w["words_bias"]
        np.maximum(encoding, 0, out=encoding)
        return _relu(encoding @ w["mention"] + w["mention_bias"])

    def prepare(self, encodings: Floats) -> Prepared:
        """What pairs need to know of each mention."""
        w = self.weights
        new = _relu(encodings @ w["new"] + w["new_bias"])
        return Prepared(
            anaphor=encodings @ w["anaphor"] + w["anaphor_bias"],
            antecedent=encodings @ w["antecedent"],
            left=encodings @ w["left"] + w["left_bias"],
            right=encodings @ w["right"] + w["right_bias"],
            new=new @ w["new_score"] + w["new_score_bias"][0],
        )

    def pair_scores(self, mentions: Prepared, pairs: Pairs, codes: Ints) -> Floats:
        """How well each antecedent suits its anaphor."""
        w = self.weights
        i, j = pairs.anaphors, pairs.antecedents
        hidden = _summed(w["pair_codes"], codes)
        hidden += mentions.anaphor[i]
        hidden += mentions.antecedent[j]
        hidden += (mentions.left[i] * mentions.right[j]) @ w["product"]
        np.maximum(hidden, 0, out=hidden)
        return np.asarray(_relu(hidden @ w["hidden"] + w["hidden_bias"]) @ w["score"] + w["score_bias"][0])


def _summed(table: Floats, codes: Ints) -> Floats:
    """For each row of codes the sum of the table's rows, column by column: no large temporary array."""
    total = table[codes[:, 0]]
    for column in range(1, codes.shape[1]):
        total += table[codes[:, column]]
    return total


def _relu(values: Floats) -> Floats:
    return np.maximum(values, 0, out=values)


def save_networks(stream: IO[bytes], members: Sequence[Weights]) -> None:
    """Write the networks as one file of half-precision numbers."""
    arrays = {
        f"{number}.{name}": array.astype(np.float16)
        for number, weights in enumerate(members)
        for name, array in weights.items()
    }
    np.savez_compressed(stream, **arrays)  # type: ignore[arg-type]


def load_networks(path: Path) -> list[Network]:
    """The networks of a file; raises `InputError` for anything else."""
    members: dict[str, dict[str, Floats]] = {}
    try:
        check_size(path)
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as arrays:
            for key in arrays.files:
                number, _, name = key.partition(".")
                members.setdefault(number, {})[name] = arrays[key]
    except OSError as error:
        raise InputError(f"cannot be read ({reason(error)})", path=path) from None
    except BROKEN as error:
        raise InputError(f"not a file of coreference weights ({error})", path=path) from None
    for weights in members.values():
        if weights.keys() != WEIGHT_NAMES:
            missing = sorted(weights.keys() ^ WEIGHT_NAMES)
            raise InputError(f"not a file of coreference weights ({missing[0]!r} is missing or unknown)", path=path)
        rows = weights["mention_codes"].shape[:1], weights["pair_codes"].shape[:1]
        if rows != ((N_MENTION_CODES,), (N_PAIR_CODES,)):
            raise InputError("the weights were trained with other features than this version of tacit has", path=path)
    if not members:
        raise InputError("there are no coreference weights in the file", path=path)
    try:
        networks = [Network(weights) for weights in members.values()]
        for network in networks:
            _probe(network)
    except BROKEN as error:
        raise InputError(f"the weights do not fit together ({error})", path=path) from None
    return networks


def _probe(network: Network) -> None:
    """Score one pair of one mention, which fails if the shapes of the weights do not fit together."""
    first, yes = np.zeros(1, dtype=np.int32), np.ones(1, dtype=bool)
    words = np.zeros((1, network.weights["words"].shape[0]), dtype=np.float32)
    mentions = network.prepare(network.encode(np.zeros((1, len(MENTION_SIZES)), dtype=np.int32), words))
    pair = Pairs(first, first, first, yes, yes)
    if network.pair_scores(mentions, pair, np.zeros((1, len(PAIR_SIZES)), dtype=np.int32)).shape != (1,):
        raise ValueError("a pair has more than one score")
