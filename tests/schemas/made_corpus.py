"""A small corpus folder made by hand: documents with metadata and chains, no text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tacit.corpus.manifest import FORMAT, MANIFEST, write_json, write_table
from tacit.corpus.tables import COLUMNS, metadata_columns, parquet

FIRST = {"id": "string", "text": "string", "source": "string", "words": "int32"}


class MadeChain(NamedTuple):
    type: str
    mentions: int
    slots: Sequence[str]  # "rob SUBJ"


class MadeDocument(NamedTuple):
    id: str
    chains: Sequence[MadeChain]
    metadata: dict[str, Any] = {}  # noqa: RUF012


def make_corpus(
    folder: Path, documents: Sequence[MadeDocument], kinds: dict[str, str] | None = None, shard: int = 2
) -> Path:
    """Write the documents into shards of so many; `kinds` are the types of the metadata columns."""
    kinds, shards = kinds or {}, []
    for number, start in enumerate(range(0, len(documents), shard)):
        files, key = {}, f"{number:016x}"
        some = documents[start : start + shard]
        rows = [(one.id, "", "made", 0, *(one.metadata.get(name) for name in sorted(kinds))) for one in some]
        files["documents"] = write_table(folder, "documents", key, parquet(FIRST | metadata_columns(kinds), rows))
        chains = [
            (one.id, chain, made.type, made.mentions, event, *slot.split(" "), "")
            for one in some
            for chain, made in enumerate(one.chains)
            for event, slot in enumerate(made.slots)
        ]
        files["chains"] = write_table(folder, "chains", key, parquet(COLUMNS["chains"], chains))
        shards.append({"key": key, "documents": len(some), "files": files})
    manifest = {"format": FORMAT, "settings": {}, "sources": [], "metadata": kinds, "documents": len(documents)}
    write_json(folder / MANIFEST, {**manifest, "words": 0, "skipped": {}, "shards": shards})
    return folder


ROBBERY = [
    MadeChain("man", 5, ["rob SUBJ", "flee SUBJ", "arrest OBJ", "rob SUBJ", "say SUBJ"]),
    MadeChain("officer", 6, ["arrest SUBJ", "chase SUBJ"]),
    MadeChain("bank", 2, ["rob OBJ", "close OBJ"]),
]
CONCERT = [MadeChain("woman", 7, ["sing SUBJ", "dance SUBJ"]), MadeChain("crowd", 5, ["dance SUBJ", "cheer SUBJ"])]


def stories(number: int) -> list[MadeDocument]:
    """Documents about a robbery and a concert in turn, with a section (a word) and tags (a list)."""
    kinds = [("crime", ["crime", "city"], ROBBERY), ("music", ["music", "city"], CONCERT)]
    return [
        MadeDocument(f"story-{place}", chains, {"section": section, "tags": tags, "year": 2000 + place})
        for place, (section, tags, chains) in enumerate(kinds[place % 2] for place in range(number))
    ]


KINDS = {"section": "string", "tags": "list", "year": "int64"}
