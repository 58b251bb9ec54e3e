"""The columns of a CoNLL-U row as features, and back.

    lemma, upos, xpos, deprel   text
    feats, misc                 a mapping; a text where the column is no list of key=value
    head                        how many words further the head stands (negative: before); 0 for a root
    deps                        a list of [head, relation]; the head as above, but None for a root and "2.1" for the
                                first empty node after the second word further on

Heads count from the word itself, so they hold in any part of a document. `_` is left out.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from tacit.formats.parts.units import plain
from tacit.values import Features

TEXTS = {"lemma": 2, "upos": 3, "xpos": 4, "deprel": 7}
EMPTY = "_"
_HEAD = re.compile(r"[0-9]{1,9}")
_NODE = re.compile(r"([0-9]{1,9})(\.[0-9]{1,9})?")
_RELATIVE_NODE = re.compile(r"(-?[0-9]{1,9})(\.[0-9]{1,9})")


def features(cells: list[str], number: int, words: int) -> dict[str, Any]:
    """What the columns say about word `number` of a sentence that has `words`; `ValueError` if they are wrong."""
    found: dict[str, Any] = {name: cells[place] for name, place in TEXTS.items() if cells[place] != EMPTY}
    if cells[5] != EMPTY:
        found["feats"] = pairs(cells[5])
    if cells[6] != EMPTY:
        found["head"] = _relative_head(cells[6], number, words)
    if cells[8] != EMPTY:
        found["deps"] = [_relative_dependency(part, number) for part in cells[8].split("|")]
    if cells[9] != EMPTY:
        found["misc"] = pairs(cells[9])
    return found


@lru_cache(maxsize=4096)
def pairs(cell: str) -> Features | str:
    """`a=1|b=2` as a mapping; the cell itself where it is something else.

    >>> pairs("Number=Sing|Person=3")
    Features({'Number': 'Sing', 'Person': '3'})
    >>> pairs("odd")
    'odd'
    """
    found = [part.partition("=") for part in cell.split("|")]
    mapping = {key: value for key, _, value in found}
    if len(mapping) < len(found) or not all(key and equals for key, equals, _ in found):
        return cell
    return Features(mapping)


def _relative_head(cell: str, number: int, words: int) -> int:
    if not _HEAD.fullmatch(cell) or int(cell) > words:
        raise ValueError(f"HEAD must be 0 or the number of a word of the sentence, not {cell!r}")
    if int(cell) == number:
        raise ValueError("a word cannot be its own HEAD")
    return int(cell) - number if int(cell) else 0


def _relative_dependency(part: str, number: int) -> list[Any]:
    head, colon, relation = part.partition(":")
    found = _NODE.fullmatch(head)
    if not (found and colon):
        raise ValueError(f"DEPS must be a list of head:relation, not {part!r}")
    if head == "0":
        return [None, relation]
    offset = int(found[1]) - number
    return [f"{offset}{found[2]}" if found[2] else offset, relation]


def cells(found: Features, number: int, *, head: int | None) -> list[str]:
    """Columns 3 to 10 for word `number`, whose head is word `head` of the sentence (0: none, None: not known)."""
    return [
        *(_text(found.get(name)) for name in ("lemma", "upos", "xpos")),
        cell_of_pairs(found.get("feats")),
        EMPTY if head is None else str(head),
        _text(found.get("deprel")),
        _absolute_dependencies(found.get("deps"), number),
        cell_of_pairs(found.get("misc")),
    ]


def cell_of_pairs(value: Any) -> str:
    """The inverse of `pairs`; `_` for anything that is not text."""
    if isinstance(value, Features):
        return "|".join(f"{plain(key)}={plain(str(item))}" for key, item in value.items()) or EMPTY
    return _text(value)


def _text(value: Any) -> str:
    return plain(value) if isinstance(value, str) and value else EMPTY


def _absolute_dependencies(value: Any, number: int) -> str:
    if not isinstance(value, tuple):
        return EMPTY
    found = []
    for part in value:
        if not (isinstance(part, tuple) and len(part) == 2 and isinstance(part[1], str) and "|" not in part[1]):
            return EMPTY
        found.append(f"{_absolute_head(part[0], number)}:{plain(part[1])}")
    return "|".join(found) or EMPTY


def _absolute_head(head: Any, number: int) -> str:
    if isinstance(head, str) and (node := _RELATIVE_NODE.fullmatch(head)):
        absolute = f"{max(0, int(node[1]) + number)}{node[2]}"
    else:
        absolute = str(max(0, head + number)) if isinstance(head, int) else "0"
    return absolute if _NODE.fullmatch(absolute) else "0"
