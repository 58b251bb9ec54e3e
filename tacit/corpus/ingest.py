"""Sources in, a corpus on disk out: streaming, resumable, the same bytes however often it was interrupted.

The sources are read three times. First to find out what there is to do: how many documents, which metadata, which
shards. Then shards that are not yet in the folder are analysed, by as many workers as there are. Last the table of
documents is written, which is cheap, so that a change of metadata alone costs no analysis.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tacit.corpus import tables
from tacit.corpus.analysis import AnalysedShard, AnalysisSettings, Work, analyse_shard
from tacit.corpus.manifest import (
    DOCUMENTS,
    FORMAT,
    MANIFEST,
    locked,
    read_record,
    remove_all_but,
    write_json,
    write_record,
    write_table,
)
from tacit.corpus.shards import is_giant, metadata_key, shards, text_key
from tacit.corpus.sources import SOURCE, Sources, id_hash
from tacit.corpus.work import Workers, run
from tacit.documents import Document
from tacit.errors import InputError
from tacit.progress import Progress, no_progress
from tacit.values import Features


@dataclass(frozen=True, slots=True)
class Plan:
    """What there is to do: shards by key in order, how many documents, which metadata, and a document too long
    to share its shard."""

    keys: tuple[str, ...]
    documents: int
    kinds: dict[str, str]
    has_giants: bool


@dataclass(frozen=True, slots=True)
class Summary:
    """What an ingest did."""

    documents: int
    words: int
    shards: int
    new_shards: int
    skipped: dict[str, str]


def ingest(
    sources: Sources,
    out: str | Path,
    *,
    settings: AnalysisSettings | None = None,
    workers: Workers | None = None,
    progress: Progress = no_progress,
) -> Summary:
    """Make the corpus in folder `out`, or bring it up to date with its sources."""
    folder = Path(out)
    settings = settings or AnalysisSettings()
    with locked(folder):
        plan = _plan(sources, settings)
        new = _analyse(folder, sources, plan, settings, workers or Workers(), progress)
        _write_documents(folder, sources, plan, settings)
        manifest = _manifest(folder, sources, plan, settings)
        write_json(folder / MANIFEST, manifest)
        remove_all_but(folder, set(plan.keys))
    return Summary(manifest["documents"], manifest["words"], len(plan.keys), new, manifest["skipped"])


def _shards(sources: Sources, settings: AnalysisSettings) -> Iterator[tuple[str, list[Document]]]:
    """The shards of the sources as they are now, each with its key."""
    name = json.dumps(settings.describe(), sort_keys=True)
    for shard in shards(sources.read(), settings.shard_characters):
        yield text_key(shard, name), shard


def _plan(sources: Sources, settings: AnalysisSettings) -> Plan:
    """Read everything once; once more if an id stands twice, as that changes what belongs to which shard."""
    sources.twice = frozenset()
    hashes = array("Q")
    plan = _draft(sources, settings, hashes)
    values, counts = np.unique(np.frombuffer(hashes, dtype=np.uint64), return_counts=True)
    if (counts > 1).any():
        sources.twice = frozenset(values[counts > 1].tolist())
        plan = _draft(sources, settings, array("Q"))
    if not plan.documents:
        reasons = list(sources.skipped.values())
        raise InputError(reasons[0] if len(reasons) == 1 else f"none of {len(reasons)} sources could be read")
    return plan


def _draft(sources: Sources, settings: AnalysisSettings, hashes: array[int]) -> Plan:
    keys = []
    kinds: dict[str, str] = {}
    has_giants = False
    for name, shard in _shards(sources, settings):
        keys.append(name)
        has_giants = has_giants or is_giant(shard, settings.shard_characters)
        for document in shard:
            hashes.append(id_hash(document))
            for key, value in document.metadata.items():
                if value is not None and key != SOURCE:
                    kind = tables.kind_of(value)
                    kinds[key] = tables.common_kind(kinds.get(key, kind), kind)
    return Plan(tuple(keys), len(hashes), kinds, has_giants)


def _analyse(
    folder: Path, sources: Sources, plan: Plan, settings: AnalysisSettings, workers: Workers, progress: Progress
) -> int:
    """Analyse what is missing and return how many shards that were."""
    new = 0
    done = words = 0
    missing = []
    for key in plan.keys:
        if (record := read_record(folder, key)) is None:
            missing.append(key)
        else:
            done += len(record["words"]) + len(record["failed"])
    tasks = _tasks(sources, plan, frozenset(missing), settings) if missing else iter(())
    for _, analysed in run(analyse_shard, tasks, workers):
        _store(folder, analysed)
        new += 1
        done += len(analysed.words) + len(analysed.failed)
        words += sum(analysed.words.values())
        progress(f"ingesting: {words:,} words", done, plan.documents)
    return new


def _tasks(sources: Sources, plan: Plan, missing: frozenset[str], settings: AnalysisSettings) -> Iterator[Work]:
    """The missing shards; those of a single very long document first, so that none is left to the end alone."""
    for giants in (True, False) if plan.has_giants else (False,):
        for key, shard in _shards(sources, settings):
            if key in missing and giants == is_giant(shard, settings.shard_characters):
                yield Work(key, tuple((document.id, document.text) for document in shard), settings)


def _store(folder: Path, analysed: AnalysedShard) -> None:
    """The tables first, the record last: what has a record is whole."""
    files = {name: write_table(folder, name, analysed.key, content) for name, content in analysed.tables.items()}
    write_record(folder, analysed.key, {"words": analysed.words, "failed": analysed.failed, "files": files})


def _write_documents(folder: Path, sources: Sources, plan: Plan, settings: AnalysisSettings) -> None:
    own = {**dict.fromkeys(("id", "text", "source"), "string"), "words": "int32"}
    names = tables.column_names(plan.kinds)
    columns = own | {names[key]: kind for key, kind in tables.metadata_columns(plan.kinds).items()}
    layout = json.dumps(own | {names[key]: kind for key, kind in sorted(plan.kinds.items())})
    for key, shard in _shards(sources, settings):
        record = read_record(folder, key)
        if record is None:
            raise InputError("the sources changed while they were read; run it again")
        wanted = metadata_key(shard, layout)
        if record.get("metadata") != wanted:
            rows = (_document_row(d, record["words"][d.id], plan.kinds) for d in shard if d.id in record["words"])
            files = record["files"] | {DOCUMENTS: write_table(folder, DOCUMENTS, key, tables.parquet(columns, rows))}
            write_record(folder, key, {**record, "metadata": wanted, "files": files})


def _document_row(document: Document, words: int, kinds: dict[str, str]) -> list[Any]:
    metadata = Features({key: value for key, value in document.metadata.items() if key != SOURCE})
    return [
        document.id,
        document.text,
        document.metadata[SOURCE],
        words,
        *tables.metadata_cells(metadata, kinds),
    ]


def _manifest(folder: Path, sources: Sources, plan: Plan, settings: AnalysisSettings) -> dict[str, Any]:
    skipped = dict(sources.skipped)
    documents = words = 0
    listed = []
    for key in plan.keys:
        record = read_record(folder, key)
        if record is None:
            raise InputError(f"the shard {key} vanished while the corpus was made; run it again", path=folder)
        documents += len(record["words"])
        words += sum(record["words"].values())
        skipped |= record["failed"]
        listed.append({"key": key, "documents": len(record["words"]), "files": record["files"]})
    return {
        "format": FORMAT,
        "settings": settings.describe(),
        "sources": [str(place) for place in sources.places],
        "metadata": dict(sorted(plan.kinds.items())),
        "columns": tables.column_names(plan.kinds),
        "documents": documents,
        "words": words,
        "skipped": skipped,
        "shards": listed,
    }
