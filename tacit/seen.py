"""Which texts a model has learnt from, kept as hashes in its folder: nobody should measure it on them unaware.

A text is a copy where more than half of its shingles, runs of eight lower-cased words, stand in training: so light
edits are found, and texts on the same subject are not. A text that stands there as a whole is one, too, and texts too
short to say more are found only so.

Of many texts a sample is kept: the shingles whose hash is divisible by `every`, in training and test alike.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from tacit.errors import InputError
from tacit.files import atomic_write, holds, reason
from tacit.learning.folder import BROKEN, check_size, in_short
from tacit.progress import Remarks, no_remarks

FILE = "seen.npz"
"""In the model folder: hashes, and no word."""
SHINGLE = 8
"""Words of a shingle."""
COPY = 0.5
"""A text is a copy if more than this share of its shingles stands in training."""
LEAST = 4
"""Fewer sampled shingles than this say nothing: one common phrase could be all of them."""
MOST = 1 << 17
"""Shingles that are kept at most; of more, every second, fourth, eighth … is."""
LARGEST = 64 << 20
"""Unpacked bytes beyond which a file is refused."""

Array: TypeAlias = npt.NDArray[np.uint64]
T = TypeVar("T")
_BYTES: Final = 5
"""Of each hash: among 100,000 of them a strange one is found by chance once in ten million times."""
_SHIFT = np.uint64(64 - 8 * _BYTES)
_BASE = np.uint64(0x9E3779B97F4A7C15)
_WHOLE = np.uint64(0xD1B54A32D192ED03)
"""Added to the hash of a whole text, so that it is never that of a shingle."""
_WORD = re.compile(r"[^\W_]+")
_CLITIC = re.compile(r"n['’]t\b")


@dataclass(frozen=True)
class Hashes:
    """The hashes of some texts, ascending: of each as a whole, and of one shingle in `every` (0: of none)."""

    kept: Array
    every: int = 1

    @classmethod
    def of(cls, texts: Iterable[str], *, whole_only: bool = False) -> Hashes:
        """The hashes of texts; with `whole_only` a text is found by all of its words in their order or not at all."""
        hashed = [words for text in texts if len(words := _word_hashes(text))]
        whole = np.array([_whole(words) for words in hashed], np.uint64)
        shingles = np.empty(0, np.uint64)
        every = 0
        if not whole_only:
            shingles = np.unique(np.concatenate([shingles, *map(_shingles, hashed)]))
            every = 1
            while len(_sample(shingles, every)) > MOST:
                every *= 2
        return cls(np.unique(np.concatenate([whole, _sample(shingles, every)]) >> _SHIFT), every)

    def share(self, text: str) -> float:
        """Which share of a text's shingles is known: 1 where the whole text is, 0 where it is too short to tell."""
        words = _word_hashes(text)
        if not len(words):
            return 0.0
        if self._known(np.array([_whole(words)])).all():
            return 1.0
        sampled = _sample(_shingles(words), self.every)
        return float(self._known(sampled).mean()) if len(sampled) >= LEAST else 0.0

    def _known(self, hashes: Array) -> npt.NDArray[np.bool_]:
        if not len(self.kept):
            return np.zeros(len(hashes), np.bool_)
        wanted = hashes >> _SHIFT
        places = np.minimum(np.searchsorted(self.kept, wanted), len(self.kept) - 1)
        return np.asarray(self.kept[places] == wanted)


@dataclass(frozen=True)
class Seen:
    """What a model has learnt from, in parts with a name each: a text is a copy if it is one of any part."""

    parts: Mapping[str, Hashes]

    @classmethod
    def of(cls, texts: Iterable[str], *, whole_only: bool = False) -> Seen:
        """All in one part."""
        return cls({"train": Hashes.of(texts, whole_only=whole_only)})

    def is_copy(self, text: str) -> bool:
        """Does more than half of it stand in training?"""
        return any(hashes.share(text) > COPY for hashes in self.parts.values())

    def without(self, name: str) -> Seen:
        """The same but for one part."""
        return Seen({part: hashes for part, hashes in self.parts.items() if part != name})

    def joined(self, before: Seen | None) -> Seen:
        """The same beside what was learnt from before."""
        known = dict(before.parts) if before is not None else {}
        for name, hashes in self.parts.items():
            while name in known:
                name += "+"
            known[name] = hashes
        return Seen(known)

    def save(self, folder: Path) -> None:
        """Write the file, whole or not at all, into a model folder; the same texts give the same bytes."""
        arrays = {name: _packed(hashes.kept) for name, hashes in self.parts.items()}
        every = {f"{name}.every": np.int64(hashes.every) for name, hashes in self.parts.items()}
        with atomic_write(folder / FILE, "wb") as stream:
            np.savez_compressed(stream, **arrays, **every)  # type: ignore[arg-type]  # names are no options of numpy

    @classmethod
    def load(cls, folder: Path) -> Seen | None:
        """What `save` wrote; nothing where a folder does not say what its model has learnt from."""
        path = folder / FILE
        if not holds(path.is_file):
            return None
        try:
            check_size(path, LARGEST)
            with np.load(path, allow_pickle=False) as arrays:
                names = [name for name in arrays.files if not name.endswith(".every")]
                return cls({name: _read(arrays[name], arrays[f"{name}.every"]) for name in names})
        except OSError as error:
            raise InputError(f"cannot be read ({reason(error)})", path=path) from None
        except BROKEN as error:
            raise InputError(f"should hold the hashes of training texts ({in_short(error)})", path=path) from None


