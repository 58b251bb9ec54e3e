"""The backslashes of WebAnno TSV: one kind in sentence texts, another in cells.

>>> escape_value("[a_b]->c|d")
'\\\\[a\\\\_b\\\\]\\\\->c\\\\|d'
>>> unescape_value(escape_value("[a_b]->c|d"))
'[a_b]->c|d'
>>> split_cell("a\\\\|b|c", "|")
['a\\\\|b', 'c']
"""

from __future__ import annotations

import re

_TEXT = {"\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", "\b": "\\b", "\\": "\\\\"}
_TEXT_BACK = {escaped[1]: plain for plain, escaped in _TEXT.items()}
_JAVA_BACK = {**_TEXT_BACK, '"': '"', "'": "'", "/": "/"}
_VALUE_BACK = {"t": "\t", "n": "\n", "->": "->"} | {sign: sign for sign in "\\[]|_;*"}


def escape_text(text: str) -> str:
    """Sentence text as it stands after `#Text=`."""
    return re.sub(r"[\t\n\f\r\x08\\]", lambda sign: _TEXT[sign[0]], text)


def unescape_text(text: str, version: int) -> str:
    """The inverse, for the minor version of a file: up to 3.1 texts were escaped as Java strings are."""
    if "\\" not in text:
        return text
    if version <= 1:
        return re.sub(r"(?s)\\(u+[0-9A-Fa-f]{4}|.)", _java_character, text)
    return re.sub(r"(?s)\\(.)", lambda pair: _TEXT_BACK.get(pair[1], pair[1] if pair[1] < " " else pair[0]), text)


def _java_character(pair: re.Match[str]) -> str:
    if len(pair[1]) > 1:
        return chr(int(pair[1].lstrip("u"), 16))
    return _JAVA_BACK.get(pair[1], pair[1])


def join_surrogates(text: str) -> str:
    """Pairs of `\\\\uXXXX` escapes as the one character that they mean; `ValueError` for half a pair."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")


def escape_value(value: str) -> str:
    """A feature value or role as it stands in a cell."""
    escaped = re.sub(r"->|[\\\[\]|_;*]", lambda sign: "\\" + sign[0], value)
    return escaped.replace("\t", "\\t").replace("\n", "\\n")


def unescape_value(value: str) -> str:
    """The inverse; a backslash before anything else is itself."""
    return re.sub(r"(?s)\\(->|.)", lambda pair: _VALUE_BACK.get(pair[1], pair[0]), value)


def split_cell(cell: str, separator: str) -> list[str]:
    """The parts of a cell between separators that no backslash precedes."""
    if "\\" not in cell:
        return cell.split(separator)
    parts, start = [], 0
    for match in re.finditer(rf"(?s)\\.|{re.escape(separator)}", cell):
        if match[0] == separator:
            parts.append(cell[start : match.start()])
            start = match.end()
    return [*parts, cell[start:]]
