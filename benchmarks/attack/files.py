"""Files of every format, damaged: documents or one sentence, and nothing else."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

from benchmarks.attack.mutation import mutated, swollen
from benchmarks.attack.seeds import seeds
from benchmarks.attack.tally import Attempt, Tally
from benchmarks.attack.victim import Victim

MOST_DOCUMENTS = 2000
SWOLLEN = 0.004
"""The share of samples that are made very long: what takes time in proportion takes a second or two."""
SIZES = (30_000, 100_000, 300_000)


def attack(attempt: Attempt) -> Tally:
    """Mutate one file after the other."""
    tally = Tally("formats")
    samples = seeds()
    everything = [content for files in samples.values() for content in files.values()]
    with Victim("benchmarks.attack.files", "read_and_write") as victim:
        while attempt.goes_on:
            name = attempt.chance.choice(sorted(samples))
            files = dict(samples[name])
            hit = attempt.chance.choice(sorted(files))
            if attempt.chance.random() < SWOLLEN:
                files[hit] = swollen(files[hit], attempt.chance.choice(SIZES), attempt.chance)
            else:
                files[hit] = mutated(files[hit], everything, attempt.chance)
            folder = attempt.scratch / "case"
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            for file, content in files.items():
                (folder / file).write_bytes(content)
            given = name if attempt.chance.random() < 0.6 else None
            harm, what = victim.outcome(str(folder / next(iter(samples[name]))), given)
            stray = {path.name for path in folder.iterdir()} - set(files)
            if not harm and stray:
                harm, what = "leaked", f"files beside the one that was opened: {sorted(stray)}"
            tally.count(harm, f"{name}, {hit}: {what}")
            if harm:
                shutil.copytree(folder, attempt.scratch / f"{name}-{tally.tried}")
    return tally


def read_and_write(path: str, format: str | None) -> str:
    """In the victim: open a file, then write all of it as JSON lines and read that again."""
    from tacit import formats

    documents = []
    for document in formats.open(Path(path), format=format):
        documents.append(document)
        if len(documents) >= MOST_DOCUMENTS:
            break
    stream = io.BytesIO()
    formats.write_stream(documents, stream, format="jsonl")
    again = list(formats.open_source(formats.Source("again.jsonl", stream.getvalue()), format="jsonl"))
    assert [(one.id, one.text) for one in again] == [(one.id, one.text) for one in documents], "not what was written"
    return ""