def unseen(
    tested: Sequence[T],
    seen: Seen | None,
    is_copy: Callable[[T, Seen], bool],
    *,
    learnt: str,
    keep: bool = False,
    what: str = "texts",
    remarks: Remarks = no_remarks,
) -> tuple[list[T], int | None]:
    """What is left without copies of training texts, and how many copies there are: None if that cannot be told.

    `learnt` names the system or model; without `seen` it does not say what it has learnt from.
    """
    if seen is None:
        remarks(
            f"{learnt} does not say what it has learnt from, so copies among these {what} are not found;"
            " tacit models seen  writes it down"
        )
        return list(tested), None
    fresh = [item for item in tested if not is_copy(item, seen)]
    copies = len(tested) - len(fresh)
    if not copies:
        return fresh, 0
    stand = f"{copies} of {len(tested)} {what} stand in what {learnt} has learnt from"
    if keep:
        remarks(f"{stand}: what it gets right there proves little")
        return list(tested), copies
    if not fresh:
        raise InputError(f"{stand}, so none is left: take others, or keep them with `keep_seen`")
    remarks(f"{stand} and are left out; `keep_seen` keeps them")
    return fresh, copies


def copy_groups(texts: Iterable[str]) -> list[int]:
    """A number for each text, the same for copies of each other: those must never be split between folds.

    >>> copy_groups(["We ate.", "Then it rained.", "we ate"])
    [0, 1, 0]
    """
    groups: list[int] = []
    sizes: list[int] = []
    holders: dict[int, list[int]] = {}
    for place, text in enumerate(texts):
        words = _word_hashes(text)
        runs = np.unique(_shingles(words)).tolist() or [int(_whole(words))]
        shared = Counter(holder for run in runs for holder in holders.get(run, ()))
        sizes.append(len(runs))
        groups.append(place)
        for other, count in shared.items():
            if count > COPY * min(len(runs), sizes[other]) and groups[other] != groups[place]:
                joined = {groups[other], groups[place]}
                groups = [min(joined) if group in joined else group for group in groups]
        for run in runs:
            holders.setdefault(run, []).append(place)
    return groups


def words_of(text: str) -> list[str]:
    """The words that count: lower case, without marks, 'not' apart, as some corpora write it.

    >>> words_of("Didn't Ann's 2 cups break?"), words_of("did n't ann 's 2 cups break")
    (['did', 'nt', 'ann', 's', '2', 'cups', 'break'], ['did', 'nt', 'ann', 's', '2', 'cups', 'break'])
    """
    return _WORD.findall(_CLITIC.sub(" nt ", text.lower()))


@lru_cache(maxsize=1 << 17)
def _word_hash(word: str) -> int:
    return int.from_bytes(blake2b(word.encode(errors="surrogatepass"), digest_size=8).digest(), "little")


def _word_hashes(text: str) -> Array:
    return np.array([_word_hash(word) for word in words_of(text)], np.uint64)


def _shingles(words: Array) -> Array:
    """The hash of each run of eight words: Σ word_j · base^j, mixed."""
    if len(words) < SHINGLE:
        return np.empty(0, np.uint64)
    runs = np.lib.stride_tricks.sliding_window_view(words, SHINGLE)
    return _mixed((runs * _powers(SHINGLE)).sum(1, dtype=np.uint64))


def _whole(words: Array) -> np.uint64:
    hashed: np.uint64 = _mixed((words * _powers(len(words))).sum(keepdims=True, dtype=np.uint64) + _WHOLE)[0]
    return hashed


def _powers(count: int) -> Array:
    return np.cumprod(np.full(count, _BASE), dtype=np.uint64)


def _mixed(sums: Array) -> Array:
    """Every bit of the result depends on every bit of the sum (the finaliser of SplitMix64)."""
    sums = (sums ^ (sums >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    sums = (sums ^ (sums >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return sums ^ (sums >> np.uint64(31))


def _sample(hashes: Array, every: int) -> Array:
    return hashes[hashes % np.uint64(every) == 0] if every else hashes[:0]


def _packed(kept: Array) -> npt.NDArray[np.uint8]:
    """The gaps between ascending hashes, a row for each byte: the upper rows are mostly 0, which takes no room."""
    gaps = np.diff(kept, prepend=np.uint64(0)).astype("<u8")
    return np.ascontiguousarray(gaps.view(np.uint8).reshape(-1, 8)[:, :_BYTES].T)


def _read(packed: npt.NDArray[np.uint8], every: npt.NDArray[np.int64]) -> Hashes:
    if packed.dtype != np.uint8 or packed.ndim != 2 or len(packed) != _BYTES:
        raise ValueError(f"hashes must be {_BYTES} rows of bytes")
    if every.shape != () or every.dtype != np.int64 or not 0 <= every <= 1 << 62:
        raise ValueError("which shingles are kept must be one whole number")
    gaps = np.zeros((packed.shape[1], 8), np.uint8)
    gaps[:, :_BYTES] = packed.T
    kept = np.cumsum(gaps.view("<u8").ravel().astype(np.uint64), dtype=np.uint64)
    if len(kept) and (kept[-1] >> np.uint64(8 * _BYTES) or (np.diff(kept) == 0).any()):
        raise ValueError("hashes must ascend")
    return Hashes(kept, int(every))
