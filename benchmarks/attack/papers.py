"""Everything else that a stranger may hand over, damaged: scripts, how-tos, settings, answers, schemas, bundles."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.attack.models import tampering
from benchmarks.attack.mutation import mutated
from benchmarks.attack.paper_samples import question, samples
from benchmarks.attack.tally import Attempt, Tally
from benchmarks.attack.victim import Harm, Victim


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
    from tacit.linter.config import find

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
    from tacit.linter.baseline import load

    return load(path)


def _answers(path: Path) -> Any:
    from tacit.llm.answers import Answers, Mode

    before = path.read_bytes()
    with Answers(path, Mode.USE) as found:
        found.find(question(), "m")
    with Answers(path, Mode.RECORD):
        pass
    cut = before[len(path.read_bytes()) :]
    if b"\n" in cut or not cut.startswith(b'{"key": "'[: len(cut)]):
        raise Harm("lost", "what no run has left was cut off")


def _stories(path: Path) -> Any:
    from tacit.scripts.stories import read_stories

    return read_stories(path.parent)


def _manuals(path: Path) -> Any:
    from tacit.linter.manuals import read_texts

    return read_texts([path.parent])


def _cases(path: Path) -> Any:
    from tacit.endings.making.building import read_cases

    return read_cases(path)


def _ratings(path: Path) -> Any:
    from tacit.endings.making.building import read_ratings

    return read_ratings([path])


def _sheets(path: Path) -> Any:
    from tacit.clarifications.rating import read_sheets

    return read_sheets([path])


def _origins(path: Path) -> Any:
    from tacit.mining.build import read_origins

    return read_origins(path)


def _vectors(path: Path) -> Any:
    from tacit.backbones.vectors import load

    return load.__wrapped__(path)


def _parts(path: Path) -> Any:
    from tacit.backbones.parts import from_bundle

    os.environ["TACIT_CACHE"] = str(path.parent.parent / "cache")
    return from_bundle(path)


OPENERS: dict[str, Callable[[Path], Any]] = {
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
    made = samples()
    everything = [content for files in made.values() for content in files.values()]
    with Victim("benchmarks.attack.papers", "open_one") as victim:
        while attempt.goes_on:
            name = attempt.chance.choice(sorted(made))
            files = dict(made[name])
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
    OPENERS[name](Path(path))
    return ""
