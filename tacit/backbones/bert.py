"""A BERT encoder in plain numpy: it starts at once, needs no PyTorch, and pads nothing.

The tokens of all sequences of a batch lie one after another, so that the large products see no padding; attention is
taken among sequences of the same length.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError
from safetensors.numpy import load_file

from tacit.errors import InputError

Floats = npt.NDArray[np.float32]
BATCH = 1024
"""Tokens that are read at once: enough for the processor's caches to pay, few enough for them to hold."""
_FEWEST = 16
"""Rows of a product at least: with two or three some libraries add up in another order than with many."""
_CHUNK = 1 << 15
"""Numbers that are bent at once: they stay in the nearest caches."""
_LOGIT = (-1.5956563, -0.072937578, 0.00024972284, 6.11621e-05, -2.2381695e-06)
"""Of -log(Φ(x) / (1 - Φ(x))): factors of x, x³, x⁵ and so on, fitted to make x·Φ(x) come out right."""
_HEAD = "encoder.layer."


@dataclass(frozen=True)
class _Layer:
    """One layer's weights; query, key and value side by side."""

    mixing: Floats
    mixing_bias: Floats
    out: Floats
    out_bias: Floats
    out_norm: tuple[Floats, Floats]
    wide: Floats
    wide_bias: Floats
    narrow: Floats
    narrow_bias: Floats
    norm: tuple[Floats, Floats]


class Bert:
    """Token sequences to states of the last layer, as `BertModel` of transformers gives them."""

    def __init__(self, weights: Mapping[str, Floats], *, heads: int, epsilon: float = 1e-12) -> None:
        self.weights = dict(weights)
        """By the names of transformers' checkpoints."""
        self.heads, self.epsilon = heads, epsilon
        words = weights["embeddings.word_embeddings.weight"]
        self.width = int(words.shape[1])
        if self.width % heads:
            raise ValueError(f"{heads} heads do not share a width of {self.width}")
        self._words = words
        kinds = weights["embeddings.token_type_embeddings.weight"]
        self._places: Floats = weights["embeddings.position_embeddings.weight"] + kinds[0]
        self._norm = _pair(weights, "embeddings.LayerNorm")
        count = 1 + max(int(name.removeprefix(_HEAD).partition(".")[0]) for name in weights if name.startswith(_HEAD))
        self._layers = [_layer(weights, f"{_HEAD}{number}.") for number in range(count)]
        if any(layer.mixing.shape != (3 * self.width, self.width) for layer in self._layers):
            raise ValueError("its layers have another width than its words")

    @property
    def longest(self) -> int:
        """The most tokens of a sequence."""
        return len(self._places)

    @classmethod
    def open(cls, folder: Path) -> Bert | None:
        """The encoder of a checkpoint folder; nothing if it is of another kind."""
        try:
            config = json.loads((folder / "config.json").read_bytes())
        except (OSError, ValueError, RecursionError):
            return None
        if not is_bert(config) or not (folder / "model.safetensors").is_file():
            return None
        try:
            stored = load_file(folder / "model.safetensors")
            weights = {name.removeprefix("bert."): np.asarray(value, np.float32) for name, value in stored.items()}
            return cls(weights, heads=int(config["num_attention_heads"]), epsilon=float(config["layer_norm_eps"]))
        except (SafetensorError, OSError, ValueError, KeyError, TypeError, IndexError) as error:
            raise InputError(f"not a whole BERT checkpoint: {error}", path=folder) from None

    @classmethod
    def of(cls, model: Any) -> Bert:
        """A copy of a `BertModel` of transformers as it is now."""
        weights = {name: np.array(value.detach().float()) for name, value in model.state_dict().items()}
        return cls(weights, heads=model.config.num_attention_heads, epsilon=model.config.layer_norm_eps)

    def with_weights(self, changed: Mapping[str, Floats]) -> Bert:
        """The same with other weights here and there."""
        for name, value in changed.items():
            if name not in self.weights or self.weights[name].shape != value.shape:
                raise ValueError(f"{name!r} does not fit this encoder")
        return Bert({**self.weights, **changed}, heads=self.heads, epsilon=self.epsilon)

    def states(self, sequences: Sequence[Sequence[int]]) -> list[Floats]:
        """For each sequence a row for each of its tokens."""
        found: list[Floats] = [np.zeros((0, self.width), np.float32)] * len(sequences)
        lengths = [len(each) for each in sequences]
        for batch in _batches(lengths):
            states = self._read([sequences[number] for number in batch])
            start = 0
            for number in batch:
                found[number] = states[start : start + lengths[number]]
                start += lengths[number]
        return found

    def _read(self, sequences: Sequence[Sequence[int]]) -> Floats:
        """The states of sequences that are in the order of their length, one after another."""
        lengths = [len(each) for each in sequences]
        if lengths[-1] > self.longest:
            raise ValueError(f"a sequence of {lengths[-1]} tokens: this encoder reads at most {self.longest}")
        tokens = np.fromiter((token for each in sequences for token in each), np.intp, sum(lengths))
        places = np.concatenate([np.arange(length) for length in lengths])
        groups = [(length, sum(1 for _ in same)) for length, same in groupby(lengths)]
        states = self._normed(self._words[tokens] + self._places[places], self._norm)
        if len(states) < _FEWEST:
            states = np.concatenate([states, np.zeros((_FEWEST - len(states), self.width), np.float32)])
        for layer in self._layers:
            mixing = _product(states, layer.mixing, layer.mixing_bias)
            mixed = _product(self._attended(mixing, groups), layer.out, layer.out_bias)
            mixed += states
            states = self._normed(mixed, layer.out_norm)
            wide = _product(states, layer.wide, layer.wide_bias)
            gelu(wide)
            narrow = _product(wide, layer.narrow, layer.narrow_bias)
            narrow += states
            states = self._normed(narrow, layer.norm)
        return states

    def _attended(self, mixing: Floats, groups: Sequence[tuple[int, int]]) -> Floats:
        mixed = np.zeros((len(mixing), self.width), np.float32)  # rows beyond the groups are padding
        size = self.width // self.heads
        start = 0
        for length, count in groups:
            end = start + length * count
            parts = mixing[start:end].reshape(count, length, 3, self.heads, size).transpose(2, 0, 3, 1, 4)
            shares = parts[0] @ parts[1].swapaxes(2, 3)
            shares *= np.float32(size**-0.5)
            shares -= shares.max(-1, keepdims=True)
            np.exp(shares, out=shares)
            shares /= shares.sum(-1, keepdims=True)
            mixed[start:end] = (shares @ parts[2]).swapaxes(1, 2).reshape(end - start, self.width)
            start = end
        return mixed

    def _normed(self, rows: Floats, norm: tuple[Floats, Floats]) -> Floats:
        """Each row with mean 0 and deviation 1, then stretched and moved; in place."""
        rows -= rows.mean(1, keepdims=True)
        rows /= np.sqrt(np.einsum("ij,ij->i", rows, rows)[:, None] / np.float32(self.width) + np.float32(self.epsilon))
        rows *= norm[0]
        rows += norm[1]
        return rows


