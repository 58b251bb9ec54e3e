import numpy as np
import pytest

from tacit.backbones.packing import Pack
from tacit.backbones.scores import score
from tacit.errors import OutputError


class Letters:
    """Stands for a language model: each letter is a token, and a vowel is likelier."""

    def __init__(self) -> None:
        self.asked: list[Pack] = []

    def pack(self, context, continuations):
        return Pack((0, *map(ord, context)), tuple(tuple(map(ord, text)) for text in continuations))

    def scores(self, packs):
        self.asked += packs
        return [
            [
                np.array([-1.0 if chr(token) in "aeiou" else -2.0 for token in part], dtype=np.float32)
                for part in p.continuations
            ]
            for p in packs
        ]


QUESTIONS = [("ab", ["cat", "dog"]), ("", ["eel"]), ("x" * 3000, ["y", ""])]


def test_scores_come_in_the_order_asked(tmp_path):
    found = score(QUESTIONS, Letters(), folder=tmp_path)
    assert [[part.tolist() for part in parts] for parts in found] == [
        [[-2, -1, -2], [-2, -1, -2]],
        [[-1, -1, -2]],
        [[-2], []],
    ]


def test_what_was_scored_is_not_scored_again(tmp_path):
    first, second, counted = Letters(), Letters(), []
    before = score(QUESTIONS[:2], first, folder=tmp_path)
    after = score(QUESTIONS, second, folder=tmp_path, progress=lambda *step: counted.append(step))
    assert len(first.asked) == 2
    assert [pack.continuations for pack in second.asked] == [((ord("y"),), ())]
    assert [part.tolist() for part in after[0]] == [part.tolist() for part in before[0]]
    assert counted[0][1:] == (0, 3) and counted[-1] == ("language model", 3, 3)


def test_another_model_has_its_own_scores(tmp_path):
    other = Letters()
    score(QUESTIONS, Letters(), folder=tmp_path)
    score(QUESTIONS, other, name="other", folder=tmp_path)
    assert len(other.asked) == 3


def test_a_damaged_cache_is_said(tmp_path):
    (tmp_path / "computed.sqlite").write_bytes(b"not a database" * 100)
    with pytest.raises(OutputError, match="cache of scores cannot be used"):
        score(QUESTIONS, Letters(), folder=tmp_path)
