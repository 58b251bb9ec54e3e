"""What is not an instruction that can be carried out, each with the one sentence that says so."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from tacit.howto.phrases import read_phrase

LONGEST = 60
"""Words of the longest instruction: more is a text."""

_LISTS = tomllib.loads(Path(__file__).with_name("refusals.toml").read_text(encoding="utf-8"))
_HARM = re.compile(r"\b(?:" + "|".join(_LISTS["harm"]) + r")\b", re.I)
_ENGLISH = frozenset(_LISTS["english"].split())
_FOREIGN = frozenset(_LISTS["foreign"].split())
_QUESTION = re.compile(
    r"^(?:who|what|where|why|which|is|are|was|were|does|did|has|have|will|would|should|may)\b.*\?$", re.I
)


def why_not(text: str) -> str:
    """Why an instruction cannot be answered, in one sentence; '' where nothing speaks against it."""
    words = text.split()
    if not any(map(str.isalnum, text)):
        return "There is no instruction."
    if len(words) > LONGEST:
        return f"That is a text of {len(words):,} words; give one instruction at a time."
    if harms(text):
        return "That would do harm, so there are no steps for it."
    if _QUESTION.match(text):
        return "That is a question; give an instruction, such as 'wash the dog'."
    if is_foreign(text):
        return "That does not look like English, and only English is known."
    if read_phrase(text).negated:
        return "It says what not to do, so there is nothing to carry out."
    return ""


def harms(text: str) -> bool:
    """Does it name something that must not be told?"""
    return bool(_HARM.search(text))


def is_foreign(text: str) -> bool:
    """Letters of another script, or more small words of other languages than of English."""
    words = text.split()
    letters = [letter for word in words for letter in word if letter.isalpha()]
    if letters and sum(letter > "\u024f" for letter in letters) > len(letters) / 2:
        return True
    small = [word.lower().strip(".,!?") for word in words]
    foreign = sum(word in _FOREIGN and word not in _ENGLISH for word in small)
    accents = any("\u00c0" <= letter <= "\u024f" for letter in letters)
    return foreign + accents > sum(word in _ENGLISH for word in small) and foreign > 0