def is_bert(config: object) -> bool:
    """Is this the configuration of an encoder that is read here?"""
    wanted = {"model_type": "bert", "hidden_act": "gelu"}
    return (
        isinstance(config, dict)
        and all(config.get(name) == value for name, value in wanted.items())
        and config.get("position_embedding_type", "absolute") == "absolute"
    )


def gelu(values: Floats) -> None:
    """x·Φ(x), in place, with Φ as a logistic function of a polynomial: off by at most 4e-6."""
    flat = values.reshape(-1)
    with np.errstate(over="ignore"):  # far below zero a number is divided by infinity, which is right
        for start in range(0, len(flat), _CHUNK):
            part = flat[start : start + _CHUNK]
            square = np.square(part)
            sums = square * np.float32(_LOGIT[-1])
            for factor in _LOGIT[-2:0:-1]:
                sums += np.float32(factor)
                sums *= square
            sums += np.float32(_LOGIT[0])
            sums *= part
            np.exp(sums, out=sums)
            sums += 1
            part /= sums


def _product(rows: Floats, weight: Floats, bias: Floats) -> Floats:
    found: Floats = rows @ weight.T
    found += bias
    return found


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """The numbers of sequences that are not empty, by length, as many at once as fit."""
    batch: list[int] = []
    total = 0
    for number in sorted((number for number, length in enumerate(lengths) if length), key=lengths.__getitem__):
        if batch and total + lengths[number] > BATCH:
            yield batch
            batch, total = [], 0
        batch.append(number)
        total += lengths[number]
    if batch:
        yield batch


def _pair(weights: Mapping[str, Floats], name: str) -> tuple[Floats, Floats]:
    return weights[name + ".weight"], weights[name + ".bias"]


def _layer(weights: Mapping[str, Floats], head: str) -> _Layer:
    parts = [_pair(weights, f"{head}attention.self.{name}") for name in ("query", "key", "value")]
    return _Layer(
        np.concatenate([weight for weight, _ in parts]),
        np.concatenate([bias for _, bias in parts]),
        *_pair(weights, head + "attention.output.dense"),
        _pair(weights, head + "attention.output.LayerNorm"),
        *_pair(weights, head + "intermediate.dense"),
        *_pair(weights, head + "output.dense"),
        _pair(weights, head + "output.LayerNorm"),
    )
