"""Word vectors: a cut of GloVe 100d ships with tacit; any GloVe or word2vec text file can take its place."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tacit.errors import InputError
from tacit.files import holds, make_folder, reason, written_together
from tacit.learning.folder import read_folder

Matrix = npt.NDArray[np.float32]
SHIPPED = Path(__file__).parent.parent / "models" / "vectors"
MAX_WORDS = 2_000_000
_KIND = "word vectors"


class WordVectors:
    """A vector a word; words that are not known get the zero vector.

    >>> vectors = WordVectors(["cup", "mug"], np.array([[3.0, 4.0], [4.0, 3.0]], dtype=np.float32))
    >>> round(vectors.similarity("cup", "mug"), 2), vectors.similarity("cup", "xyzzy")
    (0.96, 0.0)
    """

    def __init__(self, words: Sequence[str], matrix: Matrix) -> None:
        self.words = list(words)
        self.matrix = matrix
        self.rows = {word: row for row, word in enumerate(self.words)}
        self._zero = np.zeros(matrix.shape[1], dtype=np.float32)

    def __contains__(self, word: str) -> bool:
        return word in self.rows

    def __getitem__(self, word: str) -> Matrix:
        row = self.rows.get(word)
        return self._zero if row is None else self.matrix[row]

    @property
    def width(self) -> int:
        """Length of each vector."""
        return int(self.matrix.shape[1])

    def mean(self, words: Iterable[str]) -> Matrix:
        """The mean vector of the known words among these."""
        rows = [self.rows[word] for word in words if word in self.rows]
        return np.asarray(self.matrix[rows].mean(0), dtype=np.float32) if rows else self._zero

    def similarity(self, one: str, other: str) -> float:
        """Cosine; 0 where a word is unknown."""
        a, b = self[one], self[other]
        norm = float(np.linalg.norm(a) * np.linalg.norm(b))
        return float(a @ b) / norm if norm else 0.0


@lru_cache(maxsize=2)
def load(path: str | Path | None = None) -> WordVectors:
    """The shipped vectors, or those of a text file, loaded once a process."""
    if path is None or holds((Path(path) / "weights.npz").is_file):
        return _read_folder(SHIPPED if path is None else Path(path))
    words, rows = [], []
    for word, row in _read_lines(Path(path)):
        words.append(word)
        rows.append(row)
    if not words:
        raise InputError("there is no word vector in the file", path=path)
    return WordVectors(words, np.stack(rows))


def _read_folder(folder: Path) -> WordVectors:
    with read_folder(folder, _KIND) as (_, arrays):
        words = bytes(arrays["words"]).decode("utf-8").split("\n")
        rows, scales = arrays["rows"].astype(np.float32), arrays["scales"].astype(np.float32)
        if rows.ndim != 2 or scales.shape != (len(words),) or len(rows) != len(words):
            raise ValueError(f"{len(words)} words do not fit rows of shape {rows.shape} and scales of {scales.shape}")
        return WordVectors(words, rows * scales[:, None])


def _read_lines(path: Path) -> Iterator[tuple[str, Matrix]]:
    """Words and vectors of a GloVe or word2vec text file; the latter has a line with two numbers first."""
    width = 0
    try:
        with path.open(encoding="utf-8", newline="\n") as stream:
            for number, line in enumerate(stream, 1):
                word, *values = line.rstrip().split(" ")
                if number == 1 and len(values) == 1:
                    continue
                width = width or len(values)
                if not values or len(values) != width or number > MAX_WORDS:
                    due = width or "some"
                    raise InputError(f"{len(values)} numbers where {due} are due", path=path, line=number)
                yield word, np.array(values, dtype=np.float32)
    except OSError as error:
        raise InputError(f"cannot be read ({reason(error)})", path=path) from None
    except ValueError:
        raise InputError("not a text file of word vectors", path=path) from None


def save_cut(vectors: WordVectors, folder: Path, *, size: int) -> None:
    """Write the first (most frequent) words with a byte a number and one scale a word: what ships with tacit.

    Numbers and punctuation, a quarter of such a list, are left out; so the cut reaches to household words.
    """
    chosen = [row for row, word in enumerate(vectors.words) if word.replace("-", "").isalpha()][:size]
    matrix = vectors.matrix[chosen]
    scales = np.abs(matrix).max(1) / 127
    rows = np.round(matrix / np.maximum(scales, 1e-9)[:, None]).astype(np.int8)
    words = np.frombuffer("\n".join(vectors.words[row] for row in chosen).encode(), dtype=np.uint8)
    make_folder(folder)
    with written_together() as files:
        weights = files.open(folder / "weights.npz", "wb")
        np.savez_compressed(weights, words=words, rows=rows, scales=scales.astype(np.float32))
        config = {"kind": _KIND, "words": len(rows), "width": vectors.width}
        json.dump(config, files.open(folder / "config.json"), indent=2)
