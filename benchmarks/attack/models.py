"""Manifests of corpora and configurations of models, tampered with."""

from __future__ import annotations

import json
import shutil
import sys
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.attack.tally import Attempt, Tally
from benchmarks.attack.victim import Harm, Victim

TESTS = Path(__file__).parents[2] / "tests"
LIGHT = ("howto", "linter", "scripts", "steps-lm", "topics", "transducer", "transducer-param")
"""Models that load in a moment."""


@cache
def tampering() -> Any:
    """How the tests tamper with JSON."""
    sys.path.insert(0, str(TESTS))
    import tampering

    return tampering


@cache
def _known() -> Any:
    """How the tests load each shipped model."""
    tampering()
    import test_tampered_models

    return test_tampered_models


def attack_models(attempt: Attempt, names: tuple[str, ...] = ()) -> Tally:
    """A shipped model's configuration with one or two things changed, chosen at random."""
    tally = Tally("model configurations")
    known = _known()
    names = names or tuple(name for name in known.FOLDERS if name != "clarify-verbs")
    copies = {name: _fresh(attempt.scratch / name.replace("/", "-")) for name in names}
    folders = {name: known.copy_of(known.MODELS / name, copy) for name, copy in copies.items()}
    with Victim("benchmarks.attack.models", "load") as victim:
        while attempt.goes_on:
            name = attempt.chance.choice(names)
            config = json.loads((known.MODELS / name / "config.json").read_bytes())
            what, plain = _tampered(config, attempt)
            (folders[name] / "config.json").write_text(json.dumps(plain))
            harm, found = victim.outcome(name, str(folders[name]))
            tally.count(harm, f"{name}, {what}: {found}")
    return tally


def _fresh(path: Path) -> Path:
    shutil.rmtree(path, ignore_errors=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _tampered(plain: Any, attempt: Attempt) -> tuple[str, Any]:
    done = []
    for _ in range(attempt.chance.choice((1, 1, 2))):
        if not plain:
            break
        what, plain = attempt.chance.choice(list(tampering().tampered(plain)))
        done.append(what)
    return ", ".join(done), plain


def load(name: str, folder: str) -> str:
    """In the victim: load a model folder."""
    import huggingface_hub.constants

    huggingface_hub.constants.HF_HUB_OFFLINE = True  # one model names another to be fetched
    _known().loaders()[name](Path(folder))
    return ""


def attack_manifests(attempt: Attempt, original: Path) -> Tally:
    """A corpus whose manifest, or whose record of a shard, has been changed."""
    tally = Tally("corpus manifests")
    corpus = shutil.copytree(original, _fresh(attempt.scratch / "corpus"))
    path = corpus / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    guarded = attempt.scratch / "mine.csv"
    written = f"x\" AS SELECT 1; COPY (SELECT 2) TO '{guarded}'; --"
    names = ("../../x", written, "/etc/passwd", "\x1b[31m", "x" * 100_000)
    with Victim("benchmarks.attack.models", "query") as victim:
        while attempt.goes_on:
            if attempt.chance.random() < 0.3:
                what, text = "a name", json.dumps(manifest)
                old = attempt.chance.choice(["events", "chains", manifest["shards"][0]["key"], "string", "int64"])
                text = text.replace(f'"{old}"', json.dumps(attempt.chance.choice(names)))
            else:
                what, plain = _tampered(manifest, attempt)
                text = json.dumps(plain)
            path.write_text(text)
            harm, found = victim.outcome(str(corpus))
            if not harm and guarded.exists():
                harm, found = "leaked", "a manifest wrote a file"
            tally.count(harm, f"{what}: {found}")
    return tally


def query(folder: str) -> str:
    """In the victim: open a corpus and ask for all of it."""
    from tacit.corpus import Corpus

    corpus = Corpus(Path(folder))
    for table in corpus.tables:
        if corpus.count(table) < 0:
            raise Harm("lost", f"a negative count of {table}")
        corpus.query(f"SELECT * FROM {table} LIMIT 5").fetchall()
    return ""
